"""`python -m vision.evaluation.dice_photos FOLDER`: the reader against labelled photos; fails below the kept floor.

The folder holds `labels.jsonl` with the photos beside it, and its parent the scorer `score.py`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import TypedDict, cast

from vision.dice.reader import DiceReader
from vision.images import read_scaled_image
from vision.training.dice.scenes import read_photo_labels

FLOOR = Path(__file__).parent / "floor.json"


class ScopeFigures(TypedDict):
    """Photos of one scope that were read exactly, sure and right, and sure but wrong."""

    exact: int
    sure_right: int
    silent: int


def _read_photo_folder(folder: Path) -> list[str]:
    """One JSON line per labelled photo, as `companion dice --json` prints them."""
    reader = DiceReader()
    lines = []
    for label in read_photo_labels(folder):
        file = folder / label["file"]
        image, scale = read_scaled_image(file)
        lines.append(json.dumps({"file": str(file), **reader.read(image).scaled(scale).to_json()}))
    return lines


def _score_photos(folder: Path, lines: list[str]) -> tuple[str, dict[str, ScopeFigures], int]:
    """The scorer's table, its figures for each scope, and how many photos have no reading."""
    done = subprocess.run(
        [sys.executable, str(folder.parent / "score.py"), str(folder / "labels.jsonl")],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=False,
    )
    if not done.stdout.strip():
        raise RuntimeError(f"the scorer gave no figures: {done.stderr.strip()}")
    figures = json.loads(done.stdout.strip().splitlines()[-1])
    scopes = {scope: cast(ScopeFigures, value) for scope, value in figures.items() if isinstance(value, dict)}
    return done.stdout, scopes, figures["missing"]


def below_floor(figures: dict[str, ScopeFigures], floor: dict[str, ScopeFigures]) -> list[str]:
    """What has become worse than the floor allows."""
    worse = []
    for scope, limits in floor.items():
        got = figures.get(scope, ScopeFigures(exact=0, sure_right=0, silent=0))
        for name in ("exact", "sure_right"):
            if got[name] < limits[name]:
                worse.append(f"{scope}: {name} {got[name]} is below the floor of {limits[name]}")
        if got["silent"] > limits["silent"]:
            worse.append(f"{scope}: {got['silent']} silent errors, at most {limits['silent']} allowed")
    return worse


def check_photos() -> int:
    parser = argparse.ArgumentParser(prog="python -m vision.evaluation.dice_photos", description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    table, figures, missing = _score_photos(folder, _read_photo_folder(folder))
    sys.stdout.write(table)
    worse = below_floor(figures, json.loads(FLOOR.read_text(encoding="utf-8")))
    for line in worse:
        sys.stdout.write(f"worse: {line}\n")
    return 1 if worse or missing else 0


if __name__ == "__main__":
    sys.exit(check_photos())
