"""What the log is told: every fact of what happened."""

from __future__ import annotations

from typing import Any

from companion.content import Position, load_box, place
from companion.rules.actions import (
    Assign,
    Attack,
    Cancel,
    Draw,
    EndPhase,
    Enter,
    Explore,
    Lay,
    Move,
    Place,
    Reroll,
    Resolve,
    Roll,
)
from companion.rules.engine import apply
from companion.rules.state import State

BOX = load_box()
LINE = {"mvt": 2, "cbt": 2, "def": 3}


def table(phase: str, *, far: bool = False, pile: Any = (), **warriors: dict[str, Any]) -> State:
    at = 4 if far else 0
    position = {
        "name": "told", "rules": [], "steps": [], "phase": phase, "tp": 3, "pile": list(pile),
        "tiles": {"A": {"at": [at, 0], "kind": "plain", "openings": "E"},
                  "B": {"at": [at + 1, 0], "kind": "plain", "openings": "WES"}},
        "warriors": {name.replace("_", "-"): facts for name, facts in warriors.items()},
    }  # fmt: skip
    return place(Position.model_validate(position), BOX)


def told(state: State, *actions: Any) -> list[tuple[str, dict[str, Any]]]:
    """What the last action came to."""
    for action in actions:
        state, happenings = apply(state, action)
    return [(happening.key, dict(happening.facts)) for happening in happenings]


def brute(**more: Any) -> dict[str, Any]:
    return {"kind": "brute", "tile": "A", "line": LINE, **more}


TROG = {"kind": "troglodyte", "tile": "A"}


def test_an_attack_on_troglodytes() -> None:
    state = table("human_action", brute_1=brute(), troglodyte_1=TROG, troglodyte_2=TROG)
    attack = Attack("brute-1", "troglodytes")
    assert told(state, attack) == [
        ("attacks", {"warrior": "brute-1", "target": "troglodytes", "tile": "A", "weapon": ""})
    ]
    assert told(state, attack, Roll((3, 2))) == [
        ("rolls", {"what": "combat", "dice": [3, 2], "to_hit": 3, "hits": 1}),
        ("hits", {"target": "troglodytes", "tile": "A", "hits": 1, "source": "combat"}),
        ("dies", {"warrior": "troglodyte-1", "kind": "troglodyte", "tile": "A", "source": "combat"}),
    ]


def test_an_attack_by_a_frantic_demon() -> None:
    foe = {"kind": "demon", "tile": "A", "talents": ["frantic"], "health": 3, "line": {"mvt": 1, "cbt": 2, "def": 4}}
    state = table("demon_action", brute_1=brute(cancelled=[1]), demon_1=foe)
    rolled = (Attack("demon-1", "brute-1"), Roll((3, 1)))
    assert told(state, *rolled) == [("rolls", {"what": "combat", "dice": [3, 1], "to_hit": 3, "hits": 1})]
    again = (*rolled, Reroll((4,)))
    assert told(state, *again) == [
        ("rolls", {"what": "reroll", "dice": [4], "to_hit": 3, "hits": 1}),
        ("hits", {"target": "brute-1", "tile": "A", "hits": 2, "source": "combat"}),
    ]
    assert told(state, *again, Cancel("brute-1", (2, 5))) == [("cancels", {"warrior": "brute-1", "lines": [2, 5]})]


def test_wounds_of_a_demon() -> None:
    foe = {"kind": "demon", "tile": "A", "talents": [], "health": 3, "line": {"mvt": 1, "cbt": 2, "def": 4}}
    state = table("human_action", brute_1=brute(), demon_1=foe)
    facts = told(state, Attack("brute-1", "demon-1"), Roll((4, 5)))[-1]
    assert facts == ("wounded", {"warrior": "demon-1", "wounds": 2, "health": 3})


def test_a_tile_is_drawn_and_laid() -> None:
    state = table("human_action", far=True, pile=[{"kind": "plain", "openings": "NS"}], brute_1=brute(tile="B"))
    assert told(state, Explore("brute-1", "E")) == [("explores", {"warrior": "brute-1", "tile": "B", "edge": "E"})]
    drawn = (Explore("brute-1", "E"), Draw("pile-1"))
    assert told(state, *drawn) == [("draws_tile", {"tile": "pile-1", "kind": "plain", "openings": "NS"})]
    assert told(state, *drawn, Lay(90, "C"))[0] == (
        "lays",
        {"tile": "C", "kind": "plain", "x": 6, "y": 0, "rotation": 90, "side": "demon"},
    )
    south = (Explore("brute-1", "S"), Draw("pile-1"), Lay(0, "C"))
    assert told(state, *south)[0][1]["y"] == 1


def test_dice_and_phases() -> None:
    state = table("initiative", brute_1={"kind": "brute", "tile": "A", "cancelled": [4]})
    assert told(state, Roll((4,))) == [("rolls", {"what": "action", "dice": [4]})]
    assert told(state, Roll((4,)), Assign("brute-1", 4)) == [
        ("assigned", {"warrior": "brute-1", "die": 4, "exhausted": True})
    ]
    assert told(table("human_action", brute_1=brute()), EndPhase()) == [
        ("phase", {"phase": "threat", "side": "demon", "round": 1})
    ]


def test_the_threat_phase() -> None:
    state = table("threat", brute_1=brute())
    placed = (Roll((1, 3, 6)), Place("sounds_from_the_deep", (1, 3)))
    assert told(state, *placed) == [("destiny_placed", {"square": "sounds_from_the_deep", "dice": [1, 3]})]
    assert told(state, *placed, Resolve()) == [
        ("destiny", {"square": "sounds_from_the_deep", "dice": [1, 3]}),
        ("tp", {"amount": 4, "total": 7, "source": "sounds_from_the_deep"}),
    ]
    assert told(state, *placed, Resolve(), Enter("troglodyte", "B")) == [
        ("enters", {"warrior": "troglodyte-1", "kind": "troglodyte", "tile": "B"})
    ]


def test_a_step() -> None:
    state = table("human_action", brute_1=brute())
    assert told(state, Move("brute-1", "B")) == [("moves", {"warrior": "brute-1", "from": "A", "tile": "B", "via": ""})]
