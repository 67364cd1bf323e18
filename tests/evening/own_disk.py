"""A real disk of its own for the data folder: a file system in a file, which can be full, read-only, or broken."""

from __future__ import annotations

import fcntl
import os
import struct
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

# A release is taken only where there is room for several; a file of the machine that is nearly all holes.
MEGABYTES, MILLION, SMALLEST = 2000, 1_000_000, 4096
FILLER = "filler"
# Of Linux, in linux/loop.h: the words for a disk in a file, and where in their answer the size stands.
LOOP_SET_STATUS64, LOOP_GET_STATUS64, LOOP_INFO_BYTES, SIZE_AT = 0x4C04, 0x4C05, 232, 32
# What is left of a broken disk: its head, without which Linux would not know it any more.
HEAD_BYTES = 1_048_576


class OwnDisk:
    def __init__(self, image: Path, folder: Path) -> None:
        self.folder = folder
        self._image = image
        self._device = ""
        with image.open("wb") as file:
            file.truncate(MEGABYTES * MILLION)
        run("mkfs.ext4", "-q", str(image))
        self.mount()

    def mount(self) -> None:
        self.folder.mkdir(exist_ok=True)
        self._device = run("losetup", "--find", "--show", str(self._image)).strip()
        run("mount", "-o", "errors=remount-ro", self._device, str(self.folder))

    def unmount(self) -> None:
        run("umount", "--lazy", str(self.folder))
        run("losetup", "--detach", self._device)

    def fill(self) -> None:
        with self._filler.open("wb") as out:
            end, size = 0, MEGABYTES * MILLION
            while size >= SMALLEST:
                try:
                    os.posix_fallocate(out.fileno(), end, size)
                    end += size
                except OSError:
                    size //= 2

    def make_room(self) -> None:
        self._filler.unlink()

    @property
    def _filler(self) -> Path:
        return self.folder / FILLER

    def turn_read_only(self) -> None:
        """As Linux does by itself when it finds a fault in the file system: from now on nothing can be written."""
        run("mount", "-o", "remount,abort", str(self.folder))

    def break_down(self) -> None:
        """Nothing can be read or written any more that is not in memory already."""
        run("sync", "--file-system", str(self.folder))
        with ExitStack() as opened:
            files = [opened.enter_context(path.open("rb")) for path in self.folder.rglob("*") if path.is_file()]
            self._limit(HEAD_BYTES)
            for file in files:
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)

    def mend(self) -> None:
        """What a start of the machine does: the file system is looked through and mounted again."""
        self._limit(0)
        self.unmount()
        # 1: faults were found and mended.
        assert subprocess.run(["e2fsck", "-y", str(self._image)], capture_output=True, check=False).returncode in (0, 1)
        self.mount()

    def _limit(self, size: int) -> None:
        """Reads and writes behind it fail; 0 is all of it."""
        with Path(self._device).open("rb") as device:
            info = bytearray(LOOP_INFO_BYTES)
            fcntl.ioctl(device, LOOP_GET_STATUS64, info)
            struct.pack_into("Q", info, SIZE_AT, size)
            fcntl.ioctl(device, LOOP_SET_STATUS64, info)


@contextmanager
def own_disk(folder: Path, data: Path) -> Iterator[OwnDisk | None]:
    """None where we may not mount anything."""
    if os.geteuid() != 0 or not Path("/dev/loop-control").exists():
        yield None
        return
    disk = OwnDisk(folder / "disk", data)
    try:
        yield disk
    finally:
        disk.unmount()


def run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
