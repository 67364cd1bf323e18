"""Acknowledged delivery, one frame at a time: nothing lost, nothing doubled, order kept, whatever the wire does."""

from collections import deque
from dataclasses import dataclass, field

from companion.devices.tray.frames import SEQ_MASK, encode

RESEND_S = 0.08


@dataclass(slots=True)
class Outbox:
    """What we want the other side to have. `seq` is the number of the oldest body not yet acknowledged."""

    seq: int = 1
    _queue: deque[str] = field(default_factory=deque)
    _sent_at: float | None = None

    def __len__(self) -> int:
        return len(self._queue)

    def post(self, body: str) -> None:
        self._queue.append(body)

    def supersede(self, body: str) -> None:
        """Posts a body and drops older ones of the same first word that have not been sent yet."""
        under_way = 1 if self._sent_at is not None else 0
        waiting = [old for old in list(self._queue)[under_way:] if old.split(" ")[0] != body.split(" ")[0]]
        self._queue = deque([*list(self._queue)[:under_way], *waiting, body])

    def clear(self) -> None:
        self._queue.clear()
        self._sent_at = None

    def send_again(self) -> None:
        self._sent_at = None

    def due(self, now: float) -> bytes:
        if not self._queue or (self._sent_at is not None and now - self._sent_at < RESEND_S):
            return b""
        self._sent_at = now
        return encode("D", self.seq, self._queue[0])

    def acknowledged(self, seq: int) -> None:
        if self._queue and seq == self.seq and self._sent_at is not None:
            self._queue.popleft()
            self.seq = (self.seq + 1) & SEQ_MASK
            self._sent_at = None


@dataclass(slots=True)
class Inbox:
    """What the other side wants us to have; `expected` is the number of the next new frame."""

    expected: int = 0

    def take(self, seq: int) -> tuple[bool, bytes]:
        """Whether the frame is new, and the acknowledgement to send (empty if the frame belongs to nobody)."""
        if seq == self.expected:
            self.expected = (seq + 1) & SEQ_MASK
            return True, encode("A", seq)
        if seq == (self.expected - 1) & SEQ_MASK:
            return False, encode("A", seq)
        return False, b""
