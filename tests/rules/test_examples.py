"""Examples in the code and in the README of the rules hold."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import companion.rules

README = Path(companion.rules.__file__).with_name("README.md")
MODULES = ["companion.rules", *(m.name for m in pkgutil.walk_packages(companion.rules.__path__, "companion.rules."))]


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_the_code_hold(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0


def test_examples_in_the_readme_hold() -> None:
    # The fence that ends a block would be taken for what the last line prints.
    text = "\n".join("" if line.startswith("```") else line for line in README.read_text().splitlines())
    test = doctest.DocTestParser().get_doctest(text, {}, "README.md", str(README), 0)
    assert len(test.examples) > 20
    assert doctest.DocTestRunner().run(test).failed == 0
