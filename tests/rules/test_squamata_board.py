"""The Squamata board: which dice a space takes, what they give, where wounds can go (FS-2, FS-4, FS-5)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.content import Box, Position, place
from companion.content.setup import new_game
from companion.rules.actions import Cry, Instinct, Move, Roll, Wound
from companion.rules.card_verbs import VERBS
from companion.rules.cards import Space
from companion.rules.draft import Draft
from companion.rules.engine import apply, legal_actions, refusal, waiting
from companion.rules.instinct import TAKES, placements, spaces_for
from companion.rules.state import Activation, BodyPart, Modifier, State
from companion.rules.warriors import most_values, values
from companion.rules.wounds import feed, healable, spread, wounded

FRANTIC = frozenset({"frantic"})
BOARD = {
    "head": (Space("at_least", 5, talents=FRANTIC), Space("even", cbt=1)),  # type: ignore[arg-type]
    "legs": (Space("any", mvt=1), Space("at_most", 2, mvt=2, defence=1)),
}


def table(box: Box, kind: str = "plain", board: Any = None, **kartikeya: Any) -> State:
    position = {
        "name": "board", "rules": [], "steps": [], "phase": "instinct", "sides": ["squamata", "human"],
        "tiles": {"A": {"at": [0, 0], "kind": kind, "openings": "E"},
                  "B": {"at": [1, 0], "kind": "plain", "openings": "W"},
                  "C": {"at": [4, 4], "kind": "plain", "openings": "W"}},
        "warriors": {
            "kartikeya": {"kind": "kartikeya", "tile": "A", "line": {"mvt": 1, "cbt": 0, "def": 3},
                          "parts": {"head": {"resistance": 3}, "legs": {"resistance": 2}}, **kartikeya},
            "brute-1": {"kind": "brute", "tile": "A"}, "blade-1": {"kind": "blade", "tile": "C"},
        },
    }  # fmt: skip
    state = place(Position.model_validate(position), box)
    return state._replace(game=replace(state.game, squamata_board=BOARD if board is None else board))


def rolled(state: State, *dice: int) -> State:
    return apply(state, Roll(dice)).state


@pytest.mark.parametrize(
    ("dice", "number", "taken"),
    [("any", 0, "123456"), ("odd", 0, "135"), ("even", 0, "246"), ("at_least", 5, "56"), ("at_most", 2, "12")],
)
def test_which_dice_a_space_takes(dice: str, number: int, taken: str) -> None:
    assert "".join(str(die) for die in range(1, 7) if TAKES[dice](die, number)) == taken


def test_a_choosy_space_is_not_left_for_a_die_it_does_not_take(box: Box) -> None:
    state = table(box)
    strict, even = BOARD["head"]
    assert spaces_for(state, "head", (6,)) == (strict,)
    assert spaces_for(state, "head", (6, 6)) == (strict, even)
    assert spaces_for(state, "head", (5, 2)) == (strict, even)
    assert spaces_for(state, "head", (5, 5)) is None
    assert spaces_for(state, "head", (3,)) is None
    assert spaces_for(state, "head", (2, 4, 6)) is None
    assert spaces_for(state, "head", ()) == ()


def test_dice_find_their_spaces_in_whatever_order_they_come(box: Box) -> None:
    """Both dice would lie on the first space; one of them must take the other."""
    high, odd, low = Space("at_least", 4), Space("odd"), Space("at_most", 3)
    state = table(box, board={"head": (high, odd), "legs": (low, odd)})
    assert spaces_for(state, "head", (4, 5)) == (high, odd)
    assert spaces_for(state, "head", (5, 4)) == (odd, high)
    assert spaces_for(state, "legs", (1, 2)) == (odd, low)
    assert spaces_for(state, "legs", (2, 2)) is None


@pytest.mark.parametrize(
    ("spaces", "die"),
    [((Space("even"), Space("at_least", 5)), 6), ((Space("odd"), Space("at_least", 5)), 5)],
)
def test_of_two_spaces_the_die_takes_the_one_that_takes_fewer_faces(
    box: Box, spaces: tuple[Space, ...], die: int
) -> None:
    assert spaces_for(table(box, board={"head": spaces}), "head", (die,)) == (spaces[1],)


def test_the_player_says_on_which_space_a_die_lies(box: Box) -> None:
    """A 6 fits on both spaces of the head: Frantic by itself, or +1 CBT where the player wants that."""
    state = rolled(table(box), 2, 3, 6, 6)
    base = box.profiles["kartikeya"].resting
    for spaces, cbt, frantic in ((None, 0, True), ({"head": (0,)}, 0, True), ({"head": (1,)}, 1, False)):
        placed = apply(state, Instinct({"head": (6,)}, spaces)).state.warriors.all["kartikeya"]
        assert (placed.line.cbt - base.cbt, "frantic" in placed.talents) == (cbt, frantic)
    both = apply(state, Instinct({"head": (6, 2), "legs": (3,)}, {"head": (0, 1)})).state.warriors.all["kartikeya"]
    assert (both.line.cbt - base.cbt, both.line.mvt - base.mvt) == (1, 1)


@pytest.mark.parametrize(
    ("dice", "spaces"),
    [
        ({"head": (2,)}, {"head": (0,)}),
        ({"head": (6, 6)}, {"head": (1, 1)}),
        ({"head": (6,)}, {"head": (2,)}),
        ({"head": (6,)}, {"head": (-1,)}),
        ({"head": (6,)}, {"head": (0, 1)}),
        ({}, {"head": (0,)}),
    ],
)
def test_spaces_that_do_not_take_the_die(box: Box, dice: Any, spaces: Any) -> None:
    refused = refusal(rolled(table(box), 2, 3, 6, 6), Instinct(dice, spaces))
    assert refused is not None
    assert (refused.rule, refused.key) == ("FS-2", "no_space_for_die")


def test_dice_that_find_no_space_are_refused(box: Box) -> None:
    state = rolled(table(box), 1, 3, 5, 5)
    refused = refusal(state, Instinct({"head": (3,)}))
    assert refused is not None
    assert (refused.rule, refused.key) == ("FS-2", "no_space_for_die")
    assert refusal(state, Instinct({"head": (5,), "legs": (1, 3)})) is None


def test_what_the_dice_give_is_added_to_what_the_card_has(box: Box) -> None:
    mvt, cbt, defence = box.profiles["kartikeya"].resting
    state = apply(rolled(table(box), 1, 3, 5, 6), Instinct({"head": (5, 6), "legs": (1, 3)})).state
    warrior = state.warriors.all["kartikeya"]
    assert tuple(warrior.line) == (mvt + 3, cbt + 1, defence + 1)
    assert warrior.talents == box.profiles["kartikeya"].talents | FRANTIC
    bare = apply(rolled(table(box), 1, 3, 5, 6), Instinct({})).state.warriors.all["kartikeya"]
    assert (tuple(bare.line), bare.talents) == ((mvt, cbt, defence), box.profiles["kartikeya"].talents)


def test_every_way_to_place_dice_is_listed_once(box: Box) -> None:
    state = rolled(table(box, squamata={"war_cry": "head"}), 3, 3, 3, 3)
    ways = [dict(way.dice) for way in placements(state, (3, 3))]
    # A second 3 finds no space on the legs, and the Cry takes one die.
    assert sorted(map(str, ways)) == sorted(
        map(str, [{}, {"legs": (3,)}, {"war_cry": (3,)}, {"legs": (3,), "war_cry": (3,)}])
    )
    broken = rolled(table(box, parts={"head": {"resistance": 3}, "legs": {"resistance": 2, "wounds": 2}}), 1, 1, 1, 1)
    assert [dict(way.dice) for way in placements(broken, (6,))] == [{}, {"head": (6,)}]
    listed = [action for action in legal_actions(state) if isinstance(action, Instinct)]
    assert all(refusal(state, action) is None for action in listed)


def test_whom_the_cry_can_move(box: Box) -> None:
    """Along a joined opening only; where nobody can be moved it is not asked."""
    state = rolled(table(box, squamata={"war_cry": "head"}), 3, 3, 3, 3)
    asked = apply(state, Instinct({"war_cry": (3,)})).state
    assert waiting(asked).what == "cry"
    assert list(legal_actions(asked)) == [Cry("brute-1", "B")]
    for action, key in ((Cry("blade-1", "B"), "not_joined"), (Cry("nobody", "B"), "cannot_be_moved")):
        refused = refusal(asked, action)
        assert refused is not None
        assert (refused.rule, refused.key) == ("FS-5", key)
    assert refusal(asked, Move("brute-1", "B")) is not None
    lone = state._replace(warriors=state.warriors.without("brute-1"))
    assert waiting(apply(lone, Instinct({"war_cry": (3,)})).state).what == "initiative"


@pytest.mark.parametrize(("kind", "most"), [("plain", 6), ("mushrooms", 3), ("fog", 6)])
def test_above_what_no_die_can_raise_the_values(box: Box, kind: str, most: int) -> None:
    state = table(box, kind)
    warrior = state.warriors.all["kartikeya"]
    assert tuple(most_values(state, warrior)) == (99, 99, most)
    fixed = state._replace(modifiers=(Modifier("reflexes", "kartikeya", "end:squamata_action", mvt_is=3),))
    assert most_values(fixed, warrior).mvt == 3
    lowered = fixed._replace(modifiers=(*fixed.modifiers, Modifier("mud", "kartikeya", "end:squamata_action", mvt=-1)))
    assert (most_values(lowered, warrior).mvt, values(lowered, warrior).mvt) == (2, 2)
    stuck = fixed._replace(modifiers=(*fixed.modifiers, Modifier("mud", "kartikeya", "end:squamata_action", mvt=-4)))
    assert (most_values(stuck, warrior).mvt, values(stuck, warrior).mvt) == (0, 0)
    raised = fixed._replace(modifiers=(*fixed.modifiers, Modifier("haste", "kartikeya", "end:squamata_action", mvt=2)))
    assert values(raised, warrior).mvt == 3
    assert tuple(most_values(state, warrior._replace(tile=""))) == (99, 99, 6)


def test_every_way_to_spread_wounds() -> None:
    parts = (BodyPart("head", 3, 2), BodyPart("arms", 2), BodyPart("legs", 1, 1))
    assert list(spread(parts, 2)) == [{"arms": 2}, {"head": 1, "arms": 1}]
    assert list(spread(parts, 0)) == [{}]
    assert list(spread(parts, 3)) == [{"head": 1, "arms": 2}]
    assert list(spread(parts, 4)) == []


@pytest.mark.parametrize(("wounds", "heals"), [(0, []), (1, ["head"]), (2, ["head"]), (3, [])])
def test_what_consumption_can_heal(box: Box, wounds: int, heals: list[str]) -> None:
    parts = {"head": {"resistance": 3, "wounds": wounds}, "legs": {"resistance": 2}, "heavy_armor": {"wounds": 1}}
    state = table(box, parts=parts, squamata={"heavy_armor": None})
    assert healable(state.warriors.all["kartikeya"]) == heals


@pytest.mark.parametrize(("source", "heals"), [("combat", ["Feeding"]), ("pit", [])])
def test_consumption_feeds_on_those_killed_in_combat_only(box: Box, source: str, heals: list[str]) -> None:
    parts = {"head": {"resistance": 3, "wounds": 1}, "legs": {"resistance": 2}}
    state = table(box, parts=parts, squamata={"consumption": "legs"})
    draft = Draft(state._replace(agenda=(), activation=Activation("kartikeya")), VERBS)
    feed(draft, source)
    assert [type(step).__name__ for step in draft.state.agenda] == heals


def test_heavy_armor_that_is_full_leaves_play_and_nothing_else_does(box: Box) -> None:
    tiles = {"heavy_armor": None, "berserk": "head"}
    state = table(box, squamata=tiles)
    draft = Draft(state, VERBS)
    worn = wounded(draft, state.warriors.all["kartikeya"], {"heavy_armor": 2})
    assert dict(worn.squamata) == {"heavy_armor": "", "berserk": "head"}
    assert dict(wounded(draft, worn, {"heavy_armor": 1}).squamata) == {"berserk": "head"}


def test_no_points_of_deadly_destiny_at_the_start(box: Box) -> None:
    start = new_game(box, "prey_and_hunter")
    assert (start.deadly, start.deadly_used) == (0, frozenset())


def test_a_part_that_is_not_there_takes_nothing(box: Box) -> None:
    state = rolled(table(box, "devouring_pit"), 4)
    assert waiting(state).what == "wound"
    for parts, most in (({"tail": 1}, 0), ({"head": 4}, 3), ({"head": -1, "legs": 2}, 3)):
        refused = refusal(state, Wound(parts))
        assert refused is not None
        assert (refused.rule, refused.key, refused.facts["most"]) == ("FS-4", "part_takes_no_more", most)
    # None on a part is the same as not to name it.
    assert refusal(state, Wound({"head": 0, "legs": 1})) is None
