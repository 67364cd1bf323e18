"""The PN532 chip over I2C. Every exchange is a generator that yields while the chip works, so the loop never waits for it."""

from time import ticks_diff

ADDRESS = 0x24
ACK = b"\x00\x00\xff\x00\xff\x00"
FIRMWARE_VERSION = 0x02
SAM_CONFIGURATION = 0x14
RF_CONFIGURATION = 0x32
LIST_TARGETS = 0x4A
DATA_EXCHANGE = 0x40
_TO_CHIP = 0xD4
_FROM_CHIP = 0xD5
_TIMEOUT_MS = 250
_WRITES = 4  # a chip that wakes up or is busy refuses its address at first
_AGAIN_MS = 15
_LONGEST = 64


class ChipFault(Exception):
    """The chip did not answer, or answered nonsense."""


def command_frame(command, parameters=b""):
    length = len(parameters) + 2
    body = bytes((_TO_CHIP, command)) + parameters
    checksum = -sum(body) & 0xFF
    return b"\x00\x00\xff" + bytes((length, -length & 0xFF)) + body + bytes((checksum, 0))


def reply_body(frame, command):
    """What the chip says in `frame`, without its wrapping; ChipFault if the frame is not a sound answer to `command`."""
    if frame[:3] != b"\x00\x00\xff" or (frame[3] + frame[4]) & 0xFF:
        raise ChipFault("frame")
    body = frame[5 : 5 + frame[3]]
    if len(body) < 2 or len(body) != frame[3] or (sum(body) + frame[5 + frame[3]]) & 0xFF:
        raise ChipFault("checksum")
    if body[0] != _FROM_CHIP or body[1] != command + 1:
        raise ChipFault("answer")
    return body[2:]


class Pn532:
    def __init__(self, i2c):
        self._i2c = i2c
        self.now = 0  # kept up to date by whoever runs the generators

    def start(self):
        yield from self.ask(FIRMWARE_VERSION)
        yield from self.ask(SAM_CONFIGURATION, b"\x01\x14\x01")
        # One try per listing: an empty reader must answer at once instead of searching for ever.
        yield from self.ask(RF_CONFIGURATION, b"\x05\xff\x01\x01")

    def targets(self):
        """The cards on the reader, at most two, as (number, uid)."""
        body = yield from self.ask(LIST_TARGETS, b"\x02\x00")
        found = []
        at = 1
        for _ in range(body[0] if body else 0):
            if len(body) < at + 5 or len(body) < at + 5 + body[at + 4]:
                raise ChipFault("target")
            end = at + 5 + body[at + 4]
            found.append((body[at], body[at + 5 : end]))
            at = end + self._extra(body, at, end)
        return found

    def read(self, target, page):
        """Sixteen bytes from `page` on, or nothing if the card went away."""
        body = yield from self.ask(DATA_EXCHANGE, bytes((target, 0x30, page)))
        return body[1:17] if len(body) == 17 and body[0] == 0 else b""

    def ask(self, command, parameters=b""):
        yield from self._write(command_frame(command, parameters))
        ack = yield from self._answer(len(ACK))
        if ack != ACK:
            raise ChipFault("ack")
        frame = yield from self._answer(_LONGEST)
        return reply_body(frame, command)

    def answers(self):
        """Whether the chip is on the bus at all."""
        try:
            self._i2c.readfrom(ADDRESS, 1)
            return True
        except OSError:
            return False

    def _write(self, frame):
        for tries_left in range(_WRITES - 1, -1, -1):
            try:
                self._i2c.writeto(ADDRESS, frame)
                return
            except OSError:
                if not tries_left:
                    raise ChipFault("bus")
            begun = self.now
            while ticks_diff(self.now, begun) < _AGAIN_MS:
                yield

    def _answer(self, length):
        """A chip at work says "not ready", or refuses the bus: both only mean that it has to be asked again."""
        begun = self.now
        while True:
            try:
                refused = False
                if self._i2c.readfrom(ADDRESS, 1)[0] & 1:
                    return self._i2c.readfrom(ADDRESS, length + 1)[1:]
            except OSError:
                refused = True
            if ticks_diff(self.now, begun) > _TIMEOUT_MS:
                raise ChipFault("bus" if refused else "timeout")
            yield

    @staticmethod
    def _extra(body, at, end):
        """Cards with an answer to select (smart cards) carry it behind the uid; its first byte is its length."""
        has_more = body[at + 3] & 0x20
        return body[end] if has_more and end < len(body) else 0
