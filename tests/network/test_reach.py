"""Where the service is: without a default route, under a name, and after the address has changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.network.addresses import own_addresses
from companion.network.kept import NetworkChoices
from companion.network.reach import ServiceReach
from tests.network.namespace_rig import run_apart

ASK_FOR_NAME = """
from zeroconf import AddressResolverIPv4, Zeroconf
zeroconf = Zeroconf(interfaces=["10.42.0.7"])
asked = AddressResolverIPv4("companion.local.")
found = asked.request(zeroconf, 5000)
print("far:", found, asked.parsed_addresses(), flush=True)
zeroconf.close()
"""
SERVE = """
import sys, time
from companion.network.reach import ServiceReach
reach = ServiceReach("0.0.0.0", (80,), "companion")
print("at first:", reach.address, flush=True)
reach.start()
told = []
reach.listen(lambda: told.append(reach.origins))
while not reach.host_name:
    time.sleep(0.05)
print("name:", reach.host_name, reach.is_renamed, reach.origins, flush=True)
wanted = sys.stdin.readline().strip()
while wanted and wanted not in str(told):
    time.sleep(0.05)
print("told:", told[-1:], flush=True)
sys.stdin.readline()
reach.stop()
"""
OTHER_OWNER = """
import socket, sys
from zeroconf import ServiceInfo, Zeroconf
zeroconf = Zeroconf(interfaces=["10.42.0.7"])
kind = "_http._tcp.local."
info = ServiceInfo(kind, "Another." + kind, addresses=[socket.inet_aton("10.42.0.7")], port=80,
                   server="companion.local.")
zeroconf.register_service(info)
print("owner ready", flush=True)
sys.stdin.readline()
zeroconf.close()
"""


def test_a_machine_without_a_way_out_has_its_own_address() -> None:
    """In a hotspot, or behind a router without uplink."""
    program = "from companion.network.reach import ServiceReach; print(ServiceReach('0.0.0.0', (8000,)).address)"
    assert run_apart("serve", serve=program) == "http://10.42.0.1:8000/\n"


def test_the_name_leads_to_it_and_follows_a_change_of_address() -> None:
    script = """
        mkfifo /tmp/in.$$; exec 9<>/tmp/in.$$; rm /tmp/in.$$
        serve <&9 > /tmp/out.$$ & service=$!
        until grep -q name: /tmp/out.$$; do sleep 0.05; done
        far "$python" -c "$ask_program"
        ip addr add 10.42.0.99/24 dev wlan0
        ip addr del 10.42.0.1/24 dev wlan0
        ip addr replace 10.42.0.99/24 dev wlan0
        echo 10.42.0.99 >&9
        until grep -q told: /tmp/out.$$; do sleep 0.05; done
        far "$python" -c "$ask_program"
        echo >&9
        wait $service
        cat /tmp/out.$$; rm /tmp/out.$$
    """
    said = run_apart(script, serve=SERVE, ask=ASK_FOR_NAME).splitlines()
    assert said[0] == "far: True ['10.42.0.1']"
    # Only the new one: the old one was taken back.
    assert said[1] == "far: True ['10.42.0.99']"
    assert said[2] == "at first: http://10.42.0.1/"
    assert said[3].startswith("name: companion.local False ['http://companion.local', 'http://10.42.0.1'")
    assert "http://10.42.0.99" in said[4]


def test_the_second_companion_of_a_house_calls_itself_otherwise() -> None:
    script = """
        mkfifo /tmp/in.$$; exec 9<>/tmp/in.$$; rm /tmp/in.$$
        far "$python" -c "$owner_program" <&9 > /tmp/owner.$$ & owner=$!
        until grep -q ready /tmp/owner.$$; do sleep 0.05; done
        (echo; echo) | serve
        echo >&9
        wait $owner
        rm /tmp/owner.$$
    """
    said = run_apart(script, serve=SERVE, owner=OTHER_OWNER)
    assert "name: companion-2.local True ['http://companion-2.local', 'http://10.42.0.1']" in said


def test_this_machine_has_addresses_and_none_is_its_own_loop() -> None:
    assert not any(address.startswith("127.") for address in own_addresses())


def test_what_is_told_follows_the_addresses() -> None:
    now = ("192.168.1.57",)
    reach = ServiceReach("0.0.0.0", (8000,), read=lambda: now)
    told: list[list[str]] = []
    reach.listen(lambda: told.append(reach.origins))
    reach.look()
    assert told == []
    now = ("192.168.1.60", "169.254.1.1")
    reach.look()
    reach.look()
    assert told == [["http://192.168.1.60:8000", "http://169.254.1.1:8000"]]
    assert reach.address == "http://192.168.1.60:8000/"
    now = ()
    reach.look()
    assert reach.address == "http://127.0.0.1:8000/"


def test_a_service_on_one_address_stays_there() -> None:
    reach = ServiceReach("10.0.0.5", (80,), "companion")
    reach.look()
    assert (reach.address, reach.host_name, reach.origins) == ("http://10.0.0.5/", "", ["http://10.0.0.5"])
    assert ServiceReach("fd00::1", (8000,)).address == "http://[fd00::1]:8000/"


@pytest.mark.parametrize("junk", ["", "[]", '{"service": 3}', "\x00", json.dumps({"service": "a", "name": "../x"})])
def test_a_damaged_file_of_choices_costs_only_the_choices(tmp_path: Path, junk: str) -> None:
    (tmp_path / "network.json").write_text(junk)
    made = NetworkChoices(tmp_path).now
    assert made.name == "companion"
    assert len(made.word) == 12
    assert NetworkChoices(tmp_path).now == made


def test_choices_are_kept(tmp_path: Path) -> None:
    choices = NetworkChoices(tmp_path)
    before = choices.now
    choices.choose_name("cellar")
    choices.choose_auto(False)
    assert NetworkChoices(tmp_path).now == before._replace(name="cellar", auto=False)
    assert (tmp_path / "network.json").stat().st_mode & 0o777 == 0o600
