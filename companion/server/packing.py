"""Texts go over the air packed: a tablet on a weak network should see the table in a moment."""

from __future__ import annotations

import gzip

from flask import Flask, Response, request

PACKED = ("text/", "application/json", "application/javascript", "image/svg+xml", "application/manifest+json")
# Below this packing costs more than it saves.
SMALLEST = 1_000


def pack_texts(app: Flask) -> None:
    @app.after_request
    def pack(answer: Response) -> Response:
        if not _worth_it(answer):
            return answer
        answer.direct_passthrough = False
        answer.set_data(gzip.compress(answer.get_data(), compresslevel=6))
        answer.headers["Content-Encoding"] = "gzip"
        answer.headers["Vary"] = "Accept-Encoding"
        # The etag names the bytes of the file; these are others.
        answer.headers.pop("ETag", None)
        return answer


def _worth_it(answer: Response) -> bool:
    return (
        answer.status_code == 200
        and request.accept_encodings["gzip"] > 0
        and "Content-Encoding" not in answer.headers
        and (answer.mimetype or "").startswith(PACKED)
        and (answer.content_length or 0) >= SMALLEST
    )
