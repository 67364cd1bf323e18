"""The box as data: packs of warriors, cards, tiles and scenarios, each value with its provenance."""

from companion.content.box import Box, load_box
from companion.content.loader import PackError

__all__ = ["Box", "PackError", "load_box"]
