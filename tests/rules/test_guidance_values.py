"""What is shown of a warrior, value by value: steps, costs, and the reason why it may not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.content import Position, load_box, place
from companion.rules.actions import Attack, Explore, Finish, Move, Release, Roll
from companion.rules.cards import Clause
from companion.rules.engine import apply, legal_actions
from companion.rules.guidance import Guidance, blocking, guide
from companion.rules.override import apply_override
from companion.rules.records import frozen
from companion.rules.state import State

BOX = load_box()
LINE = {"mvt": 2, "cbt": 2, "def": 3}
TILES = {
    "A": {"at": [0, 0], "kind": "plain", "openings": "E"},
    "B": {"at": [1, 0], "kind": "plain", "openings": "WE"},
    "C": {"at": [2, 0], "kind": "plain", "openings": "WEN"},
}
TROGLODYTE = {"kind": "troglodyte", "tile": "A"}


def human(kind: str = "brute", tile: str = "A", **more: Any) -> dict[str, Any]:
    return {"kind": kind, "tile": tile, "line": LINE, **more}


def table(phase: str = "human_action", tiles: Any = None, **warriors: dict[str, Any]) -> State:
    named = {name.replace("_", "-"): facts for name, facts in warriors.items()}
    position = {
        "name": "shown", "rules": [], "phase": phase, "steps": [], "tiles": tiles or TILES, "warriors": named,
        "pile": [{"kind": "plain", "openings": "NS"}],
    }  # fmt: skip
    return place(Position.model_validate(position), BOX)


def shown(state: State, name: str = "brute-1", side: str = "human") -> Guidance:
    return guide(state, side)[name]  # type: ignore[arg-type]


def why(state: State, what: str, name: str = "brute-1", side: str = "human") -> tuple[str, str]:
    refused = getattr(shown(state, name, side), what)
    return (refused.rule, refused.key) if refused else ("", "")


def test_steps_and_what_they_cost() -> None:
    state = table(brute_1=human())
    guided = shown(state)
    assert (guided.mvt, guided.mvt_left, guided.step_cost) == (2, 2, 1)
    assert [(reach.tile, reach.cost, reach.way) for reach in guided.reach] == [("B", 1, ("B",)), ("C", 2, ("B", "C"))]
    moved = shown(apply(state, Move("brute-1", "B")).state)
    assert (moved.mvt, moved.mvt_left, moved.step_cost) == (2, 1, 1)
    assert {reach.tile for reach in moved.reach} == {"A", "C"}
    done = apply(apply(state, Move("brute-1", "B")).state, Move("brute-1", "C")).state
    assert (shown(done).mvt_left, why(done, "move"), why(done, "explore")) == (
        0, ("MOV-1", "no_mvt"), ("MOV-1", "no_mvt"),
    )  # fmt: skip


def test_another_warriors_steps_are_its_own() -> None:
    state = apply(table(brute_1=human(), blade_1=human("blade", "C")), Move("brute-1", "B")).state
    assert (shown(state, "blade-1").mvt_left, shown(state).mvt_left) == (2, 1)


def test_who_has_acted_or_is_not_on_turn() -> None:
    state = apply(table(brute_1=human(), troglodyte_1={**TROGLODYTE, "tile": "C"}), Finish("brute-1")).state
    for what in ("move", "explore", "attack"):
        assert why(state, what) == ("ACT-1", "already_activated")
        assert why(state, what, "troglodyte-1", "demon")[0] == "RND"
    assert shown(state).reach == ()


def test_nowhere_to_go() -> None:
    alone = table(tiles={"A": {"at": [0, 0], "kind": "plain", "openings": "E"}}, brute_1=human())
    assert (why(alone, "move"), why(alone, "explore")) == (("MOV-2", "no_way_on"), ("", ""))
    crowd = {f"blade_{n}": human("blade", "B") for n in (1, 2)}
    full = table(brute_1=human(), brute_2=human(tile="B"), **crowd)  # type: ignore[arg-type]
    assert why(full, "move") == ("MOV-3", "tile_full")
    assert why(full, "explore") == ("EXP-2", "no_unexplored_opening")


def test_why_it_may_not_explore() -> None:
    state = table(brute_1=human(tile="C"))
    assert why(state, "explore") == ("", "")
    assert why(state._replace(stack=(), discards=()), "explore") == ("EXP-6", "no_tiles")
    effect = {"scope": "brute-1", "until": "end:game", "forbids": ["explore"]}
    forbidden = apply_override(state, {"effects": [effect]}).state
    assert (why(forbidden, "explore"), why(forbidden, "move")) == (("SET-1", "forbidden"), ("", ""))
    assert why(table("demon_action", troglodyte_1={**TROGLODYTE, "tile": "C"}), "explore", "troglodyte-1", "demon") == (
        "ACT-3",
        "demons_never_explore",
    )


def test_why_it_may_not_attack() -> None:
    assert why(table(brute_1=human()), "attack") == ("CBT-1", "nobody_in_reach")
    assert why(table(brute_1=human(), troglodyte_1=TROGLODYTE), "attack") == ("", "")
    weak = human(line={"mvt": 1, "cbt": 0, "def": 3})
    assert why(table(brute_1=weak, troglodyte_1=TROGLODYTE), "attack") == ("CBT-2", "no_cbt")
    state = table(brute_1=human(), troglodyte_1=TROGLODYTE)
    fought = apply(apply(state, Attack("brute-1", "troglodytes")).state, Roll((1, 1))).state
    assert why(fought, "attack") == ("ACT-2", "already_fought")


@pytest.mark.parametrize(("tile", "reached"), [("A", True), ("B", True), ("C", False)])
def test_a_blunderbuss_reaches_the_own_tile_and_joined_ones(tile: str, reached: bool) -> None:
    state = table(blade_1=human("blade", objects=["blunderbuss"]), troglodyte_1={**TROGLODYTE, "tile": tile})
    assert (why(state, "attack", "blade-1") == ("", "")) == reached
    shots = [a for a in legal_actions(state) if isinstance(a, Attack) and a.weapon == "blunderbuss"]
    assert bool(shots) == reached


@pytest.mark.parametrize(("tile", "reached"), [("A", False), ("B", True), ("C", False)])
def test_a_grenade_reaches_joined_tiles_only(tile: str, reached: bool) -> None:
    state = table(brute_1=human(tile="A"), blade_1=human("blade", tile))
    state = state._replace(hands={**state.hands, "advantage": ("grenade",)})
    throws = [a for a in legal_actions(state) if isinstance(a, Attack) and a.warrior == "brute-1"]
    assert bool(throws) == reached
    assert (why(state, "attack") == ("", "")) == reached


def test_who_was_let_go_is_shown_as_counted() -> None:
    demon = {"kind": "demon", "tile": "A", "talents": ["impressive"], "health": 3, "line": LINE}
    state = table(brute_1=human(), demon_1=demon)
    held = shown(state)
    assert held.blocking is not None
    assert (held.blocking.rule, held.blocking.blocked, why(state, "move")[0]) == ("MOV-6", True, "MOV-6")
    gone = shown(apply(state, Release("brute-1")).state)
    assert gone.blocking is not None
    assert (gone.blocking.rule, gone.blocking.blocked, gone.blocking.culprits) == ("MOV-4", False, ("demon-1",))
    assert {reach.tile for reach in gone.reach} == {"B", "C"}


def test_who_was_let_go_passes_the_next_impressive_one_too() -> None:
    demon = {"kind": "demon", "tile": "A", "talents": ["impressive"], "health": 3, "line": LINE}
    state = table(brute_1=human(), demon_1=demon, troglodyte_1={**TROGLODYTE, "tile": "B", "talents": ["impressive"]})
    assert shown(state).reach == ()
    let_go = apply(state, Release("brute-1")).state
    assert {reach.tile for reach in shown(let_go).reach} == {"B", "C"}


IMPRESSIVE = {"kind": "demon", "tile": "A", "talents": ["impressive"], "health": 4, "line": LINE}


def test_who_holds_a_warrior_and_whose_talent_counts() -> None:
    """Each is named: those who hold, or all who stand there where the count decides; and who is Elusive."""
    crowd = {f"troglodyte_{n}": TROGLODYTE for n in (1, 2)}
    slippery = human("blade", talents=["elusive"])
    outnumbered = table(blade_1=slippery, **crowd)
    held = table(brute_1=human(talents=[]), demon_1=IMPRESSIVE, troglodyte_1=TROGLODYTE)
    both = table(brute_1=human(talents=[]), blade_1=slippery, demon_1=IMPRESSIVE, troglodyte_1=TROGLODYTE)
    named = [
        (block.culprits, block.impressive, block.elusive)
        for block in (
            blocking(outnumbered, outnumbered.warriors.all["blade-1"]),
            blocking(held, held.warriors.all["brute-1"]),
            blocking(both, both.warriors.all["brute-1"]),
        )
        if block is not None
    ]
    assert named == [
        (("troglodyte-1", "troglodyte-2"), (), ("blade-1",)),
        (("demon-1",), ("demon-1",), ()),
        (("demon-1", "troglodyte-1"), ("demon-1",), ("blade-1",)),
    ]


def test_a_way_through_holes() -> None:
    tiles = {**TILES, "C": {"at": [9, 9], "kind": "plain", "openings": "N"}}
    state = table("demon_action", tiles, troglodyte_1=TROGLODYTE, brute_1=human(tile="C"))
    state = apply_override(state, {"holes": ["A", "C"]}).state
    reaches = {reach.tile: reach for reach in shown(state, "troglodyte-1", "demon").reach}
    assert set(reaches) == {"B", "C"}
    assert reaches["C"].moves("troglodyte-1") == [Move("troglodyte-1", "C", "hole")]
    assert reaches["B"].moves("troglodyte-1") == [Move("troglodyte-1", "B")]


def test_exploring_is_listed_for_every_opening_into_the_dark() -> None:
    state = table(brute_1=human(tile="C"))
    assert [a.edge for a in legal_actions(state) if isinstance(a, Explore)] == ["N", "E"]


def row(kind: str) -> dict[str, Any]:
    return {**TILES, "B": {**TILES["B"], "kind": kind}}


def test_a_way_ends_where_something_is_asked() -> None:
    """A booby trap that is not sprung yet asks for a die, of Humans only."""
    state = table(tiles=row("booby_trapped"), brute_1=human())
    assert [reach.tile for reach in shown(state).reach] == ["B"]
    sprung = state._replace(entered=frozenset({"B"}))
    assert [reach.tile for reach in shown(sprung).reach] == ["B", "C"]
    quick = {**TROGLODYTE, "line": LINE}
    demons = table("demon_action", row("booby_trapped"), troglodyte_1=quick, brute_1=human(tile="C"))
    assert {reach.tile for reach in shown(demons, "troglodyte-1", "demon").reach} == {"B", "C"}


@pytest.mark.parametrize(
    ("moment", "tiles"),
    [("enter:stash", ["B"]), ("enter:any", ["B"]), ("enter:plain", ["B", "C"]), ("laid:stash", ["B", "C"])],
)
def test_a_way_ends_where_the_scenario_asks(moment: str, tiles: list[str]) -> None:
    choice = Clause("choose", frozen({"who": "human", "then": ()}))
    state = table(tiles=row("stash"), brute_1=human())
    state = state._replace(game=replace(state.game, special=((moment, choice),)))
    assert [reach.tile for reach in shown(state).reach] == tiles


def test_a_way_ends_where_the_scenario_takes_the_warrior_away() -> None:
    state = table(tiles=row("stash"), brute_1=human(), blade_1=human("blade"))
    remove = Clause("remove", frozen({}))
    state = state._replace(game=replace(state.game, special=(("enter:stash", remove),)))
    assert [reach.tile for reach in shown(state).reach] == ["B"]


def test_a_way_goes_on_past_what_asks_nothing() -> None:
    state = table(tiles=row("demonic_mechanism"), brute_1=human())
    assert [(reach.tile, reach.cost) for reach in shown(state).reach] == [("C", 2), ("B", 1)]


def test_a_cheaper_way_over_something_is_shown_beside_the_quiet_one() -> None:
    """Two ways round a square: one by a Demonic Mechanism. Of the same cost it is none to speak of."""

    def round_a_square(mechanism: tuple[int, int], **more: Any) -> dict[str, tuple[int, int | None]]:
        tiles = {
            "A": {"at": [0, 0], "kind": "plain", "openings": "NE"},
            "M": {"at": mechanism, "kind": "demonic_mechanism", "openings": "NESW"},
            "Q": {"at": [1, -1], "kind": "plain", "openings": "SW"},
            **more,
        }
        state = table(tiles=tiles, brute_1={**human(), "line": {**LINE, "mvt": 4}})
        return {reach.tile: (reach.cost, reach.shortcut and reach.shortcut.cost) for reach in shown(state).reach}

    beside = {"at": [1, 0], "kind": "plain", "openings": "WN"}
    assert round_a_square((0, -1), O=beside)["Q"] == (2, None)
    longer = {
        "O": {"at": [1, 0], "kind": "plain", "openings": "WE"},
        "P": {"at": [2, 0], "kind": "plain", "openings": "WN"},
        "R": {"at": [2, -1], "kind": "plain", "openings": "SW"},
        "Q": {"at": [1, -1], "kind": "plain", "openings": "WE"},
    }
    assert round_a_square((0, -1), **longer)["Q"] == (4, 2)


def test_a_way_of_the_demon_ends_where_its_warriors_roll() -> None:
    quick = {**TROGLODYTE, "line": LINE}
    for kind, reached in (("sanctified_zone", {"B"}), ("plain", {"B", "C"})):
        state = table("demon_action", row(kind), troglodyte_1=quick)
        assert {reach.tile for reach in shown(state, "troglodyte-1", "demon").reach} == reached


def test_of_two_ways_on_which_something_happens_the_cheaper_is_shown() -> None:
    """North is looked at first, and goes the long way round: both pass a Demonic Mechanism."""
    tiles = {
        "A": {"at": [0, 0], "kind": "plain", "openings": "NE"},
        "M": {"at": [0, -1], "kind": "demonic_mechanism", "openings": "SE"},
        "N": {"at": [1, -1], "kind": "plain", "openings": "WE"},
        "O": {"at": [2, -1], "kind": "plain", "openings": "WS"},
        "P": {"at": [1, 0], "kind": "demonic_mechanism", "openings": "WE"},
        "Q": {"at": [2, 0], "kind": "plain", "openings": "WNE"},
    }
    state = table(tiles=tiles, brute_1={**human(), "line": {**LINE, "mvt": 4}})
    reaches = {reach.tile: (reach.cost, reach.way, reach.over) for reach in shown(state).reach}
    assert reaches["Q"] == (2, ("P", "Q"), ("P",))
    assert reaches["O"] == (3, ("M", "N", "O"), ("M",))
