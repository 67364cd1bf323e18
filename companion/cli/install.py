"""`companion install`: a systemd unit, so that the service starts with the machine, as a user of its own."""

from __future__ import annotations

import argparse
import grp
import shlex
import sys
from pathlib import Path

import companion
from companion.cli.data_folder import add_data, add_port, failed
from companion.files import write_atomically

# Where a service of the system keeps its data.
SYSTEM_DATA = Path("/var/lib/companion")
STATE = Path("/var/lib")
UNIT = Path("/etc/systemd/system/companion.service")
# Cameras, the tray's serial port, and what libcamera works with.
GROUPS = ("video", "dialout", "render")
LAST_PRIVILEGED_PORT = 1023
UNIT_TEXT = """[Unit]
Description=Claustrophobia companion
After=network-online.target
Wants=network-online.target
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

# A user that exists only for this, and that owns nothing but its data folder.
User=companion
DynamicUser=yes
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
    parser.add_argument("--unit", type=Path, default=UNIT, help="the file to write (default: %(default)s)")
    add_data(parser, SYSTEM_DATA)
    add_port(parser)
    parser.add_argument("serve", nargs=argparse.REMAINDER, metavar="-- OPTIONS", help="further options of serve")
    parser.set_defaults(run=install)


def install(args: argparse.Namespace) -> int:
    if args.data.parent != STATE:
        return failed(f"{args.data} cannot be kept for a user of its own: name a folder in {STATE}")
    text = unit_text(args.data, args.port, [word for word in args.serve if word != "--"])
    try:
        write_atomically(args.unit, text, mode=0o644)
    except OSError as error:
        return failed(f"{args.unit} cannot be written ({error.strerror}): run this with sudo")
    print(f"wrote {args.unit}\nnow: sudo systemctl daemon-reload && sudo systemctl enable --now {args.unit.stem}")
    print(f"the table code is shown by: sudo {_program()} code --data {args.data}")
    return 0


def unit_text(data: Path, port: int, further: list[str]) -> str:
    """The unit as it is written; it runs the program this command was called with."""
    words = [str(_program()), "serve", "--data", str(data), "--port", str(port), *further]
    groups = [name for name in GROUPS if _exists(name)]
    bind = "CAP_NET_BIND_SERVICE" if port <= LAST_PRIVILEGED_PORT else ""
    return UNIT_TEXT.format(
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
