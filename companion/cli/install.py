"""`companion install`: a systemd unit, so that the service starts with the machine, as a user of its own."""

from __future__ import annotations

import argparse
import grp
import shlex
import sys
from pathlib import Path

import companion
from companion.appliance.accounts import SERVICE, make_account
from companion.appliance.places import PORTS, SYSTEM_DATA, UNIT, UNITS
from companion.appliance.take_over import folder_of_caller, games_in, take_over
from companion.cli.data_folder import add_data, failed
from companion.data_folder import FolderInUse
from companion.files import write_atomically
from companion.network.system_files import place_system_files

STATE = Path("/var/lib")
ROOT = Path("/")
# Cameras, the tray's serial port, and what libcamera works with.
GROUPS = ("video", "dialout", "render")
LAST_PRIVILEGED_PORT = 1023
UNIT_TEXT = """[Unit]
Description=Claustrophobia companion
# Not network-online: nobody waits for a network that may never come. Addresses are followed while it runs.
After=network.target
# What cannot start five times within five minutes is given up.
StartLimitIntervalSec=300
StartLimitBurst=5

[Service]
Type=notify
NotifyAccess=all
ExecStart={command}
Restart=always
RestartSec=2
TimeoutStartSec=120
TimeoutStopSec=20
KillMode=mixed
# Fed only while the service answers over its own port.
WatchdogSec=60
LimitNOFILE=4096
LimitCORE=0

# A user for this alone, that owns nothing but its data folder. No DynamicUser: see companion/appliance/accounts.py.
User={user}
RemoveIPC=yes
{groups}StateDirectory={state}
StateDirectoryMode=0700
UMask=0077

# Cameras (81) and serial ports (166, 188) by their numbers: their drivers are loaded when they are plugged in.
DevicePolicy=closed
DeviceAllow=char-81 rw
DeviceAllow=char-166 rw
DeviceAllow=char-188 rw
DeviceAllow=char-media rw
DeviceAllow=char-dma_heap rw

# Everything else of the machine is out of reach.
{capabilities}NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=tmpfs
{program}PrivateTmp=yes
PrivateMounts=yes
ProtectProc=invisible
ProtectClock=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectControlGroups=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
"""


def add_install(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--unit", type=Path, default=UNITS / UNIT, help="the file to write (default: %(default)s)")
    add_data(parser, SYSTEM_DATA)
    parser.add_argument("--port", type=int, help="port of the service (default: as of serve)")
    parser.add_argument(
        "--take-over",
        type=Path,
        default=folder_of_caller(),
        metavar="DIR",
        help="games and boxes that were played until now (default: %(default)s)",
    )
    parser.add_argument("--quiet", action="store_true", help="do not say what to type next")
    parser.add_argument("serve", nargs=argparse.REMAINDER, metavar="-- OPTIONS", help="further options of serve")
    parser.set_defaults(run=install)


def install(args: argparse.Namespace) -> int:
    if args.data.parent != STATE:
        return failed(f"{args.data} cannot be kept for a user of its own: name a folder in {STATE}")
    text = unit_text(args.data, args.port, [word for word in args.serve if word != "--"])
    try:
        is_for_machine = args.unit == UNITS / UNIT
        if is_for_machine:
            make_account(SERVICE)
        _take_over(args.take_over, args.data)
        write_atomically(args.unit, text, mode=0o644)
        placed = place_system_files(ROOT, args.port or PORTS[0]) if is_for_machine else []
    except FolderInUse as error:
        return failed(error)
    except OSError as error:
        return failed(f"{error.filename or args.unit} cannot be written ({error.strerror}): run this with sudo")
    if args.quiet:
        return 0
    for path in placed:
        print(f"wrote {path}")
    print(f"wrote {args.unit}\nnow: sudo systemctl daemon-reload && sudo systemctl enable --now {args.unit.stem}")
    print(f"the table code is shown by: sudo {_program()} code --data {args.data}")
    return 0


def _take_over(source: Path, data: Path) -> None:
    """The one data folder of this machine is the service's from now on: what was played before comes along."""
    taken = take_over(source, data)
    if taken:
        print(f"took over {taken.games} games and {taken.boxes} boxes from {source}; it is called {taken.kept} now")
    elif games_in(source) and games_in(data):
        print(f"games are in {data} and in {source}: those in {data} are played. To bring the others:")
        print(f"companion backup --data {source} --out games.zip, then on the tablet: Devices, Backups, Bring one")


def unit_text(data: Path, port: int | None, further: list[str]) -> str:
    """The unit as it is written; it runs the program this command was called with."""
    words = [str(_program()), "serve", "--data", str(data), *(["--port", str(port)] if port else []), *further]
    groups = [name for name in GROUPS if _exists(name)]
    bind = "CAP_NET_BIND_SERVICE" if port is None or port <= LAST_PRIVILEGED_PORT else ""
    return UNIT_TEXT.format(
        user=SERVICE,
        command=_quoted(shlex.join(words)),
        state=data.name,
        groups=f"SupplementaryGroups={' '.join(groups)}\n" if groups else "",
        capabilities=f"CapabilityBoundingSet={bind}\nAmbientCapabilities={bind}\n",
        program="".join(f"BindReadOnlyPaths={_quoted(shlex.quote(str(path)))}\n" for path in _in_homes()),
    )


def _program() -> Path:
    return Path(sys.argv[0]).absolute()


def _in_homes() -> list[Path]:
    """Where the program lies, if that is in somebody's home: only this much of the home is shown to the service."""
    places = {Path(sys.prefix).absolute(), Path(companion.__file__).absolute().parents[1]}
    outer = {place for place in places if not any(other in place.parents for other in places)}
    return sorted(place for place in outer if place.parts[1] in ("home", "root"))


def _quoted(words: str) -> str:
    """systemd has a meaning of its own for these two."""
    return words.replace("%", "%%").replace("$", "$$")


def _exists(group: str) -> bool:
    """systemd does not start a unit that names a group which the machine does not have."""
    try:
        grp.getgrnam(group)
    except KeyError:
        return False
    return True
