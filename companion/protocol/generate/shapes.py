"""The types of the protocol as data: name, fields, and the comments that stand beside them in the source.

The source is read as well as the classes, because a class no longer knows its comments, nor that a field was written
as `Side` and not as the texts that stand for it.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import tokenize
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from types import ModuleType
from typing import Any, get_origin, is_typeddict

from pydantic import BaseModel

import companion.protocol
from companion.rules import words


@dataclass(frozen=True)
class ShapeField:
    name: str
    # The type as it is written in the source.
    kind: ast.expr
    optional: bool
    about: str


@dataclass(frozen=True)
class Shape:
    """A TypedDict or a pydantic model: a JSON object with these keys."""

    name: str
    module: ModuleType
    about: str
    bases: tuple[str, ...]
    fields: tuple[ShapeField, ...]


@dataclass(frozen=True)
class NamedType:
    """A name for a type: `Side = Literal["human", "demon"]`."""

    name: str
    module: ModuleType
    about: str
    kind: ast.expr


Described = Shape | NamedType
# Bases that add no fields.
NO_FIELDS = ("TypedDict", "StrictModel", "StrictMessage")


def protocol_modules() -> list[ModuleType]:
    """The game's own words, and every module of the protocol but the generator."""
    found = pkgutil.iter_modules(companion.protocol.__path__, "companion.protocol.")
    return [words, *(importlib.import_module(info.name) for info in found if not info.ispkg)]


def describe(modules: Sequence[ModuleType]) -> dict[str, Described]:
    """The types of these modules by name, in the order of the source. A name must not mean two things."""
    found: dict[str, Described] = {}
    for module in modules:
        for one in describe_module(module):
            if one.name in found:
                raise ValueError(f"{one.name} is in {found[one.name].module.__name__} and in {module.__name__}")
            found[one.name] = one
    return found


def describe_module(module: ModuleType) -> Iterator[Described]:
    source = inspect.getsource(module)
    comments = _Comments(source)
    for node in ast.parse(source).body:
        match node:
            case ast.ClassDef() if _is_shape(getattr(module, node.name)):
                yield _from_class(module, node, comments)
            case ast.Assign(targets=[ast.Name(name)], value=ast.Call(func=ast.Name("TypedDict")) as call):
                yield _from_call(module, name, call, comments, comments.of(node))
            case ast.Assign(targets=[ast.Name(name)], value=value) if _is_type(getattr(module, name)):
                yield NamedType(name, module, comments.of(node), value)
            case ast.AnnAssign(target=ast.Name(name), annotation=ast.Name("TypeAlias"), value=ast.expr() as value):
                # A type that names itself is written as text.
                text = value.value if isinstance(value, ast.Constant) else ast.unparse(value)
                yield NamedType(name, module, comments.of(node), ast.parse(str(text), mode="eval").body)
            case _:
                pass


def _is_shape(kind: Any) -> bool:
    return is_typeddict(kind) or (isinstance(kind, type) and issubclass(kind, BaseModel))


def _is_type(value: object) -> bool:
    """Whether a value of a module is a type with a name, such as `Literal["a"]` or `Mapping[str, int]`."""
    return get_origin(value) is not None


def _from_class(module: ModuleType, node: ast.ClassDef, comments: _Comments) -> Shape:
    model = isinstance(getattr(module, node.name), type) and issubclass(getattr(module, node.name), BaseModel)
    partial = any(word.arg == "total" and ast.unparse(word.value) == "False" for word in node.keywords)
    fields: list[ShapeField] = []
    for base in node.bases:
        if isinstance(base, ast.Call):
            fields += _call_fields(base, comments)
    for line in node.body:
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
            # Whoever sends a model may leave out what has a default.
            optional = line.value is not None if model else partial
            fields.append(_field(line.target.id, line.annotation, optional, comments.of(line)))
    bases = tuple(base.id for base in node.bases if isinstance(base, ast.Name) and base.id not in NO_FIELDS)
    return Shape(node.name, module, _plain(ast.get_docstring(node)), bases, tuple(fields))


def _from_call(module: ModuleType, name: str, call: ast.Call, comments: _Comments, about: str) -> Shape:
    """`X = TypedDict("X", {"from": str})`: for keys that are words of Python."""
    return Shape(name, module, about, (), tuple(_call_fields(call, comments)))


def _call_fields(call: ast.Call, comments: _Comments) -> Iterator[ShapeField]:
    table = call.args[1]
    if not isinstance(table, ast.Dict):
        raise TypeError(f"{ast.unparse(call)}: the fields must be written out")
    partial = any(word.arg == "total" and ast.unparse(word.value) == "False" for word in call.keywords)
    for key, kind in zip(table.keys, table.values, strict=True):
        if key is not None:
            yield _field(ast.literal_eval(key), kind, partial, comments.of(key))


def _field(name: str, kind: ast.expr, optional: bool, about: str) -> ShapeField:
    if isinstance(kind, ast.Subscript) and isinstance(kind.value, ast.Name) and kind.value.id == "NotRequired":
        return ShapeField(name, kind.slice, True, about)
    return ShapeField(name, kind, optional, about)


class _Comments:
    """The comments of a source: those that have a line of their own, and those behind code."""

    def __init__(self, source: str) -> None:
        self._own: dict[int, str] = {}
        self._behind: dict[int, str] = {}
        for token in tokenize.generate_tokens(StringIO(source).readline):
            if token.type == tokenize.COMMENT:
                kind = self._own if token.line.lstrip().startswith("#") else self._behind
                kind[token.start[0]] = token.string.removeprefix("#").strip()

    def of(self, node: ast.stmt | ast.expr) -> str:
        """The comment above a line, or else the one behind it."""
        above: list[str] = []
        while (line := node.lineno - 1 - len(above)) in self._own:
            above.insert(0, self._own[line])
        return " ".join(above) or self._behind.get(node.lineno, "")


def names_in(one: Described) -> set[str]:
    """Every name of a type that stands in a type."""
    kinds = [one.kind] if isinstance(one, NamedType) else [field.kind for field in one.fields]
    bases = () if isinstance(one, NamedType) else one.bases
    return {node.id for kind in kinds for node in ast.walk(kind) if isinstance(node, ast.Name)}.union(bases)


def reachable(described: dict[str, Described], roots: Iterable[str]) -> dict[str, Described]:
    """These types and all they are made of, in the order of the source."""
    found: set[str] = set()
    todo = [name for name in roots if name in described]
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += [other for other in names_in(described[name]) if other in described]
    return {name: one for name, one in described.items() if name in found}


def _plain(text: str | None) -> str:
    return " ".join((text or "").split())
