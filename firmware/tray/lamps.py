"""The lamps in the buttons, and the status light whose rhythm (not colour) says how the link is."""

# Each pattern is 16 steps of 125 ms, first step in the highest bit.
PATTERNS = {
    "live": 0b1111111111111111,
    "waiting": 0b1111111100000000,
    "silent": 0b1010000010100000,
    "mismatch": 0b1010100000000000,
}
STEP_MS = 125
_BRIGHT = 257  # 255 becomes 65535


class Lamps:
    def __init__(self, pwms):
        self._pwms = pwms
        self.set([0] * len(pwms))

    def set(self, levels):
        for pwm, level in zip(self._pwms, levels):
            pwm.duty_u16(level * _BRIGHT)


class Status:
    def __init__(self, pin):
        self._pin = pin

    def step(self, now, state):
        self._pin.value(PATTERNS[state] >> (15 - now // STEP_MS % 16) & 1)
