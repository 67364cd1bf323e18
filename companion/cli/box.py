"""`companion box`: the owner's boxes on the command line: list, check, choose, export, import."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from companion.cli.data_folder import Run, add_data, alone, in_one_line
from companion.content.owner.building import box_with
from companion.content.owner.overlay import read_box
from companion.protocol.refusal import Refused
from companion.table.box_store import BoxStore


def add_box(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")

    def add(name: str, run: Run, text: str) -> argparse.ArgumentParser:
        own: argparse.ArgumentParser = actions.add_parser(name, help=text)
        add_data(own)
        own.set_defaults(run=in_one_line(run))
        return own

    add("list", _list, "the boxes of the data folder, a JSON object each")
    check = add("check", _check, "what is still to be checked, or whether files can be used")
    check.add_argument("files", type=Path, nargs="*", metavar="FILE", help="files of boxes (default: the chosen box)")
    check.add_argument("--scenario", help="only what matters to this scenario")
    add("choose", alone(_choose), "play with this box from the next game on").add_argument("box")
    export = add("export", _export, "write a box as one file")
    export.add_argument("box", nargs="?", help="the box (default: the chosen one)")
    export.add_argument("--out", type=Path, help="the file to write (default: standard output)")
    add("import", alone(_import), "take in a box from a file").add_argument("file", type=Path)


def _boxes(args: argparse.Namespace) -> BoxStore:
    return BoxStore(args.data / "boxes")


def _list(args: argparse.Namespace) -> int:
    boxes = _boxes(args)
    for summary in boxes.summaries():
        print(json.dumps({**summary, "chosen": summary["id"] == boxes.chosen}, ensure_ascii=False))
    return 0


def _check(args: argparse.Namespace) -> int:
    if args.files:
        return _check_files(args.files)
    loaded_box = _boxes(args).current()
    scenarios = [args.scenario] if args.scenario else list(loaded_box.box.scenarios)
    if args.scenario and args.scenario not in loaded_box.box.scenarios:
        print(f"no scenario {args.scenario!r}; there are {', '.join(loaded_box.box.scenarios)}", file=sys.stderr)
        return 2
    open_values = sorted({path for scenario in scenarios for path in loaded_box.stand_ins(scenario)})
    for path in open_values:
        print(path)
    print(json.dumps({"content": loaded_box.content, "unconfirmed": len(open_values)}))
    return 0


def _check_files(files: list[Path]) -> int:
    failed = 0
    for file in files:
        try:
            box_with(read_box(read_text(file)).overlay)
        except Refused as error:
            print(f"FAIL {file}: {error.facts['key']}: {error.facts['reason']}")
            failed += 1
        else:
            print(f"ok {file}")
    return 1 if failed else 0


def read_text(file: Path) -> str:
    """The text of a file; what is no text is said to be none by the reader of boxes."""
    return file.read_text(encoding="utf-8", errors="surrogateescape")


def _choose(args: argparse.Namespace) -> int:
    print(_boxes(args).choose(args.box).content)
    return 0


def _export(args: argparse.Namespace) -> int:
    boxes = _boxes(args)
    text = boxes.give_out(args.box or boxes.chosen)
    if args.out is None:
        sys.stdout.write(text)
    else:
        args.out.write_text(text, encoding="utf-8")
    return 0


def _import(args: argparse.Namespace) -> int:
    print(_boxes(args).take_in(read_text(args.file)))
    return 0
