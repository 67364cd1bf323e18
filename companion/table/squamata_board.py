"""What Furor Sanguinis adds to a view: the Squamata board while dice are placed, wounds, the Deadly Destiny table."""

from __future__ import annotations

from companion.protocol.offers import DeadlyJson, InstinctJson, InstinctPart, SpaceJson, ValuesJson
from companion.protocol.views import BodyPartJson
from companion.rules.actions import Deadly
from companion.rules.cards import Space
from companion.rules.deadly import refuse_deadly
from companion.rules.instinct import TAKES, PlaceInstinct, kartikeya
from companion.rules.state import State, Warrior
from companion.rules.warriors import body_parts, most_values, talents_of, tile_works, values
from companion.rules.words import SQUAMATA, WAR_CRY
from companion.table.offers import refusal_json
from companion.table.seats import plays_side


def parts_json(warrior: Warrior) -> list[BodyPartJson] | None:
    """The body of Kartikeya, Heavy Armor last; None for everybody else."""
    if not warrior.parts:
        return None
    return [
        {
            "name": part.name,
            "wounds": part.wounds,
            "resistance": part.resistance,
            "destroyed": part.destroyed,
            "tiles": [name for name, on in warrior.squamata if on == part.name],
        }
        for part in warrior.parts
    ]


def deadly(state: State) -> DeadlyJson | None:
    """The Deadly Destiny table; everybody may look at it (FS-6)."""
    if not state.game.deadly:
        return None
    return {
        "points": state.deadly,
        "events": [
            {
                "event": name,
                "price": event.price,
                "when": [turn.phase for turn in state.game.turns if turn.phase in event.when],
                "used": name in state.deadly_used,
                "by_hand": not event.clauses,
                "refusal": refusal_json(refuse_deadly(state, Deadly(name))),
            }
            for name, event in state.game.deadly.items()
        ],
    }


def instinct(state: State, seat: str) -> InstinctJson | None:
    """The Squamata board while dice are placed, for who places them: which die each space takes, and what it gives."""
    step = state.agenda[-1]
    warrior = kartikeya(state)
    if not isinstance(step, PlaceInstinct) or warrior is None or not plays_side(seat, SQUAMATA):
        return None
    bare = warrior._replace(line=warrior.profile.resting, talents=warrior.profile.talents)
    return {
        "dice": list(step.dice),
        "base": _values(*values(state, bare)),
        "most": _values(*most_values(state, bare)),
        "talents": sorted(talents_of(state, bare)),
        "parts": [_part(state, part.name, part.destroyed) for part in body_parts(warrior)],
        "war_cry": tile_works(warrior, WAR_CRY),
    }


def _values(mvt: int, cbt: int, defence: int) -> ValuesJson:
    return {"mvt": mvt, "cbt": cbt, "def": defence}


def _part(state: State, name: str, destroyed: bool) -> InstinctPart:
    return {"part": name, "spaces": [_space(space, destroyed) for space in state.game.squamata_board.get(name, ())]}


def _space(space: Space, destroyed: bool) -> SpaceJson:
    return {
        "dice": space.dice,
        "number": space.number,
        "faces": [] if destroyed else [face for face in range(1, 7) if TAKES[space.dice](face, space.number)],
        **_values(space.mvt, space.cbt, space.defence),
        "talents": sorted(space.talents),
    }
