"""`companion backup`: everything that is worth keeping in one file. `companion restore`: back from it."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from companion.backup.archive import read_manifest
from companion.backup.making import backups_in, make_backup
from companion.backup.restoring import finish_restore, stage
from companion.cli.data_folder import add_data, alone, failed, in_one_line
from companion.data_folder import BACKUPS
from companion.protocol.refusal import Refused


def add_backup(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, help="the file to write (default: a new one among the backups)")
    add_data(parser)
    # A service that uses the folder may go on: its games are copied as they are after a whole step.
    parser.set_defaults(run=in_one_line(backup))


def backup(args: argparse.Namespace) -> int:
    if not args.data.is_dir():
        return failed(f"there is no data folder {args.data}: name it with --data")
    path = make_backup(args.data, "asked", args.out)
    manifest = read_manifest(path)
    print(f"wrote {path}: {manifest.games} games, {manifest.boxes} boxes, {path.stat().st_size // 1000} kB")
    for name, reason in manifest.missing.items():
        print(f"not in it, since it cannot be read: {name}: {reason}")
    return 1 if manifest.missing else 0


def add_restore(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("backup", nargs="?", help="a file, or one of the list; without it, the backups are listed")
    add_data(parser)
    parser.set_defaults(run=alone(restore))


def restore(args: argparse.Namespace) -> int:
    kept = backups_in(args.data / BACKUPS)
    if args.backup is None:
        for path in kept:
            print(f"{path.name}  {_described(path)}")
        return 0
    file = next((path for path in kept if path.name == args.backup), Path(args.backup))
    manifest = stage(args.data, file)
    if not finish_restore(args.data):
        return failed("what is there could not be saved first; nothing has changed")
    print(f"restored {manifest.games} games and {manifest.boxes} boxes; what was there is now the newest backup")
    return 0


def _described(path: Path) -> str:
    try:
        manifest = read_manifest(path)
    except (Refused, OSError) as error:
        return f"cannot be used: {error}"
    made = time.strftime("%Y-%m-%d %H:%M", time.localtime(manifest.made))
    return f"{made}  {manifest.games} games, {manifest.boxes} boxes"
