"""Override: each number and each list is taken up to its bound, and not one further."""

from __future__ import annotations

from typing import Any

import pytest

from companion.content import load_box
from companion.content.setup import new_game
from companion.rules.actions import Attack, Explore, Roll
from companion.rules.engine import apply, legal_actions, waiting
from companion.rules.override import MalformedState, apply_override
from companion.rules.override.checks import LONGEST
from companion.rules.state import Roster, State

BOX = load_box()


def acting() -> State:
    """The Survivors in their first action phase."""
    state = new_game(BOX, "survivors")
    while waiting(state).what != "activate":
        state = apply(state, legal_actions(state)[0]).state
    return state


STATE = acting()
START = next(iter(STATE.board.tiles))


def effect(**facts: Any) -> dict[str, Any]:
    return {"effects": [{"scope": "redeemer", "until": "end:game", **facts}]}


def mark(amount: int) -> dict[str, Any]:
    return {"marks": [{"name": "tiles", "amount": amount, "until": "end:game"}]}


def redeemer(**facts: Any) -> dict[str, Any]:
    return {"warriors": {"redeemer": facts}}


def tile(x: int, y: int) -> dict[str, Any]:
    return {"tiles": {"X": {"kind": "plain", "at": [x, y], "openings": "N"}}}


def names(count: int) -> list[str]:
    return [f"name-{n}" for n in range(count)]


TAKEN: list[dict[str, Any]] = [
    {"tp": 0}, {"tp": 999}, {"round": 1}, {"round": 999},
    effect(mvt=-9), effect(mvt=9), effect(cbt=-9), effect(cbt=9), {"effects": [effect(**{"def": -9})["effects"][0]]},
    effect(**{"def": 9}), effect(hits_on=0), effect(hits_on=6), mark(0), mark(9),
    redeemer(die=0), redeemer(die=6), redeemer(cancelled=[1, 6]), redeemer(line={"mvt": 0}), redeemer(line={"def": 20}),
    redeemer(health=1), redeemer(health=99), redeemer(health=99, wounds=98), redeemer(wounds=0),
    tile(500, -500), tile(-500, 500),
    redeemer(tokens=names(LONGEST)), redeemer(tokens=["x" * LONGEST]),
    {"effects": [effect()["effects"][0]] * 100}, {"tile_tokens": {}}, {"deadly": 0}, {"deadly": 999},
    {"entries": {"troglodyte": 0}}, {"entries": {"troglodyte": 99}},
]  # fmt: skip
REFUSED: list[dict[str, Any]] = [
    {"tp": -1}, {"tp": 1000}, {"round": 0}, {"round": 1000}, {"tp": True}, {"tp": "3"},
    effect(mvt=-10), effect(mvt=10), effect(cbt=-10), effect(cbt=10), effect(**{"def": -10}), effect(**{"def": 10}),
    effect(hits_on=-1), effect(hits_on=7), mark(-1), mark(10), effect(released=1),
    redeemer(die=-1), redeemer(die=7), redeemer(cancelled=[0]), redeemer(cancelled=[7]), redeemer(line={"mvt": -1}),
    redeemer(line={"def": 21}), redeemer(health=0), redeemer(health=100), redeemer(wounds=-1), redeemer(wounds=100),
    redeemer(health=99, wounds=99), tile(501, 0), tile(-501, 0), tile(0, 501), tile(0, -501),
    {"tiles": {"X": {"kind": "plain", "at": [1], "openings": "N"}}},
    {"tiles": {"X": {"kind": "plain", "at": [1, 1, 1], "openings": "N"}}},
    {"tiles": {"X": {"kind": "plain", "at": [1, 1], "openings": ""}}},
    redeemer(tokens=names(LONGEST + 1)), redeemer(tokens=["x" * (LONGEST + 1)]), redeemer(tokens=[""]),
    redeemer(cancelled=[1] * (LONGEST + 1)), {"effects": [effect()["effects"][0]] * 101},
    {"warriors": dict.fromkeys(names(LONGEST + 1))}, {}, {"active": "nobody"}, {"acted": ["nobody"]},
    {"deadly": -1}, {"deadly": 1000}, {"water": {START: 1}}, {"entries": {"troglodyte": 100}},
    {**redeemer(fate="dead"), "active": "redeemer"},
    {"warriors": {"troglodyte-7": {"kind": "troglodyte", "tile": START}}, "active": "troglodyte-7"},
]  # fmt: skip


@pytest.mark.parametrize("change", TAKEN, ids=str)
def test_up_to_the_bound(change: dict[str, Any]) -> None:
    apply_override(STATE, change)


@pytest.mark.parametrize("change", REFUSED, ids=lambda change: str(change)[:60])
def test_not_one_further(change: dict[str, Any]) -> None:
    with pytest.raises(MalformedState):
        apply_override(STATE, change)


def test_a_table_may_have_so_many_keys() -> None:
    crowd = {f"troglodyte-{n}": {"kind": "troglodyte", "tile": START} for n in range(LONGEST)}
    assert len(apply_override(STATE, {"warriors": crowd}).state.warriors.of("demon")) == LONGEST


def test_what_is_not_named_keeps_its_default() -> None:
    (modifier,) = apply_override(STATE, effect()).state.modifiers
    assert modifier[3:] == (0, 0, 0, frozenset(), frozenset(), 0, frozenset(), False, 0)
    (fresh,) = apply_override(STATE, {"marks": [{"name": "tiles", "until": "end:game"}]}).state.marks
    assert fresh.amount == 1
    turned = apply_override(STATE, {"tiles": {"X": {"kind": "plain", "at": [9, 9], "openings": "NE"}}}).state
    assert turned.board.tiles["X"].rotation == 0


def test_exhausted_by_hand_and_not_any_more() -> None:
    state = apply_override(STATE, redeemer(cancelled=[3], die=3)).state
    assert state.warriors.all["redeemer"].exhausted
    whole = apply_override(state, redeemer(exhausted=False)).state.warriors.all["redeemer"]
    assert (whole.exhausted, whole.line) == (False, BOX.profiles["redeemer"].lines[2])
    again = apply_override(STATE, redeemer(exhausted=True)).state.warriors.all["redeemer"]
    assert (again.exhausted, tuple(again.line)) == (True, (0, 0, 3))
    # Without a die there is no line to wake up on.
    idle = apply_override(STATE, redeemer(die=0, exhausted=True)).state
    awake = apply_override(idle, redeemer(exhausted=False)).state.warriors.all["redeemer"]
    assert (awake.exhausted, tuple(awake.line)) == (False, (0, 0, 3))


def test_another_card_brings_its_own_talents_and_health() -> None:
    other = apply_override(STATE, redeemer(kind="brute")).state.warriors.all["redeemer"]
    assert (other.profile.id, other.talents, other.line) == (
        "brute",
        BOX.profiles["brute"].talents,
        STATE.warriors.all["redeemer"].line,
    )
    turned = apply_override(STATE, redeemer(kind="troglodyte")).state.warriors.all["redeemer"]
    assert turned.line == BOX.profiles["troglodyte"].lines[0]


def test_who_left_has_not_acted_and_does_not_act() -> None:
    state = apply_override(STATE, {"acted": ["redeemer"], "active": "brute-1"}).state
    gone = apply_override(state, {"warriors": {"redeemer": {"fate": "dead"}, "brute-1": {"fate": "out"}}}).state
    assert (gone.acted, gone.activation) == (frozenset(), None)
    kept = apply_override(state, {"warriors": {"redeemer": {"tokens": ["flame"]}}}).state
    assert kept.acted == {"redeemer"}
    assert kept.activation is not None
    assert kept.activation.warrior == "brute-1"


def test_a_tile_that_is_taken_up_takes_its_markers_along() -> None:
    laid = apply_override(STATE, tile(9, 9)).state
    marked = apply_override(laid, {"holes": ["X", START], "entered": ["X", START]}).state
    gone = apply_override(marked, {"tiles": {"X": None}}).state
    assert gone.holes == gone.entered == {START}
    tokens = apply_override(new_game(BOX, "who_dares"), tile(9, 9)).state
    start = next(iter(tokens.board.tiles))
    tokens = apply_override(tokens, {"tile_tokens": {"X": ["treasure"], start: ["treasure"]}}).state
    assert dict(apply_override(tokens, {"tiles": {"X": None}}).state.tile_tokens) == {start: ("treasure",)}


def test_no_die_and_a_hand_written_line() -> None:
    bare = apply_override(STATE, redeemer(die=0)).state.warriors.all["redeemer"]
    assert (bare.die, tuple(bare.line), bare.exhausted) == (0, (0, 0, 3), False)
    line = apply_override(STATE, redeemer(die=2, line={"cbt": 7})).state.warriors.all["redeemer"].line
    printed = BOX.profiles["redeemer"].lines[1]
    assert tuple(line) == (printed.mvt, 7, printed.defence)


JUNK = "j" * 50


@pytest.mark.parametrize(
    ("change", "cut"),
    [({JUNK: 1}, 40), ({"phase": JUNK}, 40), ({"winner": JUNK}, 40),
     ({"tiles": {"X": {"kind": JUNK, "at": [9, 9], "openings": "N"}}}, 40)],
    ids=["key", "phase", "winner", "kind"],
)  # fmt: skip
def test_junk_is_named_in_short(change: dict[str, Any], cut: int) -> None:
    with pytest.raises(MalformedState) as error:
        apply_override(STATE, change)
    assert error.value.facts["got"] == JUNK[:cut]


def test_a_key_that_no_piece_has_is_named_in_short_with_those_there_are() -> None:
    with pytest.raises(MalformedState) as error:
        apply_override(STATE, {"warriors": {"redeemer": {JUNK: 1}}})
    assert error.value.facts["got"] == JUNK[:40]
    assert "tile" in error.value.facts["known"]


def test_as_many_tokens_lie_as_there_are_faces() -> None:
    hunt = new_game(BOX, "who_dares")
    tile = next(iter(hunt.board.tiles))
    lying = {"tile_tokens": {tile: ["treasure"]}, "decks": {"treasure": ["full"]}}
    assert apply_override(hunt, lying).state.decks["treasure"] == ("full",)


def test_action_dice_that_lie_ready_have_six_faces() -> None:
    ready = new_game(BOX, "survivors")
    while waiting(ready).kind == "draw":
        ready = apply(ready, legal_actions(ready)[0]).state
    ready = apply(ready, Roll((1, 2, 3, 4))).state
    assert waiting(apply_override(ready, {"dice": [1, 6, 6, 1]}).state).facts["dice"] == [1, 1, 6, 6]
    for dice in ([0, 1, 1, 1], [7, 1, 1, 1], [1, 1, 1]):
        with pytest.raises(MalformedState):
            apply_override(ready, {"dice": dice})


def test_faces_that_no_token_has_are_named_in_short() -> None:
    with pytest.raises(MalformedState) as error:
        apply_override(new_game(BOX, "who_dares"), {"decks": {"treasure": [JUNK]}})
    assert error.value.facts["got"] == JUNK[:40]


def test_the_turn_of_a_tile_is_named_in_short() -> None:
    with pytest.raises(MalformedState) as error:
        apply_override(STATE, {"tiles": {"X": {"kind": "plain", "at": [9, 9], "rotation": JUNK}}})
    assert error.value.facts["rotation"] == JUNK[:10]


def test_the_log_begins_with_what_was_set_and_names_no_card() -> None:
    change = {"tp": 3, "hands": {"event": ["lost", "panic"]}, "decks": {"event": []}}
    first, *_ = apply_override(STATE, change).happenings
    assert (first.key, first.facts) == ("override", {"tp": 3, "hands": {"event": 2}, "decks": {"event": 0}})
    foe = {"troglodyte-77": {"kind": "troglodyte", "tile": START}}
    rolling = apply_override(STATE, {"warriors": {**foe, "redeemer": {"line": {"cbt": 2}}}}).state
    rolling = apply(rolling, Attack("redeemer", "troglodytes")).state
    happenings = apply_override(rolling, {"warriors": {"troglodyte-77": None}}).happenings
    assert [happening.key for happening in happenings] == ["override", "dropped"]


def test_rosters_are_alike_if_their_warriors_are() -> None:
    roster = STATE.warriors
    assert (roster == Roster(dict(roster.all)), roster == roster.without("redeemer"), roster == "redeemer") == (
        True,
        False,
        False,
    )


def test_a_tile_that_lay_aside_is_laid_by_hand() -> None:
    label = next(t for layer in STATE.stack for part in layer for t in part.tiles if t not in STATE.laid)
    aside = apply_override(STATE, {"discards": [label]}).state
    laid = apply_override(aside, {"tiles": {label: {"at": [9, 9]}}}).state
    assert (laid.discards, laid.laid[label], laid.stack) == ((), label, aside.stack)


def test_a_tile_that_lay_aside_goes_back_into_the_stack() -> None:
    labels = [t for layer in STATE.stack for part in layer for t in part.tiles if t not in STATE.laid][:2]
    aside = apply_override(STATE, {"discards": labels}).state
    back = apply_override(aside, {"discards": []}).state
    # It was taken from the top and goes back to the bottom: nobody knows where in the stack it was.
    assert [tuple(part.left for layer in state.stack for part in layer) for state in (STATE, aside, back)] == [
        (10, 1, 24), (8, 1, 24), (8, 1, 26),
    ]  # fmt: skip


def test_a_tile_is_taken_out_of_the_part_of_the_stack_it_is_in() -> None:
    """The Exit is alone in its part, under ten other tiles."""
    (label,) = next(part.tiles for layer in STATE.stack for part in layer if part.left == 1)
    aside = apply_override(STATE, {"discards": [label]}).state
    assert [part.left for layer in aside.stack for part in layer] == [10, 0, 24]


@pytest.mark.parametrize("change", [{"fate": "out"}, None])
def test_nothing_is_drawn_for_an_explorer_who_is_gone(change: Any) -> None:
    drawing = apply(STATE, Explore("redeemer", "N")).state
    gone = apply_override(drawing, {"warriors": {"redeemer": change}})
    assert waiting(gone.state).what == "activate"
    assert "dropped" in [happening.key for happening in gone.happenings]


def test_a_tile_of_no_box_changes_no_stack() -> None:
    laid = apply_override(STATE, tile(9, 9)).state
    assert (laid.laid, laid.stack, laid.discards) == (STATE.laid, STATE.stack, STATE.discards)


def test_two_tiles_on_a_cell_are_named_by_the_cell() -> None:
    laid = apply_override(STATE, tile(9, 8)).state
    with pytest.raises(MalformedState) as error:
        apply_override(laid, {"tiles": {"Y": {"kind": "plain", "at": [9, 8], "openings": "N"}}})
    assert (error.value.key, error.value.facts) == ("two_tiles_on_a_cell", {"x": 9, "y": 8})
