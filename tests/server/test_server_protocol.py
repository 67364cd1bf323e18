"""What the protocol says of the service is so: the generated files, the routes, the codes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args, get_origin, get_type_hints

from flask import Response

import companion
from companion.protocol.codes import CODES
from companion.protocol.generate import PAGE, TYPES, generate
from companion.protocol.generate.shapes import Shape, describe_module
from companion.protocol.generate.typescript import TypeScript
from companion.protocol.routes import ROUTES
from tests.server import protocol_samples
from tests.server.service_rig import RunningService

# JSON with headers of its own: these make the response themselves.
AS_A_RESPONSE = ("boxes.chosen_box", "boxes.box_of_game", "devices.support")
OURS = Path(str(companion.__file__)).parent


def test_the_generated_files_are_up_to_date() -> None:
    page, types = generate()
    assert PAGE.read_text() == page, "run: make wire"
    assert TYPES.read_text() == types, "run: make wire"


def test_every_route_is_described(service: RunningService) -> None:
    rules = [rule for rule in service.web.app.url_map.iter_rules() if rule.rule.startswith("/api/")]
    served = {f"{method} {rule.rule}" for rule in rules for method in (rule.methods or set()) & {"GET", "POST"}}
    assert served == {route.name for route in ROUTES}
    assert len({route.name for route in ROUTES}) == len(ROUTES)


def test_every_route_answers_with_the_type_it_is_described_by(service: RunningService) -> None:
    described = {route.name: route.answers for route in ROUTES}
    for rule in service.web.app.url_map.iter_rules():
        for method in (rule.methods or set()) & {"GET", "POST"}:
            answers = described.get(f"{method} {rule.rule}")
            if answers is None or rule.endpoint in AS_A_RESPONSE:
                continue
            returned = get_type_hints(service.web.app.view_functions[rule.endpoint])["return"]
            # A status beside the answer is no part of its type.
            returned = get_args(returned)[0] if get_origin(returned) is tuple else returned
            assert returned is (Response if isinstance(answers, str) else answers), rule.rule


def codes_in(file: Path) -> Iterator[str]:
    """The codes a module can refuse with, or give notice of: texts that look like one, but no paths of files."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from re.findall(rf"^(?:{'|'.join(families())})/[a-z_]+$", node.value)


def families() -> set[str]:
    return {code.split("/")[0] for code in CODES}


def first_arguments(file: Path) -> Iterator[str]:
    """The code of every `Refused("…")`."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused" and node.args:
            code = node.args[0]
            if isinstance(code, ast.Constant):
                yield str(code.value)


def test_every_code_is_listed_and_every_listed_code_is_used() -> None:
    sources = [file for file in OURS.rglob("*.py") if file.name != "codes.py"]
    used = {code for file in sources for code in (*codes_in(file), *first_arguments(file))}
    assert used == {code for code in CODES if "<" not in code}


# -- the generator -----------------------------------------------------------------------------------------------------


def samples() -> tuple[TypeScript, dict[str, Shape]]:
    described = {one.name: one for one in describe_module(protocol_samples)}
    return TypeScript(described), {name: one for name, one in described.items() if isinstance(one, Shape)}


def written(name: str) -> str:
    typescript, _ = samples()
    return "\n".join(typescript.declaration(typescript.described[name]))


def test_comments_beside_fields_become_doc_comments() -> None:
    assert written("Walker") == (
        "/** Somebody who walks. */\n"
        "export interface Walker {\n"
        "  /** What it is called. */\n"
        "  name: string;\n"
        "  /** How far, in steps and in fields. */\n"
        "  steps?: number;\n"
        "  way: Heading | null;\n"
        "  seen: [number, number][];\n"
        "}"
    )


def test_a_type_that_builds_on_another_says_so() -> None:
    assert written("Runner") == "/** A quick one. */\nexport interface Runner extends Walker {\n  speed: number;\n}"


def test_names_of_types_are_kept() -> None:
    assert written("Heading") == (
        '/** Where to. */\nexport const HEADINGS = ["north", "south"] as const;\n'
        "export type Heading = (typeof HEADINGS)[number];"
    )


def test_a_type_may_name_itself() -> None:
    assert written("Tree") == "export type Tree = string | Tree[] | { [key: string]: Tree } | null;"


def test_keys_that_are_words_of_python() -> None:
    assert written("Fight").split("\n") == [
        "/** Numbers of a fight. */",
        "export interface Fight {",
        "  /** Defence. */",
        "  def: number;",
        "  from?: string;",
        "}",
    ]


def test_what_has_a_default_may_be_left_out_by_the_sender() -> None:
    fields = ["  what: string;", "  many?: number;", "  notes?: (string | number)[];"]
    assert written("Order").split("\n")[2:-1] == fields
