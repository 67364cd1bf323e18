"""Which names and addresses are ours: a request under any other is a page of another site that poses as us.

Such a page gets its own name to lead to our address (DNS rebinding); then the browser takes our answers for its own.
"""

from __future__ import annotations

import html
import ipaddress
import json
import re
import socket
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlsplit

from companion.protocol.refusal import Refused

WsgiApp = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
# Where the servers that we run under keep the socket of the connection.
SOCKETS = ("gunicorn.socket", "werkzeug.socket")
HOST = re.compile(r"[A-Za-z0-9.\-_]+(:\d+)?|\[[0-9A-Fa-f:.]+\](:\d+)?")
PAGE = """<!doctype html><meta charset="utf-8"><title>Claustrophobia companion</title>
<h1>This is not my name</h1><p>The companion does not answer as <b>{host}</b>. Open it as one of: {links}</p>
<p lang="fr">Le compagnon ne répond pas sous le nom de <b>{host}</b>. Ouvrez-le sous l'un de ceux-ci.</p>
<p lang="ru">Компаньон не отвечает под именем <b>{host}</b>. Откройте его по одному из этих адресов.</p>"""


def own_names(*stated: str) -> tuple[str, ...]:
    """The names of this machine, and those its owner states."""
    host = socket.gethostname().lower()
    short = host.partition(".")[0]
    names = ["localhost", *(name.lower() for name in stated if name), f"{short}.local", host, short]
    return tuple(dict.fromkeys(names))


class HostGuard:
    """In front of everything, the socket too: whatever comes under another name is answered with 421."""

    def __init__(self, app: WsgiApp, names: Callable[[], Iterable[str]]) -> None:
        """`names` are asked for with every request: they follow the network."""
        self._app = app
        self._names = names

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        asked = str(environ.get("HTTP_HOST", ""))
        address, names = _address_of(environ), tuple(self._names())
        name = _name_in(asked)
        if name and (name in names or name == address or is_loopback(name)):
            return self._app(environ, start_response)
        port = environ.get("SERVER_PORT", "80")
        known = [f"{name}:{port}" for name in dict.fromkeys((address, *names)) if name]
        return _refuse(environ, start_response, asked, known)


def is_loopback(name: str) -> bool:
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def _name_in(host: str) -> str:
    """The name or address in a Host header, without the port; empty if it is no such thing."""
    if not HOST.fullmatch(host):
        return ""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def _address_of(environ: dict[str, Any]) -> str:
    """Our own address, as this connection reached it; empty where the server does not tell."""
    connection = next((environ[name] for name in SOCKETS if name in environ), None)
    try:
        address = str(connection.getsockname()[0]) if connection is not None else ""
    except (OSError, IndexError, AttributeError):
        return ""
    return address.partition("%")[0].removeprefix("::ffff:")


def _refuse(
    environ: dict[str, Any], start_response: Callable[..., Any], asked: str, known: list[str]
) -> Iterable[bytes]:
    if "text/html" in str(environ.get("HTTP_ACCEPT", "")):
        links = ", ".join(f'<a href="http://{html.escape(name)}/">{html.escape(name)}</a>' for name in known)
        kind, body = "text/html", PAGE.format(host=html.escape(asked[:100]), links=links)
    else:
        refusal = Refused("wire/host", "wrong_host", {"host": asked[:100], "known": known})
        kind, body = "application/json", json.dumps({"ok": False, **refusal.to_json(), "view": None})
    headers = [("Content-Type", f"{kind}; charset=utf-8"), ("X-Content-Type-Options", "nosniff")]
    start_response("421 Misdirected Request", headers)
    return [body.encode()]
