"""What changed: the part of a changelog that is newer than what runs."""

from __future__ import annotations

import re
from typing import NamedTuple, get_args

from companion.appliance.release import order_of
from companion.protocol.update_words import ChangeKind

VERSION = re.compile(r"## \[(\d[^\]]*)\](?:.*?(\d{4}-\d\d-\d\d))?")
MOST_ENTRIES = 100


class ChangelogEntry(NamedTuple):
    kind: ChangeKind
    text: str


class Changes(NamedTuple):
    version: str
    # As the changelog has it, "" if it has none.
    date: str
    entries: list[ChangelogEntry]


def changes_since(changelog: str, running: str, until: str) -> list[Changes]:
    """Newest first: everything after the version that runs, up to the one that is new."""
    return [one for one in read_changelog(changelog) if order_of(running) < order_of(one.version) <= order_of(until)]


def read_changelog(text: str) -> list[Changes]:
    """The form of Keep a Changelog. An entry may go on over lines that are indented."""
    found: list[Changes] = []
    kind: ChangeKind | None = None
    for line in text.splitlines():
        if head := VERSION.match(line):
            found.append(Changes(head[1], head[2] or "", []))
            kind = None
        elif line.startswith("### "):
            kind = next((one for one in get_args(ChangeKind) if one == line[4:].strip()), None)
        elif found and line.startswith("- ") and len(found[-1].entries) < MOST_ENTRIES:
            found[-1].entries.append(ChangelogEntry(kind or "Changed", _plain(line[2:])))
        elif found and found[-1].entries and line.startswith("  ") and line.strip():
            last = found[-1].entries[-1]
            found[-1].entries[-1] = ChangelogEntry(last.kind, f"{last.text} {_plain(line)}"[:2000])
    return found


def _plain(line: str) -> str:
    """Without the signs of Markdown: a tablet shows words."""
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", line).replace("`", "").replace("**", "").strip()
