"""Who beats whom, in a few games; and how meetings are counted. The measured ladder is in MEASUREMENTS.md."""

from __future__ import annotations

import json

import pytest

from companion.cli import main
from companion.opponent.ladder import Meeting, Played, meet, play_game, standing
from companion.opponent.players import PLAYERS
from companion.rules.words import DEMON, HUMAN
from tests.opponent.reached import box


def test_the_script_beats_random_play_on_either_side() -> None:
    meetings = [meet(box(), "survivors", PLAYERS["script"], PLAYERS["random"], seed) for seed in range(12)]
    assert standing(meetings).points > 0.9


def test_slips_cost_games() -> None:
    meetings = [meet(box(), "survivors", PLAYERS["script"], PLAYERS["easy"], seed) for seed in range(30)]
    assert standing(meetings).points > 0.5


def test_the_same_seed_is_the_same_game() -> None:
    players = {HUMAN: PLAYERS["easy"], DEMON: PLAYERS["script"]}
    assert play_game(box(), "ritual", players, 7) == play_game(box(), "ritual", players, 7)
    assert len({play_game(box(), "ritual", players, seed).decisions for seed in range(5)}) > 1


def test_meetings_are_added_up() -> None:
    won, lost = Played(HUMAN, "escaped", 7, 90), Played(DEMON, "all_dead", 8, 90)
    drawn = Played("draw", "one_escaped", 8, 90)
    found = standing([Meeting(1, won, lost), Meeting(2, drawn, won)])
    assert found.games == 4
    assert (found.points, found.as_human, found.as_demon) == (0.625, 0.75, 0.5)
    assert found.either_way == pytest.approx(1.96 * 0.375)
    assert found.ends == {"human: escaped": 2, "demon: all_dead": 1, "draw: one_escaped": 1}


def test_ladder_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ladder", "script", "random", "--games", "4", "--scenario", "possessed", "--jobs", "1"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert (line["games"], line["first"], line["seed"]) == (4, "script", 1)
    assert line["points"] == (line["as_human"] + line["as_demon"]) / 2
    assert main(["ladder", "script", "random", "--scenario", "nowhere"]) == 2
    assert main(["ladder", "script", "random", "--games", "1"]) == 2
