"""The companion's end of the link, without any input or output: bytes and the time come in, bytes and events go out."""

import secrets

from companion.devices.tray.card_memory import CardMemory
from companion.devices.tray.commands import Command, capability
from companion.devices.tray.delivery import Inbox, Outbox
from companion.devices.tray.events import (
    BoardInfo,
    BoardReset,
    Connected,
    Disconnected,
    EventsMissed,
    Fault,
    ProtocolTooNew,
    ProtocolTooOld,
    TrayEvent,
)
from companion.devices.tray.frames import PROTOCOL, SEQ_MASK, Frame, FrameReader, encode
from companion.devices.tray.words import board_of, event_of, number_in, pairs_of

BEAT_S = 0.25
CONNECTED_S = 1.0
GREET_S = 0.3
GREET_STRANGER_S = 2.0


class HostEnd:
    """Lives as long as the companion does: across re-plugs it remembers what it has already received."""

    def __init__(self, run: str | None = None) -> None:
        self._run = run or secrets.token_hex(4)
        self._reader = FrameReader()
        self._outbox = Outbox()
        self._inbox = Inbox()
        self._card = CardMemory()
        self._out = bytearray()
        self._events: list[TrayEvent] = []
        self._beat = 0
        self._beaten_at = 0.0
        self._answered_at = 0.0
        self._greet_at: float | None = None
        self._refused: str | None = None
        self._missed = 0
        self._connected = False
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
        return bytes(self._reader.noise)

    @property
    def bad_frames(self) -> int:
        """Frames that arrived damaged since the port was opened: a sign of a bad cable."""
        return self._reader.bad

    def opened(self, now: float) -> None:
        """A port was opened: whatever stands in its buffers is old, so we greet and wait for the answer to that."""
        self._reader = FrameReader()
        self._out.clear()
        # The line feed ends whatever half frame a former owner of the port left behind.
        self._out += b"\n"
        self._greet(now)

    def closed(self, reason: str) -> None:
        self._greet_at = None
        self._lose(reason)

    def send(self, command: Command) -> None:
        """Queues a command; one the board cannot do, or that nobody is there to get, is dropped. The newest counts."""
        if self._connected and self.board and self.board.can(capability(command)):
            self._outbox.supersede(command.body)

    def receive(self, data: bytes, now: float) -> None:
        for frame in self._reader.feed(data):
            self._take(frame, now)

    def step(self, now: float) -> None:
        if self._connected and now - self._answered_at > CONNECTED_S:
            self._lose("silent")
            self._greet(now)
        if self._greet_at is not None and now >= self._greet_at:
            self._greet(now)
        if self._connected:
            if now - self._beaten_at >= BEAT_S:
                self._beaten_at = now
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

    def _greet(self, now: float) -> None:
        self._out += encode("H", self._outbox.seq, f"proto={PROTOCOL} run={self._run}")
        self._greet_at = now + (GREET_STRANGER_S if self._refused else GREET_S)

    def _lose(self, reason: str) -> None:
        if self._connected:
            self._connected = False
            self._events.append(Disconnected(reason))

    def _take(self, frame: Frame, now: float) -> None:
        if frame.kind == "H":
            self._hello(frame, now)
        elif not self._connected:
            return  # numbers mean nothing before the hello; the board will send it again
        elif frame.kind == "D":
            self._event(frame)
        elif frame.kind == "A":
            self._outbox.acknowledged(frame.seq)
            self._out += self._outbox.due(now)
        elif frame.kind == "B":
            self._out += encode("b", frame.seq)
            self._count_missed(pairs_of(frame.words))
        elif frame.kind == "b" and (self._beat - frame.seq) & SEQ_MASK <= CONNECTED_S / BEAT_S:
            self._answered_at = now

    def _hello(self, frame: Frame, now: float) -> None:
        pairs = pairs_of(frame.words)
        board = board_of(pairs)
        if board is None:
            return
        known = self.board
        if board.protocol != PROTOCOL:
            self._refuse(board, now)
        elif known and known.run == board.run and known.link > board.link:
            return  # an echo from before our own hello
        elif pairs.get("to") != self._run:
            # It has just started, or has forgotten us. Until it knows us again our numbers mean nothing to it.
            self._lose("reset")
            self._greet(now)
        else:
            self._welcome(board, frame.seq, pairs, now)

    def _welcome(self, board: BoardInfo, seq: int, pairs: dict[str, str], now: float) -> None:
        known = self.board
        self.board = board
        self._answered_at = self._beaten_at = now
        self._greet_at = None
        self._refused = None
        if known and (known.run, known.link) == (board.run, board.link):
            self._outbox.send_again()
            self._count_missed(pairs)
        else:
            self._card.board_forgot(now)
            self._inbox.expected = seq
            self._outbox.clear()
            self._missed = number_in(pairs, "missed")
        if known and known.run != board.run:
            self._lose("reset")
            self._events.append(BoardReset(board.cause))
        if not self._connected:
            self._connected = True
            self._events.append(Connected(board))

    def _refuse(self, board: BoardInfo, now: float) -> None:
        """Another protocol version: said once, and asked again now and then in case somebody flashes the board."""
        self._lose("protocol")
        self.board = board
        self._greet_at = now + GREET_STRANGER_S
        if self._refused != board.run:
            self._refused = board.run
            verdict = ProtocolTooOld if board.protocol < PROTOCOL else ProtocolTooNew
            self._events.append(verdict(board.protocol, PROTOCOL))

    def _event(self, frame: Frame) -> None:
        new, acknowledgement = self._inbox.take(frame.seq)
        self._out += acknowledgement
        if new:
            self._events += self._card.passed(event_of(frame.words) or Fault("protocol", "unknown-event"))

    def _count_missed(self, pairs: dict[str, str]) -> None:
        missed = number_in(pairs, "missed")
        if missed > self._missed:
            self._events.append(EventsMissed(missed - self._missed))
            self._missed = missed
