"""The owner's boxes on disk, and games that keep the values they began with."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.content.owner.overlay import Overlay
from companion.content.owner.values import with_value
from companion.protocol.refusal import Refused
from companion.rules.snapshot import to_json
from companion.table.box_store import BoxStore, EditedBox
from companion.table.game_store import GameStore
from companion.table.loaded_box import LoadedBox, load_overlay
from companion.table.record import BadFile
from companion.table.table import Table
from companion.table.transfer import exported, imported, replayed
from tests.table.table_rig import begin, done, environment, play, submit

LINE = "pack.human.brute.lines.{}"
OTHER_LINE = {"mvt": 2, "cbt": 4, "def": 2}


@pytest.fixture
def boxes(tmp_path: Path) -> BoxStore:
    return BoxStore(tmp_path / "boxes")


OpenGames = Callable[[BoxStore], GameStore]


@pytest.fixture
def games_with(tmp_path: Path) -> Iterator[OpenGames]:
    """Opens the games of one folder with these boxes, as often as wanted; all are closed in the end."""
    opened: list[GameStore] = []

    def open_games(boxes: BoxStore) -> GameStore:
        opened.append(GameStore(tmp_path / "games", boxes, environment()))
        return opened[-1]

    yield open_games
    for games in opened:
        games.close()


def say(boxes: BoxStore, path: str, value: Any) -> None:
    boxes.change(lambda overlay, _: EditedBox(load_overlay(with_value(overlay, path, value))))


def brute_lines(table: Table) -> list[list[int]]:
    brute = next(w for w in table.view("both")["warriors"] if w["profile"] == "brute")
    lines: list[list[int]] = brute["lines"]
    return lines


# -- boxes on disk -----------------------------------------------------------------------------------------------------


def test_the_first_value_makes_the_owners_box(boxes: BoxStore, tmp_path: Path) -> None:
    assert [b["id"] for b in boxes.summaries()] == ["mine"]
    say(boxes, "pack.fiend.demon_7.health", 7)
    again = BoxStore(tmp_path / "boxes")
    assert again.current().box.profiles["demon_7"].health == 7
    assert again.summaries()[0]["owner_values"] == 1


def test_a_variant_is_chosen_and_deleted(boxes: BoxStore) -> None:
    say(boxes, "pack.fiend.demon_7.health", 7)
    friends = boxes.create({"en": "A friend's house rules"}, copy_of="mine")
    boxes.choose(friends)
    say(boxes, "pack.fiend.demon_7.health", 9)
    assert boxes.choose("mine").box.profiles["demon_7"].health == 7
    assert boxes.choose(friends).box.profiles["demon_7"].health == 9
    boxes.delete(friends)
    assert boxes.chosen == "mine"
    assert boxes.current().box.profiles["demon_7"].health == 7
    with pytest.raises(Refused, match="no_such_box"):
        boxes.choose("../mine")


def test_a_box_goes_out_and_comes_in_as_one_file(boxes: BoxStore, tmp_path: Path) -> None:
    say(boxes, "pack.square.trap.red", False)
    text = boxes.give_out("mine")
    other = BoxStore(tmp_path / "other")
    name = other.take_in(text)
    assert name == "mine_2"
    assert other.choose(name).content == boxes.current().content


@pytest.mark.parametrize("text", ["id = ", '[[human]]\nid = "giant"', 'id = "../../x"\n[[dragon]]\nid = "x"'])
def test_a_bad_file_changes_nothing(boxes: BoxStore, tmp_path: Path, text: str) -> None:
    with pytest.raises(Refused) as refusal:
        boxes.take_in(text)
    assert refusal.value.code == "box/bad_file"
    assert set(refusal.value.facts) == {"key", "reason"}
    assert not (tmp_path / "boxes").exists()


def test_a_file_may_not_name_its_own_place(boxes: BoxStore, tmp_path: Path) -> None:
    name = boxes.take_in('id = "../../outside"\nname = { en = "Outside" }\n')
    assert name == "outside"
    assert [p.name for p in tmp_path.rglob("*.toml")] == ["outside.toml"]


def test_a_refused_value_changes_nothing(boxes: BoxStore) -> None:
    before = boxes.current()
    with pytest.raises(Refused) as refusal:
        say(boxes, LINE.format(1), {"mvt": 99, "cbt": 1, "def": 1})
    assert refusal.value.facts["key"] == "human.brute.lines.1.is.mvt"
    assert boxes.current() is before
    assert boxes.summaries()[0]["owner_values"] == 0


def test_a_file_broken_by_hand_is_listed_with_its_trouble_and_ours_is_played(boxes: BoxStore, tmp_path: Path) -> None:
    say(boxes, "pack.fiend.demon_7.health", 7)
    (tmp_path / "boxes" / "mine.toml").write_text('[[human]]\nid = "giant"\n')
    again = BoxStore(tmp_path / "boxes")
    assert again.current().overlay == Overlay()
    assert again.summaries()[0]["trouble"]["key"] == "human.giant.name"
    with pytest.raises(Refused, match="box_refused"):
        say(again, "pack.fiend.demon_7.health", 8)


# -- games keep their values -------------------------------------------------------------------------------------------


def test_a_running_game_keeps_the_values_it_began_with(boxes: BoxStore, tmp_path: Path, games_with: OpenGames) -> None:
    say(boxes, LINE.format(1), OTHER_LINE)
    games = games_with(boxes)
    table = begin(games)
    say(boxes, LINE.format(2), OTHER_LINE)
    play(table, random.Random(4), 40)
    state = to_json(table.state)
    games.close()
    reopened = games_with(BoxStore(tmp_path / "boxes")).table(table.name)
    assert brute_lines(reopened)[:2] == [[2, 4, 2], [1, 2, 4]]
    assert to_json(reopened.state) == state
    assert reopened.view("both")["box"]["newer"]
    assert LINE.format(1) not in reopened.view("both")["unconfirmed"]
    assert LINE.format(2) in reopened.view("both")["unconfirmed"]


def test_from_now_on_is_an_override_that_can_be_undone_and_replayed(boxes: BoxStore, games_with: OpenGames) -> None:
    games = games_with(boxes)
    table = begin(games)
    play(table, random.Random(7), 60)
    say(boxes, LINE.format(1), OTHER_LINE)
    done(table, {"use_box": True}, seat="host")
    assert brute_lines(table)[0] == [2, 4, 2]
    assert not table.view("both")["box"]["newer"]
    assert table.view("both")["undo"]["name"] == {"key": "override", "facts": {"override": {"box": True}, "why": ""}}
    assert table.log("table")[-1]["key"] == "box_changed"
    done(table, {"undo": True})
    assert brute_lines(table)[0] == [1, 1, 5]
    done(table, {"redo": True})
    play(table, random.Random(8), 60)
    state = to_json(table.state)
    records = table.records()
    games.close()
    assert to_json(games_with(boxes).table(table.name).state) == state
    # A file of the game carries the values: it plays the same where the box is another.
    assert to_json(replayed(imported(exported(records)), LoadedBox()).state) == state
    # So it does where our own values have another version.
    changed = {"key": "box_changed", "facts": {"content": "of another release"}}
    older = [r._replace(lines=[changed if line["key"] == "box_changed" else line for line in r.lines]) for r in records]
    assert to_json(replayed(older, LoadedBox()).state) == state


def test_warriors_take_on_what_is_printed_now(boxes: BoxStore, games_with: OpenGames) -> None:
    table = begin(games_with(boxes))
    while table.view("both")["phase"] != "human_action":
        play(table, random.Random(3), 1)
    brute = next(w for w in table.view("both")["warriors"] if w["profile"] == "brute")
    say(boxes, LINE.format(brute["die"]), OTHER_LINE)
    say(boxes, "pack.human.brute.talents", ["elusive"])
    say(boxes, "pack.event.panic.copies", 5)
    events = table.view("both")["decks"]["event"]
    done(table, {"use_box": True})
    view = table.view("both")
    now = next(w for w in view["warriors"] if w["id"] == brute["id"])
    assert now["line"] == {"mvt": 2, "cbt": 4, "def": 2}
    assert now["talents"] == ["elusive"]
    assert view["decks"]["event"] == events + 3


def test_only_the_host_changes_the_box_and_only_for_another(boxes: BoxStore, games_with: OpenGames) -> None:
    table = begin(games_with(boxes))
    assert submit(table, {"use_box": True}).code == "table/same_box"
    say(boxes, LINE.format(1), OTHER_LINE)
    assert submit(table, {"use_box": True}, seat="human").code == "table/not_host"
    assert submit(table, {"use_box": 1}).code == "wire/notation"
    assert submit(table, {"override": {"box": {}}}).code == "override/malformed"


def test_a_game_with_a_bad_box_in_it_is_refused(boxes: BoxStore, games_with: OpenGames) -> None:
    table = begin(games_with(boxes))
    first = table.records()[0]
    for box in ({"dragon": [1]}, {"human": [{"id": "brute", "lines": {"1": 3}}]}, [1], "x"):
        spoiled = first._replace(do={**first.do, "box": box})
        with pytest.raises(BadFile, match="cannot be set up"):
            replayed(imported(exported([spoiled])), LoadedBox())
