"""The state of the simulated hardware."""

from chip import Chip

now = 0
fed = 0
watchdog_ms = 0
cause = "power"
levels = {}
tones = {}
ring = (0, 0, 0)
chip = Chip()
