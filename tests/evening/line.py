"""The network between tablets and service: a line that can be cut, slow, or lossy."""

from __future__ import annotations

import random
import socket
import threading
import time
from contextlib import suppress

CHUNK = 65_536
# A lost packet is sent again after so long; of so many the connection breaks.
AGAIN_S, BREAKS = 0.8, 0.1


class Line:
    """Passes on whatever comes to its port; `cut` ends all connections and lets no new ones through."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.delay_s = 0.0
        # The share of packets that are lost: they come again after a while, or the connection breaks.
        self.loss = 0.0
        self._chance = random.Random(1)
        self.cut = False
        self._open: set[socket.socket] = set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    def hang_up(self) -> None:
        """Every connection ends at once, as when the Wi-Fi goes."""
        for end in list(self._open):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self.cut = True
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.hang_up()
        for thread in self._threads:
            thread.join(timeout=5)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                tablet, _ = self._listener.accept()
                self._threads.append(threading.Thread(target=self._connect, args=(tablet,), daemon=True))
                self._threads[-1].start()

    def _connect(self, tablet: socket.socket) -> None:
        if self.cut:
            tablet.close()
            return
        try:
            service = socket.create_connection(("127.0.0.1", self.target), timeout=5)
        except OSError:
            tablet.close()
            return
        service.settimeout(None)
        for end in (tablet, service):
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._open.add(end)
        back = threading.Thread(target=self._pass, args=(service, tablet), daemon=True)
        back.start()
        self._pass(tablet, service)
        back.join()
        for end in (tablet, service):
            self._open.discard(end)
            end.close()

    def _pass(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(CHUNK):
                if self.delay_s:
                    time.sleep(self.delay_s)
                if self.loss and self._chance.random() < self.loss:
                    if self._chance.random() < BREAKS:
                        break
                    time.sleep(AGAIN_S)
                target.sendall(data)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
