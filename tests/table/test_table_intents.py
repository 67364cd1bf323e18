"""Intents: versions, repeats, order, seats, and refusals that say why."""

from __future__ import annotations

import random
import sqlite3
import threading
from typing import Any

import pytest

from companion.protocol.intents import TABLE_VERBS, Answer
from companion.table.game_store import GameStore
from companion.table.table import Change, Table
from tests.table.table_rig import begin, done, games_in, play_until, submit


def choosing(view: dict[str, Any]) -> bool:
    return bool(view["waiting"]["what"] == "activate")


def test_a_stale_intent_is_refused_and_changes_nothing(table: Table) -> None:
    done(table, {"draw_for_me": True})
    before = table.view("both")
    answer = submit(table, {"draw_for_me": True}, version=0)
    assert (answer.ok, answer.code, answer.facts) == (
        False,
        "table/stale",
        {"version": 0, "current": before["version"]},
    )
    assert table.view("both") == before


def test_an_intent_from_the_future_is_stale_too(table: Table) -> None:
    assert submit(table, {"draw_for_me": True}, version=99).code == "table/stale"


def test_a_repeated_intent_is_answered_again_and_done_once(table: Table) -> None:
    first = submit(table, {"draw_for_me": True}, name="the-same-id")
    version = table.version
    again = submit(table, {"draw_for_me": True}, name="the-same-id", version=0)
    assert first == again
    assert table.version == version


def test_a_repeated_intent_is_known_after_a_restart(games: GameStore, table: Table) -> None:
    first = submit(table, {"draw_for_me": True}, name="the-same-id")
    games.close()
    table = games.table(table.name)
    assert submit(table, {"draw_for_me": True}, name="the-same-id", version=0) == first


def test_a_refusal_is_repeated_as_it_was_even_if_it_would_be_legal_now(table: Table) -> None:
    refused = submit(table, {"roll_for_me": True}, name="too-early")
    assert refused.code == "table/no_roll_awaited"
    done(table, {"draw_for_me": True})
    assert submit(table, {"roll_for_me": True}, name="too-early") == refused


def test_many_at_once_are_strictly_ordered(table: Table) -> None:
    """Twenty threads want the same: each version is won by exactly one of them, the others are stale."""
    play_until(table, random.Random(1), lambda view: bool(view["waiting"]["kind"] == "roll"))
    start = table.version
    answers: list[Answer] = []
    ready = threading.Barrier(20)

    def tap() -> None:
        ready.wait()
        answers.append(submit(table, {"roll_for_me": True}, version=start))

    threads = [threading.Thread(target=tap) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [a.version for a in answers if a.ok] == [start + 1]
    assert {a.code for a in answers if not a.ok} == {"table/stale"}


def test_a_refusal_by_the_rules_carries_the_rule_and_the_numbers(table: Table, rng: random.Random) -> None:
    play_until(table, rng, choosing)
    before = table.view("both")
    answer = submit(table, {"move": "redeemer", "to": "nowhere"})
    assert (answer.code, answer.key, answer.facts) == ("rules/MOV-2", "no_such_tile", {"tile": "nowhere"})
    assert table.view("both") == before


@pytest.mark.parametrize("seat", ["demon", "table", "host"])
def test_only_the_side_awaited_acts(table: Table, seat: str) -> None:
    for do in ({"draw_for_me": True}, {"draw": "unknown"}, {"end_phase": True}):
        answer = submit(table, do, seat)
        assert answer.code == "table/not_your_seat"
        assert answer.facts["side"] == "human"
    assert table.version == 0


def test_the_other_players_cards_cannot_be_played_or_probed(table: Table, rng: random.Random) -> None:
    play_until(table, rng, choosing)
    event = next(name for name, card in table.state.game.cards.items() if card.deck == "event")
    assert submit(table, {"play": event}, "human").code == "table/not_your_seat"


@pytest.mark.parametrize(
    "do",
    [
        {"fly": "redeemer"},
        {"move": "redeemer", "end_phase": True},
        {"move": 7, "to": "1"},
        {"move": "redeemer", "to": "1", "quickly": True},
        {"roll": "six"},
        {"roll": [1] * 1000},
        {"assign": {}},
        {"undo": 1},
        {"undo": True, "redo": True},
        {"accept": 5},
        {"correct": "x"},
        {"policy": {"dice": "never"}},
        {"policy": {"seconds": 0}},
        {"policy": []},
        {"override": []},
        {"override": {"tp": 1}, "why": 5},
        {"override": {"tp": 1}, "because": "x"},
        {"roll_for_me": 1},
        {"draw_for_me": "please"},
    ],
)
def test_verbs_that_cannot_be_read(table: Table, do: dict[str, Any]) -> None:
    before = table.view("both")
    answer = submit(table, do)
    assert not answer.ok
    assert answer.code == "wire/notation"
    assert answer.facts["reason"]
    assert table.view("both") == before


def test_every_legal_verb_is_taken(games: GameStore) -> None:
    """What a view offers, the table does: each offered verb of many positions is tried and undone."""
    rng = random.Random(11)
    table = begin(games, "survivors")
    for _ in range(25):
        view = play_until(table, rng, lambda v: v["waiting"]["kind"] == "choice")
        for seat in ("human", "demon"):
            offered = table.view(seat)["legal"]
            for do in rng.sample(offered, min(6, len(offered))):
                done(table, do, seat)
                done(table, {"undo": True})
        done(table, rng.choice(view["legal"]))


def test_a_full_disk_refuses_and_changes_nothing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    before = table.view("both")
    with monkeypatch.context() as patch:
        patch.setattr(table._journal, "append", full)
        answer = submit(table, {"draw_for_me": True}, name="once-more")
        assert (answer.code, answer.facts) == ("table/not_saved", {"reason": "database or disk is full"})
        assert table.view("both") == before
    assert submit(table, {"draw_for_me": True}, name="once-more").ok


def test_a_listener_that_fails_fails_alone(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    told: list[int] = []

    def broken(change: Change) -> None:
        raise RuntimeError("a lamp that does not light")

    table.listen(broken)
    table.listen(lambda change: told.append(change.version))
    done(table, {"draw_for_me": True})
    assert told == [table.version]
    assert "a lamp that does not light" in caplog.text


def test_nothing_more_can_be_done_when_the_game_is_over(games: GameStore) -> None:
    table = begin(games)
    done(table, {"override": {"winner": "demon"}, "why": "we are tired"})
    assert submit(table, {"end_phase": True}).code in ("rules/SET-1", "table/not_your_seat")
    assert submit(table, {"roll_for_me": True}, "demon").code == "table/no_roll_awaited"
    done(table, {"undo": True}, "human")
    done(table, {"draw_for_me": True})


def test_set_up_refusals_say_what_is_wrong(tmp_path: Any) -> None:
    games = games_in(tmp_path)
    for options in (
        {"scenario": "no such"},
        {"scenario": "survivors", "house": {"calm": "never"}},
        {"scenario": "survivors", "extra_gift": "no such", "handicap": "demon"},
    ):
        with pytest.raises(Exception, match="setup/refused") as caught:
            begin(games, **options)
        assert caught.value.facts["reason"]  # type: ignore[attr-defined]
    assert games.names() == []
    games.close()


def test_the_table_verbs_are_none_of_the_rules() -> None:
    from companion.rules.notation import VERBS

    assert not set(TABLE_VERBS) & set(VERBS)
