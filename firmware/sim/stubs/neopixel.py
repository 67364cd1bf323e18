"""MicroPython's neopixel module; what is written can be looked at in `world.ring`."""

import world


class NeoPixel:
    def __init__(self, pin, count):
        self._count = count
        self._colour = (0, 0, 0)

    def fill(self, colour):
        self._colour = colour

    def write(self):
        world.ring = self._colour
