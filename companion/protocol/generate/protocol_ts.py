"""`web/src/wire/protocol.ts`: every type that goes over the wire, the verbs, the routes and the events."""

from __future__ import annotations

import json
from collections.abc import Iterator

from companion.protocol.codes import CODES
from companion.protocol.generate.shapes import Described
from companion.protocol.generate.typescript import VERBS_NAME, TypeScript, comment, key, lines_of_union
from companion.protocol.generate.verbs import DescribedVerb, game_verbs
from companion.protocol.routes import INCOMING, OUTGOING, REFUSED, ROUTES
from companion.rules.game import CHOICES


def protocol_ts(described: dict[str, Described]) -> str:
    """The whole text."""
    typescript = TypeScript(described)
    parts = [
        _head(),
        *(typescript.declaration(one) for one in described.values()),
        _verbs(game_verbs()),
        _codes(),
        _house_rules(),
        _routes(),
        _events(),
    ]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _head() -> Iterator[str]:
    yield "/** What goes between the service and the tablet. Written by `make wire`: do not change it by hand. */"


def _verbs(verbs: list[DescribedVerb]) -> Iterator[str]:
    yield from comment("A verb of the game, as in position files.")
    yield "export type GameVerb ="
    yield from lines_of_union(_verb(verb) for verb in verbs)
    yield ""
    yield from comment("What an intent does: exactly one verb and its keys.")
    yield f"export type {VERBS_NAME} = GameVerb | TableVerb;"


def _verb(verb: DescribedVerb) -> str:
    return "{ " + "; ".join(f"{key(k.name)}{'?' if k.optional else ''}: {k.kind}" for k in verb.keys) + " }"


def _house_rules() -> Iterator[str]:
    yield from comment("The house rules with what each can be, the default first.")
    yield "export const HOUSE_RULES = {"
    for name, words in CHOICES.items():
        yield f"  {name}: [{', '.join(map(json.dumps, words))}],"
    yield "} as const;"


def _codes() -> Iterator[str]:
    yield from comment("Why something was refused, or what a notice is about.")
    yield "export type Code ="
    yield from lines_of_union(_code(code) for code in CODES)


def _code(code: str) -> str:
    before, _, rest = code.partition("<")
    return f"`{before}${{string}}`" if rest else f'"{code}"'


def _routes() -> Iterator[str]:
    yield from comment("Every route with what it takes and what it answers.")
    yield "export interface Routes {"
    for route in ROUTES:
        yield from comment(route.about, "  ")
        yield f'  "{route.name}": {{ takes: {_body(route.takes)}; answers: {_body(route.answers)} }};'
    yield "}"


def _events() -> Iterator[str]:
    yield from comment("What the tablet sends over the socket, and how each is acknowledged.")
    yield "export interface Incoming {"
    for name, incoming in INCOMING.items():
        yield from comment(incoming.about, "  ")
        answers = f"{_body(incoming.answers)} | {REFUSED.__name__}"
        yield f"  {name}: {{ takes: {incoming.model.__name__}; answers: {answers} }};"
    yield "}\n"
    yield from comment("What the service sends by itself.")
    yield "export interface Outgoing {"
    for name, outgoing in OUTGOING.items():
        yield from comment(outgoing.about, "  ")
        yield f"  {name}: {_body(outgoing.sends)}{' | null' if outgoing.or_null else ''};"
    yield "}"


def _body(body: type | str | None) -> str:
    """A type by its name; files come as a Blob, texts of no type are not known."""
    if body is None:
        return "null"
    if isinstance(body, type):
        return body.__name__
    return "Blob" if "/" in body else "unknown"
