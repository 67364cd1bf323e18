"""Frames on the serial line between companion and tray, and their acknowledged delivery; see firmware/PROTOCOL.md."""

import re
from binascii import crc32
from collections import deque
from dataclasses import dataclass, field

PROTOCOL = 1
MAX_LINE = 512
SEQ_MASK = 0xFFFF
RESEND_S = 0.08

_START = b"~"
_END = b"\n"
_KEPT_NOISE = 64
_LINE = re.compile(rb"([A-Za-z]) (\d{1,5})((?: [!-)+-}]*)*)\*([0-9a-f]{8})")
_PLAIN = re.compile(rb"[A-Za-z0-9\-_.:,/+#!?()']")
_ESCAPED = re.compile(r"%([0-9a-f]{2})")


@dataclass(frozen=True, slots=True)
class SerialFrame:
    kind: str
    seq: int
    words: tuple[str, ...] = ()


def encode(kind: str, seq: int, body: str = "") -> bytes:
    text = f"{kind} {seq} {body}".rstrip(" ").encode("ascii")
    return b"~%s*%08x\n" % (text, crc32(text))


def decode(line: bytes) -> SerialFrame | None:
    """The frame between tilde and line feed; None if it is not complete or its checksum is wrong."""
    match = _LINE.fullmatch(line)
    if match is None or crc32(line[:-9]) != int(match[4], 16):
        return None
    words = match[3].decode("ascii").split(" ")[1:]
    return SerialFrame(match[1].decode("ascii"), int(match[2]), tuple(words))


def escape(text: str) -> str:
    """Text as one word of a frame; the empty text becomes a bare percent sign."""
    if not text:
        return "%"
    single = (bytes([byte]) for byte in text.encode())
    return "".join(b.decode() if _PLAIN.match(b) else f"%{b[0]:02x}" for b in single)


def unescape(word: str) -> str | None:
    """The text that `escape` was given; None if the bytes are not UTF-8."""
    if word == "%":
        return ""
    try:
        return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), word).encode("latin-1").decode()
    except UnicodeError:
        return None


class SerialFrameReader:
    """Cuts a stream of bytes into frames. A tilde always starts a new frame, so noise costs one frame at most."""

    def __init__(self) -> None:
        self._line: bytearray | None = None
        self.bad = 0
        # The last bytes outside of frames: they show what else is on the port (a MicroPython prompt, another device).
        self.noise = bytearray()

    def feed(self, data: bytes) -> list[SerialFrame]:
        frames: list[SerialFrame] = []
        for piece in re.split(rb"([~\n])", data):
            if piece == _START:
                self.bad += bool(self._line)
                self._line = bytearray()
            elif piece == _END:
                self._finish(frames)
            elif self._line is None:
                self.noise += piece
                del self.noise[:-_KEPT_NOISE]
            else:
                self._extend(self._line, piece)
        return frames

    def _extend(self, line: bytearray, piece: bytes) -> None:
        line += piece
        if len(line) > MAX_LINE:
            self.bad += 1
            self._line = None

    def _finish(self, frames: list[SerialFrame]) -> None:
        if self._line is None:
            return
        frame = decode(bytes(self._line.removesuffix(b"\r")))
        self._line = None
        if frame is None:
            self.bad += 1
        else:
            frames.append(frame)


@dataclass(slots=True)
class Outbox:
    """Bodies to be delivered, one at a time: each is sent again until it is acknowledged.

    `seq` is the number of the oldest body that is not acknowledged yet.
    """

    seq: int = 1
    _queue: deque[str] = field(default_factory=deque)
    _sent_at: float | None = None

    def __len__(self) -> int:
        return len(self._queue)

    def post(self, body: str) -> None:
        self._queue.append(body)

    def supersede(self, body: str) -> None:
        """Posts a body and drops older ones with the same first word that have not been sent yet."""
        under_way = 1 if self._sent_at is not None else 0
        waiting = [old for old in list(self._queue)[under_way:] if old.split(" ")[0] != body.split(" ")[0]]
        self._queue = deque([*list(self._queue)[:under_way], *waiting, body])

    def clear(self) -> None:
        self._queue.clear()
        self._sent_at = None

    def send_again(self) -> None:
        self._sent_at = None

    def due(self, now: float) -> bytes:
        """The frame to be sent now; empty if there is none."""
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
    """Sorts out frames that arrive twice; `expected` is the number of the next new frame."""

    expected: int = 0

    def take(self, seq: int) -> tuple[bool, bytes]:
        """Whether the frame is new, and the acknowledgement to send (empty if the number fits neither)."""
        if seq == self.expected:
            self.expected = (seq + 1) & SEQ_MASK
            return True, encode("A", seq)
        if seq == (self.expected - 1) & SEQ_MASK:
            return False, encode("A", seq)
        return False, b""
