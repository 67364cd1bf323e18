"""One data folder for a machine: what was played before the service was installed is taken over, once, and said."""

from __future__ import annotations

import os
import pwd
import shutil
from pathlib import Path
from typing import NamedTuple

from companion.data_folder import BOXES, GAMES, lock_folder
from companion.files import sync

HOME_DATA = Path(".local") / "share" / "companion"


class TakenOver(NamedTuple):
    games: int
    boxes: int
    # What the folder it came from is called now.
    kept: Path


def folder_of_caller() -> Path:
    """Where `companion serve` of whoever called sudo keeps its data."""
    try:
        home = Path(pwd.getpwnam(os.environ["SUDO_USER"]).pw_dir)
    except KeyError:
        home = Path.home()
    return home / HOME_DATA


def games_in(folder: Path) -> int:
    return sum(1 for _ in (folder / GAMES).glob("*.game"))


def take_over(source: Path, data: Path) -> TakenOver | None:
    """Copy a data folder to where the service looks, if nothing was played there yet. The source gets another name:
    nobody plays on in it by mistake. None if there was nothing to take, or no need."""
    target = data.resolve()
    if not source.is_dir() or source.resolve() == target or games_in(target) or not _worth_it(source):
        return None
    draft = target.with_name(f"{target.name}.taking")
    shutil.rmtree(draft, ignore_errors=True)
    with lock_folder(source, patience=0):
        shutil.copytree(source, draft, symlinks=True)
    _own(draft)
    if target.exists():
        with lock_folder(target, patience=0):
            target.rename(_free(target, "before"))
    draft.rename(target)
    sync(target.parent)
    kept = _free(source, "taken-over")
    source.rename(kept)
    return TakenOver(games_in(target), sum(1 for _ in (target / BOXES).glob("*.toml")), kept)


def _worth_it(source: Path) -> bool:
    return bool(games_in(source)) or any((source / BOXES).glob("*.toml"))


def _own(folder: Path) -> None:
    """Root's, with everything in it: systemd then gives all of it to the user of the service."""
    if os.geteuid() == 0:
        for path in (folder, *folder.rglob("*")):
            os.chown(path, 0, 0, follow_symlinks=False)


def _free(path: Path, word: str) -> Path:
    number = 1
    while (free := path.with_name(f"{path.name}.{word}-{number}")).exists():
        number += 1
    return free
