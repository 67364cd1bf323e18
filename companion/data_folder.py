"""What lies in a data folder, whose it is, and who may use it now."""

from __future__ import annotations

import fcntl
import logging
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.files import DRAFT, make_folder

log = logging.getLogger("companion")

GAMES = "games"
BOXES = "boxes"
CAMERAS = "cameras"
CORRECTIONS = "corrections"
PICTURES = "pictures"
# What the owner's pieces look like. In no backup and no export: their pictures stay on the device.
SIGHT = "sight"
BACKUPS = "backups"
# The key and the certificates of the secure address.
SECURE = "secure"
# What a tablet brought to update from, and what it asks of the updater.
UPDATE = "update"
ACCESS = "access.json"
# Which tablets hold which seats.
SEATS = "seats.json"
# Which sticker of a card reader stands for which label.
STICKERS = "cards.json"
# The name in the network, and the word of the hotspot.
NETWORK = "network.json"
# How far setting up has come.
FIRST_RUN = "first_run.json"
# What is ours in the folder: whatever else somebody put there is left as it is.
FOLDERS = (GAMES, BOXES, CAMERAS, CORRECTIONS, PICTURES, SIGHT, BACKUPS, SECURE, UPDATE)
FILES = (ACCESS, SEATS, STICKERS, NETWORK, FIRST_RUN)
# What 0.1.0 locked; the folder itself is locked now, since a file can be unwritable or not a file.
OLD_LOCK = "service.lock"
FOR_OWNER = 0o077


class FolderInUse(Exception):
    """Another service holds the data folder."""


@contextmanager
def lock_folder(folder: Path, patience: float = 3.0) -> Iterator[None]:
    """Hold the folder, also in processes that are forked meanwhile; it is put in order first.

    The service before this one may still be ending: that is waited for a little.
    """
    make_folder(folder)
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        _lock(handle, folder, patience)
        _set_aside(folder)
        _remove_drafts(folder)
        _tighten(folder)
        for name in FOLDERS:
            make_folder(folder / name)
        # Also what SQLite and others write is for the owner alone.
        before = os.umask(FOR_OWNER)
        try:
            yield
        finally:
            os.umask(before)
    finally:
        os.close(handle)


def _lock(handle: int, folder: Path, patience: float) -> None:
    end = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > end:
                raise FolderInUse(
                    f"another service is using {folder}: stop it first, or choose another folder with --data"
                ) from None
            time.sleep(0.1)
        else:
            return


def _ours(folder: Path) -> Iterator[Path]:
    """Everything of ours that is there, the folders themselves among it; links are not followed."""
    for name in FOLDERS:
        if (folder / name).is_symlink():
            continue
        for root, _, files in os.walk(folder / name):
            yield Path(root)
            yield from (Path(root) / file for file in files)
    for name in FILES:
        yield from folder.glob(f"{name}*")


def _set_aside(folder: Path) -> None:
    """A file where a folder must be, or a folder in the place of a file: out of the way, under a name that says so."""
    wrong = [folder / name for name in FOLDERS if _there(folder / name) and not (folder / name).is_dir()]
    wrong += [folder / name for name in FILES if _there(folder / name) and not (folder / name).is_file()]
    for path in wrong:
        number = 1
        while _there(aside := path.with_name(f"{path.name}.damaged-{number}")):
            number += 1
        log.warning("%s is not what it should be: it is called %s now", path, aside.name)
        path.rename(aside)
    with suppress(OSError):
        (folder / OLD_LOCK).unlink(missing_ok=True)


def _there(path: Path) -> bool:
    """Also a link that leads nowhere is there."""
    return path.is_symlink() or path.exists()


def _remove_drafts(folder: Path) -> None:
    """What a power cut left half written: nobody was told that it was saved."""
    for path in list(_ours(folder)):
        if path.name.endswith(DRAFT):
            with suppress(OSError):
                shutil.rmtree(path) if path.is_dir() else path.unlink()


def _tighten(folder: Path) -> None:
    """Games, hands and the key are nobody else's business on this machine."""
    for path in (folder, *_ours(folder)):
        try:
            if not path.is_symlink() and (mode := path.stat().st_mode) & FOR_OWNER:
                path.chmod(mode & 0o7777 & ~FOR_OWNER)
        except OSError as error:
            log.warning("who may read %s cannot be changed: %s", path.name, error)
