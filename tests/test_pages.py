"""The pages for people: every link leads somewhere, every path that is named exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [
    *ROOT.glob("*.md"),
    *ROOT.glob("hardware/*.md"),
    *ROOT.glob("firmware/*.md"),
    ROOT / "companion/rules/README.md",
]
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
PATH = re.compile(r"`((?:companion|vision|web|tests|hardware|firmware)/[^`\s{]+)`")
# What was is told in the changelog, also by the names it had.
HISTORY = ("CHANGELOG.md",)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_and_paths(page: Path) -> None:
    text = page.read_text()
    missing = [link for link in LINK.findall(text) if not (page.parent / link).exists()]
    if page.name not in HISTORY:
        missing += [path for path in PATH.findall(text) if not exists(path)]
    assert missing == []


def exists(path: str) -> bool:
    """A path with placeholders (`<xx>`, `*`) exists if something like it does; VERSION is a release to come."""
    if "VERSION" in path:
        return True
    pattern = re.sub(r"<[^>]*>", "*", path.split("::")[0]).rstrip("/")
    return any(ROOT.glob(pattern))
