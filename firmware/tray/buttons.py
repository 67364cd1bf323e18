"""Debounced buttons to ground: a level counts once it has stood still for a few milliseconds."""

from time import ticks_diff

STEADY_MS = 4
LONG_MS = 800


class Button:
    """`post` gets `button NAME down`, `button NAME long` while it is held, and `button NAME up HELD_MS`."""

    def __init__(self, name, pin, post):
        self._name = name
        self._pin = pin
        self._post = post
        self._raw = pin.value()
        self._edge = 0
        self._pressed = 0
        # A button already held when the board starts (a reset in mid-press) is no new press: it counts once released.
        self._down = self._muted = self._long = self._raw == 0

    def step(self, now):
        raw = self._pin.value()
        if raw != self._raw:
            self._raw = raw
            self._edge = now
        elif (raw == 0) != self._down and ticks_diff(now, self._edge) >= STEADY_MS:
            self._change(now)
        if self._down and not self._long and ticks_diff(now, self._pressed) >= LONG_MS:
            self._long = True
            self._post("button %s long" % self._name)

    def _change(self, now):
        self._down = not self._down
        if self._down:
            self._pressed = now
            self._long = False
            self._post("button %s down" % self._name)
        elif self._muted:
            self._muted = False
        else:
            self._post("button %s up %d" % (self._name, ticks_diff(now, self._pressed)))
