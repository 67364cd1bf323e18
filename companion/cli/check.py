"""`companion check`: tries tray, camera, disk and network one by one, and says what to do about each."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from companion.cli.serve import DATA, PORT, own_address
from companion.devices.checks import check_camera, check_disk, check_heat, check_network
from companion.devices.tray.checkup import Checkup, Finding, State
from companion.devices.tray.ports import Finder, find_trays, only
from companion.devices.tray.simulator import SimulatedTray

PRESS_S = 8.0
MARK = {State.OK: "ok     ", State.MISSING: "missing", State.FAIL: "FAIL   "}


def add_parser(subparsers: Any) -> None:
    parser = subparsers.add_parser("check", help="test light, camera, buttons, reader, disk and network one by one")
    parser.add_argument("--tray", default="auto", help="auto, sim, none or a serial device")
    parser.add_argument("--camera", default="auto", help="auto, sim, none, a device, a file or an address")
    parser.add_argument("--data", type=Path, default=DATA, help="folder of the games (default: %(default)s)")
    parser.add_argument("--port", type=int, default=PORT, help="port of the service (default: %(default)s)")
    parser.add_argument("--press", action="store_true", help="also ask for each button and a card")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 if nothing failed; a part that is simply not there is no failure: the game goes on without it."""
    failed = False
    for finding in findings(args):
        failed |= finding.state is State.FAIL
        print(json.dumps(asdict(finding)) if args.json else as_line(finding), flush=True)
    return 1 if failed else 0


def as_line(finding: Finding) -> str:
    advice = f"\n                      {finding.do}" if finding.do else ""
    return f"{MARK[finding.state]} {finding.part:<14}{finding.what}{advice}"


def findings(args: argparse.Namespace) -> Iterator[Finding]:
    yield from check_tray(args.tray, PRESS_S if args.press else 0.0)
    yield check_camera(args.camera)
    yield check_disk(args.data)
    yield check_network(f"http://{own_address('0.0.0.0')}:{args.port}/")
    yield from check_heat()


def check_tray(wish: str, patience_s: float) -> Iterator[Finding]:
    if wish == "none":
        yield Finding("tray", State.MISSING, "not wanted (--tray none)", code="tray_unwanted")
    elif wish == "sim":
        yield from _check_simulated(patience_s)
    else:
        find: Finder = find_trays if wish == "auto" else only(wish)
        if patience_s:
            print("Press accept, correct, next, one after the other; then lay a card on the lid.", file=sys.stderr)
        yield from Checkup(find, patience_s).run()


def _check_simulated(patience_s: float) -> Iterator[Finding]:
    simulator = SimulatedTray()
    simulator.start()
    try:
        yield from Checkup(simulator.find, patience_s).run()
    finally:
        simulator.stop()
