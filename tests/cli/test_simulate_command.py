"""`companion simulate`: whole random games, and that a fault would be seen."""

import json

import pytest

from companion.cli import main
from companion.cli import rules as command
from companion.rules.state import State


def test_the_last_line_is_the_tally(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--games", "2", "--seed", "3", "--scenario", "christmas_2009", "--jobs", "1"]) == 0
    tally = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert tally["games"] == 2
    assert tally["broken"] == 0
    assert tally["actions"] > 50
    assert sum(tally["ended"]["christmas_2009"].values()) == 2
    assert set(tally["ended"]["christmas_2009"]) <= {"demon: all_dead", "human: on_the_exit"}


def test_a_game_without_an_end_is_stopped_and_said() -> None:
    tally = command.play_game(("survivors", 3), most=40)
    assert (tally.actions, tally.ended) == (40, "no end")
    assert "no end after 40 actions" in tally.broken[0]


def test_an_unknown_scenario_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--scenario", "atlantis"]) == 2
    assert "survivors" in capsys.readouterr().out


def test_a_fault_is_counted_and_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def complain(state: State) -> list[str]:
        return ["the moon is full"] if state.round > 1 else []

    monkeypatch.setattr(command, "broken", complain)
    assert main(["simulate", "--games", "1", "--scenario", "survivors", "--jobs", "1"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "the moon is full" in lines[0]
    assert json.loads(lines[-1])["broken"] == 1
