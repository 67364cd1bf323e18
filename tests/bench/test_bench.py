"""The benches still run: each that needs no browser and no minutes, with numbers so small that they mean nothing."""

from __future__ import annotations

import json

import pytest

from tests.bench import devices, games, load, rules, table, wire
from tests.bench.__main__ import BENCHES, main


def test_rules_and_box(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(rules, "ACTIONS", 300)
    monkeypatch.setattr(rules, "BOXES", 1)
    assert main(["rules"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["bench"] for line in lines] == ["machine", "rules", "owner's box"]
    assert lines[1]["actions_per_s"] > 0
    assert all(len(line["load"]) == 3 and line["cores"] for line in lines[1:])


def test_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "RECORDS", 400)
    monkeypatch.setattr(table, "TIMES", 2)
    names = [str(line["bench"]).removeprefix("table.") for line in table.run()]
    assert names == ["intent", "view", "open", "undo", "redo", "undo_300_in_a_row"]


def test_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", 3)
    monkeypatch.setattr(games, "RECORDS", 60)
    monkeypatch.setattr(games, "TIMES", 1)
    monkeypatch.setattr(games, "STEPS", 5)
    names = [str(line["bench"]).removeprefix("games.") for line in games.run()]
    assert names == ["start", "list", "open_all", "open_long", "open_long_import"]


def test_wire(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "CLIENTS", 5)
    monkeypatch.setattr(wire, "INTENTS", 5)
    (line,) = wire.run()
    assert (line["clients"], line["intents"]) == (5, 5)


def test_load(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "CLIENTS", 5)
    monkeypatch.setattr(load, "INTENTS", 3)
    monkeypatch.setattr(load, "PICTURE_SIDE", 300)
    lines = list(load.run())
    assert [line["bench"] for line in lines[:2]] == ["load.alone", "load.flood"]
    assert len(lines) == 6


def test_soak(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "MINUTES", 0.05)
    lines = list(load.soak())
    assert len(lines) == 5
    assert lines[-1]["records"] > lines[0]["records"]
    assert lines[-1]["memory_mb"] > 20


def test_devices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "LOOKS", 1)
    monkeypatch.setattr(devices, "PRESSES", 2)
    lines = list(devices.run())
    assert len(lines) == 5
    assert [line["board"] for line in lines[3:]] == ["model", "firmware"]


def test_a_name_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["speed"]) == 2
    said = capsys.readouterr().err
    assert all(name in said for name in BENCHES)
