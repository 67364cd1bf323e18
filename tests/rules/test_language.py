"""Refusals as sentences, and both formatters (this one and the tablet's) agree on every sentence."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from companion.rules import explain
from companion.rules.language import HOLE, LANGUAGES, Language, fill, rule_name, sentences
from companion.rules.results import Refusal

ROOT = Path(__file__).parents[2]
NUMBERS = (0, 1, 2, 4, 5, 11, 12, 14, 21, 22, 25, 101, 111, 112)

FILL = """
import { fill } from "./web/src/i18n/format.ts";
let text = "";
for await (const part of process.stdin) text += part;
const cases = JSON.parse(text);
console.log(JSON.stringify(cases.map(([language, sentence, values]) => fill(language, sentence, values))));
"""


def cases() -> list[tuple[Language, str, dict[str, Any]]]:
    """Every sentence with holes, filled with numbers, with texts and with nothing."""
    found: list[tuple[Language, str, dict[str, Any]]] = []
    for language in LANGUAGES:
        for sentence in sentences(language).values():
            holes = [(hole[1], hole[2]) for hole in HOLE.finditer(sentence)]
            found.append((language, sentence, {}))
            found += [(language, sentence, {name: number for name, _ in holes}) for number in NUMBERS]
            found.append((language, sentence, {name: 2 if kind == "#" else "Brute 1" for name, kind in holes}))
    return found


def test_the_tablet_fills_every_sentence_alike() -> None:
    node = shutil.which("node", path=f"{ROOT / '.venv' / 'bin'}:/usr/local/bin:/usr/bin")
    assert node is not None, "make web sets up node"
    wanted = cases()
    command = [node, "--input-type=module", "--experimental-strip-types", "--no-warnings", "-e", FILL]
    done = subprocess.run(command, input=json.dumps(wanted), capture_output=True, text=True, cwd=ROOT, check=True)
    filled = json.loads(done.stdout)
    different = [case for case, text in zip(wanted, filled, strict=True) if fill(case[1], case[2], case[0]) != text]
    assert different == []


BLOCKED = Refusal("MOV-4", "blocked", {"warrior": "brute-1", "own": 1, "enemies": 2, "culprits": ["demon-1", "x-1"]})


READABLE = {
    "1 of you against 2.": BLOCKED,
    "1 of you against 2 Troglodytes.": BLOCKED._replace(facts={**BLOCKED.facts, "culprits": ["troglodyte-1"]}),
    "Tile 7 is full: 2 of 2.": Refusal("MOV-3", "tile_full", {"tile": "7", "here": 2, "most": 2, "culprits": []}),
    "No target for Blade 1: the Troglodytes.": Refusal(
        "CBT-1", "no_target", {"warrior": "blade-1", "target": "troglodytes", "tile": "7"}
    ),
    "Tile 7 is already on the table: 1 north, 2 east of the start.": Refusal(
        "EXP-3", "tile_in_play", {"tile": "7", "x": 2, "y": -1}
    ),
    "The Redeemer does not have Aura of courage.": Refusal("INI-4", "gift_not_held", {"card": "aura_of_courage"}),
}


@pytest.mark.parametrize("sentence", READABLE)
def test_ids_are_made_readable(sentence: str) -> None:
    assert explain(READABLE[sentence]) == sentence


def test_every_refusal_has_a_sentence_in_every_language() -> None:
    for language in LANGUAGES:
        assert explain(Refusal("SET-1", "game_over", {}), language) != "game_over"
        assert rule_name("MOV-4", language).endswith(" (MOV-4)")
        assert set(sentences(language)) == set(sentences("en"))


def test_names_of_the_box_go_first() -> None:
    refusal = Refusal("MOV-3", "tile_full", {"tile": "7", "here": 2, "most": 2, "culprits": []})
    assert explain(refusal, names={"7": "Stash"}) == "Stash is full: 2 of 2."
