"""Bench test of the card reader: says whether it answers and what lies on it. `companion flash --try reader`"""

import time

from tray.board import reader_bus
from tray.reader import CardReader


def run(milliseconds=20000):
    reader = CardReader(reader_bus(), print, lambda: None)
    if not reader.there:
        print("no reader at address 0x24: check SDA and SCL, 3V3, and that its switches say I2C (1 on, 2 off)")
        return
    print("the reader answers; lay a sticker on it, take it away, lay two on it")
    begun = time.ticks_ms()
    while time.ticks_diff(time.ticks_ms(), begun) < milliseconds:
        reader.step(time.ticks_ms())
        time.sleep_ms(1)
    print("done")


if __name__ == "__main__":
    run()
