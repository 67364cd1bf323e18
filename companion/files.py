"""Files of ours: written so that a power cut leaves the old one or the new one, read so that junk cannot do harm."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# What a file that is being written is called until it is whole.
DRAFT = ".new"
# Larger than any text of ours; a log that was copied over it by mistake is not read into memory.
LARGEST_TEXT = 4_000_000


# -- writing -----------------------------------------------------------------------------------------------------------


def write_atomically(path: Path, content: str | bytes, mode: int = 0o600) -> None:
    """Write beside the file, then put the draft in its place. The folder is made if it is not there.

    On disk when this returns: the content is synced before the rename, and the folder after it.
    """
    data = content.encode() if isinstance(content, str) else content
    make_folder(path.parent)
    with drafted(path, mode) as draft, draft.open("wb") as out:
        out.write(data)


@contextmanager
def drafted(path: Path, mode: int = 0o600) -> Iterator[Path]:
    """An empty file to fill, which takes the place of `path` when the block ends well, and else is gone.

    Its name is its own: two who write the same file at once do not write into each other's draft.
    """
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}{DRAFT}")
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode))
    try:
        yield draft
        sync(draft)
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    sync(path.parent)


def remove(path: Path) -> None:
    """The file is gone for good when this returns; nothing happens if there was none."""
    try:
        path.unlink()
    except FileNotFoundError:
        return
    sync(path.parent)


def make_folder(folder: Path) -> None:
    """A folder for us alone, with those above it. Each new name is on disk when this returns."""
    missing = [folder]
    while not missing[-1].exists():
        missing.append(missing[-1].parent)
    if not missing[-1].is_dir():
        raise NotADirectoryError(f"{missing[-1]} is not a folder")
    for new in reversed(missing[:-1]):
        new.mkdir(mode=0o700, exist_ok=True)
        sync(new.parent)


def sync(path: Path) -> None:
    """On disk when this returns: the content of a file, or the names that came, went or changed in a folder."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# -- reading -----------------------------------------------------------------------------------------------------------


def read_text(path: Path, largest: int = LARGEST_TEXT, errors: str = "strict") -> str:
    """As `read_bytes`; `ValueError` for anything but UTF-8."""
    return read_bytes(path, largest).decode(errors=errors)


def read_bytes(path: Path, largest: int) -> bytes:
    """A file of ours. `OSError` if there is none, if it is not a file, or if it is larger than one of ours can be."""
    # Opening must not wait: a pipe in the place of a file would keep the service from starting.
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(f"{path.name} is not a file")
        data = file.read(largest + 1)
    if len(data) > largest:
        raise OSError(f"{path.name} is larger than {largest} bytes")
    return data
