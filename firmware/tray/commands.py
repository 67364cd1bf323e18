"""What the host may ask for. A command we do not know or cannot read is answered by a fault, never by a crash."""

FLASH_TIMES = 10
FLASH_MS = (20, 2000)


def _colour(word):
    if len(word) != 6:
        raise ValueError
    value = int(word, 16)
    return value >> 16, value >> 8 & 255, value & 255


def _number(word, low, high):
    return min(max(int(word), low), high)


class Commands:
    def __init__(self, ring, buzzer, lamps, reader, post, clock):
        self._ring = ring
        self._buzzer = buzzer
        self._lamps = lamps
        self._reader = reader
        self._post = post
        self._clock = clock
        self._known = {
            "light": self._light,
            "flash": self._flash,
            "buzz": self._buzz,
            "lamps": self._set_lamps,
            "reader": self._switch_reader,
        }

    def run(self, words):
        name = words[0] if words else ""
        try:
            self._known[name](words[1:])
        except KeyError:
            self._post("fault command unknown")
        except (ValueError, IndexError):
            self._post("fault command %s" % name)

    def _light(self, words):
        if words == ["off"]:
            self._ring.light((0, 0, 0), 0, False, self._clock())
            return
        mode = words[2] if len(words) > 2 else "steady"
        if mode not in ("steady", "pulse"):
            raise ValueError
        self._ring.light(_colour(words[0]), _number(words[1], 0, 255), mode == "pulse", self._clock())

    def _flash(self, words):
        times = _number(words[1], 1, FLASH_TIMES)
        self._ring.flash(_colour(words[0]), times, _number(words[2], *FLASH_MS), self._clock())

    def _buzz(self, words):
        self._buzzer.tone(int(words[0]), int(words[1]), self._clock())

    def _set_lamps(self, words):
        if len(words) != 3:
            raise ValueError
        self._lamps.set([_number(word, 0, 255) for word in words])

    def _switch_reader(self, words):
        if words[0] not in ("on", "off"):
            raise ValueError
        self._reader.switch(words[0] == "on")
