"""Commands for devices: `check` tries them all, `flash` is for the board in the tray, `tray` for the simulated one."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator

from companion.cli.asking import NoAnswer, ask, code_of
from companion.cli.data_folder import add_data, add_port, port_of
from companion.devices.checks import check_camera, check_disk, check_heat, check_network
from companion.devices.tray.check import CheckFinding, check_found_tray
from companion.devices.tray.flash import BENCH_TESTS, MICROPYTHON, FlashError, bench_test, flash
from companion.devices.tray.ports import Finder, find_trays, only
from companion.devices.tray.simulator import SimulatedTray
from companion.devices.tray.simulator_commands import HELP
from companion.network.reach import ServiceReach
from companion.protocol.devices import PartState

PRESS_S = 8.0
MARK: dict[PartState, str] = {"ok": "ok     ", "missing": "missing", "fail": "FAIL   "}


# -- check -------------------------------------------------------------------------------------------------------------


def add_check(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tray", default="auto", help="auto, sim, none or a serial device")
    parser.add_argument("--camera", default="auto", help="auto, sim, none, a device, a file or an address")
    add_data(parser)
    add_port(parser)
    parser.add_argument("--press", action="store_true", help="also ask for each button and a card")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.set_defaults(run=check)


def check(args: argparse.Namespace) -> int:
    """0 if nothing failed; a part that is simply not there is no failure: the game goes on without it."""
    failed = False
    for finding in findings(args):
        failed |= finding.state == "fail"
        print(json.dumps(finding.to_json()) if args.json else as_line(finding), flush=True)
    return 1 if failed else 0


def as_line(finding: CheckFinding) -> str:
    advice = f"\n                      {finding.do}" if finding.do else ""
    return f"{MARK[finding.state]} {finding.part:<14}{finding.what}{advice}"


def findings(args: argparse.Namespace) -> Iterator[CheckFinding]:
    yield from check_tray(args.tray, PRESS_S if args.press else 0.0)
    yield check_camera(args.camera)
    yield check_disk(args.data)
    yield check_network(ServiceReach("0.0.0.0", (port_of(args),)).address)
    yield from check_heat()


def check_tray(wanted: str, press_s: float) -> Iterator[CheckFinding]:
    if wanted == "none":
        yield CheckFinding("tray", "missing", "not wanted (--tray none)", code="tray_unwanted")
    elif wanted == "sim":
        yield from _check_simulated(press_s)
    else:
        find: Finder = find_trays if wanted == "auto" else only(wanted)
        if press_s:
            print("Press accept, correct, next, one after the other; then lay a card on the lid.", file=sys.stderr)
        yield from check_found_tray(find, press_s)


def _check_simulated(press_s: float) -> Iterator[CheckFinding]:
    simulator = SimulatedTray()
    simulator.start()
    try:
        yield from check_found_tray(simulator.find, press_s)
    finally:
        simulator.stop()


# -- flash -------------------------------------------------------------------------------------------------------------


def add_flash(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("port", nargs="?", help="the board's serial device, if several are plugged in")
    parser.add_argument(
        "--try", dest="part", choices=BENCH_TESTS, help="only try this part; the firmware must be on the board"
    )
    parser.set_defaults(run=flash_board)


def flash_board(args: argparse.Namespace) -> int:
    find: Finder = only(args.port) if args.port else find_trays
    try:
        if args.part:
            bench_test(args.part, find)
            return 0
        done = flash(find)
    except FlashError as error:
        print(f"companion: {error}", file=sys.stderr)
        return 1
    print(f"The tray at {done.port} runs firmware {done.firmware} on MicroPython {done.micropython}.")
    if done.micropython != MICROPYTHON:
        print(
            f"It was tested with MicroPython {MICROPYTHON}; if anything behaves oddly, put that version on the board."
        )
    return 0


# -- tray --------------------------------------------------------------------------------------------------------------


def add_tray(parser: argparse.ArgumentParser) -> None:
    parser.epilog = HELP
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("verb", nargs="*", help="a command with its words; none: they are typed, one a line")
    add_data(parser)
    add_port(parser)
    parser.set_defaults(run=tray)


def tray(args: argparse.Namespace) -> int:
    failed = False
    port = port_of(args)
    for line in [" ".join(args.verb)] if args.verb else typed_lines():
        try:
            shown = str(ask(port, code_of(args.data), "/api/tray/sim", {"line": line})["shown"])
        except NoAnswer as error:
            failed = True
            print(f"companion: {error}", file=sys.stderr)
        else:
            print(shown, end="\n" if shown else "", flush=True)
    return 1 if failed else 0


def typed_lines() -> Iterator[str]:
    """Lines as they are typed, to the end of the input."""
    if sys.stdin.isatty():
        print("Type help for the commands, Ctrl-D to end.", file=sys.stderr)
    return (line.strip() for line in sys.stdin if line.strip())
