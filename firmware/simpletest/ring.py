"""Bench test of the ring: red, green, blue, white, all LEDs together, then a pulse. `companion flash --try ring`"""

import time

from tray import pins
from tray.board import ring as ring_pixels
from tray.ring import Ring

COLOURS = (("red", (255, 0, 0)), ("green", (0, 255, 0)), ("blue", (0, 0, 255)), ("white", (255, 255, 255)))


def show(ring, milliseconds):
    begun = time.ticks_ms()
    while time.ticks_diff(time.ticks_ms(), begun) < milliseconds:
        ring.step(time.ticks_ms())
        time.sleep_ms(5)


def run(milliseconds=1500):
    ring = Ring(ring_pixels(), pins.RING_LEDS, pins.RING_MILLIAMPS)
    for name, colour in COLOURS:
        print("all", pins.RING_LEDS, "LEDs should be", name)
        ring.light(colour, 80, False, time.ticks_ms())
        show(ring, milliseconds)
    print("now a slow white pulse")
    ring.light((255, 255, 255), 80, True, time.ticks_ms())
    show(ring, 2 * milliseconds)
    ring.light((0, 0, 0), 0, False, time.ticks_ms())
    print("the ring is off; other colours than named: swap data in and out, or it is an RGBW ring")


if __name__ == "__main__":
    run()
