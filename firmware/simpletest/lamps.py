"""Bench test of the button lamps and the status light, one after the other. `companion flash --try lamps`"""

import time

import machine
from tray import pins
from tray.board import lamps as lamp_outputs
from tray.lamps import PATTERNS, Lamps, Status


def run(milliseconds=1000):
    outputs = lamp_outputs()
    lamps = Lamps([output for _, output in outputs])
    for place, (name, _) in enumerate(outputs):
        print("only the lamp of", name, "should be lit")
        lamps.set([255 if place == other else 0 for other in range(len(outputs))])
        time.sleep_ms(milliseconds)
    lamps.set([0] * len(outputs))
    status = Status(machine.Pin(pins.STATUS, machine.Pin.OUT))
    for state in PATTERNS:
        print("the status light shows", state)
        begun = time.ticks_ms()
        while time.ticks_diff(time.ticks_ms(), begun) < 2 * milliseconds:
            status.step(time.ticks_ms(), state)
            time.sleep_ms(10)
    print("done")


if __name__ == "__main__":
    run()
