"""`make release`: a folder and a zip with everything a machine needs to install the companion, or to update it.

dist/companion-VERSION/   the wheel, what it needs, the list of what ships with its licences, install.sh, user-data,
                          the changelog, checksums, a signature
dist/companion-VERSION.zip   the same as one file, for a tablet

The same checkout with the same built tablet makes the same bytes, on any day and in any folder.
"""

from __future__ import annotations

import argparse
import calendar
import hashlib
import os
import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path

from components import as_text, list_of_components

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
LISTS = {"run.txt": "requirements.txt", "pi.txt": "requirements-pi.txt"}
TEMPLATES = ("install.sh", "user-data")
SUMS = "SHA256SUMS"
PIP = (sys.executable, "-m", "pip")
COMPONENTS = "companion.cdx.json"
# A fixed moment for the files in wheel and zip, unless the caller names one: the same release is the same bytes.
MOMENT = time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", "1577836800")))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    parser.add_argument("--address", default="", help="where the folder will lie in the network")
    parser.add_argument("--key", type=Path, help="an Ed25519 key that signs it (openssl genpkey -algorithm ed25519)")
    parser.add_argument(
        "--wheels", nargs="*", default=[], metavar="MACHINE:PYTHON", help="as aarch64:3.13: offline too"
    )
    args = parser.parse_args()
    components = list_components(args.out)
    wheel = build_wheel(args.out, components)
    version = wheel.name.split("-")[1]
    folder = args.out / f"companion-{version}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    shutil.move(components, folder)
    fill(folder, wheel, args.address)
    for machine in args.wheels:
        download(folder, *machine.split(":"))
    finish(folder, args.key)
    print(f"{folder}: {sum(path.stat().st_size for path in folder.iterdir()) / 1e6:.1f} MB")
    print("signed" if args.key else "NOT signed: it can be installed at a machine, but not from a tablet (KEY=…)")


def list_components(out: Path) -> Path:
    if not (ROOT / "companion" / "server" / "static" / "app" / "index.html").is_file():
        sys.exit("the tablet is not built: make web")
    out.mkdir(parents=True, exist_ok=True)
    path = out / COMPONENTS
    path.write_text(as_text(list_of_components(ROOT)))
    return path


def build_wheel(out: Path, components: Path) -> Path:
    # What was built before may hold files that are gone. Others keep things in build/ too.
    for built in (ROOT / "build" / "lib", *(ROOT / "build").glob("bdist.*")):
        shutil.rmtree(built, ignore_errors=True)
    for old in out.glob("claustrophobia_companion-*.whl"):
        old.unlink()
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "-q",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        str(out),
        str(ROOT),
    ]
    moment = {"SOURCE_DATE_EPOCH": str(calendar.timegm(MOMENT)), "COMPANION_COMPONENTS": str(components.resolve())}
    subprocess.run(command, check=True, env={**os.environ, **moment})
    (wheel,) = out.glob("claustrophobia_companion-*.whl")
    return wheel


def fill(folder: Path, wheel: Path, address: str) -> None:
    shutil.copy(wheel, folder)
    shutil.copy(ROOT / "CHANGELOG.md", folder)
    for name, called in LISTS.items():
        shutil.copy(ROOT / ".requirements" / name, folder / called)
    for name in TEMPLATES if address else TEMPLATES[:1]:
        (folder / name).write_text((HERE / name).read_text().replace("@ADDRESS@", address.rstrip("/")))
    (folder / "install.sh").chmod(0o755)


def download(folder: Path, machine: str, python: str) -> None:
    """The packages of one kind of machine, so that it needs no network at all."""
    platforms = [f"manylinux_2_{minor}_{machine}" for minor in (28, 27, 17)] + [f"manylinux2014_{machine}"]
    command = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "-q",
        "--no-deps",
        "--only-binary",
        ":all:",
        "--dest",
        str(folder),
    ]
    command += ["--python-version", python, *(word for one in platforms for word in ("--platform", one))]
    for name in LISTS.values():
        command += ["-r", str(folder / name)]
    subprocess.run(command, check=True)


def finish(folder: Path, key: Path | None) -> None:
    if key:
        public = ["openssl", "pkey", "-in", str(key), "-pubout", "-out", str(folder / "release.pub")]
        subprocess.run(public, check=True)
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(folder.iterdir())]
    (folder / SUMS).write_text("".join(lines))
    if key:
        sign = ["openssl", "pkeyutl", "-sign", "-inkey", str(key), "-rawin", "-in", str(folder / SUMS)]
        subprocess.run([*sign, "-out", str(folder / f"{SUMS}.sig")], check=True)
    with zipfile.ZipFile(folder.with_suffix(folder.suffix + ".zip"), "w", zipfile.ZIP_STORED) as archive:
        for path in sorted(folder.iterdir()):
            archive.writestr(zipfile.ZipInfo(path.name, MOMENT[:6]), path.read_bytes())


if __name__ == "__main__":
    main()
