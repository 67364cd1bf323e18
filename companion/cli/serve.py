"""`companion serve`: the service on which tablets play. `companion code`: how to join it."""

from __future__ import annotations

import argparse
import socket

from companion.cli.data_folder import add_data, add_port, failed
from companion.data_folder import FolderInUse, lock_folder
from companion.server.access import kept_code, qr_terminal
from companion.server.options import ServeOptions, own_address
from companion.server.run import Runner


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
    options = ServeOptions(args.data, args.host, args.port, args.open, args.camera, args.board_camera, args.tray)
    try:
        with lock_folder(args.data):
            if _port_taken(args.host, args.port):
                return failed(f"port {args.port} is in use; choose another with --port")
            Runner(options).run()
    except FolderInUse as error:
        return failed(error)
    except OSError as error:
        return failed(f"the data folder cannot be used: {error}")
    return 0


def _port_taken(host: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return True
    return False


# -- code --------------------------------------------------------------------------------------------------------------


def add_code(parser: argparse.ArgumentParser) -> None:
    add_data(parser)
    add_port(parser)
    parser.set_defaults(run=code)


def code(args: argparse.Namespace) -> int:
    """For whoever may read the data folder: a service of the system does not write its code into the journal."""
    kept = kept_code(args.data)
    if kept is None:
        return failed(f"no service has used {args.data}, or it is not yours to read: try sudo, or name it with --data")
    address = f"http://{own_address('')}:{args.port}/"
    print(f"{qr_terminal(f'{address}?code={kept}')}\n{address}\ntable code: {kept}")
    return 0
