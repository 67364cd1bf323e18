"""Bench test of the buttons: says what each press is. `companion flash --try buttons`"""

import time

from tray.board import buttons as button_pins
from tray.buttons import Button


def run(milliseconds=20000):
    inputs = button_pins()
    for name, pin in inputs:
        print(name, "is", "free" if pin.value() else "already down: is it wired to ground all the time?")
    buttons = [Button(name, pin, print) for name, pin in inputs]
    print("press each button, then hold one for a second")
    begun = time.ticks_ms()
    while time.ticks_diff(time.ticks_ms(), begun) < milliseconds:
        for button in buttons:
            button.step(time.ticks_ms())
        time.sleep_ms(1)
    print("done")


if __name__ == "__main__":
    run()
