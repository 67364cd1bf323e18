"""WIRE.md says what is so."""

from __future__ import annotations

import re
from pathlib import Path

import companion.devices
import companion.server
import companion.table
from companion.server import wire_page
from companion.server.service import Settings
from tests.server.service_rig import RunningService


def test_the_page_is_what_the_models_say(service: RunningService) -> None:
    written = wire_page.PAGE.read_text()
    assert written == wire_page.page(service.web.app), "run: python -m companion.server.wire_page"


def test_every_key_of_a_view_is_described(service: RunningService) -> None:
    table = service.web.service.games.table(service.new_game())
    assert set(table.view("human")) == set(wire_page.VIEW)
    assert set(table.view("human")["warriors"][0]) == set(keys_named(wire_page.VIEW["warriors"]))
    assert set(table.view("human")["tiles"][0]) == set(keys_named(wire_page.VIEW["tiles"]))


def keys_named(text: str) -> list[str]:
    return text.split("{")[1].split("}")[0].split(", ")


def codes_in(source: str) -> set[str]:
    """The codes a piece of source text can answer with."""
    return set(re.findall(r'"((?:table|box|camera|tray|override|setup|import|wire|server)/[a-z_]+)"', source))


def test_every_code_is_described() -> None:
    folders = [Path(str(package.__file__)).parent for package in (companion.table, companion.server, companion.devices)]
    sources = [f for folder in folders for f in folder.rglob("*.py") if f.name != "wire_page.py"]
    used = set().union(*(codes_in(file.read_text()) for file in sources))
    assert used == {code for code in wire_page.CODES if "<" not in code}


def test_settings_need_nothing_but_a_folder(tmp_path: Path) -> None:
    assert Settings(data=tmp_path).static.name == "app"
