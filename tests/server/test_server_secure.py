"""The secure address of a running service: pages, the socket, hostile connections, and that plain stays plain."""

from __future__ import annotations

import json
import socket
import ssl
import threading
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import socketio

from companion.server.secure_socket import SecureSocket
from companion.server.worker import HEADER_S
from tests.server.test_server_process import Process, free_port


class SecureProcess(Process):
    def __init__(self, data: Path) -> None:
        self.secure_port = free_port()
        super().__init__(data, "--secure-port", str(self.secure_port))

    def trust(self) -> ssl.SSLContext:
        """A tablet that has installed the certificate."""
        with urllib.request.urlopen(f"{self.address}/api/companion-ca.crt", timeout=10) as answer:
            der = answer.read()
        context = ssl.create_default_context(cadata=der)
        # The strictest a client can be.
        context.verify_flags |= ssl.VERIFY_X509_STRICT
        return context

    def open_plain(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.secure_port), timeout=HEADER_S + 10)

    def ask(self, path: str, context: ssl.SSLContext) -> tuple[Any, Any]:
        address = f"https://127.0.0.1:{self.secure_port}{path}"
        with urllib.request.urlopen(address, timeout=20, context=context) as answer:
            return answer.headers, answer.read()


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SecureProcess]:
    running = SecureProcess(tmp_path_factory.mktemp("secure") / "data")
    running.ready()
    yield running
    running.kill()


def test_pages_come_over_both_and_nobody_is_sent_over(process: SecureProcess) -> None:
    context = process.trust()
    headers, body = process.ask("/api/secure", context)
    assert json.loads(body)["origins"] == [f"https://127.0.0.1:{process.secure_port}"]
    assert "Strict-Transport-Security" not in headers
    assert f"https://127.0.0.1:{process.secure_port}" in headers["Content-Security-Policy"]
    with urllib.request.urlopen(f"{process.address}/", timeout=10) as plain:
        assert plain.url == f"{process.address}/"
    # A file of the tablet, larger than a record of TLS.
    page = process.ask("/", context)[1].decode()
    script = page.split('src="./', 1)[1].split('"', 1)[0]
    with urllib.request.urlopen(f"{process.address}/{script}", timeout=10) as plain:
        assert process.ask(f"/{script}", context)[1] == plain.read()


def test_without_the_certificate_it_is_not_believed(process: SecureProcess) -> None:
    with pytest.raises(OSError, match="CERTIFICATE_VERIFY_FAILED"):
        process.ask("/api/health", ssl.create_default_context())


def test_the_table_is_played_over_the_secure_socket(process: SecureProcess) -> None:
    game, address = process.new_game(), f"https://127.0.0.1:{process.secure_port}"
    client = socketio.Client(ssl_verify=False, reconnection=False)
    views: list[Any] = []
    client.on("view", views.append)
    client.connect(address, transports=["websocket"])
    joined = client.call("join", {"game": game, "seat": "both", "code": process.code(), "token": None}, timeout=10)
    assert joined["ok"]
    intent = {"id": str(uuid.uuid4()), "version": joined["view"]["version"], "do": {"draw_for_me": True}}
    answer = client.call("intent", intent, timeout=10)
    assert answer["ok"], answer
    end = time.monotonic() + 10
    while not views and time.monotonic() < end:
        time.sleep(0.02)
    assert views[-1]["version"] == answer["version"]
    client.disconnect()


def test_a_page_of_another_site_is_refused_here_too(process: SecureProcess) -> None:
    request = urllib.request.Request(
        f"https://127.0.0.1:{process.secure_port}/api/games", headers={"Origin": "https://evil.example"}
    )
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=10, context=process.trust())
    assert refused.value.code == 403
    refused.value.close()


def test_a_handshake_that_never_ends_is_ended(process: SecureProcess) -> None:
    """Nothing at all, half a greeting, plain http, a handshake without a request: none costs a thread."""
    silent = [process.open_plain() for _ in range(40)]
    half = [process.open_plain() for _ in range(40)]
    for one in half:
        # The beginning of a ClientHello, which says that 500 more bytes follow.
        one.sendall(bytes.fromhex("16030101fc010001f80303"))
    plain = process.open_plain()
    plain.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    handshake_only = ssl.create_default_context()
    handshake_only.check_hostname, handshake_only.verify_mode = False, ssl.CERT_NONE
    idle = handshake_only.wrap_socket(process.open_plain(), server_hostname="127.0.0.1")
    assert process.ask("/api/health", process.trust())[1]
    for one in (*silent, *half):
        assert _rest(one) == b""
    assert not _rest(plain).startswith(b"HTTP")
    _rest(idle)


def _rest(one: socket.socket) -> bytes:
    """What still comes until the other side ends it."""
    got = b""
    with one:
        try:
            while data := one.recv(4096):
                got += data
        except (ConnectionResetError, ssl.SSLError):
            pass
    return got


# -- the socket itself -------------------------------------------------------------------------------------------------


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[tuple[SecureSocket, ssl.SSLSocket]]:
    from companion.network.authority import Authority

    authority = Authority(tmp_path, "0123456789abcdef")
    authority.renew(["companion.local"], [])
    server_side = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server_side.load_cert_chain(authority.chain_file)
    near, far = socket.socketpair()
    secure = SecureSocket(near, server_side)
    client = ssl.create_default_context(cadata=authority.file)
    made: list[ssl.SSLSocket] = []
    thread = threading.Thread(target=lambda: made.append(client.wrap_socket(far, server_hostname="companion.local")))
    thread.start()
    while not secure.shake_hands():
        time.sleep(0.001)
    thread.join()
    yield secure, made[0]
    secure.close()
    made[0].close()


def test_two_threads_send_while_one_reads(pair: tuple[SecureSocket, ssl.SSLSocket]) -> None:
    near, far = pair
    near.setblocking(True)
    lines = 300
    text = b"x" * 5000

    def send(letter: bytes) -> None:
        for _ in range(lines):
            near.sendall(letter + text + b"\n")

    heard: list[bytes] = []
    threads = [threading.Thread(target=send, args=(letter,)) for letter in (b"a", b"b")]
    threads.append(threading.Thread(target=lambda: heard.append(near.recv(100))))
    for thread in threads:
        thread.start()
    got = b""
    while got.count(b"\n") < 2 * lines:
        got += far.recv(65536)
    far.sendall(b"hello")
    for thread in threads:
        thread.join(timeout=20)
    assert heard == [b"hello"]
    assert {bytes(line[1:]) for line in got.splitlines()} == {text}


def test_waiting_has_an_end(pair: tuple[SecureSocket, ssl.SSLSocket]) -> None:
    near, far = pair
    with pytest.raises(BlockingIOError):
        near.recv(10)
    near.settimeout(0.05)
    with pytest.raises(TimeoutError):
        near.recv(10)
    far.sendall(b"ab")
    assert near.recv(1) == b"a"
    assert near.pending() == 1
    assert near.recv(5) == b"b"
    far.shutdown(socket.SHUT_RDWR)
    assert near.recv(5) == b""
