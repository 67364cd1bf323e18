"""A PN532 as seen from the I2C bus, with NTAG stickers lying on it. It needs time, and can refuse the bus."""

from tray.pn532 import ACK


class Chip:
    ADDRESS = 0x24

    def __init__(self):
        self.cards = []  # [uid, memory from page 4 on]
        self.missing = False
        self.works = 2  # so often it is asked in vain before it has something to say
        self.refuses = 0  # so many of the next calls fail, as when it is busy or a wire is loose
        self._busy = 0
        self._answers = []

    def writeto(self, data):
        self._present()
        # A new command ends whatever the chip was about to say.
        self._answers = [ACK]
        self._busy = self.works
        body = data[5 : 5 + data[3]]
        reply = self._reply(body[1], body[2:])
        frame = bytes((0xD5, body[1] + 1)) + reply
        self._answers.append(
            b"\x00\x00\xff" + bytes((len(frame), -len(frame) & 255)) + frame + bytes((-sum(frame) & 255, 0))
        )

    def readfrom(self, length):
        self._present()
        if length == 1:
            self._busy -= 1 if self._busy else 0
            return b"\x01" if self._answers and not self._busy else b"\x00"
        if self._busy or not self._answers:
            return b"\x00" * length
        answer = b"\x01" + self._answers.pop(0)
        self._busy = self.works
        return answer + b"\x00" * (length - len(answer))

    def _present(self):
        if self.refuses:
            self.refuses -= 1
            raise OSError(5)
        if self.missing:
            raise OSError(5)

    def _reply(self, command, parameters):
        if command == 0x02:
            return b"\x32\x01\x06\x07"
        if command == 0x4A:
            return self._list()
        if command == 0x40:
            return self._read(parameters[0], parameters[2])
        return b""

    def _list(self):
        found = self.cards[:2]
        out = bytes((len(found),))
        for number, (uid, _) in enumerate(found, 1):
            out += bytes((number, 0x00, 0x44, 0x00, len(uid))) + uid
        return out

    def _read(self, target, page):
        if target > len(self.cards):
            return b"\x01"
        memory = self.cards[target - 1][1]
        at = (page - 4) * 4
        block = memory[at : at + 16]
        return b"\x00" + block + b"\x00" * (16 - len(block)) if at < len(memory) else b"\x13"
