"""MicroPython's machine module as far as the tray uses it, with the simulated hardware behind it."""

import world

PWRON_RESET = 1
WDT_RESET = 3
mem32 = {}


def reset_cause():
    return WDT_RESET if world.cause == "watchdog" else PWRON_RESET


class Pin:
    IN = 0
    OUT = 1
    PULL_UP = 1

    def __init__(self, number, mode=None, pull=None):
        self.number = number

    def value(self, level=None):
        if level is None:
            return world.levels.get(self.number, 1)
        world.levels[self.number] = level


class PWM:
    def __init__(self, pin):
        self._pin = pin.number
        world.tones[self._pin] = [0, 0]

    def freq(self, hertz):
        world.tones[self._pin][0] = hertz

    def duty_u16(self, duty):
        world.tones[self._pin][1] = duty


class I2C:
    def __init__(self, number, sda=None, scl=None, freq=0):
        pass

    def readfrom(self, address, length):
        return world.chip.readfrom(length)

    def writeto(self, address, data):
        return world.chip.writeto(data)


class WDT:
    def __init__(self, timeout):
        world.watchdog_ms = timeout

    def feed(self):
        world.fed = world.now
