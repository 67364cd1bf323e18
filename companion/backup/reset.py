"""The factory reset: everything that was played and told is forgotten. A kill in the middle is gone on from."""

from __future__ import annotations

import logging
import shutil
from pathlib import Path

from companion.backup.making import make_backup
from companion.backup.restoring import STAGE
from companion.data_folder import BACKUPS, FILES, FOLDERS
from companion.files import make_folder, read_text, remove, sync, write_atomically
from companion.protocol.refusal import Refused

log = logging.getLogger("companion")

# There while a reset is asked for, with what it is to forget.
RESET = "reset"
EVERYTHING = "everything"
BUT_BACKUPS = "but backups"


def ask_reset(data: Path, everything: bool) -> None:
    """It is done at the next start, before anything is opened."""
    write_atomically(data / RESET, EVERYTHING if everything else BUT_BACKUPS)


def finish_reset(data: Path) -> bool:
    """Do what was asked for; True if something was. The folder must be locked.

    Without a backup of today nothing is forgotten, unless the backups are to be forgotten too.
    """
    try:
        asked = read_text(data / RESET)
    except (OSError, ValueError):
        return False
    if asked == BUT_BACKUPS:
        try:
            make_backup(data, "asked")
        except (OSError, Refused) as error:
            log.warning("nothing is reset, since what is there cannot be saved first: %s", error)
            remove(data / RESET)
            return False
        write_atomically(data / RESET, "saved")
    for name in (*FOLDERS, STAGE):
        if name != BACKUPS or asked == EVERYTHING:
            shutil.rmtree(data / name, ignore_errors=True)
    for name in FILES:
        for path in data.glob(f"{name}*"):
            remove(path)
    for aside in data.glob("replaced-*"):
        shutil.rmtree(aside, ignore_errors=True)
    for name in FOLDERS:
        make_folder(data / name)
    sync(data)
    remove(data / RESET)
    return True
