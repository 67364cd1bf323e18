"""What a seat may do now, as data: every legal verb, the dice awaited of it, the chances of each attack."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.rules.actions import Action, Attack, Play, Reroll, Roll
from companion.rules.answers import Waiting
from companion.rules.effects.playing import plays as playable
from companion.rules.engine import legal_actions, refusal
from companion.rules.notation.verbs import write
from companion.rules.state import State
from companion.table.odds import attack_odds
from companion.table.seats import HOST, TABLE, plays, side_of

# More verbs than any tablet can show: the Dice of Destiny of a very large roll.
MOST_VERBS = 2000


def offer(state: State, asked: Waiting, seat: str) -> dict[str, Any]:
    """The keys of a view that say what this seat may do."""
    actions = [] if seat in (TABLE, HOST) or asked.kind == "over" else candidates(state, asked)
    verbs = [(action, write(action, deck_of(state, action))) for action in actions]
    mine = [(action, do) for action, do in verbs if plays(seat, side_of(state, asked, do))]
    return {
        "legal": [do for _, do in mine[:MOST_VERBS]],
        "legal_complete": len(mine) <= MOST_VERBS,
        "legal_roll": legal_roll(asked, seat),
        "attack_odds": [{"do": do, **found} for action, do in mine if (found := odds_of(state, action))],
    }


def legal_roll(asked: Waiting, seat: str) -> dict[str, Any] | None:
    if asked.kind != "roll" or not plays(seat, asked.side):
        return None
    return {"number": asked.number, "optional": bool(asked.facts.get("optional"))}


def odds_of(state: State, action: Action) -> dict[str, Any] | None:
    return attack_odds(state, action) if isinstance(action, Attack) else None


def candidates(state: State, asked: Waiting) -> Iterable[Action]:
    """Legal actions other than dice: those of a roll are never written out, only the cards playable before it."""
    if asked.kind != "roll":
        return legal_actions(state)
    return [a for a in playable(state) if not isinstance(a, Roll | Reroll) and refusal(state, a) is None]


def deck_of(state: State, action: Action) -> str:
    return state.game.cards[action.card].deck if isinstance(action, Play) else ""
