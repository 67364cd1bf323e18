"""The box as data: packs of warriors, cards, tiles and scenarios, each value with its provenance."""

from companion.content.box import Box, load_box
from companion.content.options import GameOptions
from companion.content.position_models import Position
from companion.content.positions import place
from companion.content.setup import new_game

__all__ = ["Box", "GameOptions", "Position", "load_box", "new_game", "place"]
