"""A simulated day in the life of the board, from just before its clock wraps around: memory must not grow."""

from tests.firmware.interpreter import MicroPythonBoard
from companion.devices.tray.serial_frames import SerialFrameReader, encode

PLAY_HOURS, NIGHT_HOURS = 8, 16
BEAT_MS = 900  # just often enough for the board to think the host alive
WRAP_MS = 1 << 30  # where MicroPython's ticks begin again at zero
EVENTS_PER_ROUND = 4
ROUNDS_PER_HOUR = 12
NIGHT_STEP_MS = 5000  # with nobody there every turn is like the one before


class Host:
    """The least a host must do: heartbeats, a light command now and then, and acknowledging every event."""

    def __init__(self, board: MicroPythonBoard, now: int) -> None:
        self._board = board
        self._now = now
        self._seq = 1
        self.events = 0
        board.boot(now)

    def greet(self) -> None:
        self._board.step(self._now, encode("H", self._seq, "proto=1 run=feedbeef"))

    def idle(self, beats: int) -> None:
        self._board.steps([(self._later(BEAT_MS), encode("B", beat)) for beat in range(beats)])

    def sleep(self, hours: int) -> None:
        self._board.steps([(self._later(NIGHT_STEP_MS), b"") for _ in range(hours * 3_600_000 // NIGHT_STEP_MS)])

    def listen(self, turns: int) -> None:
        answer = b""
        for _ in range(turns):
            said = self._board.step(self._later(20), answer)
            events = [frame.seq for frame in SerialFrameReader().feed(said) if frame.kind == "D"]
            self.events += len(events)
            answer = b"".join(encode("A", seq) for seq in events) + encode("B", 1)

    def command(self, body: str) -> None:
        self._board.step(self._later(20), encode("D", self._seq, body))
        self._seq = (self._seq + 1) & 0xFFFF

    def _later(self, milliseconds: int) -> int:
        self._now = (self._now + milliseconds) % WRAP_MS
        return self._now


def used_memory(board: MicroPythonBoard) -> int:
    # This interpreter collects only between two calls from outside.
    board.python("import gc\ngc.collect()")
    return int(board.python("import gc\nprint(gc.mem_alloc())")[0])


def an_hour(board: MicroPythonBoard, host: Host) -> None:
    for turn in range(ROUNDS_PER_HOUR):
        host.command(f"light ff8000 {20 * turn} pulse")
        board.button("accept", True)
        board.put_card("04a1b2c3", "x")
        host.listen(20)
        board.button("accept", False)
        board.take_card("04a1b2c3")
        host.listen(40)
        host.idle(3_600_000 // BEAT_MS // ROUNDS_PER_HOUR)


def link(board: MicroPythonBoard) -> str:
    return board.python("import harness\nprint(harness.app.link.state, harness.app.link.missed)")[0]


def test_memory_does_not_grow_over_a_day(board: MicroPythonBoard) -> None:
    """Eight hours of play, a night alone, and one hour more the next morning."""
    host = Host(board, WRAP_MS - 3 * 3_600_000)
    host.greet()
    used = []
    for _ in range(PLAY_HOURS):
        an_hour(board, host)
        used.append(used_memory(board))
    assert link(board) == "live 0"
    host.sleep(NIGHT_HOURS)
    assert link(board) == "waiting 0"
    host.greet()
    an_hour(board, host)
    used.append(used_memory(board))
    assert max(used[1:]) <= used[0] + 256, used
    assert host.events == EVENTS_PER_ROUND * ROUNDS_PER_HOUR * (PLAY_HOURS + 1)
    assert link(board) == "live 0"
