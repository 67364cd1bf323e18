"""What commands on a data folder share: where it is, that nobody else uses it, and errors in one line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from companion.appliance.places import PORTS, SYSTEM_DATA, UNIT, UNITS
from companion.appliance.system import asked_version
from companion.appliance.take_over import HOME_DATA
from companion.backup.restoring import finish_restore
from companion.data_folder import FolderInUse, lock_folder
from companion.protocol.refusal import Refused

Run: TypeAlias = Callable[[argparse.Namespace], int]


def default_data() -> Path:
    """One for the whole machine: where its service keeps it, once one is installed, whoever starts the program."""
    return SYSTEM_DATA if (UNITS / UNIT).exists() else Path.home() / HOME_DATA


def add_data(parser: argparse.ArgumentParser, default: Path | None = None) -> None:
    parser.add_argument(
        "--data", type=Path, default=default or default_data(), metavar="DIR", help="data folder (default: %(default)s)"
    )


def add_port(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=int, help="port of the service (default: where one answers)")


def port_of(args: argparse.Namespace) -> int:
    """The port that was named, or where the service of this machine answers: 80 need not be typed."""
    return int(args.port or next((port for port in PORTS if asked_version(port)), PORTS[-1]))


def alone(command: Run) -> Run:
    """The command, run only if no service uses its data folder."""

    def run(args: argparse.Namespace) -> int:
        with lock_folder(args.data, patience=0):
            finish_restore(args.data)
            return command(args)

    return in_one_line(run)


def in_one_line(command: Run) -> Run:
    """The command; what goes wrong is reported in one line, not as a traceback."""

    def run(args: argparse.Namespace) -> int:
        try:
            return command(args)
        except (FolderInUse, Refused, OSError) as error:
            return failed(error)

    return run


def failed(reason: object) -> int:
    """Reports why the command cannot be done; gives the exit code."""
    print(f"companion: {reason}", file=sys.stderr, flush=True)
    return 2
