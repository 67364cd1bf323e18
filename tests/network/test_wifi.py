"""Changing the Wi-Fi over a pretended nmcli: joined, refused, taken back, and the hotspot."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.network import nmcli as nmcli_module
from companion.network.nmcli import HOTSPOT, HOTSPOT_SSID, NmcliError
from companion.network.wifi import ALONE_S, Wifi
from companion.protocol.refusal import Refused
from tests.network.wifi_rig import Air, Clock, settled, wifi_over


@pytest.fixture
def air(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Air:
    return Air(tmp_path, monkeypatch)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def wifi(air: Air, tmp_path: Path, clock: Clock) -> Wifi:
    return wifi_over(air, tmp_path, clock)


def test_the_list_has_each_network_once_whatever_its_name(wifi: Wifi) -> None:
    assert wifi.to_json()["networks"] == []  # type: ignore[index]
    now = wifi.to_json(is_scan=True)
    assert now is not None
    assert [one["ssid"] for one in now["networks"]] == ["Kitchen", "Attic: 2nd\\floor", "Neighbour", "Silent"]
    assert [one["joined"] for one in now["networks"]] == [True, False, False, False]
    assert now["networks"][0] == {"ssid": "Kitchen", "signal": 90, "secured": True, "known": True, "joined": True}
    assert not now["networks"][1]["secured"]
    # Too soon after the last time: what was seen then is shown.
    assert wifi.to_json(is_scan=True) == now


def test_a_network_is_joined_and_used_from_now_on(wifi: Wifi, air: Air) -> None:
    assert settled(wifi, lambda: wifi.join("Neighbour", "longword1"))["outcome"] == "joined"
    assert air.world["device"]["connection"] == "Neighbour"
    assert air.world["connections"]["Neighbour"]["autoconnect"]
    assert settled(wifi, lambda: wifi.join("Attic: 2nd\\floor", ""))["outcome"] == "joined"
    now = wifi.to_json(is_scan=True)
    assert now is not None
    assert now["joined"] == "Attic: 2nd\\floor"


def test_a_network_that_hides_its_name_is_joined_by_it(wifi: Wifi, air: Air) -> None:
    now = wifi.to_json(is_scan=True)
    assert now is not None
    assert "Cellar" not in [one["ssid"] for one in now["networks"]]
    assert settled(wifi, lambda: wifi.join("Cellar", "longword2"))["outcome"] == "joined"
    # Only where it is needed: a machine that asks for names tells them to everybody around.
    settled(wifi, lambda: wifi.join("Neighbour", "longword1"))
    assert {name: one.get("hidden") for name, one in air.world["connections"].items()} == {
        "Kitchen": None,
        "Cellar": True,
        "Neighbour": False,
    }


@pytest.mark.parametrize(("ssid", "word"), [("Neighbour", "wrongword"), ("Far away", "longword1"), ("Silent", "")])
def test_what_fails_is_taken_back_and_forgotten(wifi: Wifi, air: Air, ssid: str, word: str) -> None:
    last = settled(wifi, lambda: wifi.join(ssid, word))
    assert last["outcome"] == "taken_back"
    assert last["reason"]
    assert air.world["device"] == {"connection": "Kitchen", "state": "connected", "address": "192.168.1.57"}
    assert list(air.world["connections"]) == ["Kitchen"]


def test_the_way_back_is_tried_until_the_device_is_ready(wifi: Wifi, air: Air) -> None:
    air.change(busy=3)
    assert settled(wifi, lambda: wifi.join("Neighbour", "longword1"))["outcome"] == "taken_back"
    assert air.world["log"] == ["up Neighbour", "up Kitchen", "up Kitchen", "up Kitchen"]
    air.change(busy=9)
    assert settled(wifi, lambda: wifi.join("Neighbour", "longword1"))["outcome"] == "failed"


def test_a_power_cut_in_between_leads_back(wifi: Wifi, air: Air) -> None:
    """The new network is not used by itself before it has worked."""
    air.nmcli.add("Neighbour", True)
    assert not air.world["connections"]["Neighbour"]["autoconnect"]


def test_the_hotspot_is_opened_and_closed(wifi: Wifi, air: Air) -> None:
    for _ in range(2):
        assert settled(wifi, wifi.open_hotspot)["outcome"] == "joined"
        now = wifi.to_json()
        assert now is not None
        assert now["hotspot"]
        assert now["joined"] == ""
        assert air.world["connections"][HOTSPOT]["ssid"] == HOTSPOT_SSID
        assert air.world["connections"][HOTSPOT]["word"] == now["hotspot_word"]
        assert air.world["device"]["address"] == "10.42.0.1"
        assert not air.world["connections"][HOTSPOT]["autoconnect"]
    wifi.close_hotspot()
    assert wifi.to_json()["hotspot"] is False  # type: ignore[index]


def test_alone_for_half_a_minute_the_hotspot_opens(wifi: Wifi, air: Air, clock: Clock) -> None:
    wifi.look()
    air.change(device={"connection": "", "state": "disconnected", "address": ""})
    wifi.look()
    clock.now += ALONE_S - 1
    wifi.look()
    assert air.world["log"] == []
    # A cable counts as a network.
    air.change(ethernet="connected")
    wifi.look()
    air.change(ethernet="unavailable")
    wifi.look()
    clock.now += ALONE_S
    assert settled(wifi, wifi.look)["outcome"] == "joined"
    assert air.world["log"] == [f"up {HOTSPOT}"]


def test_it_does_not_open_where_nobody_wants_it(air: Air, tmp_path: Path, clock: Clock) -> None:
    wifi = wifi_over(air, tmp_path, clock, auto=False)
    air.change(device={"connection": "", "state": "disconnected", "address": ""})
    for _ in range(3):
        wifi.look()
        clock.now += ALONE_S
    assert air.world["log"] == []
    wifi.open_by_itself(True)
    # What was chosen outlives a restart.
    again = wifi_over(air, tmp_path, clock, auto=False)
    now = again.to_json()
    assert now is not None
    assert now["auto"]


def test_a_daemon_that_is_away_or_hangs_is_no_reason_for_a_hotspot(
    wifi: Wifi, air: Air, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    air.change(stopped=True)
    for _ in range(3):
        wifi.look()
        clock.now += ALONE_S
    assert wifi.to_json() is None
    with pytest.raises(Refused) as refused:
        wifi.join("Kitchen", "")
    assert refused.value.code == "network/no_wifi"
    monkeypatch.setattr(nmcli_module, "ASK_S", 1)
    air.change(stopped=False, hangs=True)
    with pytest.raises(NmcliError):
        air.nmcli._run("-t", "-f", "DEVICE,TYPE,STATE,CONNECTION", "device", seconds=0.5)


def test_a_word_that_cannot_be_one_is_refused(wifi: Wifi, air: Air) -> None:
    for word in ("short", "new\nline-in-it", "é" * 10):
        with pytest.raises(Refused) as refused:
            wifi.join("Neighbour", word)
        assert refused.value.code == "network/bad_word"
    assert air.world["log"] == []


def test_without_networkmanager_there_is_no_wifi(tmp_path: Path, clock: Clock) -> None:
    from companion.network.kept import NetworkChoices
    from companion.network.nmcli import Nmcli

    wifi = Wifi(Nmcli("no-such-program"), NetworkChoices(tmp_path), True, clock, clock.wait)
    assert wifi.to_json() is None
    wifi.start()
    wifi.stop()
