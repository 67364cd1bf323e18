"""Making a backup of a data folder, also while its service runs."""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
import tempfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing
from importlib.metadata import version
from pathlib import Path

from companion.backup.archive import (
    CHUNK,
    FILE_PATH,
    FORMAT,
    GAME,
    KEPT_FOLDERS,
    MANIFEST,
    SPARE_BYTES,
    SQLITE_SIDE_FILES,
    FileEntry,
    Manifest,
    Why,
)
from companion.data_folder import BACKUPS, STICKERS
from companion.files import DRAFT, drafted, make_folder, remove
from companion.protocol.refusal import Refused
from companion.table.journal import Journal
from companion.table.journal_reading import DamagedJournal, JournalUnavailable

MOST_KEPT = 10


def make_backup(data: Path, why: Why, out: Path | None = None) -> Path:
    """A backup of the folder as it is, in its folder of backups unless another file is named.

    Safe beside a running service: games are copied by SQLite itself, each as it is after a whole step.
    """
    _check_space(data)
    folder = data / BACKUPS
    make_folder(folder)
    path = out or next_path(folder, why)
    with (
        drafted(path) as draft,
        tempfile.TemporaryDirectory(dir=folder, suffix=DRAFT) as scratch,
        zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive,
    ):
        _fill(archive, data, Path(scratch), why)
    if out is None:
        prune(folder)
    return path


def prune(folder: Path) -> None:
    """The newest ten stay."""
    for old in backups_in(folder)[MOST_KEPT:]:
        remove(old)


def backups_in(folder: Path) -> list[Path]:
    """Newest first."""
    return sorted((path for path in folder.glob("*.zip") if path.is_file()), key=number_of, reverse=True)


def _fill(archive: zipfile.ZipFile, data: Path, scratch: Path, why: Why) -> None:
    manifest = Manifest(
        format=FORMAT, version=version("claustrophobia-companion"), made=int(time.time()), why=why, files={}
    )
    for path in files_of(data):
        name = path.relative_to(data).as_posix()
        try:
            for stored, source, records in _copied(path, name, scratch):
                manifest.files[stored] = _added(archive, stored, source, records)
        except OSError as error:
            # A backup without one file is better than none.
            manifest.missing[name[:200]] = str(error)[:200]
    archive.writestr(MANIFEST, manifest.model_dump_json(indent=1))


def files_of(data: Path) -> Iterator[Path]:
    """The files that belong into a backup; links, and what is not called as a file of ours, are not among them."""
    for folder in KEPT_FOLDERS:
        for path in sorted((data / folder).rglob("*")):
            is_ours = FILE_PATH.match(path.relative_to(data).as_posix()) and not path.is_symlink()
            if is_ours and path.is_file() and not path.name.endswith((DRAFT, *SQLITE_SIDE_FILES)):
                yield path
    if (data / STICKERS).is_file():
        yield data / STICKERS


def _copied(path: Path, name: str, scratch: Path) -> Iterator[tuple[str, Path, int | None]]:
    """What to put into the archive for a file: its name there, what to read, and the records of a game."""
    if path.suffix != GAME:
        yield name, path, None
        return
    copy = scratch / path.name
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=rw", uri=True)) as source, closing(sqlite3.connect(copy)) as to:
            source.backup(to)
        yield name, copy, _records_in(copy)
    except sqlite3.Error:
        # A damaged game is kept byte by byte: what can be rescued of it today can be rescued then.
        for ending in ("", "-wal"):
            if (file := path.with_name(path.name + ending)).is_file():
                yield name + ending, file, None
    finally:
        for file in scratch.iterdir():
            file.unlink()


def _records_in(game: Path) -> int | None:
    """How many records a copied game has; None if it is not whole."""
    try:
        with closing(Journal(game)) as journal:
            return len(journal.records)
    except (DamagedJournal, JournalUnavailable, ValueError):
        return None


def _added(archive: zipfile.ZipFile, name: str, source: Path, records: int | None) -> FileEntry:
    """Checksum and size are of the bytes that went into the archive, whatever becomes of the file meanwhile."""
    digest, size = hashlib.sha256(), 0
    with source.open("rb") as file, archive.open(name, "w", force_zip64=True) as out:
        while chunk := file.read(CHUNK):
            digest.update(chunk)
            size += len(chunk)
            out.write(chunk)
    return FileEntry(size=size, sha256=digest.hexdigest(), records=records)


def _check_space(data: Path) -> None:
    needed = sum(path.stat().st_size for path in files_of(data)) + SPARE_BYTES
    free = shutil.disk_usage(data).free
    if free < needed:
        raise Refused("backup/no_space", "no_space", {"megabytes": needed // 10**6, "free": free // 10**6})


def next_path(folder: Path, why: Why) -> Path:
    """Backups are counted, since the clock of a machine without a battery can go back."""
    number = 1 + max((number_of(path) for path in folder.glob("*.zip")), default=0)
    return folder / f"{number:05d}-{time.strftime('%Y-%m-%d')}-{why}.zip"


def number_of(path: Path) -> int:
    digits = path.name.split("-")[0]
    return int(digits) if digits.isdecimal() and len(digits) < 10 else 0
