"""What the wheel holds: the service and what it needs, none of what trains, measures, tests or writes pages."""

from __future__ import annotations

import tomllib
from pathlib import Path

from setuptools import find_packages

ROOT = Path(__file__).parents[1]
KEPT_OUT = ("training", "evaluation", "generate", "bench", "tests")


def found() -> list[str]:
    """The packages setuptools puts into the wheel, by the settings of the project."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        settings = tomllib.load(file)["tool"]["setuptools"]["packages"]["find"]
    return sorted(find_packages(str(ROOT), include=settings["include"], exclude=settings["exclude"]))


def test_only_what_the_service_needs() -> None:
    assert {name.split(".")[0] for name in found()} == {"companion", "vision"}
    assert [name for name in found() if set(name.split(".")) & set(KEPT_OUT)] == []
    modules = [path for name in found() for path in (ROOT / name.replace(".", "/")).glob("*.py")]
    assert [str(path) for path in modules if "bench" in path.stem or "train" in path.stem] == []


def test_every_package_of_the_service_is_in_it() -> None:
    folders = {path.parent for top in ("companion", "vision") for path in (ROOT / top).rglob("*.py")}
    names = {".".join(folder.relative_to(ROOT).parts) for folder in folders}
    wanted = {name for name in names if not set(name.split(".")) & set(KEPT_OUT)}
    assert wanted == set(found())
