"""Host, wire and board joined in virtual time: hours of link in seconds, and the same every run."""

from dataclasses import dataclass

from companion.devices.tray.link import HostLink
from companion.devices.tray.messages import BoardInfo, ButtonName, Connected, TrayEvent
from companion.devices.tray.simulated_hardware import SimulatedBoard, SimulatedCable


@dataclass(frozen=True)
class ReaderSwitch:
    """A command of the board that the companion does not use."""

    on: bool

    @property
    def body(self) -> str:
        return f"reader {'on' if self.on else 'off'}"


class Rig:
    def __init__(self, board: SimulatedBoard, seed: int = 0, start_ms: int = 0) -> None:
        self.board = board
        self.cable = SimulatedCable(seed)
        self.host = HostLink("feedbeef")
        self.now_ms = start_ms
        self.events: list[TrayEvent] = []
        self._to_host = board.boot(start_ms)
        self.host.opened(self.now)

    @property
    def now(self) -> float:
        return self.now_ms / 1000

    def run(self, milliseconds: int, step_ms: int = 2) -> None:
        for _ in range(milliseconds // step_ms):
            self.turn(step_ms)

    def turn(self, step_ms: int = 2) -> None:
        self.now_ms += step_ms
        self.host.receive(self.cable.to_host(self._to_host, self.now), self.now)
        self.host.step(self.now)
        self.events += self.host.take_events()
        self._to_host = self.board.step(self.now_ms, self.cable.to_board(self.host.outgoing(), self.now))

    def reset(self) -> None:
        self._to_host = self.board.boot(self.now_ms)

    def restart_host(self) -> None:
        """Another companion takes the port over; what the first one heard is forgotten."""
        self.host = HostLink("0badcafe")
        self.host.opened(self.now)
        self.events.clear()

    def inject(self, to_host: bytes = b"", to_board: bytes = b"") -> None:
        """Foreign bytes on the line, behind what is already under way."""
        self._to_host += to_host
        self._to_host += self.board.step(self.now_ms, to_board)

    def connect(self) -> BoardInfo:
        self.run(100)
        (connected,) = [event for event in self.events if isinstance(event, Connected)]
        self.events.clear()
        return connected.board

    def press(self, name: ButtonName, held_ms: int = 20, step_ms: int = 2) -> None:
        self.board.button(name, True)
        self.run(held_ms, step_ms)
        self.board.button(name, False)
        self.run(12, step_ms)
