"""Who asks over HTTP, and how an answer is made."""

from __future__ import annotations

import json
from typing import Any

from flask import Response, jsonify, request

from companion.server.messages import MOST_BYTES
from companion.server.service import Service
from companion.table.problems import TableRefusal
from companion.table.seats import TABLE


def as_json(body: dict[str, Any], status: int = 200) -> Response:
    answer = jsonify(body)
    answer.status_code = status
    return answer


def bearer(service: Service) -> str | None:
    """The seat of the token that came with the request."""
    header = request.headers.get("Authorization", "")
    token = header.removeprefix("Bearer ") if header.startswith("Bearer ") else request.args.get("token", "")
    return service.access.seat_of(token)


def must_be_in(service: Service) -> str:
    """The seat of whoever asks; somebody with only the code counts as the public table."""
    seat = bearer(service)
    if seat is not None:
        return seat
    if service.access.knows_code(request.headers.get("X-Table-Code", "")):
        return TABLE
    raise TableRefusal("table/wrong_code", "wrong_code")


def uploaded(most_bytes: int) -> bytes:
    """The file that came with the request; one that is too large is refused before it is read."""
    if (request.content_length or 0) > most_bytes:
        megabytes = most_bytes // 1_000_000
        raise TableRefusal("table/picture_too_large", "picture_too_large", {"megabytes": megabytes})
    return request.get_data()


def plain_body() -> Any:
    """What was sent, as plain data; its shape is looked at where its meaning is known."""
    data = request.get_data()
    reason = f"larger than {MOST_BYTES} bytes" if len(data) > MOST_BYTES else ""
    try:
        if not reason:
            return json.loads(data)
    except (ValueError, RecursionError) as error:
        reason = f"not JSON: {error}"[:200]
    raise TableRefusal("box/refused", "box_refused", {"key": "body", "reason": reason})
