"""`companion support`: what helps to find a fault, in one file; also of a service that does not answer or start."""

from __future__ import annotations

import argparse
import json
import subprocess
from pathlib import Path
from typing import Any

from companion.appliance.places import UNIT
from companion.cli.asking import NoAnswer, ask, code_of
from companion.cli.data_folder import add_data, add_port, in_one_line, port_of
from companion.server.access import kept_codes
from companion.server.support import installed_version, machine_info, without_codes

LINES = 500
JOURNAL = ("journalctl", "--no-pager", "--quiet", "--output=short-iso", f"--lines={LINES}", f"--unit={UNIT}")


def add_support(parser: argparse.ArgumentParser) -> None:
    add_data(parser)
    add_port(parser)
    parser.add_argument("--out", type=Path, default=Path("support.json"), help="the file (default: %(default)s)")
    parser.set_defaults(run=in_one_line(support))


def support(args: argparse.Namespace) -> int:
    port = port_of(args)
    journal = without_codes(journal_lines(), kept_codes(args.data))
    told = {**_of_service(args.data, port), "journal": journal}
    args.out.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"{args.out}: no codes and no hidden cards are in it")
    return 0


def _of_service(data: Path, port: int) -> dict[str, Any]:
    """What the service says itself; else why it says nothing, and what is known without it."""
    try:
        return ask(port, code_of(data), "/api/support.json")
    except NoAnswer as silent:
        return {
            "no_answer": str(silent),
            "companion": {"version": installed_version()},
            "machine": machine_info(),
        }


def journal_lines() -> list[str]:
    """Of the system's journal, which outlives the service; none where there is no such journal."""
    try:
        said = subprocess.run(JOURNAL, capture_output=True, check=False, timeout=30).stdout
    except (OSError, subprocess.TimeoutExpired):
        return []
    return said.decode("utf-8", "replace").splitlines()
