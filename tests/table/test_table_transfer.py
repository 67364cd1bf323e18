"""A game as a file: written, read back, played again to the same state; bad files change nothing."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from companion.protocol.refusal import Refused
from companion.rules.snapshot import to_json
from companion.table import record
from companion.table.game_store import GameStore
from companion.table.record import FORMAT, BadFile, Record
from companion.table.table import Table
from companion.table.transfer import exported, imported, replayed
from tests.table.table_rig import begin, done, loaded_box, play, play_until, same, submit


@pytest.fixture
def played(games: GameStore) -> Table:
    table = begin(games, "who_dares")
    play(table, random.Random(5), 150, back=0.15)
    done(table, {"override": {"tp": 7}, "why": "for the test"})
    return table


def test_it_replays_to_the_same_state(played: Table) -> None:
    state, acts = replayed(imported(exported(played.records())), loaded_box())
    assert to_json(state) == to_json(played.state)
    assert acts == sum(r.kind in ("act", "override") for r in played.records())


def test_an_imported_game_goes_on_where_it_was(games: GameStore, played: Table) -> None:
    copy = games.take_in(games.export(played.name, None))
    assert copy.name != played.name
    assert same(copy, played)
    assert copy.view("both")["undo"] == played.view("both")["undo"]
    done(copy, {"undo": True})


def test_what_a_seat_exports_can_be_played_by_it(games: GameStore, played: Table) -> None:
    for seat in ("human", "demon", "table"):
        copy = games.take_in(games.export(played.name, seat))
        assert copy.view(seat)["warriors"] == played.view(seat)["warriors"]
        assert copy.view(seat)["hands"] == played.view(seat)["hands"]


def test_the_piles_of_an_exported_running_game_are_shuffled_anew(games: GameStore, played: Table) -> None:
    copy = games.take_in(games.export(played.name, "both"))
    play_until(copy, random.Random(1), lambda view: bool(view["waiting"]["what"] == "tile"))
    done(copy, {"draw_for_me": True})


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda lines: [], "empty"),
        (lambda lines: ["", "\n"], "empty"),
        (lambda lines: ["not json", *lines[1:]], "line 1: not JSON"),
        (lambda lines: ["[]", *lines], "line 1"),
        (lambda lines: lines[1:], "line 1: "),
        (lambda lines: [*lines[:3], *lines[4:]], "line 4: "),
        (lambda lines: [lines[0], lines[2], lines[1], *lines[3:]], "line 2: "),
        (lambda lines: [*lines[:5], lines[5].replace('"act"', '"fact"'), *lines[6:]], "line 6: kind"),
        (
            lambda lines: [*lines[:5], lines[5].replace('"seat":"both"', '"seat":"human"'), *lines[6:]],
            "line 6: the check",
        ),
        (lambda lines: [*lines[:5], lines[5][:-20]], "line 6: "),
        (lambda lines: ["x" * 300_000], "line 1: too long"),
    ],
)
def test_bad_files(games: GameStore, played: Table, spoil: object, says: str) -> None:
    lines = games.export(played.name, None)
    before = games.names()
    with pytest.raises(Refused) as caught:
        games.take_in(spoil(lines))  # type: ignore[operator]
    assert caught.value.code == "import/bad_file"
    assert says in caught.value.facts["reason"]
    assert games.names() == before


def rechained(records: list[Record]) -> list[str]:
    return list(exported(records))


def test_a_file_with_good_checksums_must_still_play(played: Table) -> None:
    """Whoever makes up a file can make up checksums: what it says is checked by playing it."""
    records = played.records()
    at = next(i for i, r in enumerate(records) if r.kind == "act" and "roll" in r.do)
    for wrong in (
        records[at]._replace(do={"move": "redeemer", "to": "nowhere"}),
        records[at]._replace(do={"fly": True}),
        records[at]._replace(lines=[]),
        records[at]._replace(kind="override", do={"override": {"tp": -1}}),
        records[at]._replace(kind="override", do={}),
        records[at]._replace(kind="redo", do={"redo": 5}),
        records[at]._replace(kind="shuffle", do={}),
    ):
        with pytest.raises(BadFile, match=f"record {at}|line {at + 1}"):
            replayed(imported(rechained([*records[:at], wrong, *records[at + 1 :]])), loaded_box())


def test_a_set_up_that_is_not_possible(played: Table) -> None:
    first, *rest = played.records()
    for game in ({"scenario": "no such"}, {"scenario": 5}, {}):
        with pytest.raises(BadFile, match="line 1"):
            replayed(imported(rechained([first._replace(do={**first.do, "game": game}), *rest])), loaded_box())
    with pytest.raises(BadFile, match="line 1"):
        imported(rechained([first._replace(do={})]))


def test_a_file_from_the_future_says_so(played: Table) -> None:
    first, *rest = played.records()
    with pytest.raises(BadFile, match="update the companion"):
        imported(rechained([first._replace(do={**first.do, "format": FORMAT + 1}), *rest]))


def test_old_formats_are_brought_up_to_date(played: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The way a next format will take: an old verb is spelled anew, everything else stays."""

    def step(records: list[Record]) -> list[Record]:
        return [r._replace(do={"finish": r.do["done"]}) if "done" in r.do else r for r in records]

    records = [r._replace(do={"done": r.do["finish"]}) if "finish" in r.do else r for r in played.records()]
    with pytest.raises(BadFile, match="no way"):
        record.migrated(list(records), FORMAT + 1)
    monkeypatch.setitem(record.MIGRATIONS, FORMAT, step)
    fresh = record.migrated(list(records), FORMAT + 1)
    assert fresh[0].do["format"] == FORMAT + 1
    assert fresh[1:] == played.records()[1:]


def test_a_file_is_json_a_line_and_says_who_did_what_and_why(games: GameStore, played: Table) -> None:
    lines = [json.loads(line) for line in games.export(played.name, None)]
    assert [line["seq"] for line in lines] == list(range(len(lines)))
    assert lines[-1]["cause"] == {"kind": "override", "why": "for the test"}
    keys = {"seq", "kind", "do", "seat", "cause", "rules", "content", "intent", "at", "asked", "lines", "sum"}
    assert all(set(line) == keys for line in lines)


def test_an_id_used_in_the_file_is_still_known(games: GameStore, played: Table) -> None:
    copy = games.take_in(games.export(played.name, None))
    last = played.records()[-1]
    assert submit(copy, {"undo": True}, name=last.intent).version == last.seq


KEPT_GAMES = sorted((Path(__file__).parent / "games").glob("*.jsonl"))


@pytest.mark.parametrize("path", KEPT_GAMES, ids=lambda p: p.stem)
def test_a_finished_game_that_was_kept_still_plays_to_its_end(path: Path) -> None:
    """An exported evening is a test as it is: every record must still be legal and come to the same end."""
    state, acts = replayed(imported(path.read_text().splitlines(keepends=True)), loaded_box())
    assert acts > 50
    assert state.outcome is not None
    assert state.outcome.winner == "demon"


def test_there_are_kept_games() -> None:
    assert KEPT_GAMES
