"""Bench test of the buzzer: three rising tones. `companion flash --try buzzer`"""

import time

from tray import pins
from tray.board import pwm
from tray.buzzer import Buzzer


def run(milliseconds=400):
    buzzer = Buzzer(pwm(pins.BUZZER))
    for hertz in (440, 880, 1760):
        print("you should hear", hertz, "Hz")
        buzzer.tone(hertz, milliseconds, time.ticks_ms())
        time.sleep_ms(milliseconds)
        buzzer.step(time.ticks_ms())
        time.sleep_ms(milliseconds // 4)
    print("only a click each time: it is an active buzzer, use a passive one")


if __name__ == "__main__":
    run()
