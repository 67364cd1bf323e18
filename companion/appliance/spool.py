"""Where the service leaves a release and a wish for the updater, which alone may change what is installed.

The service runs as a user without rights; the updater runs as root and believes nothing it finds here: it follows no
link, copies what it takes into a folder of its own, and checks the copy.
"""

from __future__ import annotations

import os
import shutil
import stat
from contextlib import suppress
from pathlib import Path
from typing import Literal, get_args

from companion.appliance.release import LARGEST_RELEASE, NAME, SIGNATURE, SUMS, BadRelease, listed
from companion.data_folder import UPDATE as SPOOL
from companion.files import make_folder, remove, sync, write_atomically

RELEASE = "release"
ASKED = "asked"
STOP = "stop"
Wish = Literal["prepare", "switch", "back", "forget"]


class Spool:
    """The service's side."""

    def __init__(self, data: Path) -> None:
        self.folder = data / SPOOL
        self.release = self.folder / RELEASE

    def ask(self, wish: Wish) -> None:
        """From now on the updater may begin at any moment."""
        make_folder(self.folder)
        remove(self.folder / STOP)
        write_atomically(self.folder / ASKED, wish)

    def stop(self) -> None:
        make_folder(self.folder)
        write_atomically(self.folder / STOP, "")

    def new_release(self) -> Path:
        """An empty folder for the files of a release."""
        shutil.rmtree(self.release, ignore_errors=True)
        make_folder(self.release)
        return self.release

    def copy_in(self, source: Path) -> None:
        """The release in a folder, as its list names it."""
        names = [*listed(source), SUMS, *([SIGNATURE] if (source / SIGNATURE).is_file() else [])]
        if sum((source / name).stat().st_size for name in names) > LARGEST_RELEASE:
            raise BadRelease("too_large")
        target = self.new_release()
        for name in names:
            shutil.copyfile(source / name, target / name)
        sync(target)

    def forget(self) -> None:
        shutil.rmtree(self.release, ignore_errors=True)


class TakenSpool:
    """The updater's side, opened folder by folder so that no link leads it elsewhere."""

    def __init__(self, data: Path) -> None:
        # The data folder itself is behind a link of systemd's, in a folder that is root's.
        self._data = data.resolve()

    def wish(self) -> Wish | None:
        """What is asked, and it is not asked any more."""
        with suppress(OSError):
            folder = self._open()
            try:
                handle = os.open(ASKED, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
                with os.fdopen(handle, "rb") as file:
                    word = file.read(40).decode(errors="replace")
                return next((wish for wish in get_args(Wish) if wish == word), None)
            finally:
                # Whatever lies there: systemd starts the updater as long as something does.
                with suppress(OSError):
                    os.unlink(ASKED, dir_fd=folder)
                os.close(folder)
        return None

    def stopped(self) -> bool:
        with suppress(OSError):
            folder = self._open()
            try:
                return stat.S_ISREG(os.stat(STOP, dir_fd=folder, follow_symlinks=False).st_mode)
            finally:
                os.close(folder)
        return False

    def take(self, to: Path) -> None:
        """Copy the release into a new folder: plain files with plain names, and no more bytes than a release has."""
        shutil.rmtree(to, ignore_errors=True)
        make_folder(to)
        try:
            folder = self._open()
            try:
                inner = os.open(RELEASE, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=folder)
            finally:
                os.close(folder)
            try:
                left = LARGEST_RELEASE
                for name in os.listdir(inner):  # noqa: PTH208 (by its handle, not by its name)
                    if NAME.fullmatch(name):
                        left -= _copy(inner, name, to / name, left)
            finally:
                os.close(inner)
        except OSError as error:
            raise BadRelease("damaged", str(error)[:200]) from error

    def _open(self) -> int:
        outer = os.open(self._data, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            return os.open(SPOOL, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=outer)
        finally:
            os.close(outer)


def _copy(folder: int, name: str, to: Path, most: int) -> int:
    handle = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
    with os.fdopen(handle, "rb") as source:
        if not stat.S_ISREG(os.fstat(source.fileno()).st_mode):
            raise BadRelease("damaged", name)
        size = 0
        with to.open("wb") as out:
            while chunk := source.read(1 << 20):
                size += len(chunk)
                if size > most:
                    raise BadRelease("too_large")
                out.write(chunk)
    return size
