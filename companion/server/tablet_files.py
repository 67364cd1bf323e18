"""The tablet's pages as they were built. Files with a hash in their names never change: packed once, kept for ever."""

from __future__ import annotations

import gzip
import threading
from pathlib import Path

from flask import Flask, Response, redirect, request, send_from_directory
from werkzeug.wrappers import Response as BaseResponse

from companion.server.http import is_packable

NOT_BUILT = """<!doctype html><meta charset="utf-8"><title>Claustrophobia companion</title>
<h1>The tablet is not built yet</h1><p>The service runs, but its pages are missing: run <code>make web</code>, then
load this page again.</p>"""

# Where the build puts files with a hash in their names.
HASHED = "assets/"
FOREVER = "public, max-age=31536000, immutable"


class PackedFiles:
    """Hashed files as they go over the air; each is packed when it is first asked for, as small as it gets."""

    def __init__(self) -> None:
        self._packed: dict[str, tuple[bytes, str]] = {}
        self._lock = threading.Lock()

    def keep(self, name: str, plain: Response) -> None:
        plain.direct_passthrough = False
        with self._lock:
            if name not in self._packed:
                self._packed[name] = gzip.compress(plain.get_data(), compresslevel=9), plain.mimetype or ""

    def answer(self, name: str) -> Response | None:
        """The file, for somebody who takes it packed; None before it was first asked for."""
        if name not in self._packed or not request.accept_encodings["gzip"]:
            return None
        content, mimetype = self._packed[name]
        headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding", "Cache-Control": FOREVER}
        return Response(content, mimetype=mimetype, headers=headers)


def serve_tablet(app: Flask, folder: Path) -> None:
    """The pages; a hint where they were not built."""
    packed = PackedFiles()

    @app.get("/")
    def index() -> Response:
        if not (folder / "index.html").exists():
            return Response(NOT_BUILT, mimetype="text/html")
        return send_from_directory(folder, "index.html", max_age=0)

    @app.get("/secure")
    def secure() -> BaseResponse:
        """An address that can be typed on a tablet that is to trust this machine."""
        return redirect("/#/secure")

    @app.get("/<path:file>")
    def asset(file: str) -> Response:
        if (kept := packed.answer(file)) is not None:
            return kept
        plain = send_from_directory(folder, file)
        if not file.startswith(HASHED):
            return plain
        plain.headers["Cache-Control"] = FOREVER
        if not is_packable(plain):
            return plain
        packed.keep(file, plain)
        plain.close()
        return packed.answer(file) or plain
