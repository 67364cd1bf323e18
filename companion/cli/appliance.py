"""What an installed companion can do to itself: update, go back, forget everything, uninstall. With sudo."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from companion.appliance.installing import Installer, Wanted, explain, uninstall
from companion.appliance.places import InstalledPlaces, own_places
from companion.appliance.release import BadRelease
from companion.appliance.system import Systemd
from companion.appliance.updating import UpdateFailed, Updater
from companion.backup.reset import ask_reset, finish_reset
from companion.cli.data_folder import add_data, alone, failed


def _places() -> InstalledPlaces:
    places = own_places()
    if places is None:
        raise OSError("this companion was not installed by install.sh: it is updated and removed as it was installed")
    if os.geteuid() != 0:
        raise PermissionError("this needs root: call it with sudo")
    return places


def add_update(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("release", type=Path, help="the folder of a release")
    parser.set_defaults(run=update)


def update(args: argparse.Namespace) -> int:
    try:
        places = _places()
        return Installer(places, Wanted(places.settings(), keep_name=True)).install(args.release)
    except BadRelease as error:
        return failed(explain(error))
    except (UpdateFailed, OSError) as error:
        return failed(error)


def add_back(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=back)


def back(args: argparse.Namespace) -> int:
    try:
        updater = Updater(_places(), Systemd())
        updater.back()
    except (UpdateFailed, OSError) as error:
        return failed(error)
    print(f"companion {updater.running} runs again")
    return 0


def add_uninstall(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data-too", action="store_true", help="games, boxes and backups as well, for good")
    parser.set_defaults(run=remove)


def remove(args: argparse.Namespace) -> int:
    try:
        uninstall(_places(), args.data_too)
    except OSError as error:
        return failed(error)
    return 0


def add_reset(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--everything", action="store_true", help="the backups too; else one of today is made and kept")
    add_data(parser)
    parser.set_defaults(run=alone(reset))


def reset(args: argparse.Namespace) -> int:
    ask_reset(args.data, args.everything)
    if not finish_reset(args.data):
        return failed("what is there could not be saved first; nothing has changed")
    print(f"everything in {args.data} is forgotten" + ("" if args.everything else "; the newest backup has it all"))
    return 0
