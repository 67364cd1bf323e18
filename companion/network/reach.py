"""Where the service is: its name and addresses, followed while they change."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

from companion.network.addresses import own_addresses
from companion.network.announcing import Announcer

log = logging.getLogger("companion")

EVERYWHERE = ("0.0.0.0", "::", "")
# The hotspot's own address; tablets know it before there is a hotspot.
HOTSPOT_ADDRESS = "10.42.0.1"
PAUSE_S = 2.0
HTTP_PORT = 80
HTTPS_PORT = 443


class ServiceReach:
    """Tells listeners whenever a tablet has to look somewhere else than before."""

    def __init__(
        self,
        host: str = "127.0.0.1",
        ports: Sequence[int] = (HTTP_PORT,),
        name: str = "",
        read: Callable[[], tuple[str, ...]] = own_addresses,
    ) -> None:
        """`name` is what the service wants to be called; without one, and on a single address, it has none."""
        self.ports = tuple(ports)
        self._read = read if host in EVERYWHERE else lambda: (host,)
        self._announcer = Announcer(name, self.ports[0]) if name and host in EVERYWHERE else None
        self._addresses = self._read()
        self._is_announced = False
        self._listeners: list[Callable[[], None]] = []
        self._stopping = threading.Event()
        self._changing = threading.Lock()
        self._thread = threading.Thread(target=self._watch, name="addresses", daemon=True)

    # -- where ---------------------------------------------------------------------------------------------------------

    @property
    def host_name(self) -> str:
        """ "companion.local"; empty while the service has no name."""
        return f"{self._announcer.name}.local" if self._announcer and self._announcer.name else ""

    @property
    def is_renamed(self) -> bool:
        """Somebody else in the network has the name that was wanted."""
        return bool(self._announcer and self._announcer.name not in ("", self._announcer.wanted))

    @property
    def addresses(self) -> tuple[str, ...]:
        return self._addresses

    @property
    def address(self) -> str:
        """The one address that is printed and put into a QR code: every tablet understands it."""
        return f"{self._origin(self._addresses[0] if self._addresses else '127.0.0.1')}/"

    @property
    def origins(self) -> list[str]:
        """Everything a tablet may try, the name first: it stays the same when the address changes."""
        hosts = [self.host_name, *self._addresses]
        if self._announcer:
            hosts.append(HOTSPOT_ADDRESS)
        return [self._origin(host) for host in dict.fromkeys(hosts) if host]

    @property
    def names(self) -> list[str]:
        return [str(urlsplit(origin).hostname) for origin in self.origins]

    def _origin(self, host: str) -> str:
        bracketed = f"[{host}]" if ":" in host else host
        port = self.ports[0]
        return f"http://{bracketed}" if port == HTTP_PORT else f"http://{bracketed}:{port}"

    # -- following -----------------------------------------------------------------------------------------------------

    def listen(self, listener: Callable[[], None]) -> None:
        self._listeners.append(listener)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()
        if self._announcer:
            self._announcer.close()

    def call(self, name: str) -> None:
        """Another name from now on."""
        if self._announcer:
            with self._changing:
                self._announcer.wanted = name
                self._announcer.announce(self._addresses)
            self._tell()

    def look(self) -> None:
        """Compare the addresses with those of the last look."""
        with self._changing:
            now = self._read()
            if now == self._addresses and self._is_announced:
                return
            before, self._addresses, self._is_announced = self.origins, now, True
            if self._announcer:
                self._announcer.announce(now)
            after = self.origins
        if before != after:
            self._tell()

    def _tell(self) -> None:
        for listener in list(self._listeners):
            listener()

    def _watch(self) -> None:
        while not self._stopping.is_set():
            try:
                self.look()
            except Exception:
                # A tablet that cannot be reached now asks when it is back; the watch goes on.
                log.exception("the addresses could not be followed")
            self._stopping.wait(PAUSE_S)
