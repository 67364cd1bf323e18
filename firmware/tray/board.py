"""The Pico itself: its pins as parts, its USB port as a serial line, its watchdog, and the endless loop around the app."""

import os
import select
import sys
import time

import machine
import neopixel

from tray import pins
from tray.buzzer import Buzzer

WATCHDOG_MS = 4000
_PWM_HERTZ = 1000
_CHUNK = 64
# The watchdog's registers: the first controls it (+0x3000 clears bits), the third says why it restarted the board.
# Needed because MicroPython cannot stop a watchdog, and calls every restart one by the watchdog.
_WATCHDOG = {"RP2040": 0x40058000, "RP2350": 0x400D8000}
_WATCHDOG_ENABLE = 1 << 30
_CLEAR = 0x3000
_REASON = 8
_TIMED_OUT = 1


class Parts:
    """All the hardware the app works with; `run` is an id that no other boot has."""

    def __init__(self, run):
        self.name = sys.platform
        self.run = run
        self.cause = reset_cause()
        self.pixels = ring()
        self.buzzer = Buzzer(pwm(pins.BUZZER))
        self.status = machine.Pin(pins.STATUS, machine.Pin.OUT)
        self.lamps = [lamp for _, lamp in lamps()]
        self.buttons = buttons()
        self.i2c = reader_bus()
        self.watchdog = machine.WDT(timeout=WATCHDOG_MS)


def buttons():
    """The three buttons' pins by name, pulled up: a press connects them to ground."""
    named = (("accept", pins.BUTTON_ACCEPT), ("correct", pins.BUTTON_CORRECT), ("next", pins.BUTTON_NEXT))
    return [(name, machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP)) for name, pin in named]


def lamps():
    """The lamps in the buttons by name, dimmable."""
    named = (("accept", pins.LAMP_ACCEPT), ("correct", pins.LAMP_CORRECT), ("next", pins.LAMP_NEXT))
    return [(name, pwm(pin)) for name, pin in named]


def pwm(pin):
    output = machine.PWM(machine.Pin(pin))
    output.freq(_PWM_HERTZ)  # without a frequency a duty would have no effect
    return output


def ring():
    return neopixel.NeoPixel(machine.Pin(pins.RING_DATA), pins.RING_LEDS)


def reader_bus():
    """The bus that the card reader is on, if there is one."""
    sda, scl = machine.Pin(pins.READER_SDA), machine.Pin(pins.READER_SCL)
    return machine.I2C(pins.READER_I2C, sda=sda, scl=scl, freq=pins.READER_HERTZ)


class UsbSerial:
    """The USB port as bytes in and text out, without ever waiting."""

    def __init__(self):
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer  # sys.stdout itself would turn a line feed into two characters
        self._buffer = bytearray(_CHUNK)
        self._view = memoryview(self._buffer)

    def read(self):
        count = 0
        while count < _CHUNK and self._waiting():
            self._buffer[count] = self._in.read(1)[0]
            count += 1
        return self._view[:count]

    def _waiting(self):
        for _ in self._poll.ipoll(0):  # unlike poll, it makes no list
            return True
        return False

    def write(self, text):
        self._out.write(text)


def stop_watchdog():
    """Lets a maker (or `companion flash`) work at the prompt without being reset after four seconds."""
    registers = _watchdog()
    if registers:
        machine.mem32[registers + _CLEAR] = _WATCHDOG_ENABLE


def reset_cause():
    """`power`, `restart` (somebody asked for it, as a flash does), or `watchdog` (the program hung)."""
    if machine.reset_cause() != machine.WDT_RESET:
        return "power"
    registers = _watchdog()
    timed_out = not registers or machine.mem32[registers + _REASON] & _TIMED_OUT
    return "watchdog" if timed_out else "restart"


def _watchdog():
    for chip, registers in _WATCHDOG.items():
        if chip in sys.implementation._machine:
            return registers
    return 0


def main():
    import micropython

    from tray.app import App

    app = App(Parts(os.urandom(4).hex()), UsbSerial(), time.ticks_ms())
    deaf = False
    try:
        while True:
            app.step(time.ticks_ms())
            if app.busy != deaf:
                deaf = app.busy
                micropython.kbd_intr(-1 if deaf else 3)
            time.sleep_ms(1)
    except KeyboardInterrupt:
        stop_watchdog()
        app.rest()
    # Any other error ends the program here; the watchdog restarts the board, and its next hello says so.
