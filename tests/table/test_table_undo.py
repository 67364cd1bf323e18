"""Undo and redo: by name, from any seat, never a new roll, with what to put back on the table."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from companion.rules.snapshot import to_json
from companion.table.game_store import GameStore
from companion.table.physical_table import put_back
from companion.table.table import Table
from tests.table.choosing import choose
from tests.table.table_rig import begin, done, games_in, play, play_until, same, submit


def awaits(what: str) -> Any:
    return lambda view: view["waiting"]["what"] == what


def test_nothing_to_undo_or_redo(table: Table) -> None:
    assert table.view("both")["undo"] is None
    assert submit(table, {"undo": True}).code == "table/nothing_to_undo"
    assert submit(table, {"redo": True}).code == "table/nothing_to_redo"


def test_undo_has_a_name_and_takes_back_one_act(table: Table, rng: random.Random) -> None:
    view = play_until(table, rng, lambda v: any("explore" in do for do in v["legal"]))
    before = to_json(table.state)
    do = next(do for do in view["legal"] if "explore" in do)
    seq = done(table, do)
    assert table.view("table")["undo"] == {"seq": seq, "name": {"key": "explore", "facts": do}}
    done(table, {"undo": True}, "table")
    assert to_json(table.state) == before
    assert table.view("demon")["redo"] == {"seq": seq, "name": {"key": "explore", "facts": do}}
    assert table.log("demon")[-1]["key"] == "undo"
    assert table.log("demon")[-1]["facts"]["name"]["facts"] == do
    assert all(line["undone"] for line in table.log("human") if line["seq"] == seq)


def test_undo_all_and_redo_all(games: GameStore, rng: random.Random) -> None:
    table = begin(games)
    first = to_json(table.state)
    play(table, rng, 120)
    last = to_json(table.state)
    steps = 0
    while table.view("both")["undo"]:
        done(table, {"undo": True})
        steps += 1
    assert to_json(table.state) == first
    for _ in range(steps):
        done(table, {"redo": True})
    assert to_json(table.state) == last
    assert table.view("both")["redo"] is None
    assert table.view("both")["put_back"] == []


def test_a_new_act_ends_redo_and_the_branch_is_kept_in_the_log(table: Table, rng: random.Random) -> None:
    view = play_until(table, rng, lambda v: v["waiting"]["what"] == "activate" and len(v["legal"]) > 3)
    gone = done(table, view["legal"][1])
    done(table, {"undo": True})
    done(table, view["legal"][2])
    assert submit(table, {"redo": True}).code == "table/nothing_to_redo"
    assert {line["undone"] for line in table.log("both") if line["seq"] == gone} == {True}


@pytest.mark.parametrize("seed", range(4))
def test_random_walks_through_history_survive_a_restart(tmp_path: Path, seed: int) -> None:
    games = games_in(tmp_path, seed)
    table = begin(games, random.Random(seed).choice(["survivors", "who_dares", "possessed"]))
    play(table, random.Random(seed), 200, back=0.25)
    before, view, log = to_json(table.state), table.view("both"), table.log("human")
    games.close()
    again = games_in(tmp_path, seed)
    reopened = again.table(table.name)
    assert to_json(reopened.state) == before
    assert reopened.view("both") == view
    assert reopened.log("human") == log
    again.close()


# -- never a new roll --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["action", "destiny", "combat"])
def test_an_undone_roll_is_offered_again_and_not_rolled_again(table: Table, rng: random.Random, what: str) -> None:
    play_until(table, rng, awaits(what))
    seq = done(table, {"roll_for_me": True})
    after = to_json(table.state)
    dice = table.records()[-1].do
    done(table, {"undo": True})
    offered = table.view("demon")["reading"]
    assert (offered["id"], offered["state"], offered["sure"]) == (f"kept-{seq}", "kept", True)
    assert {"roll": [face["face"] for face in offered["faces"]]} == dice
    assert submit(table, {"reject": offered["id"]}).code == "table/kept_reading"
    done(table, {"roll_for_me": True})
    assert to_json(table.state) == after
    assert table.records()[-1].cause["again"] == seq


def test_an_offered_roll_can_be_accepted_from_any_seat(table: Table, rng: random.Random) -> None:
    play_until(table, rng, awaits("action"))
    done(table, {"roll_for_me": True})
    after = to_json(table.state)
    done(table, {"undo": True})
    done(table, {"accept": table.view("table")["reading"]["id"]}, "table")
    assert to_json(table.state) == after
    assert table.view("table")["reading"] is None


def test_an_offered_roll_can_be_corrected(table: Table, rng: random.Random) -> None:
    view = play_until(table, rng, awaits("action"))
    done(table, {"roll_for_me": True})
    done(table, {"undo": True})
    faces = [5 + i % 2 for i in range(view["waiting"]["number"])]
    done(table, {"correct": table.view("human")["reading"]["id"], "faces": faces}, "human")
    assert table.records()[-1].do == {"roll": faces}
    assert table.records()[-1].cause["corrected"] is True


def test_an_undone_card_that_was_drawn_otherwise_since_does_not_come_again(table: Table, rng: random.Random) -> None:
    """Two cards are drawn and undone; then the second comes first. There is no other of it for the second draw."""
    play_until(table, rng, lambda view: view["waiting"]["what"] == "event" and view["waiting"]["number"] == 2)
    deck = table.state.decks["event"]
    lone, *others = sorted(deck, key=deck.count)
    assert deck.count(lone) == 1
    for card in (others[0], lone):
        done(table, {"draw": card})
    for _ in range(2):
        done(table, {"undo": True})
    done(table, {"draw": lone})
    assert table.view("demon")["reading"] is None
    done(table, {"draw_for_me": True})
    assert table.records()[-1].do["draw"] != lone


def test_several_undone_rolls_come_again_in_their_order(table: Table, rng: random.Random) -> None:
    """Undo over a whole attack and more: each question gets its own old answer, not the last one."""
    play_until(table, rng, awaits("activate"))
    start = table.version
    play(table, rng, 60)
    acts = [r for r in table.records() if r.seq > start and r.kind == "act" and r.cause["kind"] != "forced"]
    end = to_json(table.state)
    for _ in acts:
        done(table, {"undo": True})
    for record in acts:
        do = dict(record.do)
        if record.asked is not None:
            do = {"draw_for_me": True} if "draw" in do else {"roll_for_me": True}
        done(table, do)
    assert to_json(table.state) == end


def test_an_undone_draw_gives_the_same_tile(table: Table, rng: random.Random) -> None:
    play_until(table, rng, awaits("tile"))
    done(table, {"draw_for_me": True})
    drawn = table.records()[-1].do["draw"]
    done(table, {"undo": True})
    assert table.view("demon")["reading"]["tag"] == drawn
    done(table, {"draw_for_me": True})
    assert table.records()[-1].do["draw"] == drawn


def test_an_undone_card_is_offered_to_its_owner_only(table: Table) -> None:
    done(table, {"draw_for_me": True}, "human")
    card = table.records()[-1].do["draw"]
    done(table, {"undo": True}, "demon")
    assert table.view("human")["reading"]["tag"] == card
    assert table.view("demon")["reading"] is None
    assert table.view("demon")["redo"]["name"]["facts"] == {"draw": "unknown"}


# -- putting back ------------------------------------------------------------------------------------------------------


def test_what_to_put_back_after_a_move(table: Table, rng: random.Random) -> None:
    view = play_until(table, rng, lambda v: any("move" in do for do in v["legal"]))
    do = next(do for do in view["legal"] if "move" in do)
    was = next(w["tile"] for w in view["warriors"] if w["id"] == do["move"])
    done(table, do)
    assert table.view("both")["put_back"] == []
    done(table, {"undo": True})
    back = {"key": "warrior_to", "facts": {"warrior": do["move"], "tile": was, "from": do["to"]}}
    found = [item for item in table.view("table")["put_back"] if item["key"] == "warrior_to"]
    assert [{**item, "facts": {k: v for k, v in item["facts"].items() if k != "kind"}} for item in found] == [back]
    done(table, {"redo": True})
    assert table.view("table")["put_back"] == []


def test_what_to_put_back_adds_up_over_several_undos(table: Table, rng: random.Random) -> None:
    play_until(table, rng, awaits("lay"))
    done(table, choose(table.view("both"), rng))
    label = table.log("both")[-1]["facts"].get("tile") or next(
        line["facts"]["tile"] for line in reversed(table.log("both")) if line["key"] == "lays"
    )
    for _ in range(3):
        done(table, {"undo": True})
    keys = {(item["key"], item["facts"].get("tile")) for item in table.view("human")["put_back"]}
    assert ("tile_off", label) in keys


def test_a_new_act_means_it_has_been_put_back(table: Table, rng: random.Random) -> None:
    play_until(table, rng, awaits("activate"))
    play(table, rng, 10)
    done(table, {"undo": True})
    done(table, {"undo": True})
    done(table, choose(table.view("both"), rng))
    assert table.view("both")["put_back"] == []


def test_put_back_names_every_kind_of_piece(games: GameStore) -> None:
    one, other = begin(games), begin(games)
    change = {
        "warriors": {
            "redeemer": {"cancelled": [1, 2], "die": 3, "tokens": ["flame"], "objects": []},
            "brute-1": None,
            "troglodyte-1": {"kind": "troglodyte", "tile": next(iter(one.state.board.tiles))},
        },
        "tiles": {"X": {"kind": "plain", "at": [5, 5], "openings": "NS"}},
        "holes": ["X"],
        "tp": 9,
        "hands": {"event": ["panic"]},
        "round": 2,
    }
    done(other, {"override": change})
    there = {item["key"] for item in put_back(one.state, other.state, "demon")}
    back = {item["key"] for item in put_back(other.state, one.state, "demon")}
    common = {"tp_to", "phase_to"}
    assert there >= common | {"die_to", "tile_on", "hole_on", "warrior_to", "warrior_off", "line_token_on", "thing_on"}
    assert back >= common | {
        "die_off",
        "tile_off",
        "hole_off",
        "warrior_to",
        "warrior_off",
        "line_token_off",
        "thing_off",
    }
    cards = [item for item in put_back(one.state, other.state, "demon") if item["key"] == "card_to_hand"]
    assert [item["facts"] for item in cards] == [{"deck": "event", "card": "panic"}]
    hidden = [item for item in put_back(one.state, other.state, "human") if item["key"] == "card_to_hand"]
    assert [item["facts"] for item in hidden] == [{"deck": "event"}]


def test_overrides_are_undone_like_anything(table: Table, rng: random.Random) -> None:
    play_until(table, rng, awaits("activate"))
    before = to_json(table.state)
    done(table, {"override": {"tp": 42}, "why": "forgot the handicap"}, "host")
    assert table.view("human")["tp"] == 42
    line = table.log("demon")[-1]
    assert (line["override"], line["side"], line["key"]) == (True, "host", "override")
    assert table.records()[-1].cause["why"] == "forgot the handicap"
    done(table, {"undo": True}, "demon")
    assert to_json(table.state) == before


def test_snapshots_lead_to_the_same_states_as_playing_from_the_start(games: GameStore, rng: random.Random) -> None:
    table = begin(games)
    play(table, rng, 160, back=0.1)
    records = table.records()
    games.close()
    reopened = games.table(table.name)
    assert reopened._journal.snapshots(f"{reopened.loaded_box().rules}/{reopened.loaded_box().content}")
    plain = games.take_in(games.export(table.name, None))
    assert plain.records()[1:] == records[1:]
    # Played from the start once: from then on it opens as quickly as the other.
    assert plain._journal.snapshots(f"{reopened.loaded_box().rules}/{reopened.loaded_box().content}")
    assert same(reopened, plain)
