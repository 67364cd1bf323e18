"""Routes of the network: where the service is, and the Wi-Fi it is in."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from flask import Blueprint, Response, request

from companion.network.wifi import Wifi
from companion.protocol.answers import OkAnswer
from companion.protocol.network import (
    HereAnswer,
    HotspotRequest,
    JoinNetworkRequest,
    NetworkAnswer,
    NetworkNameRequest,
    SecureAnswer,
)
from companion.protocol.refusal import Refused
from companion.server.access import qr_svg
from companion.server.http import HERE, file_answer, read_message, require_host, require_seat
from companion.server.service import Service


def network_routes(service: Service) -> Blueprint:
    api = Blueprint("network", __name__, url_prefix="/api")
    access, network = service.access, service.network

    def wifi() -> Wifi:
        if network.wifi is None:
            raise Refused("network/no_wifi", "no_wifi")
        return network.wifi

    @api.get(HERE.removeprefix("/api"))
    def here() -> HereAnswer:
        return {"ok": True, **network.places()}

    @api.after_request
    def let_own_pages_ask(answer: Response) -> Response:
        """A page of our own under an old address looks for the new one; pages of the internet learn nothing."""
        origin = request.headers.get("Origin", "")
        if request.path == HERE and is_private(origin):
            answer.headers["Access-Control-Allow-Origin"] = origin
            answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        return answer

    @api.get("/secure")
    def secure_address() -> SecureAnswer:
        if network.secure is None:
            return {"ok": True, "origins": [], "fingerprint": "", "until": ""}
        authority = network.secure.authority
        return {
            "ok": True,
            "origins": network.secure.origins,
            "fingerprint": authority.fingerprint,
            "until": authority.certificate.not_valid_after_utc.date().isoformat(),
        }

    @api.get("/companion-ca.crt")
    def certificate() -> Response:
        """For everybody: it holds no secret, and whoever wants to come in safely has no code yet."""
        if network.secure is None:
            raise Refused("network/not_secure", "not_secure")
        return file_answer(network.secure.authority.file, "application/x-x509-ca-cert", "companion-ca.crt")

    @api.get("/secure/qr.svg")
    def secure_qr() -> Response:
        """The way to the page that explains it, for the next tablet."""
        return Response(qr_svg(f"{service.address}#/secure"), mimetype="image/svg+xml")

    @api.get("/network")
    def network_now() -> NetworkAnswer:
        require_seat(access)
        return network.to_json(is_scan="scan" in request.args)

    @api.post("/network/join")
    def join() -> tuple[OkAnswer, int]:
        require_host(access)
        wanted = read_message(JoinNetworkRequest)
        wifi().join(wanted.ssid, wanted.word)
        return {"ok": True}, 202

    @api.post("/network/hotspot")
    def hotspot() -> tuple[OkAnswer, int]:
        require_host(access)
        wanted = read_message(HotspotRequest)
        if wanted.auto is not None:
            wifi().open_by_itself(wanted.auto)
        if wanted.on is not None:
            wifi().open_hotspot() if wanted.on else wifi().close_hotspot()
        return {"ok": True}, 202

    @api.post("/network/name")
    def rename() -> OkAnswer:
        require_host(access)
        network.call(read_message(NetworkNameRequest).name)
        return {"ok": True}

    return api


def is_private(origin: str) -> bool:
    """Whether a page has an address or a name that only exists inside a home network."""
    try:
        host = urlsplit(origin).hostname or ""
    except ValueError:
        return False
    if host == "localhost" or host.endswith(".local"):
        return True
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return False
