"""Pages of other sites: they do not get at the table through a player's browser, under any name."""

from __future__ import annotations

import http.client
import json
import re
import socket
from pathlib import Path
from typing import Any

import pytest

from companion.protocol.routes import ROUTES
from companion.server.own_names import HostGuard, own_names
from tests.server.service_rig import RunningService

SOCKET = "/socket.io/?EIO=4&transport=websocket"
# What a browser says to open a websocket; 101 lets it in.
UPGRADE = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version": "13",
}
LETS_IN = {"/api/health": 200, SOCKET: 101}


def ask_as(service: RunningService, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    host, port = service.address.removeprefix("http://").split(":")
    line = http.client.HTTPConnection(host, int(port), timeout=20)
    line.request("GET", path, headers={**(UPGRADE if path == SOCKET else {}), **headers})
    answer = line.getresponse()
    body = answer.read()
    line.close()
    return answer.status, dict(answer.headers), body


@pytest.mark.parametrize("path", ["/", "/api/games", "/api/host", SOCKET])
@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example:8000", "8.8.8.8", "a@127.0.0.1", "", "[::1"])
def test_a_name_that_is_not_ours_is_refused(service: RunningService, path: str, host: str) -> None:
    """DNS rebinding: the page of evil.example, which leads to our address by now, asks for its own name."""
    status, _, body = ask_as(service, path, Host=host, Origin=f"http://{host}")
    assert (status, json.loads(body)["code"]) == (421, "wire/host")


def test_whoever_typed_a_wrong_name_gets_a_page_with_the_right_ones(service: RunningService) -> None:
    status, headers, body = ask_as(service, "/", Host="<b>evil", Accept="text/html")
    assert (status, headers["Content-Type"]) == (421, "text/html; charset=utf-8")
    assert b"&lt;b&gt;evil" in body
    assert service.address.encode() in body


def test_our_own_names_and_addresses(service: RunningService) -> None:
    name = socket.gethostname().split(".")[0]
    port = service.address.rsplit(":", 1)[1]
    for host in ("localhost", "127.0.0.1", "127.8.8.8", name, name.upper(), f"{name}.local", f"{name}.local."):
        for path, status in LETS_IN.items():
            assert ask_as(service, path, Host=f"{host}:{port}")[0] == status, host


class Connection:
    """A connection that came in on one of our interfaces."""

    def __init__(self, address: str) -> None:
        self._address = address

    def getsockname(self) -> tuple[str, int]:
        return self._address, 8000


@pytest.mark.parametrize(
    ("host", "reached", "passes"),
    [
        ("192.168.1.5:8000", "192.168.1.5", True),
        ("192.168.1.5", "::ffff:192.168.1.5", True),
        ("[fd00::5]:8000", "fd00::5", True),
        ("[fe80::5]", "fe80::5%wlan0", True),
        ("192.168.1.6", "192.168.1.5", False),
        ("table.example", "192.168.1.5", True),
        ("other.example", "192.168.1.5", False),
    ],
)
def test_the_address_of_the_interface_and_stated_names(host: str, reached: str, passes: bool) -> None:
    passed: list[str] = []
    guard = HostGuard(lambda environ, start: passed.append("in") or [b""], lambda: own_names("Table.example"))  # type: ignore[func-returns-value]
    environ: dict[str, Any] = {"HTTP_HOST": host, "gunicorn.socket": Connection(reached), "SERVER_PORT": "8000"}
    guard(environ, lambda status, headers: None)
    assert bool(passed) is passes


def test_a_page_of_another_site_is_refused_at_the_socket_too(service: RunningService) -> None:
    assert ask_as(service, SOCKET, Origin="http://evil.example")[0] == 400
    assert ask_as(service, "/api/games", Origin="http://evil.example")[0] == 403
    assert ask_as(service, SOCKET, Origin=service.address)[0] == LETS_IN[SOCKET]


def test_every_answer_says_what_a_browser_may_do_with_it(service: RunningService) -> None:
    for path in ("/", "/api/games", "/api/nothing", "/api/qr.svg"):
        _, headers, _ = ask_as(service, path)
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cross-Origin-Resource-Policy"] == headers["Cross-Origin-Opener-Policy"] == "same-origin"
        assert headers["Permissions-Policy"].startswith("camera=(self), microphone=()")
        policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
        assert policy["default-src"] == policy["frame-ancestors"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == "'self'"
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert policy["connect-src"].split()[1] == service.address.replace("http", "ws")


# What anybody may know: the service, the box and its editor, and which games there are.
PUBLIC = re.compile(
    r"/api/(health|info|here|secure(/qr.svg)?|companion-ca.crt|games|games/<name>|games/<name>/box|boxes|box"
    r"|box/(check/<scenario>|palette|cards/<name>|scenarios(/<name>)?|trials/<name>))"
)


def test_all_else_needs_a_seat_or_the_code(service: RunningService, tmp_path: Path) -> None:
    game = service.new_game()
    service.web.service.put_picture("roll-1", b"\xff\xd8")
    names = {
        "<name>.jpg": "roll-1.jpg",
        "games/<name>": f"games/{game}",
        "<name>": "any",
        "<scenario>": "survivors",
        "<int:seq>": "1",
    }
    closed = 0
    for route in ROUTES:
        path = route.path
        if route.method == "GET" and PUBLIC.fullmatch(path):
            continue
        for hole, name in names.items():
            path = path.replace(hole, name)
        status, answer = service.ask(path, None if route.method == "GET" else b"{}")
        assert (status, answer["code"]) in ((403, "table/wrong_code"), (403, "table/not_host")), route.name
        closed += 1
    assert closed > 40
    for path in ("/api/readings/roll-1.jpg", "/api/labels.pdf"):
        assert service.ask(path, **{"X-Table-Code": service.code})[0] == 200
