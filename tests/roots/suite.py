"""The tests themselves in a root: another Python, another SQLite, another processor than where they were written."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.roots.releases import APP, ROOT, copy_files
from tests.roots.root import Root

# Everything but what needs a browser or openscad.
WITHOUT_A_SCREEN = (
    "tests",
    "--ignore=tests/web",
    "--ignore=tests/evening",
    "--ignore=tests/hardware/test_hardware_print.py",
)
# An emulated processor is ten times slower: what `make quick` runs.
QUICK = ("@tests/quick.txt",)
PLACE = Path("root/checkout")
# Built once and the same for every processor.
BUILT = (APP, Path("firmware/sim/node_modules"))
PACKAGES = (
    "make git iproute2 procps python3-venv libzbar0 fonts-dejavu-core tesseract-ocr tesseract-ocr-fra tesseract-ocr-rus"
)
SET_UP = f"""export DEBIAN_FRONTEND=noninteractive
apt-get update -qq && apt-get install -y -qq --no-install-recommends {PACKAGES} >/dev/null
cd /{PLACE} && git init -q && make -s APT_DEV= .venv/.stamps/dev .venv/.stamps/node"""


def run_tests(root: Root, shell: Callable[[str], str], which: Sequence[str]) -> dict[str, object]:
    """Copied into the root, set up there as for a developer, and run. Raises if one fails."""
    place = root.path / PLACE
    copy_files(place)
    for built in BUILT:
        shutil.copytree(ROOT / built, place / built, symlinks=True)
    shell(SET_UP)
    began = time.monotonic()
    said = shell(f"cd /{PLACE} && PATH=$PWD/.venv/bin:$PATH .venv/bin/pytest -n 2 --dist loadfile {' '.join(which)}")
    passed = re.findall(r"(\d+) passed", said)
    if not passed or "skipped" in said:
        raise RuntimeError(said[-1500:])
    python = shell("python3 -V").split()[-1]
    return {"python": python, "passed": int(passed[0]), "seconds": round(time.monotonic() - began)}
