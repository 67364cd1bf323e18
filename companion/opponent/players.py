"""Those who can play: by lot, by the script, by the script with slips, and by trying plans out.

A decision is a function of the state as the seat sees it and of the seed: no clock, no randomness of its own. The same
question gets the same answer, whatever others hold.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.opponent import script
from companion.opponent.errands import Ways
from companion.opponent.knowledge import imagine, own_actions
from companion.opponent.search import SearchPlayer
from companion.rules.actions import Action
from companion.rules.engine import waiting
from companion.rules.state import State
from companion.rules.words import Side


class Player(Protocol):
    """Chooses among legal actions. The state it is given is an imagined one: what its seat does not know is drawn."""

    def choose(self, state: State, side: Side, legal: Sequence[Action], rng: random.Random) -> Action: ...


def decide(player: Player, state: State, side: Side, seed: int) -> Action | None:
    """What the player does now; None if there is nothing to decide (dice to roll, cards to draw, the game is over), or
    nothing that could be done.

    Before a roll a player may have cards to play: only those are asked about.
    """
    asked = waiting(state)
    if asked.side != side or asked.kind in ("draw", "over"):
        return None
    rng = random.Random(seed)
    seen = imagine(state, side, rng)
    legal = own_actions(seen, side)
    if asked.kind == "roll":
        legal = script.worth_playing(seen, side, legal, Ways())
        return rng.choice(legal) if legal else None
    if not legal:
        return None
    return legal[0] if len(legal) == 1 else player.choose(seen, side, legal, rng)


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Any legal action."""

    def choose(self, state: State, side: Side, legal: Sequence[Action], rng: random.Random) -> Action:
        return rng.choice(legal)


@dataclass(frozen=True, slots=True)
class ScriptPlayer:
    """The script; with some `slips` it does any legal action instead, as a beginner would."""

    slips: float = 0.0

    def choose(self, state: State, side: Side, legal: Sequence[Action], rng: random.Random) -> Action:
        if self.slips and rng.random() < self.slips:
            return rng.choice(legal)
        return script.choose(state, side, legal, rng, Ways())


PLAYERS: dict[str, Player] = {
    "random": RandomPlayer(),
    "easy": ScriptPlayer(slips=0.25),
    "script": ScriptPlayer(),
    "search": SearchPlayer(),
}

# What a person can choose to play against, by the player it is.
LEVELS: dict[str, Player] = {"easy": PLAYERS["easy"], "fair": PLAYERS["script"], "hard": PLAYERS["search"]}
# Levels that need no time to think.
AT_ONCE = frozenset({"easy", "fair"})
