"""A passive buzzer on a PWM pin; a tone ends by itself."""

from time import ticks_diff

LOWEST, HIGHEST = 100, 8000
LONGEST_MS = 2000
_HALF = 32768


class Buzzer:
    def __init__(self, pwm):
        self._pwm = pwm
        self._until = None
        pwm.duty_u16(0)

    def tone(self, hertz, milliseconds, now):
        self._pwm.freq(min(max(hertz, LOWEST), HIGHEST))
        self._pwm.duty_u16(_HALF)
        self._until = (now, min(milliseconds, LONGEST_MS))

    def step(self, now):
        if self._until and ticks_diff(now, self._until[0]) >= self._until[1]:
            self.quiet()

    def quiet(self):
        self._until = None
        self._pwm.duty_u16(0)
