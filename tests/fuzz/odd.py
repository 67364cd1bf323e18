"""What comes from outside when nobody meant well: values that fit nowhere, good things with one fault, damaged bytes.

Every edge has its file beside this one. `make test` tries a few hundred things at each, the same ones every time;
`make fuzz MINUTES=30` goes on with new ones until the time is up, and prints what it found for a test of its own.
"""

from __future__ import annotations

import copy
import os
from collections.abc import Iterator, Mapping
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from companion.protocol.codes import CODES

# How many times as many examples as in `make test`; then they are new ones each time.
TIMES = int(os.environ.get("FUZZ_TIMES", "0"))

DEEP: Any = []
for _ in range(60):
    DEEP = [DEEP]
ODD: list[Any] = [
    float("nan"), float("inf"), -1, 0, 1, 2**31, 10**30, 1.5, True, None, "", "human", "demon", "tile", "x" * 3_000,
    "\0", "\ud800", "\u202e", "<b>", "../../x", "%s{0}", [], {}, [[]], {"": {}}, ["a"], DEEP,
]  # fmt: skip
# Words that mean something somewhere: nonsense alone is refused by the first check.
WORDS = (
    "survivors", "who_dares", "redeemer", "brute-1", "blade-1", "troglodyte-1", "troglodyte", "demon", "human", "table",
    "host", "both", "start", "A", "B", "tile-1", "tile-17", "card-51", "CL:AT0017I", "move", "mvt", "cbt", "en", "auto",
    "sim", "none", "dice", "ask", "sure", "countdown", "companion", "a4",
)  # fmt: skip
odd = st.sampled_from(ODD)
words = st.sampled_from(WORDS) | st.text(max_size=20)
plain = st.none() | st.booleans() | st.integers(-3, 20) | words | st.floats() | odd
anything = st.recursive(plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3))


def examples(count: int) -> settings:
    """So many in `make test`."""
    return settings(
        max_examples=count * (TIMES or 1),
        derandomize=not TIMES,
        deadline=None,
        # What fails is told as it came; making it small can take minutes at these edges.
        phases=[Phase.explicit, Phase.generate],
        database=None,
        suppress_health_check=list(HealthCheck),
    )


def is_coded(answer: Any) -> bool:
    """A refusal that says why, in words that are listed; an error of the service is none."""
    code = answer["code"]
    known = code in CODES or f"{code.split('/')[0]}/<" in "".join(CODES)
    return known and code != "server/error" and bool(answer["key"]) and isinstance(answer["facts"], dict)


# -- good things with a fault ------------------------------------------------------------------------------------------


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(inner, (*path, key))


@st.composite
def faults(draw: st.DrawFn) -> tuple[int, str, Any]:
    """Which value, what happens to it."""
    what = draw(st.sampled_from(("replace", "replace", "replace", "delete", "add")))
    return draw(st.integers(0, 10_000)), what, draw(odd | words | st.integers(-3, 99))


def with_fault(value: Any, fault: tuple[int, str, Any]) -> Any:
    """JSON with one place of it changed."""
    where, what, new = fault
    changed = copy.deepcopy(value)
    paths = list(places(changed))
    if not paths:
        return new
    *way, last = paths[where % len(paths)]
    inside = changed
    for key in way:
        inside = inside[key]
    if what == "delete":
        del inside[last]
    elif what == "add" and isinstance(inside, dict):
        inside[f"{last}_too"] = new
    else:
        inside[last] = new
    return changed


@st.composite
def changed(draw: st.DrawFn, good: Any, most: int = 3) -> Any:
    """A good JSON value with up to three faults."""
    value = good
    for fault in draw(st.lists(faults(), min_size=1, max_size=most)):
        value = with_fault(value, fault)
    return value


@st.composite
def damaged(draw: st.DrawFn, good: bytes) -> bytes:
    """Good bytes with some of them changed, cut off, doubled, or in another place."""
    data = bytearray(good)
    for what in draw(st.lists(st.sampled_from(("byte", "cut", "repeat", "drop", "insert")), min_size=1, max_size=4)):
        at = draw(st.integers(0, max(0, len(data) - 1)))
        size = draw(st.integers(1, 64))
        if what == "byte" and data:
            data[at] = draw(st.integers(0, 255))
        elif what == "cut":
            del data[at:]
        elif what == "repeat":
            data[at:at] = data[at : at + size]
        elif what == "drop":
            del data[at : at + size]
        else:
            data[at:at] = draw(st.binary(max_size=16))
    return bytes(data)


# -- messages of a model -----------------------------------------------------------------------------------------------


def near(model: type[BaseModel]) -> st.SearchStrategy[Any]:
    """JSON as this model wants it, nearly: most of it fits, so that what lies behind the first check is reached too."""
    schema = model.model_json_schema()
    return _of_schema(schema, schema.get("$defs", {}))


def _of_schema(schema: Mapping[str, Any], named: Mapping[str, Any]) -> st.SearchStrategy[Any]:
    if "$ref" in schema:
        return _of_schema(named[schema["$ref"].rsplit("/", 1)[-1]], named)
    if "anyOf" in schema:
        return st.one_of(*[_of_schema(one, named) for one in schema["anyOf"]])
    if "enum" in schema or "const" in schema:
        return st.sampled_from(schema.get("enum") or [schema["const"]]) | words
    kinds: dict[str, st.SearchStrategy[Any]] = {
        "string": words,
        "integer": st.integers(-2, 200),
        "number": st.floats(-5, 2000) | st.integers(0, 2000),
        "boolean": st.booleans(),
        "null": st.none(),
    }
    kind = schema.get("type")
    if kind == "array":
        inner = schema.get("items") or (schema.get("prefixItems") or [{}])[0]
        return st.lists(_of_schema(inner, named), max_size=5)
    if kind == "object":
        return _of_object(schema, named)
    return kinds.get(str(kind), anything)


def _of_object(schema: Mapping[str, Any], named: Mapping[str, Any]) -> st.SearchStrategy[Any]:
    inner = schema.get("additionalProperties")
    if "properties" not in schema:
        return st.dictionaries(words, _of_schema(inner if isinstance(inner, dict) else {}, named), max_size=3)
    fields = {key: _of_schema(value, named) for key, value in schema["properties"].items()}
    needed = {key: fields.pop(key) for key in schema.get("required", ())}
    return st.fixed_dictionaries(needed, optional=fields)
