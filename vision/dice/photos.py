"""`python -m vision.dice.photos FOLDER`: the reader against labelled photos, and never below the floor reached.

The folder holds `labels.jsonl` with the photos beside it, and its parent the scorer `score.py`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from vision.dice.files import read_scaled
from vision.dice.reader import DiceReader

FLOOR = Path(__file__).parent / "floor.json"


def read_folder(folder: Path) -> list[str]:
    """One JSON line per labelled photo, as `companion dice --json` prints them."""
    reader = DiceReader()
    lines = []
    for row in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        file = folder / json.loads(row)["file"]
        image, scale = read_scaled(file)
        lines.append(json.dumps({"file": str(file), **reader.read(image).scaled(scale).as_json()}))
    return lines


def score(folder: Path, lines: list[str]) -> tuple[str, dict[str, Any]]:
    """The scorer's table and its figures."""
    done = subprocess.run(
        [sys.executable, str(folder.parent / "score.py"), str(folder / "labels.jsonl")],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=False,
    )
    if not done.stdout.strip():
        raise RuntimeError(f"the scorer gave no figures: {done.stderr.strip()}")
    return done.stdout, json.loads(done.stdout.strip().splitlines()[-1])


def below_floor(figures: dict[str, Any], floor: dict[str, dict[str, int]]) -> list[str]:
    """What has become worse than the floor allows."""
    worse = []
    for scope, limits in floor.items():
        got = figures.get(scope, {})
        for name in ("exact", "sure_right"):
            if got.get(name, 0) < limits[name]:
                worse.append(f"{scope}: {name} {got.get(name, 0)} is below the floor of {limits[name]}")
        if got.get("silent", 0) > limits["silent"]:
            worse.append(f"{scope}: {got['silent']} silent errors, at most {limits['silent']} allowed")
    return worse


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m vision.dice.photos", description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    table, figures = score(folder, read_folder(folder))
    sys.stdout.write(table)
    worse = below_floor(figures, json.loads(FLOOR.read_text(encoding="utf-8")))
    for line in worse:
        sys.stdout.write(f"worse: {line}\n")
    return 1 if worse or figures["missing"] else 0


if __name__ == "__main__":
    sys.exit(main())
