"""`companion check`: tries tray, camera, disk and network one by one, and says what to do about each."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from companion.cli.serve import DATA, PORT, own_address
from companion.devices.tray.checkup import Checkup, Finding, State
from companion.devices.tray.ports import Finder, find_trays, only
from companion.devices.tray.simulator import SimulatedTray

PRESS_S = 8.0
ENOUGH_BYTES = 200_000_000
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
    yield check_network(args.port)


def check_tray(wish: str, patience_s: float) -> Iterator[Finding]:
    if wish == "none":
        yield Finding("tray", State.MISSING, "not wanted (--tray none)")
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


def check_camera(wish: str) -> Finding:
    from vision.cameras.base import CameraError
    from vision.cameras.choose import choose_camera

    try:
        camera = choose_camera(wish)
        if camera is None:
            return Finding("camera", State.MISSING, "not wanted (--camera none)")
        picture = camera.grab()
        camera.close()
    except CameraError as error:
        return Finding("camera", State.FAIL, str(error), "Check its cable, or name another with --camera.")
    height, width = picture.shape[:2]
    if not camera.real:
        what = f"no camera is plugged in; the simulated one gives pictures of {width} × {height}"
        return Finding("camera", State.MISSING, what, "Plug a camera in, or type the dice on the tablet.")
    return Finding("camera", State.OK, f"{camera.name} gives pictures of {width} × {height}")


def check_disk(data: Path) -> Finding:
    try:
        data.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=data) as probe:
            probe.write(b"x" * 4096)
            probe.flush()
            os.fsync(probe.fileno())
        place = os.statvfs(data)
    except OSError as error:
        return Finding("disk", State.FAIL, f"{data} cannot be written: {error.strerror}", "Choose another with --data.")
    free = place.f_bavail * place.f_frsize
    if free < ENOUGH_BYTES:
        return Finding("disk", State.FAIL, f"only {free // 10**6} MB are free in {data}", "Delete something.")
    return Finding("disk", State.OK, f"{free // 10**6} MB free in {data}")


def check_network(port: int) -> Finding:
    address = own_address("0.0.0.0")
    if address.startswith("127."):
        advice = "Join a network or open a hotspot; the internet is not needed."
        return Finding("network", State.FAIL, "this machine is in no network, so no tablet can reach it", advice)
    return Finding("network", State.OK, f"tablets reach the companion at http://{address}:{port}/")
