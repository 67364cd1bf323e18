"""`companion serve`: the service on which tablets play. `companion install`: it starts with the machine."""

from __future__ import annotations

import argparse
import getpass
import os
import shlex
import socket
import sys
from pathlib import Path

from companion.cli.data_folder import add_data, add_port, failed
from companion.devices.build import build_devices
from companion.server.access import load_access, qr_terminal
from companion.server.app import create_web
from companion.server.run import FolderInUse, Runner, lock_folder
from companion.server.service import Settings
from companion.table.box_store import BoxStore, TagNames

# Where a service of the system keeps its data.
SYSTEM_DATA = Path("/var/lib/companion")
UNIT = Path("/etc/systemd/system/companion.service")
UNIT_TEXT = """[Unit]
Description=Claustrophobia companion
After=network-online.target
Wants=network-online.target

[Service]
User={user}
SupplementaryGroups=video dialout
StateDirectory=companion
ExecStart={command}
Restart=always
RestartSec=2
KillMode=mixed
TimeoutStopSec=15

[Install]
WantedBy=multi-user.target
"""


# -- serve -------------------------------------------------------------------------------------------------------------


def add_serve(parser: argparse.ArgumentParser) -> None:
    add_data(parser)
    parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: all)")
    add_port(parser)
    parser.add_argument("--open", action="store_true", help="no table code: everybody in the network may join")
    parser.add_argument("--camera", default="auto", help="auto, sim, none, a device, a file or an address")
    parser.add_argument("--board-camera", default="none", help="a camera over the board: none, pi, a device, …")
    parser.add_argument("--tray", default="auto", help="auto, sim, none or a serial device")
    parser.set_defaults(run=serve)


def serve(args: argparse.Namespace) -> int:
    try:
        held = lock_folder(args.data)
    except FolderInUse as error:
        return failed(error)
    except OSError as error:
        return failed(f"the data folder cannot be used: {error}")
    with held:
        if _port_taken(args.host, args.port):
            return failed(f"port {args.port} is in use; choose another with --port")
        address = f"http://{own_address(args.host)}:{args.port}/"
        print(greeting(address, None if args.open else load_access(args.data).code), flush=True)
        # Devices are opened by the process that serves, not by the one that starts it.
        Runner(lambda: create_web(_settings(args, address)), args.host, args.port).run()
    return 0


def _settings(args: argparse.Namespace, address: str) -> Settings:
    boxes = BoxStore(args.data / "boxes")
    devices = build_devices(args.camera, args.tray, TagNames(boxes), args.data, args.board_camera)
    for fault in devices.faults:
        print(f"companion: {fault.part}: {fault.what}. {fault.do}", file=sys.stderr, flush=True)
    for name, is_simulated in devices.simulated.items():
        if is_simulated:
            print(f"companion: the {name} is SIMULATED: none was found", flush=True)
    return Settings(
        data=args.data,
        address=address,
        open=args.open,
        sources=devices.sources,
        simulated=devices.simulated,
        faults=devices.faults,
        board=devices.board,
        make_camera_source=devices.make_camera_source,
        boxes=boxes,
    )


def _port_taken(host: str, port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return True
    return False


def own_address(host: str) -> str:
    """The address tablets in the same network can reach; no packet is sent to find it."""
    if host not in ("0.0.0.0", "::", ""):
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def greeting(address: str, code: str | None) -> str:
    """What the terminal shows: the address, the table code, and both as a QR code."""
    link = address if code is None else f"{address}?code={code}"
    code_line = "no table code is needed (--open)" if code is None else f"table code: {code}"
    return f"{qr_terminal(link)}\nClaustrophobia companion: {address}\n{code_line}\n"


# -- install -----------------------------------------------------------------------------------------------------------


def add_install(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--unit", type=Path, default=UNIT, help="the file to write (default: %(default)s)")
    parser.add_argument("--user", default=None, help="who the service runs as (default: you)")
    add_data(parser, SYSTEM_DATA)
    add_port(parser)
    parser.add_argument("serve", nargs=argparse.REMAINDER, metavar="-- OPTIONS", help="further options of serve")
    parser.set_defaults(run=install)


def install(args: argparse.Namespace) -> int:
    user = args.user or os.environ.get("SUDO_USER") or getpass.getuser()
    text = unit_text(user, args.data, args.port, [word for word in args.serve if word != "--"])
    try:
        args.unit.write_text(text)
    except OSError as error:
        return failed(f"{args.unit} cannot be written ({error.strerror}): run this with sudo")
    print(f"wrote {args.unit}\nnow: sudo systemctl daemon-reload && sudo systemctl enable --now {args.unit.stem}")
    return 0


def unit_text(user: str, data: Path, port: int, further: list[str]) -> str:
    """The unit as it is written; it runs the program this command was called with."""
    program = Path(sys.argv[0]).absolute()
    words = [str(program), "serve", "--data", str(data), "--port", str(port), *further]
    return UNIT_TEXT.format(user=user, command=shlex.join(words))
