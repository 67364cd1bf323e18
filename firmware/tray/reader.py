"""Cards on the reader: which was laid down, which was removed, the text of its sticker. Two at once are a fault."""

from time import ticks_diff

from tray import ndef
from tray.frame import escape
from tray.pn532 import ChipFault, Pn532

LOOK_MS = 120
MISSES = 3  # looks in a row without the card before it counts as removed
TRIES = 3  # looks at a card that cannot be read before it counts as one without text
RETRY_MS = 1000
FAULTS = 2  # failures in a row before they are said: one alone is a glitch of the bus
SEARCH_MS = 2000  # between two searches for a reader that does not answer


class CardReader:
    """`found` is called when a reader answers that did not before. Without one the tray does not promise any."""

    def __init__(self, i2c, post, found):
        self._chip = Pn532(i2c)
        self._post = post
        self._found = found
        self._faults = 0
        self._card = None
        self._misses = 0
        self._tries = 0
        self._trouble = ""
        self._task = None
        self._rest = (0, 0)
        self._started = False
        self.on = True
        # The first call only wakes the chip.
        self.there = self._chip.answers() or self._chip.answers()

    def switch(self, on):
        self.on = on
        self._task = None
        if not on:
            self._gone()

    def forget(self):
        """A new host is told about the card that already lies there, and about a fault."""
        self._card = None
        if self._trouble:
            self._post("fault reader %s" % self._trouble)

    def step(self, now):
        self._chip.now = now
        if not self.on or 0 <= ticks_diff(now, self._rest[0]) < self._rest[1]:
            return
        if not self.there:
            self._search(now)
            return
        try:
            if self._task is None:
                self._task = self._look()
            next(self._task)
        except StopIteration:
            self._faults = 0
            self._pause(now, LOOK_MS)
        except ChipFault as fault:
            self._faults += 1
            self._started = False
            if self._faults < FAULTS:
                self._pause(now, LOOK_MS)
            else:
                self._pause(now, RETRY_MS)
                self._trouble_is(str(fault))

    def _search(self, now):
        if self._chip.answers():
            self.there = True
            self._found()
        else:
            self._pause(now, SEARCH_MS)

    def _pause(self, now, milliseconds):
        self._task = None
        self._rest = (now, milliseconds)

    def _trouble_is(self, trouble):
        """Reports a fault once, and once that it is over; an empty word means no fault."""
        if trouble != self._trouble:
            self._trouble = trouble
            self._post("fault reader %s" % trouble if trouble else "ok reader")

    def _look(self):
        if not self._started:
            yield from self._chip.start()
            self._started = True
        found = yield from self._chip.targets()
        self._trouble_is("two-cards" if len(found) > 1 else "")
        if len(found) == 1:
            yield from self._one(*found[0])
        elif self._card not in [uid for _, uid in found]:
            self._missing()

    def _one(self, target, uid):
        self._misses = 0
        if uid == self._card:
            return
        text = yield from self._text(target)
        if text is False:
            self._tries += 1
            if self._tries < TRIES:
                return
            text = None
        self._tries = 0
        self._gone()
        self._card = uid
        self._post("card present %s %s" % (uid.hex(), "-" if text is None else escape(text)))

    def _missing(self):
        self._tries = 0
        self._misses += 1
        if self._misses >= MISSES:
            self._gone()

    def _gone(self):
        if self._card is not None:
            self._post("card removed %s" % self._card.hex())
            self._card = None

    def _text(self, target):
        """The sticker's text, None if it has none, False if the card could not be read."""
        memory = b""
        for page in range(ndef.FIRST_PAGE, ndef.LAST_PAGE + 1, 4):
            block = yield from self._chip.read(target, page)
            if not block:
                return False
            memory += block
            message = ndef.message(memory)
            if message is None:
                return None
            if not isinstance(message, int):
                return ndef.text(message)
        return None
