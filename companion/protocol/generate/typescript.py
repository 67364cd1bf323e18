"""Types of the protocol as TypeScript."""

from __future__ import annotations

import ast
import json
import re
import textwrap
from collections.abc import Iterable, Iterator
from types import ModuleType, UnionType
from typing import Literal, Union, get_args, get_origin

from companion.protocol.generate.shapes import Described, NamedType, Shape
from companion.protocol.generate.verbs import type_of

WIDTH = 118

PLAIN = {
    "str": "string",
    "int": "number",
    "float": "number",
    "bool": "boolean",
    "None": "null",
    "object": "unknown",
    "Any": "unknown",
    # What pydantic calls JSON of any shape.
    "JsonValue": "Json",
}
# What a verb is in TypeScript; in Python any JSON object until it is read.
VERBS_NAME = "Do"
LISTS = ("list", "Sequence", "Iterable", "frozenset", "set")
TABLES = ("dict", "Mapping")


class TypeScript:
    """Renders types; knows which names there are."""

    def __init__(self, described: dict[str, Described]) -> None:
        self.described = described

    def type_of(self, kind: ast.expr, module: ModuleType) -> str:
        """A type as it is written in Python, in TypeScript."""
        match kind:
            case ast.Constant(None):
                return "null"
            case ast.BinOp(op=ast.BitOr()):
                # Two types of Python can be one here: int and float.
                return " | ".join(dict.fromkeys(self.type_of(part, module) for part in alternatives(kind)))
            case ast.Name(name):
                return self._name(name, module)
            case ast.Subscript(ast.Name(name), inner):
                parts = inner.elts if isinstance(inner, ast.Tuple) else [inner]
                return self._with_parts(name, parts, module)
        raise TypeError(f"{module.__name__}: {ast.unparse(kind)} has no TypeScript")

    def _name(self, name: str, module: ModuleType) -> str:
        if name in self.described or name == VERBS_NAME:
            return name
        if name in PLAIN:
            return PLAIN[name]
        value = getattr(module, name, None)
        if value is None:
            raise TypeError(f"{module.__name__}: what is {name}?")
        return type_of(value)

    def _with_parts(self, name: str, parts: list[ast.expr], module: ModuleType) -> str:
        if name == "Literal":
            return " | ".join(json.dumps(ast.literal_eval(part)) for part in parts)
        if name in ("Annotated", "NotRequired", "Required"):
            return self.type_of(parts[0], module)
        inner = [self.type_of(part, module) for part in parts if ast.unparse(part) != "..."]
        if name in LISTS or (name == "tuple" and len(inner) < len(parts)):
            return f"({inner[0]})[]" if " | " in inner[0] else f"{inner[0]}[]"
        if name == "tuple":
            return f"[{', '.join(inner)}]"
        if name in TABLES:
            # Written out, because a type that names itself may not do so inside a Record.
            return (
                f"{{ [key: string]: {inner[1]} }}" if inner[0] == "string" else f"Partial<Record<{', '.join(inner)}>>"
            )
        if name in ("Union", "Optional"):
            return " | ".join([*inner, *(["null"] if name == "Optional" else [])])
        raise TypeError(f"{module.__name__}: {name}[…] has no TypeScript")

    def declaration(self, one: Described) -> Iterator[str]:
        yield from comment(one.about)
        if isinstance(one, NamedType):
            yield from self._named(one)
        else:
            yield from self._interface(one)

    def _named(self, one: NamedType) -> Iterator[str]:
        words = literal_words(getattr(one.module, one.name))
        if len(words) < 2:
            yield from wrapped_union(f"export type {one.name} =", self.type_of(one.kind, one.module))
            return
        # Words get a list too, so that the tablet can offer them.
        yield f"export const {constant(one.name)} = [{', '.join(map(json.dumps, words))}] as const;"
        yield f"export type {one.name} = (typeof {constant(one.name)})[number];"

    def _interface(self, shape: Shape) -> Iterator[str]:
        bases = [base for base in shape.bases if base in self.described]
        extends = f" extends {', '.join(bases)}" if bases else ""
        yield f"export interface {shape.name}{extends} {{"
        for field in shape.fields:
            yield from comment(field.about, "  ")
            yield f"  {key(field.name)}{'?' if field.optional else ''}: {self.type_of(field.kind, shape.module)};"
        yield "}"


def alternatives(kind: ast.expr) -> Iterator[ast.expr]:
    """The parts of `a | b | c`."""
    if isinstance(kind, ast.BinOp):
        yield from alternatives(kind.left)
        yield kind.right
    else:
        yield kind


def literal_words(kind: object) -> list[str]:
    """The texts a type allows, if it allows nothing else."""
    if get_origin(kind) is Literal:
        words = get_args(kind)
        return list(words) if all(isinstance(word, str) for word in words) else []
    parts = [literal_words(part) for part in get_args(kind)] if get_origin(kind) in (Union, UnionType) else []
    return [word for words in parts for word in words] if all(parts) else []


def constant(name: str) -> str:
    """The name of the list of a type's words: `DeviceStatus` → `DEVICE_STATUSES`."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).upper()
    if words.endswith("Y"):
        return words.removesuffix("Y") + "IES"
    return words + ("ES" if words.endswith(("S", "X", "SH", "CH")) else "S")


def key(name: str) -> str:
    return name if name.isidentifier() else json.dumps(name)


def comment(text: str, indent: str = "") -> Iterator[str]:
    """A doc comment, on one line if it fits."""
    if not text:
        return
    if len(text) + len(indent) + 7 <= WIDTH:
        yield f"{indent}/** {text} */"
        return
    yield f"{indent}/**"
    yield from textwrap.wrap(text, WIDTH, initial_indent=f"{indent} * ", subsequent_indent=f"{indent} * ")
    yield f"{indent} */"


def wrapped_union(head: str, union: str) -> Iterator[str]:
    """`export type X = a | b;`, each part on a line of its own if it is long."""
    if len(head) + len(union) + 2 <= WIDTH:
        yield f"{head} {union};"
        return
    yield head
    yield from lines_of_union(union.split(" | "))


def lines_of_union(parts: Iterable[str]) -> Iterator[str]:
    lines = [f"  | {part}" for part in parts]
    yield from lines[:-1]
    yield lines[-1] + ";"
