"""`python -m companion.appliance`: `install` for install.sh, `asked` and `ended` for the units. As root."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from companion.appliance.installing import Installer, Wanted, explain, say
from companion.appliance.places import ROOT, SYSTEM_DATA, InstalledPlaces, InstallSettings
from companion.appliance.release import BadRelease
from companion.appliance.spool import TakenSpool
from companion.appliance.system import Systemd
from companion.appliance.updating import UpdateFailed, Updater


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="companion.appliance")
    tasks = parser.add_subparsers(dest="task", required=True)
    install = tasks.add_parser("install")
    install.add_argument("--release", type=Path, required=True)
    install.add_argument("--address", default="")
    install.add_argument("--port", type=int)
    install.add_argument("--keep-hostname", action="store_true")
    install.add_argument("--kiosk", action="store_true")
    install.add_argument("serve", nargs=argparse.REMAINDER)
    for name in ("asked", "ended"):
        tasks.add_parser(name)
    args = parser.parse_args(words)
    places = InstalledPlaces(ROOT)
    if args.task == "install":
        return _install(places, args)
    updater = Updater(places, Systemd())
    if args.task == "ended":
        updater.ended()
        return 0
    spool = TakenSpool(places.settings().data)
    while wish := spool.wish():
        updater.do(wish)
    return 0


def _install(places: InstalledPlaces, args: argparse.Namespace) -> int:
    # It leads into the wheel this runs out of; programs that are started from here use what is installed.
    os.environ.pop("PYTHONPATH", None)
    # What is not said this time stays as it was.
    known = places.settings()
    serve = tuple(word for word in args.serve if word != "--")
    settings = InstallSettings(
        SYSTEM_DATA, args.port or known.port, args.address or known.address, serve or known.serve
    )
    try:
        return Installer(places, Wanted(settings, args.keep_hostname, args.kiosk)).install(args.release)
    except BadRelease as error:
        say(explain(error))
    except UpdateFailed as error:
        say(f"nothing has changed: {error}")
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
