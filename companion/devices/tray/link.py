"""The companion's end of the link, without input or output: bytes and the time go in, bytes and events come out."""

import secrets

from companion.devices.tray.cards import CardTracker
from companion.devices.tray.messages import (
    BoardInfo,
    BoardReset,
    Connected,
    Disconnected,
    EventsMissed,
    Fault,
    ProtocolTooNew,
    ProtocolTooOld,
    Recovered,
    TrayCommand,
    TrayEvent,
    board_from_pairs,
    capability,
    event_from_words,
    number_in,
    pairs_in,
)
from companion.devices.tray.serial_frames import (
    MAX_LINE,
    PROTOCOL,
    SEQ_MASK,
    Inbox,
    Outbox,
    SerialFrame,
    SerialFrameReader,
    encode,
)

BEAT_S = 0.25
CONNECTED_S = 1.0
HELLO_S = 0.3
HELLO_OTHER_VERSION_S = 2.0
CANCEL_LINE = b"\x03"  # Ctrl-C


class HostLink:
    """One for the whole run of the companion: it remembers across replugs what it has already received."""

    def __init__(self, run: str | None = None) -> None:
        self._run = run or secrets.token_hex(4)
        self._reader = SerialFrameReader()
        self._outbox = Outbox()
        self._inbox = Inbox()
        self._card = CardTracker()
        self._out = bytearray()
        self._events: list[TrayEvent] = []
        self._beat = 0
        self._beat_sent_at = 0.0
        self._answered_at = 0.0
        self._next_hello_at: float | None = None
        # The run of a board whose protocol version is not ours.
        self._refused_run: str | None = None
        self._missed = 0
        self._connected = False
        # What came in lately, as long as our own words were not among it.
        self._heard, self._echo_found = b"", False
        self.board: BoardInfo | None = None

    @property
    def connected(self) -> bool:
        return self._connected

    @property
    def idle(self) -> bool:
        """Every command has been acknowledged."""
        return not self._outbox

    @property
    def noise(self) -> bytes:
        """The last bytes that were no frames: they show what else is on the port."""
        return bytes(self._reader.noise)

    @property
    def bad_frames(self) -> int:
        """Frames that arrived damaged since the port was opened: a sign of a bad cable."""
        return self._reader.bad

    def opened(self, now: float) -> None:
        """A port was opened. What is still in its buffers is old, so we say hello and wait for the answer to that."""
        self._reader = SerialFrameReader()
        self._heard, self._echo_found = b"", False
        self._out.clear()
        # The line feed ends a half frame that another program may have left behind.
        self._out += b"\n"
        self._say_hello(now)

    def closed(self, reason: str) -> None:
        self._next_hello_at = None
        self._disconnect(reason)

    def send(self, command: TrayCommand) -> None:
        """Queues a command in place of older ones of its kind; drops it if the board is absent or cannot do it."""
        if self._connected and self.board and self.board.can(capability(command)):
            self._outbox.supersede(command.body)

    def receive(self, data: bytes, now: float) -> None:
        self._watch_for_echo(data)
        for frame in self._reader.feed(data):
            self._take(frame, now)

    def _watch_for_echo(self, data: bytes) -> None:
        """Our own hello comes back from a MicroPython prompt, and from nothing that runs the tray's program. The prompt
        shows itself when the line is cancelled; until then it only goes on collecting what we send."""
        if self._echo_found:
            return
        self._heard = (self._heard + data)[-MAX_LINE:]
        if f"run={self._run}*".encode() in self._heard:
            self._echo_found = True
            self._out += CANCEL_LINE

    def step(self, now: float) -> None:
        """Whatever is due by now: hello, heartbeat, resending."""
        if self._connected and now - self._answered_at > CONNECTED_S:
            self._disconnect("silent")
            self._say_hello(now)
        if self._next_hello_at is not None and now >= self._next_hello_at:
            self._say_hello(now)
        if self._connected:
            if now - self._beat_sent_at >= BEAT_S:
                self._beat_sent_at = now
                self._beat = (self._beat + 1) & SEQ_MASK
                self._out += encode("B", self._beat)
            self._out += self._outbox.due(now)
            self._events += self._card.overdue(now)

    def outgoing(self) -> bytes:
        data = bytes(self._out)
        self._out.clear()
        return data

    def take_events(self) -> list[TrayEvent]:
        events, self._events = self._events, []
        return events

    def _say_hello(self, now: float) -> None:
        self._out += encode("H", self._outbox.seq, f"proto={PROTOCOL} run={self._run}")
        self._next_hello_at = now + (HELLO_OTHER_VERSION_S if self._refused_run else HELLO_S)

    def _disconnect(self, reason: str) -> None:
        if self._connected:
            self._connected = False
            self._events.append(Disconnected(reason))

    def _take(self, frame: SerialFrame, now: float) -> None:
        if frame.kind == "H":
            self._take_hello(frame, now)
        elif not self._connected:
            return  # numbers mean nothing before the hello; the board will send it again
        elif frame.kind == "D":
            self._take_event(frame, now)
        elif frame.kind == "A":
            self._outbox.acknowledged(frame.seq)
            self._out += self._outbox.due(now)
        elif frame.kind == "B":
            self._out += encode("b", frame.seq)
            self._count_missed(pairs_in(frame.words))
        elif frame.kind == "b" and (self._beat - frame.seq) & SEQ_MASK <= CONNECTED_S / BEAT_S:
            self._answered_at = now

    def _take_hello(self, frame: SerialFrame, now: float) -> None:
        pairs = pairs_in(frame.words)
        board = board_from_pairs(pairs)
        if board is None:
            return
        known = self.board
        if board.protocol != PROTOCOL:
            self._refuse(board, now)
        elif known and known.run == board.run and known.link > board.link:
            return  # sent before the board had our own hello
        elif pairs.get("to") != self._run:
            # The board has just started, or has forgotten us. Until it knows us again it ignores our numbers.
            self._disconnect("reset")
            self._say_hello(now)
        else:
            self._accept(board, frame.seq, pairs, now)

    def _accept(self, board: BoardInfo, seq: int, pairs: dict[str, str], now: float) -> None:
        known = self.board
        self.board = board
        self._answered_at = self._beat_sent_at = now
        self._next_hello_at = None
        self._refused_run = None
        if known and (known.run, known.link) == (board.run, board.link):
            self._outbox.send_again()
            self._count_missed(pairs)
        else:
            self._card.board_restarted(now)
            self._inbox.expected = seq
            self._outbox.clear()
            self._missed = number_in(pairs, "missed")
        if known and known.run != board.run:
            self._disconnect("reset")
            self._events.append(BoardReset(board.cause))
        if not self._connected:
            self._connected = True
            self._events.append(Connected(board))

    def _refuse(self, board: BoardInfo, now: float) -> None:
        """Another protocol version: reported once. We ask again now and then, because the board may be flashed."""
        self._disconnect("protocol")
        self.board = board
        self._next_hello_at = now + HELLO_OTHER_VERSION_S
        if self._refused_run != board.run:
            self._refused_run = board.run
            event = ProtocolTooOld if board.protocol < PROTOCOL else ProtocolTooNew
            self._events.append(event(board.protocol, PROTOCOL))

    def _take_event(self, frame: SerialFrame, now: float) -> None:
        new, acknowledgement = self._inbox.take(frame.seq)
        self._out += acknowledgement
        if new:
            event = event_from_words(frame.words) or Fault("protocol", "unknown-event")
            if isinstance(event, Recovered) and self.board is not None and not self.board.can(event.part):
                # A part that was missing when the board started: the answer to a hello names it.
                self._next_hello_at = now
            self._events += self._card.changes(event)

    def _count_missed(self, pairs: dict[str, str]) -> None:
        missed = number_in(pairs, "missed")
        if missed > self._missed:
            self._events.append(EventsMissed(missed - self._missed))
            self._missed = missed
