"""ARCHITECTURE.md names real things: its walks lead through functions that exist, its words live where it says."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
WALKS = PAGE[PAGE.index("## Walks") :]
FIRST_STEP = re.compile(r"^\d+\. `([^`]+)`", re.MULTILINE)


def steps() -> list[str]:
    return FIRST_STEP.findall(WALKS)


def found_in(name: str) -> object:
    """What a dotted name stands for: the longest part of it that is a module, then attributes."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        try:
            thing: object = importlib.import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        for attribute in parts[end:]:
            thing = getattr(thing, attribute)
        return thing
    raise AssertionError(f"{name} is no module")


def test_the_walks_have_steps() -> None:
    assert len(re.findall(r"^### ", WALKS, re.MULTILINE)) >= 5
    assert len(steps()) >= 30


@pytest.mark.parametrize("step", [step for step in steps() if "/" not in step])
def test_every_python_step_exists(step: str) -> None:
    assert callable(found_in(step))


@pytest.mark.parametrize("step", [step for step in steps() if "/" in step])
def test_every_other_step_exists(step: str) -> None:
    file, name = step.split(": ")
    assert re.search(rf"\b{re.escape(name)}\b", (ROOT / file).read_text(encoding="utf-8"))


def glossary() -> Iterator[tuple[str, str]]:
    """Every file the glossary names, with the folder its section is about."""
    folder = ""
    for line in PAGE[PAGE.index("## Glossary") : PAGE.index("## Walks")].splitlines():
        if line.startswith("###"):
            heading = re.search(r"\(`([^`]+)`", line)
            folder = heading[1] if heading else ""
        elif line.startswith("|"):
            for file in re.findall(r"`([\w/.]+\.(?:py|ts)|[\w/]+/)`", line.split("|")[-2]):
                yield folder, file


@pytest.mark.parametrize(("folder", "file"), sorted(set(glossary())))
def test_every_word_lives_where_it_is_said_to(folder: str, file: str) -> None:
    assert (ROOT / folder / file).exists() or (ROOT / file).exists()
