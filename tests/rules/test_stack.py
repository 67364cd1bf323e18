"""The stack of tiles as a scenario makes it: layers, parts of a layer, discards shuffled anew (EXP-3, EXP-5, EXP-6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.content import Position, load_box, place
from companion.rules.actions import Draw, Explore, Lay, PutHole
from companion.rules.cards import Part
from companion.rules.engine import apply, legal_actions, refusal, waiting
from companion.rules.exploring import drawable, tiles_left, top_layer
from companion.rules.state import Mark, State

BOX = load_box()
PILE = ("NS", "NESW", "N", "NES", "NESW")


def table(openings: Sequence[str] = PILE) -> State:
    """A Brute with steps enough, and a stack of `pile-1`, `pile-2` …"""
    position = {
        "name": "stack", "rules": [], "phase": "human_action", "steps": [],
        "tiles": {"A": {"at": [0, 0], "kind": "plain", "openings": "NE"}},
        "warriors": {"brute-1": {"kind": "brute", "tile": "A", "line": {"mvt": 9, "cbt": 1, "def": 3}}},
        "pile": [{"kind": "plain", "openings": edges} for edges in openings],
    }  # fmt: skip
    return place(Position.model_validate(position), BOX)


def stacked(*layers: tuple[Part, ...], discards: tuple[str, ...] = ()) -> State:
    return table()._replace(stack=layers, discards=discards)


ONE, TWO, THREE = ("pile-1", "pile-2"), ("pile-3", "pile-4"), ("pile-5",)


def test_the_first_layer_with_tiles_left_is_drawn_from() -> None:
    state = stacked((Part(0, ONE),), (Part(1, TWO), Part(1, THREE)))
    assert (top_layer(state), list(drawable(state)), tiles_left(state)) == (1, ["pile-3", "pile-4", "pile-5"], True)
    # A part that is used up gives no more, though some of its tiles never came.
    state = stacked((Part(0, TWO), Part(1, THREE)))
    assert list(drawable(state)) == ["pile-5"]
    assert list(drawable(stacked((Part(1, TWO),), discards=("pile-4",)))) == ["pile-3"]


def test_an_empty_stack_is_the_discards_or_nothing() -> None:
    empty = stacked((Part(0, ONE),))
    assert (top_layer(empty), list(drawable(empty)), tiles_left(empty)) == (1, [], False)
    again = stacked((Part(0, ONE),), discards=("pile-2",))
    assert (list(drawable(again)), tiles_left(again)) == (["pile-2"], True)
    refused = refusal(empty, Explore("brute-1", "E"))
    assert refused is not None
    assert (refused.rule, refused.key) == ("EXP-6", "no_tiles")
    assert refusal(again, Explore("brute-1", "E")) is None


def test_nothing_left_of_a_part_but_what_lies_aside() -> None:
    state = stacked((Part(1, ("pile-1",)),), discards=("pile-1",))
    assert not tiles_left(state)


def drawn(state: State, what: str) -> State:
    return apply(apply(state, Explore("brute-1", "E")).state, Draw(what)).state


def test_a_tile_leaves_its_own_part_of_the_top_layer() -> None:
    state = drawn(stacked((Part(2, ONE), Part(2, TWO)), (Part(1, THREE),)), "pile-4")
    assert state.stack == ((Part(2, ONE), Part(1, TWO)), (Part(1, THREE),))
    state = drawn(stacked((Part(0, ONE),), (Part(1, THREE),), (Part(2, TWO),)), "pile-5")
    assert state.stack == ((Part(0, ONE),), (Part(0, THREE),), (Part(2, TWO),))


def test_the_discards_become_the_new_stack() -> None:
    state = drawn(stacked((Part(0, ONE),), discards=("pile-2", "pile-4", "pile-5")), "pile-4")
    assert (state.stack, state.discards) == (((Part(2, ("pile-2", "pile-5")),),), ())


def test_what_is_not_on_top_is_not_drawn() -> None:
    state = apply(stacked((Part(1, ONE),), (Part(2, TWO),)), Explore("brute-1", "E")).state
    assert [a.what for a in legal_actions(state) if isinstance(a, Draw)] == ["pile-1", "pile-2"]
    refused = refusal(state, Draw("pile-3"))
    assert refused is not None
    assert (refused.key, refused.facts) == ("not_in_stack", {"tile": "pile-3"})


def test_a_tile_that_lies_on_the_table_is_named_with_its_place() -> None:
    state = apply(drawn(table(), "pile-2"), Lay(0, "B")).state
    state = apply(state, Explore("brute-1", "E")).state
    refused = refusal(state, Draw("pile-2"))
    assert refused is not None
    assert (refused.key, refused.facts) == ("tile_in_play", {"tile": "pile-2", "x": 1, "y": 0})


def test_a_tile_that_fits_in_no_way_is_discarded_and_another_drawn() -> None:
    """With one opening on the whole board a dead end would close it."""
    state = table(("N", "NS"))
    state = state._replace(board=state.board.without("A").lay(state.board.tiles["A"]._replace(openings=2)))
    after = drawn(state, "pile-1")
    assert (waiting(after).what, after.discards) == ("tile", ("pile-1",))
    laying = apply(after, Draw("pile-2")).state
    assert waiting(laying).facts == {"tile": "pile-2", "warrior": "brute-1", "edge": "E", "x": 1, "y": 0}
    assert [a.rotation for a in legal_actions(laying) if isinstance(a, Lay)] == [90, 270]


def test_where_no_tile_could_ever_fit_the_step_is_lost() -> None:
    state = table(("N", "N"))
    state = state._replace(board=state.board.without("A").lay(state.board.tiles["A"]._replace(openings=2)))
    after = drawn(state, "pile-1")
    assert (waiting(after).what, after.discards) == ("activate", ("pile-1",))
    assert after.activation is not None
    assert after.activation.spent == 1


def test_the_demon_may_turn_it_so_that_it_closes_the_board_and_it_is_discarded() -> None:
    """A corner fits in one of the two ways in which it lets the explorer in; laid the other way it goes away."""
    state = table(("NE", "NS"))
    tiles = state.board.tiles["A"]._replace(openings=2)
    wall = tiles._replace(label="W", at=(1, -1), openings=0)
    state = state._replace(board=state.board.without("A").lay(tiles).lay(wall))
    laying = drawn(state, "pile-1")
    closing = apply(laying, Lay(270)).state
    assert (waiting(closing).what, closing.discards) == ("tile", ("pile-1",))
    assert "pile-1" in apply(laying, Lay(180)).state.board.tiles


def test_a_label_that_is_in_use_and_a_turn_that_shuts_the_explorer_out() -> None:
    laying = drawn(table(), "pile-1")
    for action, key in ((Lay(90, "A"), "label_in_use"), (Lay(0), "explorer_shut_out"), (Lay(45), "quarter_turns_only")):
        refused = refusal(laying, action)
        assert refused is not None
        assert refused.key == key
    laid = apply(laying, Lay(90, "B")).state
    assert (laid.laid["pile-1"], laid.board.tiles["B"].at, laid.board.tiles["B"].rotation) == ("B", (1, 0), 90)
    assert laid.warriors.all["brute-1"].tile == "B"


def test_the_human_lays_as_many_tiles_as_were_promised() -> None:
    """Map of the Sewers: then the Demon lays again."""
    state = table()._replace(marks=(Mark("human_lays", 2, "end:game", "map_of_the_sewers"),))
    for number, side in ((2, "human"), (4, "human"), (5, "demon")):
        state = apply(apply(state, Explore("brute-1", "E")).state, Draw(f"pile-{number}")).state
        assert waiting(state).side == side
        state = apply(state, Lay(90)).state
    assert state.marks == ()


def test_a_hole_marker_goes_where_there_is_no_hole_yet() -> None:
    state = table(("NS", "NS"))
    tiles = {**state.game.tiles, "pile-1": state.game.tiles["pile-1"]._replace(kind="hole")}
    state = state._replace(game=replace(state.game, tiles=tiles))
    start = state.board.tiles["A"]
    for label, kind, at in (("M", "plain", (5, 5)), ("H", "hole", (6, 6)), ("P", "plain", (7, 7))):
        state = state._replace(board=state.board.lay(start._replace(label=label, kind=kind, at=at)))
    laid = apply(drawn(state._replace(holes=frozenset({"M"})), "pile-1"), Lay(90, "X")).state
    assert [action.tile for action in legal_actions(laid) if isinstance(action, PutHole)] == ["A", "P"]
    for tile in ("M", "H", "X", "nowhere"):
        refused = refusal(laid, PutHole(tile))
        assert refused is not None
        assert refused.key == "no_place_for_hole"
    used_up = state._replace(holes=frozenset({"A", "M", "P"}))
    assert waiting(apply(drawn(used_up, "pile-1"), Lay(90, "X")).state).what == "activate"
