"""`companion serve`: the service on which tablets play. `companion code`: how to join it."""

from __future__ import annotations

import argparse
import socket

from companion.appliance.places import PORTS
from companion.cli.data_folder import add_data, add_port, failed, port_of
from companion.data_folder import SECURE, FolderInUse, lock_folder
from companion.network.authority import kept_fingerprint
from companion.network.reach import HTTPS_PORT, ServiceReach
from companion.server.access import kept_code, qr_terminal
from companion.server.options import ServeOptions
from companion.server.run import Runner

# Where 443 is not allowed.
SECURE_PORT = 8443


def add_serve(parser: argparse.ArgumentParser) -> None:
    add_data(parser)
    parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: all)")
    parser.add_argument(
        "--port", type=int, help=f"port to listen on (default: {PORTS[-1]}, and 80 where that is allowed)"
    )
    parser.add_argument("--secure-port", type=int, help="port for https (default: 443 or 8443; 0: none)")
    parser.add_argument("--open", action="store_true", help="no table code: everybody in the network may join")
    parser.add_argument("--camera", default="auto", help="auto, sim, none, a device, a file or an address")
    parser.add_argument("--board-camera", default="none", help="a camera over the board: none, pi, a device, …")
    parser.add_argument("--tray", default="auto", help="auto, sim, none or a serial device")
    parser.set_defaults(run=serve)


def serve(args: argparse.Namespace) -> int:
    try:
        with lock_folder(args.data):
            # Port 80 first: nobody has to type it. The other one stays, for bookmarks and seats that were taken there.
            wanted = (args.port,) if args.port else PORTS
            ports = tuple(port for port in wanted if _is_free(args.host, port))
            if not ports:
                return failed(f"port {wanted[-1]} is in use; choose another with --port")
            secure = next((port for port in _secure_ports(args) if _is_free(args.host, port)), 0)
            devices = (args.camera, args.board_camera, args.tray)
            Runner(ServeOptions(args.data, args.host, ports, args.open, *devices, secure)).run()
    except FolderInUse as error:
        return failed(error)
    except PermissionError:
        return failed(f"{args.data} is not yours: the service of this machine keeps it. Name another with --data")
    except OSError as error:
        return failed(f"the data folder cannot be used: {error}")
    return 0


def _secure_ports(args: argparse.Namespace) -> tuple[int, ...]:
    """A service on a port of its choice has no secure one, unless it chooses that too."""
    if args.secure_port is not None:
        return (args.secure_port,) if args.secure_port else ()
    return () if args.port else (HTTPS_PORT, SECURE_PORT)


def _is_free(host: str, port: int) -> bool:
    """Nobody else listens there, and we are allowed to."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


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
    address = ServiceReach("0.0.0.0", (port_of(args),)).address
    print(f"{qr_terminal(f'{address}?code={kept}')}\n{address}\ntable code: {kept}")
    if fingerprint := kept_fingerprint(args.data / SECURE):
        print(f"certificate of the secure address (SHA-256): {fingerprint}")
    return 0
