"""A data folder with something of everything, and what is in it by meaning: games as they stand, the rest as bytes."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

from companion.backup.archive import KEPT_FOLDERS
from companion.table.box_store import BoxStore
from companion.table.environment import Environment, Scheduler, SystemDice, SystemShuffler
from companion.table.game_store import GameStore
from tests.table.table_rig import begin, games_in, play

FIXTURE = Path(__file__).parents[1] / "fixtures" / "0.1.0"


def fixture_copy(to: Path) -> Path:
    """The data folder of 0.1.0."""
    shutil.copytree(FIXTURE / "data", to)
    return to


def small_folder(data: Path, seed: int) -> Path:
    """One game, a chosen box, stickers."""
    games = games_in(data / "games")
    play(begin(games, "survivors"), random.Random(seed), 12)
    games.close()
    (data / "boxes").mkdir()
    (data / "boxes" / "chosen").write_text(f"box_{seed}\n")
    (data / "boxes" / f"box_{seed}.toml").write_bytes((FIXTURE / "data" / "boxes" / "mine.toml").read_bytes())
    (data / "cards.json").write_text(f'{{"04a1b2c{seed}": "CL:AC0051"}}')
    return data


def contents(data: Path) -> dict[str, object]:
    """What a player would find: the state of every game, and the other files byte by byte."""
    found: dict[str, object] = {}
    for folder in KEPT_FOLDERS:
        for path in (data / folder).rglob("*"):
            if path.is_file() and folder != "games":
                found[path.relative_to(data).as_posix()] = path.read_bytes()
    if (data / "cards.json").exists():
        found["cards.json"] = (data / "cards.json").read_bytes()
    environment = Environment(SystemDice(), SystemShuffler(), Scheduler(), {})
    games = GameStore(data / "games", BoxStore(data / "boxes"), environment)
    for name in games.names():
        table = games.table(name)
        found[table.name] = (table.version, table.records()[-1])
    assert games.notices == []
    games.close()
    return found
