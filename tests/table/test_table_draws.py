"""Drawing for the players: a pile shuffled once, that respects the stack, and that nobody can foresee."""

from __future__ import annotations

import random
from pathlib import Path

from companion.rules.exploring import drawable
from companion.table.drawing import fresh_order, next_in, top_of
from companion.table.game_store import GameStore
from companion.table.table import Table
from tests.table.table_rig import begin, done, environment, games_in, loaded_box, play_until, submit


def tile_awaited(table: Table, seed: int = 1) -> None:
    play_until(table, random.Random(seed), lambda view: bool(view["waiting"]["what"] == "tile"))


def test_tiles_come_in_the_order_of_the_pile(table: Table) -> None:
    tile_awaited(table)
    done(table, {"draw_for_me": True})
    shuffle = next(r for r in table.records() if r.kind == "shuffle" and r.do["shuffle"] == "tile")
    drawn = [r.do["draw"] for r in table.records() if "draw" in r.do and r.asked and r.asked["what"] == "tile"]
    while len(drawn) < 5:
        tile_awaited(table, len(drawn))
        done(table, {"draw_for_me": True})
        drawn = [r.do["draw"] for r in table.records() if "draw" in r.do and r.asked and r.asked["what"] == "tile"]
    assert drawn == list(shuffle.do["order"])[: len(drawn)]
    assert sum(r.kind == "shuffle" and r.do["shuffle"] == "tile" for r in table.records()) == 1


def test_a_tile_drawn_by_hand_is_passed_over(table: Table) -> None:
    tile_awaited(table)
    done(table, {"draw_for_me": True})
    order = next(r.do["order"] for r in table.records() if r.kind == "shuffle" and r.do["shuffle"] == "tile")
    tile_awaited(table, 2)
    by_hand = next(tile for tile in order[1:] if tile in drawable(table.state))
    done(table, {"draw": by_hand}, "human")
    tile_awaited(table, 3)
    done(table, {"draw_for_me": True})
    assert table.records()[-1].do["draw"] == next(t for t in order[1:] if t != by_hand)


def test_every_tile_of_the_stack_is_in_the_pile_once(games: GameStore) -> None:
    for scenario in loaded_box().box.scenarios:
        table = begin(games, scenario)
        left = sum(part.left for layer in table.state.stack for part in layer)
        tile_awaited(table)
        order = fresh_order(loaded_box(), table.state, "tile", environment(4).shuffler)
        assert len(order) == len(set(order)) == left
        assert order[0] in drawable(table.state)


def test_cards_that_come_in_copies_are_each_drawn_once(table: Table) -> None:
    deck = table.state.decks["advantage"]
    twice = next(card for card in deck if deck.count(card) > 1)
    pile = (twice, *[card for card in deck if card != twice][:2], twice)
    assert next_in(pile, table.state, "advantage") == twice
    done(table, {"draw": twice}, "human")
    done(table, {"override": {"hands": {"advantage": []}}})
    if table.view("human")["waiting"]["kind"] == "draw":
        assert next_in(pile, table.state, "advantage") == pile[1]


def test_the_pile_survives_a_restart(tmp_path: Path) -> None:
    games = games_in(tmp_path, seed=1)
    table = begin(games)
    tile_awaited(table)
    done(table, {"draw_for_me": True})
    order = list(table._history.piles["tile"])
    games.close()
    again = games_in(tmp_path, seed=2).table(table.name)
    tile_awaited(again, 5)
    done(again, {"draw_for_me": True})
    assert again.records()[-1].do["draw"] in order[1:]
    assert list(again._history.piles["tile"]) == order
    again.close()


def test_discards_are_shuffled_anew(table: Table) -> None:
    """When the stack is used up the discards become the stack: in a new order (EXP-6)."""
    tile_awaited(table)
    state = table.state
    gone = tuple(t for t in state.game.tiles if t not in state.laid)
    empty = tuple(tuple(part._replace(left=0) for part in layer) for layer in state.stack)
    used_up = state._replace(stack=empty, discards=gone)
    assert next_in(gone, used_up, "tile") is None
    order = fresh_order(loaded_box(), used_up, "tile", environment(1).shuffler)
    assert sorted(order) == sorted(gone)
    assert order != gone
    assert top_of(order, used_up) == order[0]


def test_a_pile_with_nothing_in_it_says_so(table: Table) -> None:
    """Only an override can lead there; the way out is another."""
    tile_awaited(table)
    state = table.state
    table._state = state._replace(stack=(), discards=())
    assert submit(table, {"draw_for_me": True}).code == "table/pile_empty"


def test_a_game_goes_on_with_its_discards(table: Table) -> None:
    tile_awaited(table)
    state = table.state
    gone = tuple(t for t in state.game.tiles if t not in state.laid)
    table._state = state._replace(stack=(), discards=gone)
    done(table, {"draw_for_me": True})
    assert table.records()[-1].do["draw"] in gone


def test_nothing_to_draw(table: Table) -> None:
    play_until(table, random.Random(1), lambda view: bool(view["waiting"]["kind"] == "roll"))
    assert submit(table, {"draw_for_me": True}).code == "table/no_draw_awaited"
