"""Frames on the wire between companion and tray; firmware/PROTOCOL.md describes them."""

import re
from binascii import crc32
from dataclasses import dataclass

PROTOCOL = 1
MAX_LINE = 512
SEQ_MASK = 0xFFFF

_START = b"~"
_END = b"\n"
_LINE = re.compile(rb"([A-Za-z]) (\d{1,5})((?: [!-)+-}]*)*)\*([0-9a-f]{8})")
_PLAIN = re.compile(rb"[A-Za-z0-9\-_.:,/+#!?()']")
_ESCAPED = re.compile(r"%([0-9a-f]{2})")


@dataclass(frozen=True, slots=True)
class Frame:
    kind: str
    seq: int
    words: tuple[str, ...] = ()


def encode(kind: str, seq: int, body: str = "") -> bytes:
    text = f"{kind} {seq} {body}".rstrip(" ").encode("ascii")
    return b"~%s*%08x\n" % (text, crc32(text))


def decode(line: bytes) -> Frame | None:
    """The line between tilde and line feed, or None if it is not a whole and sound frame."""
    match = _LINE.fullmatch(line)
    if match is None or crc32(line[:-9]) != int(match[4], 16):
        return None
    words = match[3].decode("ascii").split(" ")[1:]
    return Frame(match[1].decode("ascii"), int(match[2]), tuple(words))


def escape(text: str) -> str:
    """Text as one word of a frame; the empty text becomes a bare percent sign."""
    if not text:
        return "%"
    single = (bytes([byte]) for byte in text.encode())
    return "".join(b.decode() if _PLAIN.match(b) else f"%{b[0]:02x}" for b in single)


def unescape(word: str) -> str | None:
    """What `escape` was given, or None if the word is not UTF-8 underneath."""
    if word == "%":
        return ""
    try:
        return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), word).encode("latin-1").decode()
    except UnicodeError:
        return None


class FrameReader:
    """Cuts a stream into frames. A tilde always begins anew, so noise never costs more than the frame it hits."""

    def __init__(self) -> None:
        self._line: bytearray | None = None
        self.bad = 0
        self.noise = bytearray()

    def feed(self, data: bytes) -> list[Frame]:
        frames: list[Frame] = []
        for piece in re.split(rb"([~\n])", data):
            if piece == _START:
                self.bad += bool(self._line)
                self._line = bytearray()
            elif piece == _END:
                self._finish(frames)
            elif self._line is None:
                self._remember_noise(piece)
            else:
                self._extend(piece)
        return frames

    def _extend(self, piece: bytes) -> None:
        assert self._line is not None
        self._line += piece
        if len(self._line) > MAX_LINE:
            self.bad += 1
            self._line = None

    def _finish(self, frames: list[Frame]) -> None:
        if self._line is None:
            return
        frame = decode(bytes(self._line.removesuffix(b"\r")))
        self._line = None
        if frame is None:
            self.bad += 1
        else:
            frames.append(frame)

    def _remember_noise(self, piece: bytes) -> None:
        # The last words of a stranger tell what sits on the port: a MicroPython prompt, another instrument.
        self.noise += piece
        del self.noise[:-64]
