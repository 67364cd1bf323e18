"""The WS2812 ring: a steady or pulsing light, short flashes over it, and never more current than the port may give."""

from time import ticks_diff

SAFE_LEVEL = 24
FRAME_MS = 20
REFRESH_MS = 1000  # LEDs that lost their colour, or were plugged in late, get it again
PULSE_MS = 1600
PULSE_FLOOR = 64  # of 255: a pulse never goes dark, the camera may be looking
_CHANNEL_MILLIAMPS = 20


def within_current(colour, leds, milliamps):
    """The colour, darkened as far as needed for `leds` of it to stay below `milliamps`."""
    wanted = leds * sum(colour) * _CHANNEL_MILLIAMPS // 255
    if wanted <= milliamps:
        return colour
    return tuple(channel * milliamps // wanted for channel in colour)


def scaled(colour, level):
    return tuple(channel * level // 255 for channel in colour)


def pulse_level(elapsed):
    """A triangle between PULSE_FLOOR and 255, one period every PULSE_MS."""
    phase = elapsed % PULSE_MS
    rise = min(phase, PULSE_MS - phase) * 2
    return PULSE_FLOOR + (255 - PULSE_FLOOR) * rise // PULSE_MS


class Ring:
    def __init__(self, pixels, leds, milliamps):
        self._pixels = pixels
        self._leds = leds
        self._milliamps = milliamps
        self._colour = (0, 0, 0)
        self._level = 0
        self._pulse = False
        self._since = 0
        self._flash = None  # (colour, times, ms of one half, started)
        self._shown = None
        self._drawn = 0
        self._written = 0
        self.safe = False  # the host is silent: keep the light low

    def light(self, colour, level, pulse, now):
        if (colour, level, pulse) != (self._colour, self._level, self._pulse):
            self._since = now
        self._colour, self._level, self._pulse = colour, level, pulse
        self._draw(now)

    def flash(self, colour, times, milliseconds, now):
        self._flash = (colour, times, milliseconds, now)
        self._draw(now)

    def step(self, now):
        if ticks_diff(now, self._drawn) >= FRAME_MS:
            self._draw(now)

    def _draw(self, now):
        self._drawn = now
        colour = within_current(self._wanted(now), self._leds, self._milliamps)
        if colour != self._shown or ticks_diff(now, self._written) >= REFRESH_MS:
            self._shown = colour
            self._written = now
            self._pixels.fill(colour)
            self._pixels.write()

    def _wanted(self, now):
        level = min(self._level, SAFE_LEVEL) if self.safe else self._level
        if self._flash:
            colour, times, half, started = self._flash
            phase = ticks_diff(now, started) // half
            if phase < 2 * times:
                return scaled(colour, level or 255) if phase % 2 == 0 else (0, 0, 0)
            self._flash = None
        if self._pulse and not self.safe:
            level = level * pulse_level(ticks_diff(now, self._since)) // 255
            if ticks_diff(now, self._since) > 1 << 28:
                self._since = now  # ticks wrap around after twelve days
        return scaled(self._colour, level)
