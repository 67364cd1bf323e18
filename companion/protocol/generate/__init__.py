"""Writes WIRE.md and the tablet's TypeScript types from the types of `companion.protocol`. Not needed at run time."""

from __future__ import annotations

from pathlib import Path

from companion.protocol import routes
from companion.protocol.generate.protocol_ts import protocol_ts
from companion.protocol.generate.shapes import describe, describe_module, protocol_modules, reachable
from companion.protocol.generate.typescript import literal_words
from companion.protocol.generate.wire_page import wire_page
from companion.rules import words

PAGE = Path(__file__).parents[1] / "WIRE.md"
TYPES = Path(__file__).parents[3] / "web" / "src" / "wire" / "protocol.ts"


def generate() -> tuple[str, str]:
    """The texts of WIRE.md and of the TypeScript file.

    In them is what can be reached from a route or an event, the verbs, and the game's words.
    """
    bodies = [body for route in routes.ROUTES for body in (route.takes, route.answers)]
    bodies += [body for incoming in routes.INCOMING.values() for body in (incoming.model, incoming.answers)]
    bodies += [outgoing.sends for outgoing in routes.OUTGOING.values()]
    names = [body.__name__ for body in (*bodies, routes.REFUSED) if isinstance(body, type)]
    names += ["TableVerb", *(one.name for one in describe_module(words) if literal_words(getattr(words, one.name)))]
    described = reachable(describe(protocol_modules()), names)
    return wire_page(described), protocol_ts(described)
