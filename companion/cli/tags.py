"""`companion tags`: read the tags in picture files."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Collection
from pathlib import Path

from companion.content import PackError
from companion.table.library import Library
from vision.tags.grammar import Tag, from_id
from vision.tags.seen import TagSeen
from vision.tags.sheet import calibration_labels
from vision.tags.still import load_picture, read_still


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("tags", help="read the tags on tiles and cards in pictures")
    parser.add_argument("images", nargs="+", metavar="IMAGE", help="picture files")
    parser.add_argument("--json", action="store_true", help="one JSON object a line for each picture")
    parser.add_argument("--any", action="store_true", help="other people's QR codes too, as text")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    try:
        known = known_tags(Library())
    except PackError as why:
        print(f"the box cannot be read: {why}", file=sys.stderr)
        return 1
    good = [_one(name, known, args.any, args.json) for name in args.images]
    return 0 if all(good) else 1


def known_tags(library: Library) -> frozenset[Tag]:
    """The tags of the box and the calibration marks."""
    pieces = (from_id(name) for name in library.tag_names())
    return frozenset((*pieces, *(label.tag for label in calibration_labels())))


def _one(name: str, known: Collection[Tag], foreign: bool, as_json: bool) -> bool:
    try:
        picture = load_picture(Path(name))
    except ValueError as why:
        print(json.dumps({"file": name, "error": str(why)}) if as_json else f"{name}: {why}", flush=True)
        return False
    start = time.perf_counter()
    seen = read_still(picture, known, foreign)
    ms = round((time.perf_counter() - start) * 1000, 2)
    line = {"file": name, "tags": [_as_json(one) for one in seen], "ms": ms}
    print(json.dumps(line) if as_json else f"{name}: {_in_words(seen)}", flush=True)
    return True


def _as_json(one: TagSeen) -> dict[str, object]:
    what = {"text": one.text} if one.tag is None else {"id": one.tag.id}
    return {**what, "turn": one.turn, "box": list(one.box), "reader": one.reader}


def _in_words(seen: tuple[TagSeen, ...]) -> str:
    words = [f"{one.text!r}" if one.tag is None else f"{one.tag.id} turned {one.turn}" for one in seen]
    return ", ".join(words) or "no tags"
