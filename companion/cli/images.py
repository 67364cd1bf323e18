"""`companion dice` and `companion tags`: read image files. `companion labels`: the tags to print."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Collection
from contextlib import closing
from pathlib import Path

from companion.cli.data_folder import add_data
from companion.devices.home_learning import review_lines
from companion.devices.labels import PAPERS, label_sheet
from companion.protocol.refusal import Refused
from companion.table.box_store import BoxStore
from companion.table.loaded_box import LoadedBox
from vision.decoding import ImageDecoder
from vision.dice.reader import DiceReader
from vision.dice.reading import DOUBT_TEXTS, DiceReading
from vision.images import NotAnImage, read_full_image, read_scaled_image
from vision.tags.grammar import Tag, tag_from_id
from vision.tags.lettering import FontError
from vision.tags.reader import read_photo_tags
from vision.tags.reading import TagReading
from vision.tags.sheet import calibration_labels


def _tell(file: str, line: dict[str, object], words: str, as_json: bool) -> None:
    print(json.dumps({"file": file, **line}) if as_json else f"{file}: {words}", flush=True)


# -- dice --------------------------------------------------------------------------------------------------------------


def add_dice(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("images", nargs="*", metavar="IMAGE", help="image files")
    parser.add_argument("--json", action="store_true", help="one JSON object a line for each image")
    parser.add_argument("--review", action="store_true", help="list the dice that players have corrected or confirmed")
    add_data(parser)
    parser.set_defaults(run=dice)


def dice(args: argparse.Namespace) -> int:
    if args.review:
        for line in review_lines(args.data / "corrections", args.json):
            print(line)
        return 0
    if not args.images:
        print("no images given; try: companion dice IMAGE...", file=sys.stderr)
        return 2
    reader = DiceReader()
    with closing(ImageDecoder()) as decoder:
        good = [_read_dice(reader, decoder, name, args.json) for name in args.images]
    return 0 if all(good) else 1


def _read_dice(reader: DiceReader, decoder: ImageDecoder, name: str, as_json: bool) -> bool:
    try:
        image, scale = read_scaled_image(Path(name), decoder.decode)
    except NotAnImage as error:
        _tell(name, {"error": str(error)}, str(error), as_json)
        return False
    reading = reader.read(image).scaled(scale)
    _tell(name, reading.to_json(), _dice_in_words(reading), as_json)
    return True


def _dice_in_words(reading: DiceReading) -> str:
    why = ", ".join(DOUBT_TEXTS[doubt] for doubt in reading.doubts)
    if not reading.dice:
        return f"{reading.state} ({why})" if why else reading.state
    dice = " ".join(f"{die.face}" if die.sides == 6 else f"{die.face}/d{die.sides}" for die in reading.dice)
    if reading.sure:
        return f"{dice} (sure)"
    if reading.likely:
        return f"{dice} (likely: {why})"
    return f"{dice} ({reading.state}: {why})"


# -- tags --------------------------------------------------------------------------------------------------------------


def add_tags(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("images", nargs="+", metavar="IMAGE", help="image files")
    parser.add_argument("--json", action="store_true", help="one JSON object a line for each image")
    parser.add_argument("--any", action="store_true", help="other people's QR codes too, as text")
    parser.set_defaults(run=tags)


def tags(args: argparse.Namespace) -> int:
    try:
        known = known_tags(LoadedBox())
    except Refused as error:
        print(f"the box cannot be read: {error.facts['key']}: {error.facts['reason']}", file=sys.stderr)
        return 1
    with closing(ImageDecoder()) as decoder:
        good = [_read_tags(decoder, name, known, args.any, args.json) for name in args.images]
    return 0 if all(good) else 1


def known_tags(box: LoadedBox) -> frozenset[Tag]:
    """The tags of the box and the calibration marks."""
    pieces = (tag_from_id(name) for name in box.tag_names())
    return frozenset((*pieces, *(label.tag for label in calibration_labels())))


def _read_tags(decoder: ImageDecoder, name: str, known: Collection[Tag], foreign: bool, as_json: bool) -> bool:
    try:
        image = read_full_image(Path(name), decoder.decode_full)
    except ValueError as error:
        _tell(name, {"error": str(error)}, str(error), as_json)
        return False
    start = time.perf_counter()
    found = read_photo_tags(image, known, foreign)
    ms = round((time.perf_counter() - start) * 1000, 2)
    words = ", ".join(f"{one.text!r}" if one.tag is None else f"{one.tag.id} turned {one.turn}" for one in found)
    _tell(name, {"tags": [_tag_json(one) for one in found], "ms": ms}, words or "no tags", as_json)
    return True


def _tag_json(one: TagReading) -> dict[str, object]:
    what = {"text": one.text} if one.tag is None else {"id": one.tag.id}
    return {**what, "turn": one.turn, "box": list(one.box), "reader": one.reader}


# -- labels ------------------------------------------------------------------------------------------------------------


def add_labels(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.pdf", help="the file to write")
    parser.add_argument("--paper", choices=PAPERS, default="a4", help="default: a4")
    parser.add_argument("--language", default="en", help="of the names on the labels; default: en")
    parser.add_argument("--font", type=Path, metavar="FILE.ttf", help="for names beyond western letters")
    add_data(parser)
    parser.set_defaults(run=labels)


def labels(args: argparse.Namespace) -> int:
    try:
        box = BoxStore(args.data / "boxes").current()
        pdf, count = label_sheet(box, args.paper, args.language, args.font)
        args.out.write_bytes(pdf)
    except (FontError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"{args.out} cannot be written: {error.strerror or error}", file=sys.stderr)
        return 1
    print(f"{args.out}: {count} labels")
    return 0
