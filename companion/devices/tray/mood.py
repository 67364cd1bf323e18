"""How the tray looks while the game does this or that. Rhythm and lamps say it too: colour is never the only sign."""

from dataclasses import dataclass
from typing import Literal

from companion.devices.tray.commands import Flash, Lamps, Light

READING = Light("ffffff", 200)
IDLE = Light("ffffff", 40)
OFF = Light()
SIDE_COLOUR = {"human": "3060ff", "demon": "ff5000"}
SIDE_LEVEL = 90
REFUSED = Flash("ff0000", 3, 120)
_LIT, _DIM = 255, 40


@dataclass(frozen=True, slots=True)
class Mood:
    """What the game is doing, as far as the tray can show it."""

    waits_for: Literal["human", "demon"] | None = None
    dice_awaited: bool = False
    reading: bool = False
    refused: bool = False
    night: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    light: Light
    lamps: Lamps
    flash: Flash | None = None


def shown_for(mood: Mood, reading_light: Light = READING) -> Shown:
    """A reading under way needs light even at night; otherwise night is dark and silent."""
    if mood.night and not mood.reading:
        return Shown(OFF, Lamps())
    return Shown(_light(mood, reading_light), _lamps(mood), REFUSED if mood.refused else None)


def _light(mood: Mood, reading_light: Light) -> Light:
    if mood.reading:
        return reading_light
    if mood.waits_for is None:
        return Light(IDLE.colour, IDLE.level, mood.dice_awaited)
    return Light(SIDE_COLOUR[mood.waits_for], SIDE_LEVEL, mood.dice_awaited)


def _lamps(mood: Mood) -> Lamps:
    """A lit lamp is a button that does something now."""
    if mood.reading:
        return Lamps(accept=_LIT, correct=_LIT, next=0)
    if mood.waits_for and not mood.dice_awaited:
        return Lamps(accept=0, correct=_DIM, next=_LIT)
    return Lamps(accept=0, correct=_DIM, next=0)
