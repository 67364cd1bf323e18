"""The way in as a QR code: for the host's page, and for the terminal."""

from __future__ import annotations

import io

import segno


def qr_svg(text: str) -> bytes:
    out = io.BytesIO()
    segno.make(text, error="m").save(out, kind="svg", scale=6, border=4)
    return out.getvalue()


def qr_terminal(text: str) -> str:
    out = io.StringIO()
    segno.make(text, error="l").terminal(out=out, compact=True, border=2)
    return out.getvalue()
