"""`WIRE.md`, the page that describes the wire: events, verbs, types, routes and codes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.protocol.codes import CODES
from companion.protocol.generate.shapes import Described, NamedType, Shape
from companion.protocol.generate.typescript import TypeScript
from companion.protocol.generate.verbs import game_verbs, table_verbs
from companion.protocol.routes import INCOMING, OUTGOING, ROUTES

INTRO = """# The wire

Written by `make wire` from the types of `companion/protocol`; a test keeps it true. The tablet's types are written
from the same: `web/src/wire/protocol.ts`.

Socket.IO, path `/socket.io/`. Every message of a tablet has an acknowledgement: `{ok: true, …}` or
`{ok: false, code, key, facts, view}`. A refusal changes nothing. Text is a key; the tablet makes the sentence. Sizes
are limited to 64 kB a message; only pages of the service's own origin are let in.
"""
ABOUT_VERBS = """Exactly one verb and its keys; the notation of position files, and the table's own verbs at the end.
Verbs of the game are for the side awaited, cards for their owner; the table's verbs are for every seat, but `use_box`
for the host, `roll_for_me` and `draw_for_me` for the side awaited. `override` takes the vocabulary of
`companion/rules/override`.
"""
ABOUT_HTTP = """`POST` and exports need the header `X-Table-Code` or `Authorization: Bearer TOKEN`,
unless the service was started with `--open`. A refusal answers with a status from 400 on and the JSON `RefusedAnswer`.
"""


def wire_page(described: dict[str, Described]) -> str:
    """The whole text."""
    parts = (_incoming(), _verbs(), _outgoing(), _types(described), _http(), _codes())
    return "\n".join([INTRO, *(line for part in parts for line in part)]).rstrip("\n") + "\n"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield "| " + " | ".join(head) + " |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"
    yield ""


def _incoming() -> Iterator[str]:
    yield "## From the tablet\n"
    rows = (
        (f"`{name}`", f"`{one.model.__name__}`", f"`{_body(one.answers)}`", f"{_words(one.model)} {one.about}")
        for name, one in INCOMING.items()
    )
    yield from _table(("event", "takes", "answers", "does"), rows)


def _verbs() -> Iterator[str]:
    yield "## Verbs of an intent's `do`\n"
    yield ABOUT_VERBS
    rows = (
        (f"`{verb.name}`", ", ".join(f"`{key.name}{'?' if key.optional else ''}`" for key in verb.keys[1:]), verb.about)
        for verb in (*game_verbs(), *table_verbs())
    )
    yield from _table(("verb", "further keys", "does"), rows)


def _outgoing() -> Iterator[str]:
    yield "## To the tablet\n"
    rows = (
        (f"`{name}`", f"`{_body(one.sends)}`{' or null' if one.or_null else ''}", one.about)
        for name, one in OUTGOING.items()
    )
    yield from _table(("event", "sends", "when"), rows)


def _types(described: dict[str, Described]) -> Iterator[str]:
    yield "## Types\n"
    yield "A question mark: the key may be left out.\n"
    typescript = TypeScript(described)
    names = (one for one in described.values() if isinstance(one, NamedType))
    rows = ((f"`{one.name}`", f"`{typescript.type_of(one.kind, one.module)}`", one.about) for one in names)
    yield from _table(("name", "is", "meaning"), rows)
    for one in described.values():
        if isinstance(one, Shape):
            yield from _shape(one, typescript)


def _shape(shape: Shape, typescript: TypeScript) -> Iterator[str]:
    known = [base for base in shape.bases if base in typescript.described]
    yield f"### {shape.name}\n"
    more = f" With everything of {', '.join(f'`{base}`' for base in known)}." if known else ""
    yield f"{shape.about}{more}\n"
    rows = (
        (f"`{f.name}{'?' if f.optional else ''}`", f"`{typescript.type_of(f.kind, shape.module)}`", f.about)
        for f in shape.fields
    )
    if shape.fields:
        yield from _table(("key", "type", "meaning"), rows)


def _http() -> Iterator[str]:
    yield "## HTTP\n"
    yield ABOUT_HTTP
    rows = ((f"`{r.name}`", _code(r.takes), _code(r.answers), r.about) for r in ROUTES)
    yield from _table(("route", "takes", "answers", "for"), rows)


def _codes() -> Iterator[str]:
    yield "## Codes\n"
    yield from _table(("code", "means"), ((f"`{code}`", text) for code, text in CODES.items()))


def _words(model: type) -> str:
    """Its docstring in one line: from Python 3.13 on the lines are not indented any more."""
    return " ".join((model.__doc__ or "").split())


def _body(body: type | str) -> str:
    return body.__name__ if isinstance(body, type) else body


def _code(body: type | str | None) -> str:
    if body is None:
        return ""
    return f"`{body.__name__}`" if isinstance(body, type) else body
