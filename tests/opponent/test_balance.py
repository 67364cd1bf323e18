"""How even a scenario is: what a measurement counts, that rows differ only by what they are about, and the command."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from companion.cli import main
from companion.content.owner.overlay import Overlay
from companion.opponent.balance import Row, balance_of, box_of, game_of, rows_of, seeds, share_of
from companion.opponent.ladder import Played
from tests.opponent.reached import box

HARDY = ("pack.fiend.demon_of_combat.health", 9)


def test_shares_say_how_sure_they_are() -> None:
    assert share_of(71, 100).share == 0.71
    assert share_of(71, 100).either_way == pytest.approx(0.089, abs=0.003)
    assert share_of(710, 1000).either_way < share_of(71, 100).either_way / 2
    assert share_of(10, 10).either_way > 0.1, "ten wins of ten are not certainty"
    assert share_of(0, 0).either_way == 1.0


def test_games_are_counted() -> None:
    games = [Played("human", "escaped", 7, 90), Played("demon", "all_dead", 9, 90), Played("draw", "no_end", 60, 900)]
    found = balance_of(Row("survivors"), games)
    assert (found.games, found.endless, found.rounds) == (3, 1, 9)
    assert found.winners == {"human": 1, "demon": 1, "squamata": 0, "draw": 1}
    assert found.share("human").share == pytest.approx(1 / 3)


def test_every_row_plays_on_the_same_dice_under_its_own_conditions() -> None:
    plain, more_tp = Row("survivors"), Row("survivors", ("more_tp",))
    assert rows_of("survivors", True, [HARDY])[0] == plain
    assert {row.name for row in rows_of("survivors", True, [HARDY])} >= {"as it is", "more_tp", f"{HARDY[0]} = 9"}
    (seed,) = seeds(3, 1)
    assert game_of(box(), plain, seed) == game_of(box(), plain, seed)
    assert game_of(box(), plain, seed) != game_of(box(), more_tp, seed)
    changed = box_of(Row("survivors", value=HARDY), Overlay())
    assert (box().profiles["demon_of_combat"].health, changed.profiles["demon_of_combat"].health) != (9, 9)
    assert changed.profiles["demon_of_combat"].health == 9


def test_balance_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rows.svg"
    told = ["balance", "--games", "4", "--jobs", "1", "--scenario", "possessed", "--plot", str(file)]
    assert main([*told, "--value", f"{HARDY[0]}=9"]) == 0
    head, plain, hardy = capsys.readouterr().out.splitlines()
    assert head.split() == ["scenario", "human", "draw", "demon", "rounds", "games"]
    assert plain.split()[0] == "possessed"
    assert plain.split()[-1] == "4"
    assert f"{HARDY[0]} = 9" in hardy
    drawn = ElementTree.parse(file).getroot()
    said = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert "possessed" in said
    assert said.count("4") == 2, "each row says of how many games it is"
    capsys.readouterr()
    assert main(["balance", "--scenario", "nowhere"]) == 2
    assert main(["balance", "--scenario", "possessed", "--value", "pack.fiend.demon_of_combat.health=0"]) != 0
