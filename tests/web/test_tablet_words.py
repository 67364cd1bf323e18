"""No screen shows the key of a sentence: the words a screen uses are fetched with it.

The tablet fetches its words by the file. Whatever a page says must be in the files that are there when it is opened:
those of the table, those it names itself, and those of the page it is opened from.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "web" / "src"
ENGLISH = SOURCE / "i18n" / "en"
RULES = "rules"
# Fetched with the language itself.
ALWAYS = frozenset({"words", "table", RULES})

STATIC = re.compile(r"(?:import|export)\s[^;]*?from\s+\"(\.[^\"]+)\"")
LAZY = re.compile(r"(?:withWords\(\s*(\"\w+\"|\[[^\]]*\]),\s*)?import\(\"(\.[^\"]+)\"\)")
LITERAL = re.compile(r"[^a-zA-Z_]t\(\s*\"([a-z_]+\.[a-zA-Z_.]+)\"")
EITHER = re.compile(r"[^a-zA-Z_]t\(\s*[^()\"]*(?:\([^()]*\))?[^()\"]*\?\s*\"([a-z_.]+)\"\s*:\s*\"([a-z_.]+)\"")
COMPOSED = re.compile(r"[^a-zA-Z_]t\(\s*`([a-z_]+(?:\.[a-z_]+)*\.)\$\{")
PASSED = re.compile(r"say\w+\([^()]*,\s*\"([a-z]+\.)\"\)")

GUARDED = re.compile(r"known\(`([a-z_]+(?:\.[a-z_]+)*\.)\$\{")

# Says why something may not be done; the key comes from the service.
REFUSED = re.compile(r"(?<!function )\b(?:troubleOf|sayRefusal)\(")

# Sentences a file has for some of its screens only, and why no other screen comes to say them.
ELSEWHERE = {
    "SetupMap.svelte: scenario.": "places can be picked in the scenario editor only",
    "TrayStates.svelte: tray.": "the states of a tray are with the table; the others are answers to a search",
    "CameraPanel.svelte: table.": "the camera over the tray is never refused for the board",
    "PartsPanel.svelte: table.": "the camera over the tray is never refused for the board",
    "CodeField.svelte: refusals": "it fetches them when a code is wrong",
    "seatTaking.svelte.ts: refusals": "it fetches them when a seat is not to be had",
    "SeatWait.svelte: refusals": "it shows what the taking of a seat came to",
    "sentences.ts: refusals": "whoever asks it brings the words",
    "wording.ts: boxpage.": "files and backups use the task of a box page, none of its words",
}


def homes() -> dict[str, str]:
    """Every key and the file it is in."""
    found = dict.fromkeys(json.loads((ROOT / "companion/rules/sentences/en.json").read_text()), RULES)
    found |= dict.fromkeys(json.loads((ROOT / "companion/rules/sentences/refusals/en.json").read_text()), "refusals")
    for file in ENGLISH.glob("*.json"):
        found |= dict.fromkeys(json.loads(file.read_text()), file.stem)
    return found


def resolved(importer: Path, target: str) -> Path | None:
    """The source file that is meant; None for what has no words (styles, pictures, sentences themselves)."""
    path = (importer.parent / target).resolve()
    for name in (path, path.with_name(f"{path.name}.ts"), path.with_name(f"{path.name}.svelte.ts")):
        if name.is_file() and name.suffix in (".ts", ".svelte"):
            return name
    return None


def opened(file: Path, words: frozenset[str]) -> Iterator[tuple[Path, frozenset[str]]]:
    """What a file brings with it, and what it fetches later, with the words that are there then."""
    text = file.read_text()
    for target in STATIC.findall(text):
        found = resolved(file, target)
        if found:
            yield found, words
    for files, target in LAZY.findall(text):
        found = resolved(file, target)
        if found:
            yield found, words | set(re.findall(r"\w+", files))


def reachable(start: Path) -> set[tuple[Path, frozenset[str]]]:
    seen: set[tuple[Path, frozenset[str]]] = set()
    todo = [(start, ALWAYS)]
    while todo:
        at = todo.pop()
        if at not in seen:
            seen.add(at)
            todo += opened(*at)
    return seen


def keys_of(file: Path) -> tuple[set[str], set[str]]:
    """The keys a file says, and the beginnings of those it puts together."""
    text = file.read_text()
    whole = set(LITERAL.findall(text)) | {key for pair in EITHER.findall(text) for key in pair}
    return whole, (set(COMPOSED.findall(text)) | set(PASSED.findall(text))) - set(GUARDED.findall(text))


def wordless(start: Path) -> set[str]:
    """What is said on some screen without its words being there."""
    home = homes()
    missing: set[str] = set()
    for file, words in reachable(start):
        whole, beginnings = keys_of(file)
        said = whole | {key for key in home if key.startswith(tuple(beginnings))} if beginnings else whole
        missing |= {f"{file.name}: {key}" for key in said if home.get(key) not in words}
        if REFUSED.search(file.read_text()) and "refusals" not in words:
            missing.add(f"{file.name}: refusals")
    return missing


def test_every_screen_is_looked_at() -> None:
    files = {file for file, _ in reachable(SOURCE / "main.ts")}
    screens = set(SOURCE.rglob("*.svelte"))
    assert sorted(str(file) for file in screens - files) == []


def test_every_screen_has_its_words() -> None:
    missing = wordless(SOURCE / "main.ts")
    assert sorted(one for one in missing if not one.startswith(tuple(ELSEWHERE))) == []
    assert [reason for reason in ELSEWHERE if not any(one.startswith(reason) for one in missing)] == []
