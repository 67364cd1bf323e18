"""`companion tray`: verbs for the simulated tray of a running service, given at once or typed one after the other."""

from __future__ import annotations

import argparse
import json
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.cli.serve import DATA, PORT
from companion.devices.tray.verbs import HELP

PATIENCE_S = 10.0
SAID = {
    "tray/none": "that service has no tray: start it with --tray sim",
    "tray/not_simulated": "the tray of that service is a real one",
    "table/wrong_code": "the service uses another data folder: name it with --data",
}


class Trouble(Exception):
    """The service cannot be asked; the message says why."""


def add_parser(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "tray",
        help="press, break and mend the simulated tray of a running service",
        epilog=HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("verb", nargs="*", help="a verb with its words; none: they are typed, one a line")
    parser.add_argument("--data", type=Path, default=DATA, help="data folder of the service (default: %(default)s)")
    parser.add_argument("--port", type=int, default=PORT, help="port of the service (default: %(default)s)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    failed = False
    for line in [" ".join(args.verb)] if args.verb else typed():
        try:
            shown = told(args.port, code_of(args.data), line)
        except Trouble as trouble:
            failed = True
            print(f"companion: {trouble}", file=sys.stderr)
        else:
            print(shown, end="\n" if shown else "", flush=True)
    return 1 if failed else 0


def typed() -> Iterator[str]:
    """Lines as they are typed, to the end of the input."""
    if sys.stdin.isatty():
        print("Type help for the verbs, Ctrl-D to end.", file=sys.stderr)
    return (line.strip() for line in sys.stdin if line.strip())


def code_of(data: Path) -> str:
    """The table code of the service that uses this folder."""
    try:
        return str(json.loads((data / "access.json").read_text())["code"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Trouble(f"no service has used {data}: name its folder with --data") from error


def told(port: int, code: str, line: str) -> str:
    """Hands the line to the service; what there is to show."""
    address = f"http://127.0.0.1:{port}/api/tray/sim"
    headers = {"X-Table-Code": code, "Content-Type": "application/json"}
    request = urllib.request.Request(address, json.dumps({"line": line}).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            return str(json.load(answer)["shown"])
    except urllib.error.HTTPError as error:
        with error:
            raise Trouble(_reason(error.read())) from error
    except (OSError, ValueError, KeyError) as error:
        raise Trouble(f"no companion answers at port {port}: is it running?") from error


def _reason(body: bytes) -> str:
    try:
        refusal = json.loads(body)
        return SAID.get(refusal["code"]) or str(refusal["numbers"].get("reason", refusal["code"]))
    except (ValueError, KeyError, AttributeError, TypeError):
        return "the service gave no sensible answer"
