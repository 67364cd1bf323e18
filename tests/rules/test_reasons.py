"""The very reason why something is refused, not only its rule: each key once, with the facts of its sentence."""

from __future__ import annotations

from typing import Any

import pytest

from companion.content import Position, load_box, place
from companion.rules.actions import (
    Action,
    Attack,
    Bless,
    EndPhase,
    Enter,
    Explore,
    Finish,
    Guard,
    Move,
    Place,
    Play,
    Release,
    Resolve,
    Roll,
)
from companion.rules.engine import apply, refusal
from companion.rules.notation import take
from companion.rules.state import State

BOX = load_box()
LINE = {"mvt": 2, "cbt": 2, "def": 3}
TILES = {
    "A": {"at": [0, 0], "kind": "plain", "openings": "E"},
    "B": {"at": [1, 0], "kind": "plain", "openings": "WE"},
    "C": {"at": [2, 0], "kind": "hole", "openings": "WE"},
    "D": {"at": [0, 1], "kind": "plain", "openings": "S"},
}


def human(kind: str, tile: str = "A", **more: Any) -> dict[str, Any]:
    return {"kind": kind, "tile": tile, "line": LINE, **more}


def table(phase: str = "human_action", **more: Any) -> State:
    people = {
        "redeemer": human("redeemer", die=3, gifts=["aura_of_courage"]),
        "brute-1": human("brute", objects=["blunderbuss"]),
        "blade-1": human("blade", "B", objects=["blunderbuss"]),
        "blade-2": human("blade", "D", objects=["blunderbuss"], die=2, cancelled=[2]),
        "troglodyte-1": {"kind": "troglodyte", "tile": "A"},
        "troglodyte-2": {"kind": "troglodyte", "tile": "C"},
        "demon-1": {"kind": "demon", "tile": "C", "talents": [], "health": 3, "line": LINE},
    }
    people["blade-2"].pop("line")
    position = {
        "name": "why", "rules": [], "steps": [], "phase": phase, "tiles": TILES, "warriors": people, "tp": 2,
        "advantages": ["grenade", "gather_round"], "pile": [{"kind": "plain", "openings": "NS"}], **more,
    }  # fmt: skip
    return place(Position.model_validate(position), BOX)


HUMAN_PHASE: list[tuple[Action, str, str]] = [
    (Attack("brute-1", "troglodyte-1", "blunderbuss"), "CARD-8", "cannot_carry"),
    (Attack("blade-2", "troglodytes", "blunderbuss", "D"), "INI-3", "objects_off"),
    (Attack("redeemer", "troglodytes", "blunderbuss"), "CBT-9", "no_such_weapon"),
    (Attack("redeemer", "troglodytes", "blessed_hammer"), "CBT-9", "no_such_weapon"),
    (Attack("blade-1", "troglodytes", "blunderbuss", "Z"), "CBT-9", "no_such_tile"),
    (Attack("blade-1", "", "grenade", "B"), "CBT-9", "too_near"),
    (Attack("blade-1", "", "grenade", "D"), "CBT-9", "out_of_reach"),
    (Attack("redeemer", "troglodytes", "", "B"), "CBT-1", "not_on_tile"),
    (Attack("redeemer", "demon-1"), "CBT-1", "no_target"),
    (Attack("redeemer", "brute-1"), "CBT-1", "no_target"),
    (Attack("blade-1", "troglodytes"), "CBT-1", "no_target"),
    (Attack("redeemer", "", "grenade", "B"), "", ""),
    (Attack("blade-1", "demon-1", "blunderbuss", "C"), "", ""),
    (Move("redeemer", "Z"), "MOV-2", "no_such_tile"),
    (Move("redeemer", "C"), "MOV-2", "not_joined"),
    (Move("redeemer", "B", "lift"), "MOV-2", "unknown_way"),
    (Move("redeemer", "C", "hole"), "TIL-10", "troglodytes_only"),
    (Move("blade-2", "A"), "MOV-2", "not_joined"),
    (Explore("redeemer", "N"), "EXP-1", "no_opening"),
    (Explore("redeemer", "E"), "EXP-2", "already_explored"),
    (Explore("redeemer", "Q"), "EXP-1", "no_opening"),
    (Explore("blade-2", "S"), "INI-3", "no_mvt"),
    (Finish("nobody"), "ACT-1", "no_such_warrior"),
    (Finish("demon-1"), "RND", "not_your_phase"),
    (Release("nobody"), "MOV-6", "no_such_warrior"),
    (Release("redeemer"), "MOV-6", "not_held"),
    (Release("demon-1"), "MOV-6", "not_held"),
    (Play("grenade"), "CBT-9", "use_as_weapon"),
    (Play("no such card"), "ACT-4", "no_such_card"),
    (Play("scepter_of_command"), "ACT-4", "no_such_card"),
    (Play("oil_for_your_lamp"), "ACT-4", "not_in_hand"),
    (Play("demonic_possession", "blade-1"), "THR-6", "not_in_hand"),
    (Play("aura_of_healing", "brute-1", line=1), "INI-4", "gift_not_held"),
    (Play("aura_of_courage", "redeemer"), "CARD-2", "wrong_target"),
    (Play("aura_of_courage", "nobody"), "CARD-2", "wrong_target"),
]


@pytest.mark.parametrize(("action", "rule", "key"), HUMAN_PHASE, ids=str)
def test_the_human_action_phase(action: Action, rule: str, key: str) -> None:
    refused = refusal(table(), action)
    assert ((refused.rule, refused.key) if refused else ("", "")) == (rule, key)


DEMON_PHASE: list[tuple[Action, str, str]] = [
    (Move("troglodyte-2", "B"), "", ""),
    (Move("troglodyte-2", "C", "hole"), "TIL-10", "same_tile"),
    (Move("troglodyte-2", "A", "hole"), "TIL-10", "no_hole"),
    (Move("troglodyte-1", "C", "hole"), "TIL-10", "no_hole"),
    (Move("demon-1", "C", "hole"), "TIL-10", "troglodytes_only"),
    (Move("troglodyte-1", "B"), "MOV-4", "blocked"),
    (Explore("troglodyte-2", "E"), "ACT-3", "demons_never_explore"),
    (Attack("troglodyte-1", "", "grenade", "B"), "CBT-9", "no_such_weapon"),
    (Finish("redeemer"), "RND", "not_your_phase"),
    (Play("aura_of_courage", "brute-1"), "CARD-2", "not_his_activation"),
]


@pytest.mark.parametrize(("action", "rule", "key"), DEMON_PHASE, ids=str)
def test_the_demon_action_phase(action: Action, rule: str, key: str) -> None:
    refused = refusal(table("demon_action"), action)
    assert ((refused.rule, refused.key) if refused else ("", "")) == (rule, key)


THREAT: list[tuple[Action, str, str]] = [
    (Place("trap", (6, 5)), "THR-2", "square_condition"),
    (Place("trap", ()), "THR-2", "square_condition"),
    (Place("no such square", (6,)), "THR-2", "no_such_square"),
    (Place("sounds_from_the_deep", (2,)), "THR-2", "die_not_rolled"),
    (Place("sounds_from_the_deep", (6, 6)), "THR-2", "die_not_rolled"),
    (Place("burrowing_monsters", (6, 5)), "", ""),
]


@pytest.mark.parametrize(("action", "rule", "key"), THREAT, ids=str)
def test_dice_of_destiny(action: Action, rule: str, key: str) -> None:
    state = apply(table("threat"), Roll((6, 5, 1))).state
    refused = refusal(state, action)
    assert ((refused.rule, refused.key) if refused else ("", "")) == (rule, key)


ENTERING: list[tuple[Action, str, str]] = [
    (Enter("troglodyte", "Z"), "THR-4", "no_such_tile"),
    (Enter("troglodyte", "A"), "THR-4", "no_unexplored_opening"),
    (Enter("troglodyte", "D"), "THR-4", "human_on_tile"),
    (Enter("demon", "C"), "THR-3", "too_few_tp"),
    (Enter("redeemer", "C"), "THR-3", "not_in_scenario"),
    (Enter("troglodyte", "C"), "", ""),
]


@pytest.mark.parametrize(("action", "rule", "key"), ENTERING, ids=str)
def test_who_comes_in(action: Action, rule: str, key: str) -> None:
    state = apply(apply(table("threat"), Roll((6, 5, 1))).state, Resolve()).state
    refused = refusal(state, action)
    assert ((refused.rule, refused.key) if refused else ("", "")) == (rule, key)


def test_after_moving_and_fighting() -> None:
    state = apply(table(), Move("redeemer", "B")).state
    refused = refusal(state, Play("aura_of_courage", "brute-1"))
    assert refused is not None
    assert (refused.rule, refused.key) == ("CARD-2", "only_at_start")
    state = apply(apply(table(), Attack("redeemer", "troglodytes")).state, Roll((1, 1))).state
    again = refusal(state, Attack("redeemer", "troglodytes"))
    assert again is not None
    assert again.key == "already_fought"
    assert refusal(state, Move("redeemer", "B")) is None
    moved = apply(apply(apply(table(), Move("redeemer", "B")).state, Finish("redeemer")).state, EndPhase()).state
    assert moved.phase == "threat"


def test_the_blessing() -> None:
    people = {
        "redeemer": {"kind": "redeemer", "tile": "A", "talents": ["blessed"]},
        "brute-1": {"kind": "brute", "tile": "A"},
        "demon-1": {"kind": "demon", "tile": "B", "talents": [], "health": 3, "line": LINE},
    }
    state = table("initiative", warriors=people, advantages=[])
    state = apply(state, Roll((3, 4))).state
    state = take(state, {"assign": {"redeemer": 3, "brute-1": 4}}).state
    wrong: list[tuple[Action, str]] = [
        (Bless("redeemer", "mvt"), "nobody_blesses"), (Bless("nobody", "mvt"), "wrong_target"),
        (Bless("demon-1", "mvt"), "wrong_target"), (Bless("brute-1", "def"), "mvt_or_cbt"),
    ]  # fmt: skip
    for action, key in wrong:
        refused = refusal(state, action)
        assert refused is not None
        assert refused.key == key
    used = apply(state, Bless("brute-1", "cbt")).state
    refused = refusal(used, Bless("brute-1", "mvt"))
    assert refused is not None
    assert refused.key == "blessing_used"
    assert [m[:6] for m in used.modifiers] == [("blessed", "brute-1", "end:human_action", 0, 2, 0)]


def test_a_guard_who_cannot() -> None:
    state = apply(apply(table("demon_action"), Attack("troglodyte-1", "redeemer")).state, Roll((6,))).state
    for name in ("redeemer", "blade-1", "nobody"):
        refused = refusal(state, Guard(name))
        assert refused is not None
        assert (refused.rule, refused.key) == ("CBT-8", "cannot_guard")
    assert refusal(state, Guard("brute-1")) is None
