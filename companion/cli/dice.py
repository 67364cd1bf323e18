"""`companion dice`: read the dice in picture files, or look at the corrections players have made."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from vision.dice.files import read_scaled
from vision.dice.header import NotAPicture
from vision.dice.reader import DiceReader
from vision.doubts import IN_WORDS
from vision.household.review import review_lines
from vision.reading import Reading


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("dice", help="read the dice in pictures")
    parser.add_argument("images", nargs="*", metavar="IMAGE", help="picture files")
    parser.add_argument("--json", action="store_true", help="one JSON object a line for each picture")
    parser.add_argument("--review", action="store_true", help="list the dice that players have corrected")
    parser.add_argument("--data", default="data", metavar="DIR", help="where the companion keeps its files")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    if args.review:
        return _review(Path(args.data), args.json)
    if not args.images:
        print("no pictures given; try: companion dice IMAGE...", file=sys.stderr)
        return 2
    reader = DiceReader()
    good = [_one(reader, name, args.json) for name in args.images]
    return 0 if all(good) else 1


def _one(reader: DiceReader, name: str, as_json: bool) -> bool:
    try:
        image, scale = read_scaled(Path(name))
    except NotAPicture as why:
        print(json.dumps({"file": name, "error": str(why)}) if as_json else f"{name}: {why}", flush=True)
        return False
    reading = reader.read(image, source=name).scaled(scale)
    print(json.dumps({"file": name, **reading.as_json()}) if as_json else f"{name}: {_in_words(reading)}", flush=True)
    return True


def _in_words(reading: Reading) -> str:
    why = ", ".join(IN_WORDS[doubt] for doubt in reading.doubts)
    if not reading.dice:
        return f"{reading.state} ({why})" if why else reading.state
    dice = " ".join(f"{die.face}" if die.sides == 6 else f"{die.face}/d{die.sides}" for die in reading.dice)
    if reading.sure:
        return f"{dice} (sure)"
    return f"{dice} ({reading.state}: {why})"


def _review(data: Path, as_json: bool) -> int:
    for line in review_lines(data / "corrections", as_json):
        print(line)
    return 0
