"""What a button means to the game, and what ring and lamps show of the game.

Colour is never the only sign: rhythm, brightness and lamps differ too.
"""

from dataclasses import dataclass
from typing import Literal

from companion.devices.tray.messages import LONG_MS, ButtonEvent, Lamps, RingFlash, RingLight
from companion.protocol.readings import Press

READING_LIGHT = RingLight("ffffff", 200)
IDLE_LIGHT = RingLight("ffffff", 40)
SIDE_COLOUR = {"human": "3060ff", "demon": "ff5000", "squamata": "20d090"}
SIDE_LEVEL = 90
REFUSED = RingFlash("ff0000", 3, 120)
_LIT, _DIM = 255, 40


def press_of(event: ButtonEvent) -> Press | None:
    """Accept and next act at once. Correct acts when it is released, because held long it means undo instead."""
    match event:
        case ButtonEvent("accept", "down"):
            return Press("accept-reading")
        case ButtonEvent("next", "down"):
            return Press("end-activation")
        case ButtonEvent("correct", "long"):
            return Press("undo")
        case ButtonEvent("correct", "up", held_ms) if held_ms < LONG_MS:
            return Press("correct-reading")
    return None


@dataclass(frozen=True, slots=True)
class GameSituation:
    """What the tray shows of the game: who has to act, whether dice are awaited, whether the camera reads them."""

    waits_for: Literal["human", "demon", "squamata"] | None = None
    dice_awaited: bool = False
    reading: bool = False
    refused: bool = False


@dataclass(frozen=True, slots=True)
class TraySignals:
    light: RingLight
    lamps: Lamps
    flash: RingFlash | None = None


def signals_for(situation: GameSituation, reading_light: RingLight = READING_LIGHT) -> TraySignals:
    flash = REFUSED if situation.refused else None
    return TraySignals(_light(situation, reading_light), _lamps(situation), flash)


def _light(situation: GameSituation, reading_light: RingLight) -> RingLight:
    if situation.reading:
        return reading_light
    if situation.waits_for is None:
        return RingLight(IDLE_LIGHT.colour, IDLE_LIGHT.level, situation.dice_awaited)
    return RingLight(SIDE_COLOUR[situation.waits_for], SIDE_LEVEL, situation.dice_awaited)


def _lamps(situation: GameSituation) -> Lamps:
    """A lit lamp marks a button that does something now."""
    if situation.reading:
        return Lamps(accept=_LIT, correct=_LIT, next=0)
    if situation.waits_for and not situation.dice_awaited:
        return Lamps(accept=0, correct=_DIM, next=_LIT)
    return Lamps(accept=0, correct=_DIM, next=0)
