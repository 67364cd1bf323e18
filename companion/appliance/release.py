"""A release as a folder: the wheel, the list of what it needs, the changes, and checksums that somebody signed."""

from __future__ import annotations

import hashlib
import re
import subprocess
from pathlib import Path
from typing import NamedTuple

from companion.files import read_text
from companion.protocol.update_words import ReleaseFault

SUMS = "SHA256SUMS"
SIGNATURE = "SHA256SUMS.sig"
KEY = "release.pub"
NEEDED = "requirements.txt"
NEEDED_ON_A_PI = "requirements-pi.txt"
CHANGELOG = "CHANGELOG.md"
INSTALLER = "install.sh"

WHEEL = re.compile(r"claustrophobia_companion-(\d[0-9A-Za-z.+]{0,30})-py3-none-any\.whl")
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,150}")
LINE = re.compile(r"([0-9a-f]{64}) [ *](\S+)")
LARGEST_RELEASE = 600_000_000
MOST_FILES = 300
CHUNK = 1 << 20


class BadRelease(Exception):
    def __init__(self, why: ReleaseFault, what: str = "") -> None:
        super().__init__(f"{why} {what}".strip())
        self.why: ReleaseFault = why
        self.what = what


class CheckedRelease(NamedTuple):
    """A release whose checksums fit."""

    folder: Path
    version: str
    wheel: str
    files: tuple[str, ...]
    bytes: int

    @property
    def path(self) -> Path:
        return self.folder / self.wheel


def listed(folder: Path) -> dict[str, str]:
    """The files of a release and their checksums, as its list says them. The names lead nowhere else."""
    try:
        lines = read_text(folder / SUMS, 100_000).splitlines()
    except (OSError, ValueError) as error:
        raise BadRelease("not_a_release", SUMS) from error
    found: dict[str, str] = {}
    for line in lines:
        match = LINE.fullmatch(line)
        if not match or not NAME.fullmatch(match[2]) or match[2] in (SUMS, SIGNATURE):
            raise BadRelease("not_a_release", line[:80])
        found[match[2]] = match[1]
    wheels = [name for name in found if WHEEL.fullmatch(name)]
    if len(wheels) != 1 or not {NEEDED, CHANGELOG, INSTALLER} <= {*found} or len(found) > MOST_FILES:
        raise BadRelease("not_a_release", SUMS)
    return found


def check(folder: Path, key: Path | None = None) -> CheckedRelease:
    """The release in a folder, every byte of it as its list says. With a key the list must be signed with it."""
    sums = listed(folder)
    if key is not None:
        verify(folder / SUMS, folder / SIGNATURE, key)
    size = 0
    for name, wanted in sums.items():
        size += (found := _hashed(folder / name))[1]
        if found[0] != wanted:
            raise BadRelease("damaged", name)
    (wheel,) = (name for name in sums if WHEEL.fullmatch(name))
    return CheckedRelease(folder, version_of(wheel), wheel, tuple(sums), size)


def _hashed(file: Path) -> tuple[str, int]:
    digest, size = hashlib.sha256(), 0
    try:
        if file.is_symlink() or not file.is_file():
            raise BadRelease("damaged", file.name)
        with file.open("rb") as content:
            while chunk := content.read(CHUNK):
                digest.update(chunk)
                size += len(chunk)
                if size > LARGEST_RELEASE:
                    raise BadRelease("too_large", file.name)
    except OSError as error:
        raise BadRelease("damaged", file.name) from error
    return digest.hexdigest(), size


def verify(file: Path, signature: Path, key: Path) -> None:
    """An Ed25519 signature, checked by the openssl of the system: no code of a release takes part in it."""
    if not signature.is_file():
        raise BadRelease("unsigned")
    command = ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", str(key), "-rawin"]
    command += ["-in", str(file), "-sigfile", str(signature)]
    try:
        ran = subprocess.run(command, capture_output=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BadRelease("cannot_verify", str(error)[:200]) from error
    if ran.returncode:
        raise BadRelease("wrong_signature")


def version_of(wheel: str) -> str:
    match = WHEEL.fullmatch(wheel)
    if not match:
        raise BadRelease("not_a_release", wheel[:80])
    return match[1]


def order_of(version: str) -> tuple[int, ...]:
    """Versions in their order: 0.10.0 is newer than 0.9.1."""
    return tuple(int(digits) for digits in re.findall(r"\d+", version))
