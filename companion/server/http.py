"""What all routes share: who asks, what was sent, how an answer or a refusal is made."""

from __future__ import annotations

import gzip
import json
import logging
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar
from urllib.parse import urlsplit

from flask import Flask, Response, jsonify, request
from pydantic import ValidationError
from werkzeug.exceptions import HTTPException

from companion.protocol.answers import RefusedAnswer
from companion.protocol.box import box_refusal
from companion.protocol.json import Json
from companion.protocol.messages import MOST_BYTES
from companion.protocol.refusal import Refused
from companion.protocol.strict import StrictMessage
from companion.server.access import Access, SeatAt
from companion.table.seats import HOST, TABLE

log = logging.getLogger("companion")

BIGGEST_UPLOAD = 20_000_000
# Pages of ours under another address may ask for this: see routes_network.
HERE = "/api/here"
# The HTTP status of a refusal by its code; 400 for all others.
STATUS: Mapping[str, int] = {
    "table/wrong_code": 403,
    "table/slow_down": 429,
    "table/not_host": 403,
    "table/still_hidden": 403,
    "table/no_such_game": 404,
    "table/no_such_picture": 404,
    "table/no_such_step": 404,
    "table/no_board_camera": 404,
    "table/lost": 410,
    "table/picture_too_large": 413,
    "table/unavailable": 503,
    "table/not_saved": 507,
    "table/no_board_picture": 503,
    "box/no_such_box": 404,
    "box/no_such_card": 404,
    "box/no_such_scenario": 404,
    "box/no_such_trial": 404,
    "sight/no_such_piece": 404,
    "sight/not_taught": 404,
    "sight/not_saved": 507,
    "camera/real": 409,
    "camera/hidden": 403,
    "camera/none": 404,
    "camera/other_tablet": 409,
    "camera/unknown": 404,
    "camera/no_picture": 503,
    "camera/not_saved": 507,
    "tray/none": 404,
    "backup/no_such_backup": 404,
    "backup/no_space": 507,
    "backup/failed": 503,
    "network/no_wifi": 404,
    "network/not_secure": 404,
    "network/busy": 409,
    "network/failed": 503,
    "update/not_managed": 404,
    "update/not_now": 409,
    "update/rolling": 409,
    "update/no_such_place": 404,
    "update/unreachable": 503,
    "coach/off": 403,
    "coach/not_closed": 409,
    "wire/origin": 403,
    "server/busy": 503,
    "server/too_long": 503,
    "server/error": 500,
}
# Answers of these kinds are compressed, unless they are so small that it costs more than it saves.
COMPRESSED = ("text/", "application/json", "application/javascript", "image/svg+xml", "application/manifest+json")
SMALLEST_COMPRESSED = 1_000

# No inline scripts or styles, nothing from elsewhere. Pictures come with a token in a header, and so as blobs.
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob:",
        "font-src 'self'",
        "media-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
PROTECTION: Mapping[str, str] = {
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=(), payment=(), usb=(), serial=()",
}

Message = TypeVar("Message", bound=StrictMessage)


# -- who asks ----------------------------------------------------------------------------------------------------------


def seat_of_token(access: Access) -> SeatAt | None:
    """The seat of the token that came with the request. Only in a header: addresses end up in logs and histories."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return access.seat_of(token) if scheme == "Bearer" else None


def require_seat(access: Access) -> SeatAt:
    """The seat of whoever asks; somebody with only the code counts as the public table."""
    seat = seat_of_token(access)
    if seat is not None:
        return seat
    access.check_code(request.headers.get("X-Table-Code", ""), request.remote_addr or "")
    return SeatAt(None, TABLE)


def require_host(access: Access) -> None:
    """For the host's seat, or everybody where no code is needed."""
    seat_at = seat_of_token(access)
    if not access.open and (seat_at is None or seat_at.seat != HOST):
        raise Refused("table/not_host", "not_host")


def _check_origin() -> None:
    """Pages of other sites may not talk to the table through a player's browser."""
    origin = request.headers.get("Origin")
    if origin and urlsplit(origin).netloc != request.host and request.path != HERE:
        raise Refused("wire/origin", "wrong_origin")


# -- what was sent -----------------------------------------------------------------------------------------------------


def read_message(model: type[Message]) -> Message:
    """The body as this model; nothing at all counts as an empty one."""
    return model.model_validate_json(request.get_data() or b"{}")


def read_json() -> Json:
    """The body as plain JSON, where only the box knows what shape it must have."""
    data = request.get_data()
    if len(data) > MOST_BYTES:
        raise box_refusal("body", f"larger than {MOST_BYTES} bytes")
    try:
        body: Json = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise box_refusal("body", f"not JSON: {error}"[:200]) from error
    return body


def read_upload(most_bytes: int) -> bytes:
    """The file that came with the request; one that is too large is refused before it is read."""
    if (request.content_length or 0) > most_bytes:
        megabytes = most_bytes // 1_000_000
        raise Refused("table/picture_too_large", "picture_too_large", {"megabytes": megabytes})
    return request.get_data()


# -- answers -----------------------------------------------------------------------------------------------------------


def refused_answer(refusal: Refused) -> RefusedAnswer:
    return {"ok": False, **refusal.to_json(), "view": None}


def invalid_answer(error: ValidationError) -> RefusedAnswer:
    """Which key of a message is wrong and why, without repeating what was sent."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part)[:40] for part in first["loc"])
    return refused_answer(Refused("wire/bad_message", "bad_message", {"where": where, "reason": first["msg"][:200]}))


def fault_answer() -> RefusedAnswer:
    return refused_answer(Refused("server/error", "server_error"))


def file_answer(content: bytes | str, mimetype: str, name: str) -> Response:
    """A file that the browser saves under this name."""
    answer = Response(content, mimetype=mimetype)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def jpeg_answer(jpeg: bytes) -> Response:
    """An image of a camera: never kept by the browser."""
    answer = Response(jpeg, mimetype="image/jpeg")
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _with_status(body: RefusedAnswer, status: int) -> Response:
    answer = jsonify(body)
    answer.status_code = status
    if status == 429:
        answer.headers["Retry-After"] = str(body["facts"]["seconds"])
    return answer


def _on_http_error(error: HTTPException) -> Response:
    """What Flask itself refuses: no such address, a body that is too large."""
    status = error.code or 500
    return _with_status(refused_answer(Refused(f"http/{status}", "http_error", {"status": status})), status)


def _on_fault(error: Exception) -> Response:
    log.error("a request could not be handled", exc_info=error)
    return _with_status(fault_answer(), 500)


def _protect(answer: Response, origins: Iterable[str]) -> Response:
    """The tablet loads from here only, no other page frames it, and nothing of it is told to other sites."""
    for name, value in PROTECTION.items():
        answer.headers.setdefault(name, value)
    # Older browsers do not count a websocket of the same host as "self". The host was checked before. A tablet that
    # loses the service looks for it at its other names and addresses.
    connect = f"connect-src 'self' ws://{request.host} wss://{request.host} {' '.join(origins)}".rstrip()
    answer.headers["Content-Security-Policy"] = f"{POLICY}; {connect}"
    return answer


def _compress(answer: Response) -> Response:
    """Texts go over the air compressed: a tablet on a weak network should see the table in a moment."""
    if not is_packable(answer):
        return answer
    answer.direct_passthrough = False
    answer.set_data(gzip.compress(answer.get_data(), compresslevel=6))
    answer.headers["Content-Encoding"] = "gzip"
    answer.headers["Vary"] = "Accept-Encoding"
    # The etag names the bytes of the file; these are others.
    answer.headers.pop("ETag", None)
    return answer


def is_packable(answer: Response) -> bool:
    """Is this a text that is not packed yet, for somebody who takes it packed?"""
    return (
        answer.status_code == 200
        and request.accept_encodings["gzip"] > 0
        and "Content-Encoding" not in answer.headers
        and (answer.mimetype or "").startswith(COMPRESSED)
        and (answer.content_length or 0) >= SMALLEST_COMPRESSED
    )


def set_up_http(app: Flask, origins: Callable[[], Iterable[str]]) -> None:
    """What holds for every request: its size and origin, how it is refused, what a browser may do with the answer.

    `origins`: where else the service can be found.
    """
    app.config["MAX_CONTENT_LENGTH"] = BIGGEST_UPLOAD
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.before_request(_check_origin)
    app.register_error_handler(Refused, lambda e: _with_status(refused_answer(e), STATUS.get(e.code, 400)))
    app.register_error_handler(ValidationError, lambda e: _with_status(invalid_answer(e), 400))
    app.register_error_handler(HTTPException, _on_http_error)
    app.register_error_handler(Exception, _on_fault)
    app.after_request(lambda answer: _protect(answer, origins()))
    app.after_request(_compress)
