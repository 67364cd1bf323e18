"""Every pin and every number that depends on the wiring. hardware/pins.csv must say the same (a test compares them)."""

LAMP_ACCEPT = 6
LAMP_CORRECT = 7
LAMP_NEXT = 8
BUTTON_ACCEPT = 10
BUTTON_CORRECT = 11
BUTTON_NEXT = 12
STATUS = 14
BUZZER = 15
READER_SDA = 20
READER_SCL = 21
RING_DATA = 28

READER_I2C = 0
READER_HERTZ = 400000

RING_LEDS = 24
# The ring alone could draw 1.4 A at full white; a USB port gives 500 mA for everything. Raise it only with a supply of its own.
RING_MILLIAMPS = 350
