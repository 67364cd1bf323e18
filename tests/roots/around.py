"""The programs that a Raspberry Pi has around the service, the real ones, on a machine that no network ever reaches.

NetworkManager, polkit, Avahi, ModemManager and udev read the files that an installation places for them. They run in a
network of their own: on that of this machine NetworkManager would take it over.
"""

from __future__ import annotations

import json

from tests.roots.machine import Machine

PACKAGES = "network-manager dnsmasq-base nftables polkitd avahi-daemon modemmanager iproute2"
# Packages start what they bring, unless this file says no: here they wait for the next start.
LATER = "printf '#!/bin/sh\\nexit 101\\n' >/usr/sbin/policy-rc.d; chmod +x /usr/sbin/policy-rc.d"
ALLOWED = {"network-control", "wifi.scan", "wifi.share.protected", "settings.modify.system"}
# As the service does it: as its user, with its own code.
ASK = """setpriv --reuid=$(id -u companion) --regid=$(id -g companion) --clear-groups \
/opt/companion/current/bin/python - <<'END'
import json
from companion.network.nmcli import HOTSPOT, Nmcli, NmcliError
nmcli = Nmcli()
for name in ("Attic: 2nd", HOTSPOT):
    try:
        nmcli.remove(name)
    except NmcliError:
        pass
added = nmcli.add("Attic: 2nd", True)
nmcli.use_by_itself(added)
hotspot = nmcli.add_hotspot("wlan0", "longenough")
known = nmcli.known()
said = []
for refused in (lambda: nmcli.up(hotspot), lambda: nmcli.up(added, "longenough"), lambda: nmcli.down(hotspot)):
    try:
        refused()
    except NmcliError as error:
        said.append(str(error))
nmcli.remove(added)
print(json.dumps({"devices": nmcli.devices(), "known": known, "said": said, "after": nmcli.known(),
                  "shared": nmcli.has_address("cable")}))
END"""
# A machine at the other end of a cable asks the hotspot's own name server where the companion is.
NAMED = """nmcli -w 30 connection add type ethernet ifname cable con-name shared ipv4.method shared \
ipv4.addresses 10.42.0.1/24 ipv6.method disabled autoconnect no >/dev/null
nmcli -w 30 connection up shared >/dev/null
python3 - <<'END'
import socket, struct
query = struct.pack(">6H", 7, 0x100, 1, 0, 0, 0) + b"\\x09companion\\x05local\\x00" + struct.pack(">2H", 1, 1)
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
    asking.settimeout(10)
    asking.sendto(query, ("10.42.0.1", 53))
    print(socket.inet_ntoa(asking.recv(512)[-4:]))
END"""


PATIENTLY = "curl -fsS --retry 120 --retry-delay 1 --retry-connrefused --retry-max-time 120"


def around(machine: Machine, address: str) -> None:
    root = machine.root
    if not (root.path / "opt/companion/current").exists():
        root.boot()
        root.run(f"curl -fsSL {address}/install.sh | bash -s -- --port {machine.port}")
        root.pull_the_plug()
    root.chroot(f"{LATER}; apt-get update -qq; apt-get install -y -qq --no-install-recommends {PACKAGES} >/dev/null")
    # As an owner has it who chose no port.
    root.chroot("companion install --quiet --data /var/lib/companion")
    root.boot(networked=False)
    try:
        starts_without_a_network(machine)
        network_manager(machine)
        names(machine)
        rules_of_udev(machine)
    finally:
        root.pull_the_plug()


def starts_without_a_network(machine: Machine) -> None:
    """On the ports that a service without a word has: 80 and 8000, and 443 with its own certificate."""
    run = machine.root.run
    assert json.loads(run(f"{PATIENTLY} http://127.0.0.1/api/info"))["version"]
    assert json.loads(run(f"{PATIENTLY} http://127.0.0.1:8000/api/info"))["version"]
    trusting = "openssl x509 -inform der -in /tmp/ca.crt -out /tmp/ca.pem && curl -fsS --cacert /tmp/ca.pem"
    run("curl -fsS -o /tmp/ca.crt http://127.0.0.1/api/companion-ca.crt")
    assert json.loads(run(f"{trusting} https://127.0.0.1/api/info"))["version"]
    waited_for = run("systemctl list-dependencies --plain --all --after companion.service")
    assert "network-online" not in waited_for, waited_for
    shown = run("companion code --data /var/lib/companion")
    assert "table code: " in shown, shown
    exposed = run("systemd-analyze security --no-pager companion | tail -1").strip()[-60:]
    machine.tell("starts without a network, on ports 80, 8000 and 443", exposure=exposed)


def network_manager(machine: Machine) -> None:
    run = machine.root.run
    assert "wifi.powersave=2" in run("NetworkManager --print-config")
    as_service = "setpriv --reuid=$(id -u companion) --regid=$(id -g companion) --clear-groups"
    rows = run(f"LC_ALL=C {as_service} nmcli -t general permissions").split()
    prefix = "org.freedesktop.NetworkManager."
    may = {row.split(":")[0].removeprefix(prefix) for row in rows if row.endswith(":yes")}
    assert may >= ALLOWED, rows
    assert not {name for name in may - ALLOWED if name.startswith(("enable-disable", "settings.", "reload"))}, rows
    run("ip link add cable type veth peer name far && ip link set far up && ip link set cable up")
    said = json.loads(run(ASK).splitlines()[-1])
    assert ["cable", "ethernet"] in [device[:2] for device in said["devices"]], said
    assert (said["known"], said["after"]) == ({"Attic: 2nd": "Attic: 2nd"}, {}), said
    assert len(said["said"]) == 3, said
    machine.tell("NetworkManager takes the words of the service, and polkit allows it no more than these", may=len(may))


def names(machine: Machine) -> None:
    """By the hotspot's own name server and by Avahi."""
    assert machine.root.run(NAMED).strip() == "10.42.0.1"
    established = "journalctl --no-pager -u avahi-daemon | grep -c 'companion.service.*successfully established'"
    machine.wait_for("Avahi's word", lambda: machine.root.run(established, check=False).strip() not in ("", "0"))
    announced = (machine.root.path / "etc/avahi/services/companion.service").read_text()
    assert "<port>80</port>" in announced
    machine.tell("the name leads to it by the hotspot's dnsmasq and by Avahi")


def rules_of_udev(machine: Machine) -> None:
    """Read by udev itself; what it does not understand it says with the name of the file."""
    said = machine.root.run("udevadm test /sys/class/mem/null 2>&1", check=False)
    for name in ("78-companion-tray.rules", "70-companion-stick.rules"):
        about = [line for line in said.splitlines() if name in line]
        assert [line for line in about if f"{name}:" in line] == [], about
        assert about or (machine.root.path / "etc/udev/rules.d" / name).is_file()
    machine.tell("udev understands the rules")
