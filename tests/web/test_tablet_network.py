"""The network page over a pretended NetworkManager, and a tablet that finds the service again under another address."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from werkzeug.serving import BaseWSGIServer, make_server

from companion.network.kept import NetworkChoices
from companion.network.network import LocalNetwork
from companion.network.reach import ServiceReach
from tests.network.wifi_rig import Air, Clock, wifi_over
from tests.server.service_rig import RunningService
from tests.web.browser_rig import SIZES, Tablet
from tests.web.screen_check import examine

MakeTablet = Callable[..., Tablet]
# One look is several calls of nmcli, one after the other.
LOOKED_MS = 60_000


@pytest.fixture
def air(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Air:
    return Air(tmp_path, monkeypatch)


@pytest.fixture
def house(tmp_path: Path, air: Air) -> Iterator[RunningService]:
    """A service in the Wi-Fi "Kitchen"."""
    data = tmp_path / "data"
    data.mkdir()
    network = LocalNetwork(NetworkChoices(data), ServiceReach(), wifi_over(air, data, Clock()))
    running = RunningService(data, network=network)
    yield running
    running.stop()


def open_network(one: Tablet, service: RunningService) -> None:
    one.page.goto(f"{service.address}/?code={service.code}#/devices")
    one.tap("[data-open-network]")
    one.page.wait_for_selector("[data-ssid='Kitchen'][aria-checked='true']")


def test_a_network_is_joined_and_a_wrong_word_is_taken_back(
    house: RunningService, air: Air, tablet: MakeTablet
) -> None:
    one = tablet("phone", "fr")
    page = one.page
    open_network(one, house)
    one.tap("[data-ssid='Neighbour']")
    page.fill("[data-wifi-word]", "wrongword")
    examine(one, "network, word")
    one.tap("[data-join]")
    page.wait_for_selector("[data-last='taken_back']")
    examine(one, "network, taken back")
    assert air.world["device"]["connection"] == "Kitchen"
    one.tap("[data-ssid='Neighbour']")
    page.fill("[data-wifi-word]", "longword1")
    one.tap("[data-join]")
    page.wait_for_selector("[data-last='joined']")
    page.wait_for_selector("[data-ssid='Neighbour'][aria-checked='true']")
    # One that hides its name: both are typed. The page has to have looked at what came of the last change.
    page.locator("[data-another]:enabled").wait_for(timeout=LOOKED_MS)
    one.tap("[data-another]")
    page.fill("[data-wifi-name]", "Cellar")
    page.fill("[data-wifi-word]", "longword2")
    examine(one, "network, another")
    one.tap("[data-join]")
    page.locator("[data-last='joined']", has_text="Cellar").wait_for(timeout=LOOKED_MS)


def test_the_hotspot_is_switched_from_the_tablet(house: RunningService, air: Air, tablet: MakeTablet) -> None:
    one = tablet("tall", "ru")
    page = one.page
    open_network(one, house)
    word = page.inner_text("[data-hotspot-word]")
    one.tap("[data-mode='hotspot']")
    page.wait_for_selector("[data-mode='hotspot'][aria-checked='true']")
    assert air.world["connections"]["companion-hotspot"]["word"] == word
    examine(one, "network, hotspot")
    one.tap("[data-mode='wifi']")
    page.wait_for_selector("[data-mode='wifi'][aria-checked='true']")
    one.tap("[data-switch='auto-hotspot']")
    page.wait_for_selector("[data-switch='auto-hotspot'][aria-checked='false']")


@pytest.mark.parametrize("size", SIZES)
def test_the_page_at_every_size(house: RunningService, tablet: MakeTablet, size: str) -> None:
    one = tablet(size)
    open_network(one, house)
    assert one.page.inner_text("[data-network-code]") == house.code
    examine(one, f"network, {size}")


class NamedReach(ServiceReach):
    """Its name is known; whether it leads anywhere is another matter."""

    @property
    def host_name(self) -> str:
        return "companion.local"


def test_whether_the_name_leads_this_tablet_here_is_said(tmp_path: Path, tablet: MakeTablet) -> None:
    (tmp_path / "data").mkdir()
    running = RunningService(tmp_path / "data", network=LocalNetwork(NetworkChoices(tmp_path / "data"), NamedReach()))
    one = tablet("phone", "fr")
    page = one.page
    page.route("http://companion.local/**", lambda route: route.abort("namenotresolved"))
    page.goto(f"{running.address}/?code={running.code}#/network")
    page.wait_for_selector("[data-sign='silent']")
    examine(one, "network, silent name")
    one.complaints[:] = [text for text in one.complaints if "ERR_NAME_NOT_RESOLVED" not in text]
    here = running.ask("/api/here")[1]
    allowed = {"Access-Control-Allow-Origin": "*"}
    page.route("http://companion.local/**", lambda route: route.fulfill(json=here, headers=allowed))
    page.reload()
    page.wait_for_selector("[data-sign='answers']")
    # On paper there is only what guests need.
    shown = {"[data-network-code]": False, "[data-print]": True, "header h1": True, "[data-unmanaged]": True}
    assert all(page.locator(selector).is_visible() for selector in shown)
    page.emulate_media(media="print")
    assert {selector: page.locator(selector).is_hidden() for selector in shown} == shown
    running.stop()


def test_without_networkmanager_it_says_so(service: RunningService, tablet: MakeTablet) -> None:
    one = tablet("wide")
    one.page.goto(f"{service.address}/?code={service.code}#/network")
    one.page.wait_for_selector("[data-unmanaged]")
    examine(one, "network, unmanaged")


# -- another address ---------------------------------------------------------------------------------------------------


class MovingService:
    """A service that is at one address of this machine, and then at another."""

    def __init__(self, data: Path) -> None:
        self.now = ("127.0.0.1",)
        self.reach = ServiceReach("0.0.0.0", (8000,), read=lambda: self.now)
        self.service = RunningService(data, network=LocalNetwork(NetworkChoices(data), self.reach))
        self.port = int(self.service.address.rsplit(":", 1)[1])
        self.reach.ports = (self.port,)
        self._second: BaseWSGIServer | None = None

    def add(self, address: str) -> None:
        """An address more, as when a cable is plugged in."""
        self._second = make_server(address, self.port, self.service.web.app, threaded=True)
        threading.Thread(target=self._second.serve_forever, args=(0.02,), daemon=True).start()
        self.now = (*self.now, address)
        self.reach.look()

    def drop_first(self) -> None:
        """The first address is gone, with everybody who was connected there."""
        self.now = self.now[1:]
        self.reach.look()
        self.service._server.shutdown()
        self.service._server.server_close()
        self.service.web.close_sockets()

    def close(self) -> None:
        if self._second:
            self._second.shutdown()
            self._second.server_close()
        self.service.web.close()


@pytest.fixture
def moving(tmp_path: Path) -> Iterator[MovingService]:
    data = tmp_path / "moving"
    data.mkdir()
    running = MovingService(data)
    yield running
    running.close()


def test_a_tablet_follows_the_service_and_keeps_its_seat(moving: MovingService, tablet: MakeTablet) -> None:
    moving.add("127.0.0.2")
    game = moving.service.new_game()
    one = tablet("wide")
    page = one.page
    # A part that is still on its way when the address goes.
    page.route(f"{moving.service.address}/assets/DrawPanel-*", lambda route: route.abort("connectionrefused"))
    one.sit(moving.service.address, game, moving.service.code, "human")
    page.wait_for_selector("[data-part-missing]")
    seat = page.evaluate("() => localStorage['claustrophobia.seat']")
    page.wait_for_function("() => localStorage['claustrophobia.places']?.includes('127.0.0.2')")
    moving.drop_first()
    page.wait_for_selector(f"[data-elsewhere='http://127.0.0.2:{moving.port}']")
    page.wait_for_url(f"http://127.0.0.2:{moving.port}/**", timeout=20_000)
    page.wait_for_selector("[data-version]")
    assert page.evaluate("() => localStorage['claustrophobia.seat']") == seat
    assert "moved" not in page.url
    moving.service.address = f"http://127.0.0.2:{moving.port}"


def test_an_address_learned_later_is_offered_by_hand(moving: MovingService, tablet: MakeTablet) -> None:
    """The browser lets a page ask only where it was told when the page was loaded."""
    game = moving.service.new_game()
    one = tablet("phone")
    one.sit(moving.service.address, game, moving.service.code, "human")
    moving.add("127.0.0.2")
    one.page.wait_for_function("() => localStorage['claustrophobia.places']?.includes('127.0.0.2')")
    moving.drop_first()
    one.page.wait_for_selector("[data-elsewhere]")
    examine(one, "lost, elsewhere")
    one.tap("[data-elsewhere]")
    one.page.wait_for_selector("[data-version]")
    assert one.page.url.startswith(f"http://127.0.0.2:{moving.port}")


def test_luggage_of_a_stranger_is_left_outside(service: RunningService, tablet: MakeTablet) -> None:
    one = tablet("wide")
    kept = '{"service":"0123456789abcdef","page":"#/devices","kept":{"claustrophobia.seat":"{}"}}'
    one.page.goto(f"{service.address}/#/moved={kept}")
    one.page.wait_for_selector("[data-new-game]")
    assert one.page.evaluate("() => localStorage['claustrophobia.seat'] ?? null") is None
