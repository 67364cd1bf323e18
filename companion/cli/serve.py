"""`companion serve`: the service on which tablets play."""

from __future__ import annotations

import argparse
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.server.service import Settings

DATA = Path.home() / ".local" / "share" / "companion"
PORT = 8000


def add_parser(subparsers: Any) -> None:
    parser = subparsers.add_parser("serve", help="start the service and print how to join")
    parser.add_argument("--data", type=Path, default=DATA, help="folder of the games (default: %(default)s)")
    parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: all)")
    parser.add_argument("--port", type=int, default=PORT, help="port to listen on (default: %(default)s)")
    parser.add_argument("--open", action="store_true", help="no table code: everybody in the network may join")
    parser.add_argument("--camera", default="auto", help="auto, sim, none, a device, a file or an address")
    parser.add_argument("--board-camera", default="none", help="a camera over the board: none, pi, a device, …")
    parser.add_argument("--tray", default="auto", help="auto, sim, none or a serial device")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from companion.server.lock import FolderInUse, lock_folder

    try:
        held = lock_folder(args.data)
    except FolderInUse as error:
        print(f"companion: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"companion: the data folder cannot be used: {error}", file=sys.stderr)
        return 2
    with held:
        return _serve(args)


def _serve(args: argparse.Namespace) -> int:
    from companion.server.access import load_access
    from companion.server.app import create_web
    from companion.server.run import Runner

    if _port_taken(args.host, args.port):
        print(f"companion: port {args.port} is in use; choose another with --port", file=sys.stderr)
        return 2
    address = f"http://{own_address(args.host)}:{args.port}/"
    print(greeting(address, None if args.open else load_access(args.data).code), flush=True)
    # Devices are opened by the process that serves, not by the one that starts it.
    Runner(lambda: create_web(_settings(args, address)), args.host, args.port).run()
    return 0


def _settings(args: argparse.Namespace, address: str) -> Settings:
    from companion.devices.assembly import assemble
    from companion.server.service import Settings
    from companion.table.boxes import Boxes, TagNames

    boxes = Boxes(args.data / "boxes")
    devices = assemble(args.camera, args.tray, TagNames(boxes), args.data, args.board_camera)
    for trouble in devices.troubles:
        print(f"companion: {trouble}; the game goes on without it", file=sys.stderr, flush=True)
    for name, is_simulated in devices.simulated.items():
        if is_simulated:
            print(f"companion: the {name} is SIMULATED: none was found", flush=True)
    return Settings(
        data=args.data,
        address=address,
        open=args.open,
        sources=devices.sources,
        simulated=devices.simulated,
        board=devices.board,
        make_eye=devices.make_eye,
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
    """What the terminal shows: where to go, the code, and both as a QR."""
    from companion.server.qr import qr_terminal

    way_in = address if code is None else f"{address}?code={code}"
    told = "no table code is needed (--open)" if code is None else f"table code: {code}"
    return f"{qr_terminal(way_in)}\nClaustrophobia companion: {address}\n{told}\n"
