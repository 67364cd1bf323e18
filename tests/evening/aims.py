"""Where the Humans of a scenario should go: read from its conditions of victory and from what a player sees.

Without it they would wait on an Exit that lies there from the beginning, and no game of such a scenario would end.
"""

from __future__ import annotations

from typing import Any

from companion.content import new_game
from companion.opponent.errands import Errand, errands_of
from companion.table.loaded_box import LoadedBox


class Aims:
    def __init__(self, scenario: str) -> None:
        self._errands = errands_of(new_game(LoadedBox().box, scenario).game)

    def tiles(self, view: dict[str, Any], warrior: dict[str, Any]) -> set[str]:
        """Labels of the tiles this Human should go to; none while what is looked for does not lie on the table."""
        if not self._errands:
            return set()
        errand = self._errands[0]
        if errand.quarry:
            return {one["tile"] for one in view["warriors"] if one["profile"] == errand.quarry and one["tile"]}
        if errand.token and not any(errand.token in one["tokens"] for one in view["warriors"]):
            return _to_find(view, errand, warrior["tile"])
        return {tile["label"] for tile in view["tiles"] if tile["kind"] in errand.kinds}


def _to_find(view: dict[str, Any], errand: Errand, here: str) -> set[str]:
    """Where tokens lie face down. One is turned by whoever steps in: who stands there already steps out first."""
    lying = {tile["label"] for tile in view["tiles"] if errand.token in tile["tokens"]}
    return {tile["label"] for tile in view["tiles"]} - {here} if here in lying else lying
