"""The secure address: a certificate for the names and addresses of the moment, renewed while the service runs."""

from __future__ import annotations

import logging
import ssl
import threading
from pathlib import Path

from companion.network.authority import Authority
from companion.network.reach import HOTSPOT_ADDRESS, HTTPS_PORT, ServiceReach

log = logging.getLogger("companion")

# How often the age of the certificate is looked at.
LOOK_S = 6 * 3600.0


class SecureAddress:
    """`context` is what new connections are made with."""

    def __init__(self, folder: Path, service: str, reach: ServiceReach, port: int) -> None:
        self.authority = Authority(folder, service)
        self._reach = reach
        self._port = port
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2
        self._is_loaded = False
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="certificate", daemon=True)
        reach.listen(self.renew)

    @property
    def origins(self) -> list[str]:
        """The secure addresses, the best first; only those the certificate is good for."""
        end = "" if self._port == HTTPS_PORT else f":{self._port}"
        return [f"https://{name}{end}" for name in dict.fromkeys(self._names())]

    def _names(self) -> list[str]:
        return [name for name in (self._reach.host_name, *self._reach.addresses) if name]

    def start(self) -> None:
        self.renew()
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def renew(self) -> None:
        """A certificate for the names and addresses of now. Without one the plain address goes on."""
        with self._lock:
            try:
                addresses = [*self._reach.addresses, HOTSPOT_ADDRESS, "127.0.0.1"]
                is_new = self.authority.renew([self._reach.host_name], addresses)
                if is_new or not self._is_loaded:
                    self.context.load_cert_chain(self.authority.chain_file)
                    self._is_loaded = True
            except (OSError, ValueError) as error:
                log.warning("there is no new certificate for the secure address: %s", error)

    def _watch(self) -> None:
        while not self._stopping.wait(LOOK_S):
            self.renew()
