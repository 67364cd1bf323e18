"""A backup as a file: a zip with the files of a data folder and a manifest that says what each of them must be.

What is in it: games, boxes, camera profiles, corrections, stickers. What is not: the table code and the key of the
seats, since the file is handed on and would let its reader in; pictures of readings, since they are many and the log
does without them; and other backups.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import shutil
import zipfile
import zlib
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from companion.data_folder import BOXES, CAMERAS, CORRECTIONS, GAMES, STICKERS
from companion.files import DRAFT
from companion.protocol.refusal import Refused

FORMAT = 1
MANIFEST = "manifest.json"
KEPT_FOLDERS = (GAMES, BOXES, CAMERAS, CORRECTIONS)
GAME = ".game"
SQLITE_SIDE_FILES = ("-wal", "-shm")
# What is left free for the game that goes on.
SPARE_BYTES = 50_000_000
CHUNK = 1 << 20

Why = Literal["evening", "asked", "before_restore", "brought"]
# No way out of the folder, and no hidden file.
FILE_PATH = re.compile(r"^(?:[a-z]+(?:/[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}){1,4}|cards\.json)$")
FilePath = Annotated[str, Field(pattern=FILE_PATH.pattern)]


class FileEntry(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    size: Annotated[int, Field(ge=0)]
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    # Of a game that was whole: how many records it has.
    records: Annotated[int, Field(ge=0)] | None = None


class Manifest(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    format: int
    version: Annotated[str, Field(max_length=40)]
    made: Annotated[int, Field(ge=0, le=1 << 40)]
    why: Why
    files: Annotated[dict[FilePath, FileEntry], Field(max_length=50_000)]
    # What could not be read when the backup was made, and why.
    missing: Annotated[dict[str, str], Field(max_length=50_000)] = {}

    @property
    def games(self) -> int:
        return sum(path.startswith(f"{GAMES}/") and path.endswith(GAME) for path in self.files)

    @property
    def boxes(self) -> int:
        return sum(path.startswith(f"{BOXES}/") and path.endswith(".toml") for path in self.files)


def bad_backup(reason: str) -> Refused:
    return Refused("backup/bad_file", "bad_backup", {"reason": reason[:300]})


# -- reading -----------------------------------------------------------------------------------------------------------

# A stranger's file may claim anything. Games of ours shrink to a fifth; one that shrinks to a hundredth is no game.
MOST_BYTES: Final = 4_000_000_000
MOST_GROWTH: Final = 100
LARGEST_MANIFEST: Final = 20_000_000


def read_manifest(file: Path) -> Manifest:
    """What a backup says of itself; refused with the reason if it is none, or one of a newer release."""
    with OpenedZip(file) as archive:
        return _manifest(archive)


def unpack(file: Path, folder: Path) -> Manifest:
    """Everything in the backup, checked and written into a new folder. Refused with the reason if anything is amiss."""
    with OpenedZip(file) as archive:
        manifest = _manifest(archive)
        _check_entries(archive, manifest, file.stat().st_size, shutil.disk_usage(folder.parent).free)
        for name, entry in manifest.files.items():
            _extract(archive, name, entry, folder / name)
    for path in (folder, *folder.rglob("*")):
        if path.is_dir():
            path.chmod(0o700)
    return manifest


class OpenedZip:
    """The zip as a context; whatever the library says of a bad one becomes a refusal."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def __enter__(self) -> zipfile.ZipFile:
        try:
            self._archive = zipfile.ZipFile(self._file)
        except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
            raise bad_backup(f"not a whole zip file: {error}") from error
        return self._archive

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        self._archive.close()
        # The library raises these for damage, passwords and methods that it does not know.
        known = (zipfile.BadZipFile, NotImplementedError, EOFError, RuntimeError, ValueError, zlib.error)
        # And this when the list of a zip sends it to a place before the file begins. A full disk says something else.
        misled = isinstance(error, OSError) and error.errno == errno.EINVAL
        if (isinstance(error, known) or misled) and not isinstance(error, Refused):
            raise bad_backup(f"damaged: {error}") from error


def _manifest(archive: zipfile.ZipFile) -> Manifest:
    try:
        if archive.getinfo(MANIFEST).file_size > LARGEST_MANIFEST:
            raise bad_backup("its manifest is too large")
        with archive.open(MANIFEST) as file:
            text = file.read(LARGEST_MANIFEST)
    except KeyError as error:
        raise bad_backup("no backup of a companion: it has no manifest") from error
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise bad_backup("its manifest cannot be read") from error
    form = found.get("format") if isinstance(found, dict) else None
    if isinstance(form, int) and form > FORMAT:
        raise bad_backup(f"made by a newer release ({str(found.get('version'))[:20]}): update the companion first")
    try:
        return Manifest.model_validate(found)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(part)[:60] for part in first["loc"])
        raise bad_backup(f"its manifest is wrong at {where}: {first['msg']}") from error


def _check_entries(archive: zipfile.ZipFile, manifest: Manifest, size: int, free: int) -> None:
    """The zip holds the files of the manifest and nothing else: no links, no ways out, no bomb."""
    names = [info.filename for info in archive.infolist()]
    if len(set(names)) != len(names) or {*names} != {*manifest.files, MANIFEST}:
        raise bad_backup("its files are not those of its manifest")
    for name in manifest.files:
        if name != STICKERS and name.split("/")[0] not in KEPT_FOLDERS:
            raise bad_backup(f"{name} does not belong into a backup")
        if name.endswith(DRAFT):
            raise bad_backup(f"{name} is not a whole file")
    for info in archive.infolist():
        is_plain = (info.external_attr >> 16) & 0o170000 in (0, 0o100000)
        if not is_plain or info.is_dir() or info.flag_bits & 1:
            raise bad_backup(f"{info.filename} is not a plain file")
        if info.filename != MANIFEST and info.file_size != manifest.files[info.filename].size:
            raise bad_backup(f"{info.filename} has not the size of the manifest")
    total = sum(entry.size for entry in manifest.files.values())
    if total > MOST_BYTES or total > size * MOST_GROWTH + CHUNK:
        raise bad_backup(f"unpacked it would have {total // 10**6} MB")
    if total + SPARE_BYTES > free:
        raise Refused("backup/no_space", "no_space", {"megabytes": total // 10**6, "free": free // 10**6})


def _extract(archive: zipfile.ZipFile, name: str, entry: FileEntry, to: Path) -> None:
    """One file, on disk when this returns. Never more bytes than the manifest says."""
    to.parent.mkdir(parents=True, exist_ok=True)
    digest, left = hashlib.sha256(), entry.size
    handle = os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with archive.open(name) as source, os.fdopen(handle, "wb") as out:
        while chunk := source.read(min(CHUNK, left + 1)):
            left -= len(chunk)
            if left < 0:
                break
            digest.update(chunk)
            out.write(chunk)
        out.flush()
        os.fsync(out.fileno())
    if left != 0 or digest.hexdigest() != entry.sha256:
        raise bad_backup(f"{name} is damaged: its checksum does not fit")
