"""Refusals in the players' language. The sentences are in `sentences/`, one file a language; the tablet uses them too.

A sentence has holes: `{warrior}` is filled in, `{hits#hit|hits}` is a number with the form of the word that goes with
it, `{out? and is Exhausted|}` is the first text if there is a value, else the second.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, TypeAlias, get_args

from companion.rules.board import EDGES, STEP
from companion.rules.results import Refusal
from companion.rules.words import TROGLODYTE, TROGLODYTES

Language: TypeAlias = Literal["en", "fr", "ru"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)

HOLE = re.compile(r"\{(\w+)(?:([#?])([^}]*))?\}")
NUMBERED = re.compile(r"(\w+)-(\d+)")

# What the facts of a refusal name, fact by fact; a list is named item by item. Facts not listed stand as they are.
WARRIORS = frozenset({"warrior", "warriors", "target", "victim", "culprits", "other"})
TILES = frozenset({"tile", "tiles", "from"})
THINGS = frozenset({"card", "weapon", "square"})
WORDS: Final[Mapping[str, str]] = {
    **{fact: fact for fact in ("side", "phase", "edge", "what", "who", "when", "deck")},
    "winner": "side",
    "bonus": "value",
}


def explain(refusal: Refusal, language: Language = "en", names: Mapping[str, str] | None = None) -> str:
    """Why an action is refused, as a sentence. `names` are the names of warriors, tiles and cards where they have one.

    >>> blocked = Refusal("MOV-4", "blocked", {"warrior": "brute-1", "own": 1, "enemies": 2, "culprits": ["demon-1"]})
    >>> explain(blocked)
    '1 of you against 2.'
    >>> explain(Refusal("MOV-1", "no_mvt", {"warrior": "brute-1", "mvt": 2, "spent": 2}), names={"brute-1": "Marcus"})
    'Marcus has no step left: MVT 2, 2 used.'
    """
    facts = refusal.facts
    key = f"refusal.{refusal.key}"
    culprits = facts.get("culprits", ())
    if culprits and all(_figure(name) == TROGLODYTE for name in culprits):
        key = f"{key}.troglodytes" if f"{key}.troglodytes" in sentences(language) else key
    filled = {name: _value(name, value, language, names or {}) for name, value in facts.items()}
    if "x" in facts and "y" in facts:
        filled["where"] = _place(facts["x"], facts["y"], language)
    sentence = fill(sentences(language).get(key, refusal.key), filled, language)
    return sentence[:1].upper() + sentence[1:]


def rule_name(rule: str, language: Language = "en") -> str:
    """A rule by the name players know, with its id.

    >>> rule_name("MOV-4")
    'Blocking Rule (MOV-4)'
    """
    name = sentences(language).get(f"rule.{rule}")
    return f"{name} ({rule})" if name else rule


@cache
def sentences(language: Language) -> Mapping[str, str]:
    """Every sentence of a language, by its key."""
    folder = files("companion.rules").joinpath("sentences")
    found: dict[str, str] = {}
    # Apart, because the tablet fetches refusals only when one is to be shown.
    for part in (folder, folder.joinpath("refusals")):
        found |= json.loads(part.joinpath(f"{language}.json").read_text(encoding="utf-8"))
    return found


def fill(sentence: str, values: Mapping[str, str | int], language: Language) -> str:
    """The sentence with its holes filled; a value that is missing leaves nothing.

    >>> fill("{n#удар|удара|ударов}", {"n": 22}, "ru")
    '22 удара'
    """

    def filled(hole: re.Match[str]) -> str:
        name, kind, rest = hole.groups()
        value = values.get(name)
        forms = (rest or "").split("|")
        if kind == "#":
            count = int(value or 0)
            return f"{count} {_form(forms, count, language)}"
        if kind == "?":
            return forms[0] if value else "".join(forms[1:2])
        return "" if value is None else str(value)

    return printed(HOLE.sub(filled, sentence), language)


def printed(text: str, language: Language) -> str:
    """French with one kind of apostrophe and spaces that do not break, as the tablet shows it."""
    if language != "fr":
        return text
    text = re.sub(r"([^\W\d_])'(?=[^\W\d_])", "\\1\u2019", text)
    text = re.sub("[ \u00a0\u202f]+:", "\u00a0:", text)
    text = re.sub("[ \u00a0\u202f]+([;?!»])", "\u202f\\1", text)
    text = re.sub("«[ \u00a0\u202f]+", "«\u202f", text)
    return re.sub(r"([0-9]) (?=(?:s|ms|min|mm|Mo|Go|PM)(?![^\W\d_]))", "\\1\u00a0", text)


def _form(forms: list[str], count: int, language: Language) -> str:
    """One and other, or one, few and many: the form of the word that goes with the number."""
    if language == "ru":
        last, tens = count % 10, count % 100
        at = 0 if last == 1 and tens != 11 else 1 if last in (2, 3, 4) and tens not in (12, 13, 14) else 2
    else:
        at = 0 if count == 1 or (language == "fr" and count == 0) else 1
    return forms[min(at, len(forms) - 1)]


def _value(fact: str, value: Any, language: Language, names: Mapping[str, str]) -> str | int:
    if isinstance(value, list | tuple):
        return ", ".join(str(_value(fact, item, language, names)) for item in value)
    if isinstance(value, bool) or value is None:
        return 1 if value else ""
    if isinstance(value, int):
        return value
    return names.get(value) or _name(fact, str(value), language)


def _name(fact: str, value: str, language: Language) -> str:
    """An id made readable: "Brute 1", "tile 7", "Aura of courage"."""
    words = sentences(language)
    if fact in WARRIORS:
        numbered = NUMBERED.fullmatch(value)
        figure = _figure(value)
        name = words.get(f"figure.{figure}", _spaced(figure))
        return f"{name} {numbered[2]}" if numbered else name
    if fact in TILES:
        return fill(words["tile.numbered"], {"label": value}, language)
    if fact in WORDS:
        return words.get(f"{WORDS[fact]}.{value}", value)
    return _spaced(value) if fact in THINGS else value


def _figure(warrior: str) -> str:
    """What a warrior is, by its id. All Troglodytes of a tile have a name together."""
    return warrior if warrior == TROGLODYTES else NUMBERED.sub(r"\1", warrior)


def _spaced(name: str) -> str:
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


def _place(x: int, y: int, language: Language) -> str:
    """A place on the board as players find it: so far from the start tile."""
    words = sentences(language)
    ways = []
    for edge in EDGES:
        steps = max(0, x * STEP[edge][0] + y * STEP[edge][1])
        if steps:
            ways.append(fill(words[f"place.{edge}"], {"steps": steps}, language))
    return fill(words["place.away"], {"way": ", ".join(ways)}, language) if ways else words["place.start"]
