"""Restoring a backup: all of it is unpacked and tried out beside the data folder, then the two are exchanged.

A kill or a power cut at any moment leaves the folder as it was, or is gone on from at the next start:

    restore/new/     what was unpacked
    restore/old/     what was there until today
    restore/state    how far it is: ready (checked to the last game), saved (today is a backup too), moved (into old/)
"""

from __future__ import annotations

import logging
import shutil
from contextlib import closing
from pathlib import Path
from typing import Literal

from pydantic import BaseModel

from companion.backup.archive import (
    GAME,
    KEPT_FOLDERS,
    SQLITE_SIDE_FILES,
    Manifest,
    bad_backup,
    read_manifest,
    unpack,
)
from companion.backup.making import make_backup
from companion.data_folder import BACKUPS, BOXES, GAMES, STICKERS
from companion.files import DRAFT, make_folder, read_text, remove, sync, write_atomically
from companion.protocol.refusal import Refused
from companion.table.box_store import BoxStore
from companion.table.journal import Journal
from companion.table.journal_reading import DamagedJournal, JournalUnavailable
from companion.table.record import BadFile, migrated
from companion.table.transfer import replayed

log = logging.getLogger("companion")

STAGE = "restore"
STATE = "state"
EXCHANGED = (*KEPT_FOLDERS, STICKERS)


def stage(data: Path, file: Path) -> Manifest:
    """Unpack and check a backup beside the data folder. Nothing of today is touched; `finish_restore` does the rest."""
    folder = data / STAGE
    shutil.rmtree(folder, ignore_errors=True)
    make_folder(folder)
    try:
        manifest = unpack(file, folder / "new")
        _try_out(folder / "new", manifest)
        for path in (folder / "new", *(folder / "new").rglob("*")):
            sync(path)
        sync(folder)
        _set_state(folder, RestoreState(step="ready", backup=file.name))
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return manifest


def _try_out(folder: Path, manifest: Manifest) -> None:
    """Every game that was whole is opened and played again from its first record; every box is read."""
    boxes = BoxStore(folder / BOXES)
    for name, entry in manifest.files.items():
        if entry.records is None:
            continue
        try:
            with closing(Journal(folder / name)) as journal:
                records = list(journal.records)
            if len(records) != entry.records:
                raise BadFile(f"{len(records)} records instead of {entry.records}")
            replayed(migrated(records), boxes)
        except (DamagedJournal, JournalUnavailable, ValueError, Refused) as error:
            raise bad_backup(f"the game {Path(name).stem} in it cannot be played: {error}") from error
    unknown = [name for name in manifest.files if name.startswith(f"{GAMES}/") and not _is_game(name)]
    if unknown:
        raise bad_backup(f"{unknown[0]} is no game")


def _is_game(name: str) -> bool:
    return name.removesuffix("-wal").endswith(GAME)


# -- the exchange ------------------------------------------------------------------------------------------------------


class RestoreState(BaseModel):
    """How far a restore is. `backup`: what is restored; `before`: the backup of what it replaces."""

    step: Literal["ready", "saved", "moved"]
    backup: str
    before: str = ""


def finish_restore(data: Path) -> str:
    """Finish what was staged, or clear away what was not staged to its end. The folder must be locked.

    Gives the name of the backup that is in place now, "" if there was none to restore.
    """
    folder = data / STAGE
    if not folder.exists():
        return ""
    state = _state(folder)
    if state is not None and state.step == "ready":
        state = _saved(data, folder, state)
    if state is None:
        _clear_away(data, folder)
        return ""
    if state.step == "saved":
        make_folder(folder / "old")
        _move(data, folder / "old")
        state = _set_state(folder, state.model_copy(update={"step": "moved"}))
    _move(folder / "new", data)
    _keep_what_is_in_no_backup(data, folder, state)
    # Before the state goes: without one, what is in old/ would be taken for what must come back.
    shutil.rmtree(folder / "old", ignore_errors=True)
    _clear_away(data, folder)
    log.warning("the backup %s was restored; what it replaced is in %s", state.backup, state.before)
    return state.backup


def _saved(data: Path, folder: Path, state: RestoreState) -> RestoreState | None:
    """Today as a backup, of the very last moment; None if that cannot be, and then nothing is restored."""
    try:
        before = make_backup(data, "before_restore")
    except (OSError, Refused) as error:
        log.warning("nothing is restored, since what is there cannot be saved first: %s", error)
        return None
    return _set_state(folder, RestoreState(step="saved", backup=state.backup, before=before.name))


def _state(folder: Path) -> RestoreState | None:
    try:
        return RestoreState.model_validate_json(read_text(folder / STATE))
    except (OSError, ValueError):
        return None


def _set_state(folder: Path, state: RestoreState) -> RestoreState:
    write_atomically(folder / STATE, state.model_dump_json())
    return state


def _move(source: Path, target: Path) -> None:
    """Done again after a kill it moves what is still to be moved."""
    for name in EXCHANGED:
        here, there = source / name, target / name
        if here.is_dir() and there.is_dir():
            # One of the two is empty: whoever locks the data folder makes the folders that are missing in it.
            (here if any(there.iterdir()) else there).rmdir()
        if here.exists():
            here.rename(there)
    sync(target)
    sync(source)


def _keep_what_is_in_no_backup(data: Path, folder: Path, state: RestoreState) -> None:
    """A file that could not be read, or that somebody put there, is not thrown away with the rest."""
    try:
        saved = {*read_manifest(data / BACKUPS / state.before).files}
    except (OSError, Refused):
        saved = set()
    old = folder / "old"
    left = [path for path in old.rglob("*") if path.is_file() and path.relative_to(old).as_posix() not in saved]
    if any(not path.name.endswith((DRAFT, *SQLITE_SIDE_FILES)) for path in left):
        _set_aside(data, old)


def _set_aside(data: Path, old: Path) -> None:
    number = 1
    while (aside := data / f"replaced-{number}").exists():
        number += 1
    old.rename(aside)
    sync(data)
    log.warning("what is in no backup is kept in %s", aside)


def _clear_away(data: Path, folder: Path) -> None:
    """Without its state a restore is over. If that was lost in the middle, what had been moved comes back."""
    was_finished = _state(folder) is not None
    remove(folder / STATE)
    if not was_finished and (folder / "old").exists():
        for name in EXCHANGED:
            if (folder / "old" / name).exists() and not (data / name).exists():
                (folder / "old" / name).rename(data / name)
        _set_aside(data, folder / "old")
    shutil.rmtree(folder, ignore_errors=True)
    sync(data)
