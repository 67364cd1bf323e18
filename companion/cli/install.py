"""`companion install`: a systemd unit, so that the companion starts with the Pi and comes back after a power cut."""

from __future__ import annotations

import argparse
import getpass
import os
import shlex
import sys
from pathlib import Path
from typing import Any

UNIT = Path("/etc/systemd/system/companion.service")
DATA = Path("/var/lib/companion")

TEXT = """[Unit]
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


def add_parser(subparsers: Any) -> None:
    parser = subparsers.add_parser("install", help="write a systemd unit that starts the companion with the machine")
    parser.add_argument("--unit", type=Path, default=UNIT, help="the file to write (default: %(default)s)")
    parser.add_argument("--user", default=None, help="who the service runs as (default: you)")
    parser.add_argument("--data", type=Path, default=DATA, help="folder of the games (default: %(default)s)")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("serve", nargs=argparse.REMAINDER, metavar="-- OPTIONS", help="further options of serve")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    text = unit_text(
        args.user or os.environ.get("SUDO_USER") or getpass.getuser(),
        args.data,
        args.port,
        [w for w in args.serve if w != "--"],
    )
    try:
        args.unit.write_text(text)
    except OSError as error:
        print(f"companion: {args.unit} cannot be written ({error.strerror}): run this with sudo", file=sys.stderr)
        return 2
    print(f"wrote {args.unit}\nnow: sudo systemctl daemon-reload && sudo systemctl enable --now {args.unit.stem}")
    return 0


def unit_text(user: str, data: Path, port: int, further: list[str]) -> str:
    """The unit as it is written; it runs the command this one was called with."""
    program = Path(sys.argv[0]).absolute()
    words = [str(program), "serve", "--data", str(data), "--port", str(port), *further]
    return TEXT.format(user=user, command=shlex.join(words))
