"""Readings: what is applied, what is counted down, what is only shown."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.protocol.readings import DICE, TAG, DieFace, Reading
from companion.rules.snapshot import to_json
from companion.table.history import DEFAULT_POLICY
from companion.table.table import Table
from tests.table.table_rig import ManualClock, begin, done, games_in, play_until, submit


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def table(tmp_path: Path, clock: ManualClock, rng: random.Random) -> Iterator[Table]:
    """A game that waits for the Action Dice."""
    games = games_in(tmp_path, clock=clock)
    begun = begin(games)
    play_until(begun, rng, lambda view: bool(view["waiting"]["what"] == "action"))
    yield begun
    games.close()


def number(table: Table) -> int:
    return int(table.view("both")["waiting"]["number"])


def dice(table: Table, name: str = "r1", **more: Any) -> Reading:
    faces = tuple(DieFace(1 + i % 6, 0.98, (10 * i, 0, 9, 9)) for i in range(number(table)))
    return Reading(name, DICE, "sim camera", **{"sure": True, "picture": "pic-1", "faces": faces, **more})


def policy(table: Table, mode: str) -> None:
    done(table, {"policy": {"dice": mode, "tiles": mode, "cards": mode}})


def test_accept_when_sure(table: Table) -> None:
    policy(table, "sure")
    version = table.version
    table.submit_event(dice(table))
    record = table.records()[-1]
    assert (table.version, record.kind) == (version + 1, "act")
    assert record.do == {"roll": [1 + i % 6 for i in range(len(record.do["roll"]))]}
    assert record.cause["kind"] == "camera"
    assert record.cause["picture"] == "pic-1"
    assert record.cause["confidence"] == [0.98] * len(record.do["roll"])
    assert table.view("both")["reading"] is None


def test_accept_after_a_countdown(table: Table, clock: ManualClock) -> None:
    done(table, {"policy": {"dice": "countdown", "seconds": 5}})
    version = table.version
    table.submit_event(dice(table))
    shown = table.view("demon")["reading"]
    assert (shown["countdown"], shown["note"], shown["expected"]) == (5.0, "", number(table))
    assert shown["picture"] == "pic-1"
    assert table.version == version
    clock.run_out()
    assert table.version == version + 1
    assert table.records()[-1].cause["kind"] == "camera"


@pytest.mark.parametrize("do", [{"reject": "r1"}, {"undo": True}, {"override": {"tp": 3}}])
def test_anything_done_meanwhile_stops_the_countdown(table: Table, clock: ManualClock, do: dict[str, Any]) -> None:
    policy(table, "countdown")
    table.submit_event(dice(table))
    calls = [call for _, call in clock.calls]
    done(table, do)
    version = table.version
    assert clock.calls == []
    for late in calls:
        late()
    assert table.version == version


def test_a_touch_holds_the_countdown(table: Table, clock: ManualClock) -> None:
    policy(table, "countdown")
    table.submit_event(dice(table))
    late = clock.calls[0][1]
    heard: list[tuple[Any, ...]] = []
    table.listen(lambda change: heard.append(change.records))
    version = table.version
    done(table, {"hold": "r1"}, "demon")
    shown = table.view("human")["reading"]
    assert (shown["countdown"], shown["note"], shown["sure"]) == (None, "held", True)
    assert (heard, clock.calls) == ([()], [])
    late()
    assert table.version == version
    done(table, {"hold": "r1"})
    done(table, {"accept": "r1"})
    assert table.version == version + 1


def test_what_cannot_be_held(table: Table) -> None:
    policy(table, "ask")
    assert submit(table, {"hold": "r1"}).code == "table/no_such_reading"
    table.submit_event(dice(table))
    done(table, {"hold": "r1"})
    assert table.view("both")["reading"]["note"] == "ask"
    for bad in ({"hold": 1}, {"hold": "r1", "faces": []}):
        assert submit(table, bad).code == "wire/notation"


def test_likely_faces_reach_the_tablet(table: Table) -> None:
    policy(table, "ask")
    faces = tuple(DieFace(1, 0.6, None, (6, 4)) for _ in range(number(table)))
    table.submit_event(dice(table, faces=faces))
    assert [die["guesses"] for die in table.view("both")["reading"]["faces"]] == [[6, 4]] * number(table)


def likely(table: Table, **more: Any) -> Reading:
    return dice(table, **{"sure": False, "likely": True, "facts": {"doubts": ["might_lean"]}, **more})


def test_likely_dice_count_down_longer_and_say_why(table: Table, clock: ManualClock) -> None:
    version = table.version
    table.submit_event(likely(table))
    shown = table.view("demon")["reading"]
    assert (shown["sure"], shown["likely"], shown["countdown"]) == (False, True, 5.0)
    assert (shown["note"], shown["facts"], shown["usable"]) == ("likely", {"doubts": ["might_lean"]}, True)
    clock.run_out()
    assert table.version == version + 1


def test_either_player_stops_the_countdown_of_likely_dice(table: Table, clock: ManualClock) -> None:
    table.submit_event(likely(table))
    late = clock.calls[0][1]
    version = table.version
    done(table, {"hold": "r1"}, "demon")
    late()
    shown = table.view("human")["reading"]
    assert (table.version, shown["note"], shown["countdown"]) == (version, "held", None)


@pytest.mark.parametrize(
    ("sure", "unsure", "fate"),
    [
        ("sure", "sure", "applied"),
        ("sure", "countdown", "counted"),
        ("sure", "ask", "asked"),
        ("countdown", "sure", "counted"),
        ("ask", "sure", "asked"),
    ],
)
def test_likely_dice_are_never_taken_more_easily_than_sure_ones(
    table: Table, sure: str, unsure: str, fate: str
) -> None:
    done(table, {"policy": {"dice": sure, "likely": unsure, "likely_seconds": 9}})
    version = table.version
    table.submit_event(likely(table))
    shown = table.view("both")["reading"]
    if fate == "applied":
        assert (table.version, shown) == (version + 1, None)
    else:
        assert table.version == version
        assert shown["countdown"] == (9.0 if fate == "counted" else None)
        assert shown["note"] == ("likely" if fate == "counted" else "unsure")


def test_likely_dice_are_asked_about_if_their_number_is_wrong(table: Table) -> None:
    table.submit_event(likely(table, faces=(DieFace(3),)))
    shown = table.view("both")["reading"]
    assert (shown["note"], shown["countdown"]) == ("wrong_number", None)


def test_the_tablet_is_told_which_die_is_in_doubt(table: Table) -> None:
    faces = (DieFace(3, 0.97, None, (5,), doubt="might_lean"), *(DieFace(2, 0.99) for _ in range(number(table) - 1)))
    table.submit_event(likely(table, faces=faces))
    shown = table.view("both")["reading"]["faces"]
    assert [(die["sure"], die["doubt"]) for die in shown[:2]] == [(False, "might_lean"), (True, "")]


def test_a_second_reading_starts_a_new_countdown(table: Table, clock: ManualClock) -> None:
    policy(table, "countdown")
    table.submit_event(dice(table, "r1"))
    first = clock.calls[0][1]
    table.submit_event(dice(table, "r2", faces=tuple(DieFace(5 + i % 2) for i in range(number(table)))))
    version = table.version
    first()
    assert table.version == version
    clock.run_out()
    assert set(table.records()[-1].do["roll"]) == {5, 6}


def test_ids_of_readings_may_come_again(table: Table, rng: random.Random) -> None:
    """A card reader counts from 1 each time it is plugged in: a reading is not a repeat because of its name."""
    policy(table, "sure")
    table.submit_event(dice(table, "r1"))
    play_until(table, rng, lambda view: bool(view["waiting"]["what"] == "destiny"))
    version = table.version
    table.submit_event(dice(table, "r1"))
    assert table.version == version + 1


def test_always_ask(table: Table, clock: ManualClock) -> None:
    policy(table, "ask")
    version = table.version
    table.submit_event(dice(table))
    assert (table.view("table")["reading"]["note"], clock.calls, table.version) == ("ask", [], version)
    done(table, {"accept": "r1"}, "table")
    assert table.records()[-1].cause["by"] == "table"
    assert submit(table, {"accept": "r1"}).code == "table/no_such_reading"


@pytest.mark.parametrize(
    ("more", "note"),
    [
        ({"faces": (DieFace(3),)}, "wrong_number"),
        ({"faces": ()}, "wrong_number"),
        ({"sure": False}, "unsure"),
        ({"state": "cocked"}, "cocked"),
        ({"state": "unsure", "sure": False}, "unsure"),
        ({"state": "hand"}, "hand"),
        ({"state": "moving"}, "moving"),
    ],
)
def test_what_is_only_shown(table: Table, clock: ManualClock, more: dict[str, Any], note: str) -> None:
    policy(table, "sure")
    before, version = to_json(table.state), table.version
    table.submit_event(dice(table, **more))
    assert table.view("human")["reading"]["note"] == note
    assert (to_json(table.state), table.version, clock.calls) == (before, version, [])


def test_what_the_source_doubts_is_handed_on(table: Table) -> None:
    table.submit_event(
        dice(table, state="unsure", sure=False, facts={"doubts": ["unclear", "might_lean"], "outside": 0})
    )
    assert table.view("human")["reading"]["facts"] == {"doubts": ["unclear", "might_lean"]}


def test_faces_no_die_has_are_only_shown(table: Table) -> None:
    policy(table, "sure")
    version = table.version
    table.submit_event(dice(table, faces=tuple(DieFace(7) for _ in range(number(table)))))
    assert table.view("human")["reading"]["note"] == "die_face"
    assert table.version == version
    assert submit(table, {"accept": "r1"}).code == "rules/SET-4"


def test_a_reading_nobody_asked_for_is_only_shown(table: Table, rng: random.Random) -> None:
    policy(table, "sure")
    play_until(table, rng, lambda view: bool(view["waiting"]["what"] == "activate"))
    version = table.version
    table.submit_event(Reading("r9", DICE, "camera", sure=True, faces=(DieFace(6),)))
    assert table.view("human")["reading"]["note"] == "nobody_asked"
    assert submit(table, {"accept": "r9"}).code == "table/nobody_asked"
    assert submit(table, {"correct": "r9", "faces": [1]}).code == "table/nobody_asked"
    assert table.version == version


def test_an_empty_tray_clears_the_pending_reading(table: Table) -> None:
    table.submit_event(dice(table, sure=False))
    table.submit_event(Reading("r2", DICE, "camera", state="empty"))
    assert table.view("both")["reading"] is None


def test_a_wrong_reading_is_corrected_with_one_tap(table: Table) -> None:
    table.submit_event(dice(table, sure=False))
    faces = [5 + i % 2 for i in range(number(table))]
    done(table, {"correct": "r1", "faces": faces}, "demon")
    record = table.records()[-1]
    assert record.do == {"roll": faces}
    assert record.cause["corrected"] is True
    assert record.cause["read"] != faces


def test_a_correction_still_obeys_the_rules(table: Table) -> None:
    table.submit_event(dice(table, sure=False))
    assert submit(table, {"correct": "r1", "faces": [5]}).code == "rules/INI-1"
    assert submit(table, {"correct": "r1", "faces": "five"}).code == "wire/notation"
    assert submit(table, {"correct": "other", "faces": [5]}).code == "table/no_such_reading"


def test_other_dice_after_an_undo_are_not_believed(table: Table) -> None:
    """The tray may only bring the undone dice back; a new throw has to be said out loud."""
    policy(table, "sure")
    table.submit_event(dice(table, "r1"))
    done(table, {"undo": True})
    version = table.version
    table.submit_event(dice(table, "r2", faces=tuple(DieFace(6) for _ in range(number(table)))))
    assert table.view("both")["reading"]["note"] == "kept"
    assert table.version == version
    table.submit_event(dice(table, "r3"))
    assert table.version == version + 1


# -- tags --------------------------------------------------------------------------------------------------------------


def tile_awaited(table: Table, rng: random.Random) -> list[str]:
    view = play_until(table, rng, lambda v: v["waiting"]["what"] == "tile")
    return [do["draw"] for do in view["legal"]]


def test_a_scanned_tile_is_drawn_and_laid_as_it_lies(table: Table, rng: random.Random) -> None:
    policy(table, "sure")
    tile = tile_awaited(table, rng)[0]
    table.submit_event(Reading("t1", TAG, "reader", sure=True, tag=tile, turn=90))
    record = table.records()[-1]
    assert record.do == {"draw": tile}
    assert record.cause["kind"] == "scan"
    view = table.view("both")
    if view["waiting"]["what"] == "lay":
        turn = view["legal"][0]["rotation"]
        table.submit_event(Reading("t2", TAG, "reader", sure=True, tag=tile, turn=turn))
        assert table.records()[-1].do == {"lay": "", "rotation": turn}


def test_a_tile_that_cannot_be_drawn_is_only_shown(table: Table, rng: random.Random) -> None:
    policy(table, "sure")
    tile_awaited(table, rng)
    laid = next(iter(table.state.laid))
    version = table.version
    table.submit_event(Reading("t1", TAG, "reader", sure=True, tag=laid))
    shown = table.view("human")["reading"]
    assert (shown["note"], shown["facts"]) == ("tile_in_play", {"tile": laid, "x": 0, "y": 0})
    table.submit_event(Reading("t2", TAG, "reader", sure=True, tag="no such"))
    assert table.view("human")["reading"]["note"] == "unknown_tag"
    table.submit_event(Reading("t3", TAG, "reader", tag="tile-9@B", facts={"unknown": "other_set"}))
    shown = table.view("human")["reading"]
    assert (shown["note"], shown["facts"]) == ("other_set", {"tag": "tile-9@B"})
    table.submit_event(Reading("t4", TAG, "reader", sure=True, tag="blunderbuss"))
    shown = table.view("human")["reading"]
    assert (shown["note"], shown["facts"]) == ("tile_awaited", {"card": "blunderbuss"})
    assert table.version == version


def test_a_tile_that_was_not_drawn_is_not_laid(table: Table, rng: random.Random) -> None:
    view = play_until(table, rng, lambda v: v["waiting"]["what"] == "lay")
    policy(table, "sure")
    drawn, legal = view["waiting"]["facts"]["tile"], [do["rotation"] for do in view["legal"]]
    other = next(tile for tile in table.state.game.tiles if tile not in (drawn, *table.state.laid))
    version = table.version
    table.submit_event(Reading("t1", TAG, "reader", sure=True, tag=other))
    shown = table.view("demon")["reading"]
    assert (shown["note"], shown["facts"]) == ("other_tile", {"tile": other, "drawn": drawn})
    table.submit_event(Reading("t2", TAG, "reader", sure=False, tag=drawn, turn=legal[0]))
    assert (table.view("demon")["reading"]["note"], table.version) == ("unsure", version)
    table.submit_event(Reading("t3", TAG, "reader", sure=True, tag=drawn, turn=legal[0]))
    assert table.records()[-1].do == {"lay": "", "rotation": legal[0]}


def test_a_tile_scanned_at_the_wrong_moment_says_so(table: Table, rng: random.Random) -> None:
    play_until(table, rng, lambda v: v["waiting"]["what"] == "activate")
    table.submit_event(Reading("t1", TAG, "reader", sure=True, tag="7"))
    shown = table.view("table")["reading"]
    assert (shown["note"], shown["facts"], shown["offers"]) == ("nobody_asked", {"tile": "7"}, [])
    done(table, {"reject": "t1"}, "human")
    assert table.view("table")["reading"] is None


@pytest.mark.parametrize(("cards", "by"), [("scan", "scan"), ("hand", "")])
def test_cards_are_looked_for_while_somebody_chooses(tmp_path: Path, rng: random.Random, cards: str, by: str) -> None:
    games = games_in(tmp_path / "other")
    table = begin(games, sources={"cards": cards, "tiles": "hand"})
    play_until(table, rng, lambda v: v["waiting"]["what"] == "assign")
    awaited = table.input_request()
    assert awaited is not None
    assert awaited.by == by
    games.close()


def test_a_scanned_card_is_shown_to_its_owner_only(tmp_path: Path) -> None:
    games = games_in(tmp_path / "other")
    table = begin(games)
    card = table.state.decks["advantage"][0]
    table.submit_event(Reading("c1", TAG, "reader", sure=True, tag=card))
    assert table.view("human")["reading"]["tag"] == card
    for seat in ("demon", "table", "host"):
        assert table.view(seat)["reading"] is None
    games.close()


def test_a_scanned_card_offers_what_it_can_do_now_to_its_owner_only(table: Table) -> None:
    """An Advantage shown to the reader while nobody draws: it can be played, and the Demon sees nothing of it."""
    done(table, {"override": {"hands": {"advantage": ["oil_for_your_lamp"]}}}, "human")
    version = table.version
    table.submit_event(Reading("c1", TAG, "reader", sure=True, tag="oil_for_your_lamp"))
    shown = table.view("human")["reading"]
    assert (shown["tag"], shown["note"]) == ("oil_for_your_lamp", "nobody_asked")
    assert shown["offers"] == [{"play": "oil_for_your_lamp"}]
    for seat in ("demon", "table", "host"):
        assert table.view(seat)["reading"] is None
    assert table.version == version
    done(table, shown["offers"][0], "human")


def test_the_policy_survives_a_restart(tmp_path: Path) -> None:
    games = games_in(tmp_path / "other")
    table = begin(games)
    done(table, {"policy": {"dice": "ask"}}, "host")
    games.close()
    kept = games.table(table.name).policy
    assert kept == {**DEFAULT_POLICY, "dice": "ask"}
    games.close()


def test_what_is_awaited_from_outside(table: Table, rng: random.Random) -> None:
    awaited = table.input_request()
    assert awaited is not None
    assert (awaited.kind, awaited.what, awaited.side, awaited.number) == ("roll", "action", "human", number(table))
    play_until(table, rng, lambda view: bool(view["waiting"]["kind"] == "choice"))
    awaited = table.input_request()
    assert awaited is not None
    assert (awaited.kind, awaited.what) == ("choice", "assign")
