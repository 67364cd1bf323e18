"""Commands for devices: `check` tries them all, `flash` is for the board in the tray, `tray` for the simulated one."""

from __future__ import annotations

import argparse
import json
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from companion.cli.data_folder import add_data, add_port
from companion.devices.checks import check_camera, check_disk, check_heat, check_network
from companion.devices.tray.check import CheckFinding, check_found_tray
from companion.devices.tray.flash import BENCH_TESTS, MICROPYTHON, FlashError, bench_test, flash
from companion.devices.tray.ports import Finder, find_trays, only
from companion.devices.tray.simulator import SimulatedTray
from companion.devices.tray.simulator_commands import HELP
from companion.protocol.devices import PartState
from companion.server.access import kept_code
from companion.server.options import own_address

PRESS_S = 8.0
MARK: dict[PartState, str] = {"ok": "ok     ", "missing": "missing", "fail": "FAIL   "}

ANSWER_S = 10.0
# Refusals of the service that a person at the command line can do something about.
ADVICE = {
    "tray/none": "that service has no tray: start it with --tray sim",
    "tray/not_simulated": "the tray of that service is a real one",
    "table/wrong_code": "the service uses another data folder: name it with --data",
}


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
    yield check_network(f"http://{own_address('0.0.0.0')}:{args.port}/")
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


class NoAnswer(Exception):
    """The service cannot be asked; the message says why."""


def add_tray(parser: argparse.ArgumentParser) -> None:
    parser.epilog = HELP
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("verb", nargs="*", help="a command with its words; none: they are typed, one a line")
    add_data(parser)
    add_port(parser)
    parser.set_defaults(run=tray)


def tray(args: argparse.Namespace) -> int:
    failed = False
    for line in [" ".join(args.verb)] if args.verb else typed_lines():
        try:
            shown = send(args.port, code_of(args.data), line)
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


def code_of(data: Path) -> str:
    """The table code of the service that uses this folder."""
    code = kept_code(data)
    if code is None:
        raise NoAnswer(f"no service has used {data}: name its folder with --data")
    return code


def send(port: int, code: str, line: str) -> str:
    """Hands the line to the service; what there is to show."""
    address = f"http://127.0.0.1:{port}/api/tray/sim"
    headers = {"X-Table-Code": code, "Content-Type": "application/json"}
    request = urllib.request.Request(address, json.dumps({"line": line}).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=ANSWER_S) as answer:
            return str(json.load(answer)["shown"])
    except urllib.error.HTTPError as error:
        with error:
            raise NoAnswer(_reason(error.read())) from error
    except (OSError, ValueError, KeyError) as error:
        raise NoAnswer(f"no companion answers at port {port}: is it running?") from error


def _reason(body: bytes) -> str:
    try:
        refusal = json.loads(body)
        return ADVICE.get(refusal["code"]) or str(refusal["facts"].get("reason", refusal["code"]))
    except (ValueError, KeyError, AttributeError, TypeError):
        return "the service gave no sensible answer"
