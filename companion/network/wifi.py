"""The Wi-Fi of the machine: joined, changed and taken back, or a hotspot of its own."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from companion.network.kept import WORD, NetworkChoices
from companion.network.nmcli import HOTSPOT, HOTSPOT_SSID, Device, Nmcli, NmcliError, SeenNetwork
from companion.protocol.network import WifiChangeJson, WifiJson, WifiNetworkJson
from companion.protocol.refusal import Refused

log = logging.getLogger("companion")

PAUSE_S = 3.0
# So long without any network, and the hotspot opens.
ALONE_S = 30.0
# A network that gives no address is none.
ADDRESS_S = 20.0
WAYS_BACK = 3
# Put there when the service was installed (see system_files.py).
POWER_SAVING = Path("/etc/NetworkManager/conf.d/companion.conf")


class Wifi:
    """One change at a time, in a thread of its own: whoever asks for it is cut off before it is done."""

    def __init__(
        self,
        nmcli: Nmcli,
        choices: NetworkChoices,
        auto: bool,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        """`auto`: whether a hotspot opens by itself, unless somebody has chosen."""
        self._nmcli = nmcli
        self._choices = choices
        self._auto = auto
        self._clock = clock
        self._wait = wait
        self._alone_since: float | None = None
        self._changing = threading.Lock()
        self._trying = ""
        self._last: WifiChangeJson | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="wi-fi", daemon=True)

    def start(self) -> None:
        if self._nmcli.is_there:
            self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    @property
    def _opens_by_itself(self) -> bool:
        return self._auto if self._choices.now.auto is None else self._choices.now.auto

    # -- how it is -----------------------------------------------------------------------------------------------------

    def to_json(self, is_scan: bool = False) -> WifiJson | None:
        """None where there is no NetworkManager, or nothing for Wi-Fi."""
        device = self._device()
        if device is None:
            return None
        try:
            seen, known = self._nmcli.seen(is_scan), self._nmcli.known()
        except NmcliError as error:
            log.warning("Wi-Fi cannot be looked at: %s", error)
            seen, known = [], {}
        names = {connection: ssid for ssid, connection in known.items()}
        joined = names.get(device.connection, "") if device.state == "connected" else ""
        return {
            "joined": joined,
            "hotspot": device.state == "connected" and device.connection == HOTSPOT,
            "auto": self._opens_by_itself,
            "hotspot_name": HOTSPOT_SSID,
            "hotspot_word": self._choices.now.word,
            "power_saving_off": POWER_SAVING.exists(),
            "networks": [_network_json(one, joined, known) for one in seen if one.ssid != HOTSPOT_SSID],
            "trying": self._trying,
            "last": self._last,
        }

    def _device(self) -> Device | None:
        if not self._nmcli.is_there:
            return None
        try:
            devices = self._nmcli.devices()
        except NmcliError as error:
            log.warning("NetworkManager does not answer: %s", error)
            return None
        # "unmanaged" and "unavailable" (switched off) are of no use.
        return next((one for one in devices if one.kind == "wifi" and not one.state.startswith("un")), None)

    # -- changing it ---------------------------------------------------------------------------------------------------

    def join(self, ssid: str, word: str) -> None:
        """Begin to join a network; what came of it is in `last`."""
        if word and not WORD.fullmatch(word):
            raise Refused("network/bad_word", "bad_wifi_word")
        self._begin(ssid, lambda device: self._connection_for(ssid, word), word)

    def open_hotspot(self) -> None:
        self._begin(HOTSPOT_SSID, lambda device: self._nmcli.add_hotspot(device.name, self._choices.now.word), "")

    def close_hotspot(self) -> None:
        """NetworkManager joins a known network by itself, if there is one."""
        try:
            self._nmcli.down(HOTSPOT)
        except NmcliError as error:
            raise Refused("network/failed", "network_failed", {"reason": str(error)}) from error

    def open_by_itself(self, on: bool) -> None:
        self._choices.choose_auto(on)

    def _connection_for(self, ssid: str, word: str) -> str:
        known = self._nmcli.known()
        if ssid in known:
            return known[ssid]
        is_seen = any(one.ssid == ssid for one in self._nmcli.seen(is_scan=False))
        return self._nmcli.add(ssid, bool(word), is_hidden=not is_seen)

    def _begin(self, ssid: str, make: Callable[[Device], str], word: str) -> None:
        device = self._device()
        if device is None:
            raise Refused("network/no_wifi", "no_wifi")
        if not self._changing.acquire(blocking=False):
            raise Refused("network/busy", "network_busy", {"ssid": self._trying})
        self._trying = ssid
        threading.Thread(target=self._change, args=(device, ssid, make, word), name="wi-fi change", daemon=True).start()

    def _change(self, device: Device, ssid: str, make: Callable[[Device], str], word: str) -> None:
        before = _Before(device.connection if device.state == "connected" else "", self._known_connections())
        made = ""
        try:
            made = make(device)
            self._nmcli.up(made, word)
            self._await_address(device.name)
            if made != HOTSPOT:
                self._nmcli.use_by_itself(made)
            self._last = {"ssid": ssid, "outcome": "joined", "reason": ""}
        except NmcliError as error:
            log.warning("the network %s could not be used: %s", ssid, error)
            is_back = self._take_back(before, made)
            self._last = {"ssid": ssid, "outcome": "taken_back" if is_back else "failed", "reason": str(error)}
        except Exception:
            # The lock must not stay closed, whatever it was.
            log.exception("a change of the network went wrong")
            self._last = {"ssid": ssid, "outcome": "failed", "reason": ""}
        finally:
            self._trying = ""
            self._alone_since = None
            self._changing.release()

    def _known_connections(self) -> frozenset[str]:
        try:
            return frozenset(self._nmcli.known().values())
        except NmcliError:
            return frozenset()

    def _await_address(self, device: str) -> None:
        end = self._clock() + ADDRESS_S
        while not self._nmcli.has_address(device):
            if self._clock() > end:
                raise NmcliError(3, "the network gives no address")
            self._wait(1.0)

    def _take_back(self, before: _Before, made: str) -> bool:
        """As it was: what was added is gone, and the connection from before is used again."""
        if made and made not in before.known:
            self._try(lambda: self._nmcli.remove(made))
        if not before.connection:
            return True
        # Right after a failure NetworkManager may still be busy with the device.
        for number in range(WAYS_BACK):
            if self._try(lambda: self._nmcli.up(before.connection)):
                return True
            self._wait(2.0 * (number + 1))
        return False

    def _try(self, change: Callable[[], None]) -> bool:
        try:
            change()
        except NmcliError as error:
            log.warning("on the way back: %s", error)
            return False
        return True

    # -- alone ---------------------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Opens the hotspot after half a minute without any network."""
        if not self._opens_by_itself or self._trying:
            return
        try:
            devices = self._nmcli.devices()
        except NmcliError:
            # A daemon that is starting or hangs: that says nothing about networks.
            self._alone_since = None
            return
        if any(one.state == "connected" and one.kind in ("wifi", "ethernet") for one in devices):
            self._alone_since = None
        elif self._alone_since is None:
            self._alone_since = self._clock()
        elif self._clock() - self._alone_since >= ALONE_S:
            self._alone_since = None
            log.warning("no network for %.0f s: the hotspot %s opens", ALONE_S, HOTSPOT_SSID)
            try:
                self.open_hotspot()
            except Refused as refusal:
                log.warning("the hotspot cannot be opened: %s", refusal.code)

    def _watch(self) -> None:
        while not self._stopping.wait(PAUSE_S):
            self.look()


class _Before(NamedTuple):
    """What a failed change comes back to."""

    connection: str
    known: frozenset[str]


def _network_json(one: SeenNetwork, joined: str, known: dict[str, str]) -> WifiNetworkJson:
    return {
        "ssid": one.ssid,
        "signal": one.signal,
        "secured": one.secured,
        "known": one.ssid in known,
        "joined": one.ssid == joined,
    }
