"""`--tray auto|sim|none|DEVICE`: the tray to play with, real or simulated."""

from collections.abc import Callable

from companion.devices.tray.driver import Tray
from companion.devices.tray.events import TrayEvent
from companion.devices.tray.ports import Finder, find_trays, only
from companion.devices.tray.simulator import SimulatedTray


class ChosenTray:
    """`tray` is None for `none`. `simulator` is there as long as a simulated tray may be what one plays with."""

    def __init__(self, tray: Tray | None, simulator: SimulatedTray | None) -> None:
        self.tray = tray
        self.simulator = simulator

    def start(self) -> None:
        if self.simulator:
            self.simulator.start()
        if self.tray:
            self.tray.start()

    def stop(self) -> None:
        if self.tray:
            self.tray.stop()
        if self.simulator:
            self.simulator.stop()


def choose(
    wish: str,
    on_event: Callable[[TrayEvent], None],
    find_real: Finder = find_trays,
    make_simulator: Callable[[], SimulatedTray] = SimulatedTray,
) -> ChosenTray:
    """With `auto` a real tray always wins: the simulated one steps back as soon as one is plugged in."""
    if wish == "none":
        return ChosenTray(None, None)
    if wish not in ("auto", "sim"):
        return ChosenTray(Tray(on_event, only(wish)), None)
    simulator = make_simulator()
    if wish == "sim":
        return ChosenTray(Tray(on_event, simulator.find), simulator)
    return ChosenTray(Tray(on_event, lambda: find_real() or simulator.find()), simulator)
