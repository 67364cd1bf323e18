"""Every small fault for a module: comparisons turned, and/or swapped, numbers one higher, `not` dropped."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
RULES = ROOT / "companion" / "rules"

# An ordered comparison is wrong by one, or the other way round.
TURNED: dict[type[ast.cmpop], tuple[str, ...]] = {
    ast.Lt: ("<=", ">="),
    ast.LtE: ("<", ">"),
    ast.Gt: (">=", "<="),
    ast.GtE: (">", "<"),
    ast.Eq: ("!=",),
    ast.NotEq: ("==",),
    ast.In: ("not in",),
    ast.NotIn: ("in",),
    ast.Is: ("is not",),
    ast.IsNot: ("is",),
}
WRITTEN = {
    **{ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="},
    **{ast.In: "in", ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not"},
}


class Mutant(NamedTuple):
    """One fault: in a file, text from one offset to another becomes other text."""

    path: str
    line: int
    start: int
    end: int
    old: str
    new: str
    # Lines of the statement it stands in: a test that runs none of them cannot notice it.
    first: int
    last: int
    # At the level of a module or class, or in a default: it is in force as soon as the module is imported.
    at_import: bool

    @property
    def module(self) -> str:
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @property
    def places(self) -> set[tuple[str, int]]:
        return {(self.path, line) for line in range(self.first, self.last + 1)}

    def source(self) -> str:
        """The text of the module with the fault in it."""
        text = text_of(self.path)
        assert text[self.start : self.end] == self.old, f"{self.path} has changed"
        return text[: self.start] + self.new + text[self.end :]

    def source_line(self) -> str:
        return text_of(self.path).splitlines()[self.line - 1].strip()

    def column(self) -> int:
        """Where in its line it stands, blanks at the beginning not counted."""
        begun = text_of(self.path).rfind("\n", 0, self.start) + 1
        line = text_of(self.path)[begun:].split("\n", 1)[0]
        return self.start - begun - (len(line) - len(line.lstrip()))


@cache
def text_of(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def all_mutants(folder: Path = RULES) -> list[Mutant]:
    return [mutant for path in sorted(folder.rglob("*.py")) for mutant in Finder(path).found()]


class Finder:
    """The faults of one file, in the order in which they stand in it."""

    def __init__(self, path: Path) -> None:
        self._path = path.relative_to(ROOT).as_posix()
        self._text = text_of(self._path)
        self._starts = [0]
        for line in self._text.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def found(self) -> list[Mutant]:
        mutants: list[Mutant] = []
        self._visit(ast.parse(self._text), (1, 1), True, mutants)
        return sorted(mutants, key=lambda m: (m.start, m.new))

    def _visit(self, node: ast.AST, lines: tuple[int, int], at_import: bool, mutants: list[Mutant]) -> None:
        if isinstance(node, ast.stmt):
            lines = _head(node)
        for start, end, new in self._faults(node):
            line = self._text.count("\n", 0, start) + 1
            old = self._text[start:end]
            mutants.append(Mutant(self._path, line, start, end, old, new, *lines, at_import))
        inside = isinstance(node, ast.FunctionDef | ast.Lambda)
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns"):
                continue
            for child in value if isinstance(value, list) else (value,):
                if isinstance(child, ast.AST):
                    self._visit(child, lines, at_import and not (inside and name == "body"), mutants)

    def _faults(self, node: ast.AST) -> Iterator[tuple[int, int, str]]:
        if isinstance(node, ast.Compare):
            left: ast.expr = node.left
            for operator, right in zip(node.ops, node.comparators, strict=True):
                span = self._between(left, right, WRITTEN[type(operator)])
                for turned in TURNED[type(operator)]:
                    yield *span, turned
                left = right
        elif isinstance(node, ast.BoolOp):
            word, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
            for before, after in zip(node.values, node.values[1:], strict=False):
                yield *self._between(before, after, word), other
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield self._offset(node), self._offset(node) + len("not "), ""
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield self._offset(node), self._end(node), str(node.value + 1)

    def _between(self, left: ast.expr, right: ast.expr, word: str) -> tuple[int, int]:
        """Where the word stands between two operands; brackets may stand there too, and `not  in` has one blank."""
        at = self._text.index(word, self._end(left), self._offset(right))
        return at, at + len(word)

    def _offset(self, node: ast.expr) -> int:
        return self._at(node.lineno, node.col_offset)

    def _end(self, node: ast.expr) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._at(node.end_lineno, node.end_col_offset)

    def _at(self, line: int, column: int) -> int:
        """Offsets of the syntax tree count bytes."""
        start = self._starts[line - 1]
        text = self._text[start : self._starts[line]]
        return start + len(text.encode()[:column].decode())


def _head(node: ast.stmt) -> tuple[int, int]:
    """The lines of a statement, without those of the block under it."""
    body = getattr(node, "body", None)
    last = node.end_lineno or node.lineno
    return node.lineno, max(node.lineno, body[0].lineno - 1) if body else last
