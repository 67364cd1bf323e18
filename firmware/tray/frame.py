"""Frames on the wire: `~kind seq body*crc32` and a line feed. A tilde always starts a new frame, so noise costs one frame at most."""

from binascii import crc32

MAX_LINE = 512
_START = 0x7E
_END = 0x0A
_PLAIN = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.:,/+#!?()'"


def encode(kind, seq, body=""):
    text = "%s %d %s" % (kind, seq, body) if body else "%s %d" % (kind, seq)
    return "~%s*%08x\n" % (text, crc32(text.encode()))


def decode(line):
    """The line between tilde and line feed as (kind, seq, words), or None if it is not a whole frame."""
    star = len(line) - 9
    if star < 3 or line[star] != 0x2A:
        return None
    text = bytes(line[:star])
    try:
        if int(bytes(line[star + 1 :]), 16) != crc32(text):
            return None
        words = text.decode().split(" ")
        return words[0], int(words[1]), words[2:]
    except (ValueError, UnicodeError, IndexError):
        return None


def escape(data):
    """Bytes as one word: everything outside the plain letters becomes %xx; nothing at all becomes a bare %."""
    if not data:
        return "%"
    return "".join(chr(b) if b in _PLAIN else "%%%02x" % b for b in data)


class Reader:
    """Cuts a stream of bytes into frames in a buffer that never grows; what is not a frame is dropped and counted."""

    def __init__(self, on_frame):
        self._on_frame = on_frame
        self._line = bytearray(MAX_LINE)
        self._view = memoryview(self._line)
        self._used = -1  # -1: outside a frame
        self.bad = 0

    def feed(self, data):
        for byte in data:
            if byte == _START:
                if self._used > 0:
                    self.bad += 1
                self._used = 0
            elif self._used < 0:
                continue
            elif byte == _END:
                self._finish()
            elif self._used == MAX_LINE:
                self.bad += 1
                self._used = -1
            else:
                self._line[self._used] = byte
                self._used += 1

    def _finish(self):
        frame = decode(self._view[: self._used])
        self._used = -1
        if frame is None:
            self.bad += 1
        else:
            self._on_frame(*frame)
