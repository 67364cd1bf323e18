"""All parts of the tray in one cooperative loop, guarded by the watchdog."""

import gc
from time import ticks_diff

from tray import FIRMWARE, pins
from tray.buttons import Button
from tray.commands import Commands
from tray.lamps import Lamps, Status
from tray.link import LIVE, SILENT, WAITING, Link
from tray.reader import CardReader
from tray.ring import Ring

COLLECT_MS = 5000  # an idle turn leaves some 20 bytes behind, so this is long before the heap is full


class App:
    """`parts` has the hardware (see board.Parts), `serial` reads bytes and writes text."""

    def __init__(self, parts, serial, now):
        self._now = now
        self._serial = serial
        self._watchdog = parts.watchdog
        self._ring = Ring(parts.pixels, pins.RING_LEDS, pins.RING_MILLIAMPS)
        self._buzzer = parts.buzzer
        self._status = Status(parts.status)
        self._reader = CardReader(parts.i2c, self._post, self._reader_found)
        lamps = Lamps(parts.lamps)
        commands = Commands(self._ring, self._buzzer, lamps, self._reader, self._post, self._clock)
        self._buttons = [Button(name, pin, self._post) for name, pin in parts.buttons]
        caps = "light:%d,flash,buzz,lamps:%d,buttons:%d" % (pins.RING_LEDS, len(parts.lamps), len(self._buttons))
        self._about = "board=%s cause=%s fw=%s caps=%s" % (parts.name, parts.cause, FIRMWARE, caps)
        self.link = Link(serial.write, parts.run, self._parts(), commands.run, self._reader.forget)
        self._collected = now
        self.link.announce(now)

    def step(self, now):
        self._now = now
        data = self._serial.read()
        if data:
            self.link.receive(data, now)
        for button in self._buttons:
            button.step(now)
        self._reader.step(now)
        self.link.step(now)
        state = self.link.state
        self._ring.safe = state == SILENT or state == WAITING
        self._ring.step(now)
        self._buzzer.step(now)
        self._status.step(now, state)
        self._watchdog.feed()
        if ticks_diff(now, self._collected) >= COLLECT_MS:
            self._collected = now
            gc.collect()

    @property
    def busy(self):
        """A host is talking to us: a stray control byte must not stop the program."""
        return self.link.state == LIVE

    def rest(self):
        """Switches everything off, for the program that takes the board over."""
        self._ring.light((0, 0, 0), 0, False, self._now)
        self._buzzer.quiet()

    def _clock(self):
        return self._now

    def _post(self, body):
        self.link.post(body)

    def _parts(self):
        """What the board is and has; a reader only while one was seen."""
        return self._about + ",reader" if self._reader.there else self._about

    def _reader_found(self):
        """The host hears it as the end of a fault, and asks with a hello what else we have now."""
        self.link.about = self._parts()
        if self.link.state != WAITING:
            self._post("ok reader")
