"""The files for the system: each says what it should, and lands where its program reads it."""

from __future__ import annotations

import configparser
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from companion.devices.tray.ports import USB_IDS
from companion.network.reach import HOTSPOT_ADDRESS
from companion.network.system_files import PLACES, SOURCE, place_system_files, remove_system_files
from companion.network.wifi import POWER_SAVING


def text(name: str) -> str:
    return (SOURCE / name).read_text()


def test_every_file_has_a_place_and_every_place_a_file() -> None:
    assert {file.name for file in SOURCE.iterdir()} == set(PLACES)


def test_power_saving_is_off_for_every_connection() -> None:
    settings = configparser.ConfigParser()
    settings.read_string(text("companion-nm.conf"))
    # nm-settings(5), 802-11-wireless.powersave: 2 is "disable".
    assert settings["connection"]["wifi.powersave"] == "2"
    assert str(POWER_SAVING) == f"/{PLACES['companion-nm.conf']}"


def test_modemmanager_leaves_every_board_of_a_tray_alone() -> None:
    rules = text("78-companion-tray.rules")
    ignored = [line for line in rules.splitlines() if 'ENV{ID_MM_DEVICE_IGNORE}="1"' in line]
    for vendor, _ in USB_IDS:
        matching = [line for line in ignored if f'=="{vendor:04x}"' in line]
        assert {re.match(r'SUBSYSTEM=="(\w+)"', line)[1] for line in matching} == {"usb", "tty"}  # type: ignore[index]
    # ModemManager's own rules begin with 77: ours come after, and have the last word.
    assert PLACES["78-companion-tray.rules"] == "etc/udev/rules.d/78-companion-tray.rules"


def test_the_service_may_change_networks_and_nothing_else() -> None:
    rules = text("49-companion.rules")
    assert 'subject.user === "companion"' in rules
    actions = re.findall(r'"(org\.[\w.-]+)"', rules)
    assert all(action.startswith("org.freedesktop.NetworkManager.") for action in actions)
    assert not any(action.endswith((".reload", ".hostname", "global-dns", "checkpoint-rollback")) for action in actions)


def test_names_in_the_hotspot_and_by_avahi(tmp_path: Path) -> None:
    assert f"address=/companion.local/{HOTSPOT_ADDRESS}" in text("companion-dnsmasq.conf")
    # Avahi tells of the port the service was given: under another one there may be another program.
    (tmp_path / "etc" / "avahi").mkdir(parents=True)
    for port in (80, 8123):
        (placed,) = place_system_files(tmp_path, port)
        service = ElementTree.fromstring(placed.read_text()).find("service")
        assert service is not None
        assert (service.findtext("type"), service.findtext("port")) == ("_http._tcp", str(port))


def test_files_are_placed_only_where_their_program_is_and_taken_away_again(tmp_path: Path) -> None:
    assert place_system_files(tmp_path, 80) == []
    (tmp_path / "etc" / "NetworkManager").mkdir(parents=True)
    (tmp_path / "etc" / "udev").mkdir()
    placed = place_system_files(tmp_path, 80)
    assert [str(path.relative_to(tmp_path)) for path in placed] == [
        "etc/NetworkManager/conf.d/companion.conf",
        "etc/NetworkManager/dnsmasq-shared.d/companion.conf",
        "etc/udev/rules.d/78-companion-tray.rules",
    ]
    assert all(path.stat().st_mode & 0o777 == 0o644 for path in placed)
    # Twice is as good as once.
    assert place_system_files(tmp_path, 80) == placed
    others = tmp_path / "etc" / "NetworkManager" / "conf.d" / "owner.conf"
    others.write_text("")
    remove_system_files(tmp_path)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [others]
    remove_system_files(tmp_path)
