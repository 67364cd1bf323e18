"""A game that goes on with other values of the box, from now on: what is on the table stays where it is."""

from __future__ import annotations

from dataclasses import replace

from companion.content.box import Box
from companion.content.setup import game_for
from companion.rules.engine import Applied
from companion.rules.override.boxes import change_box
from companion.rules.override.checks import malformed
from companion.rules.state import Game, State


def taken_over(state: State, box: Box) -> Applied:
    """The state under the new box; `MalformedState` if the game cannot go on with it."""
    return change_box(state, game_with(state.game, box), box.version)


def game_with(old: Game, box: Box) -> Game:
    """The game's scenario and house rules under another box. Tiles that only the old box has can still be drawn."""
    scenario = box.scenarios.get(old.name)
    if scenario is None:
        raise malformed("unknown_name", where="scenario", got=old.name)
    game = game_for(box, scenario, old.house)
    return replace(game, tiles={**old.tiles, **game.tiles})
