"""The palette as data: what every verb of an effect and every piece of a condition may be told, and within what limits.

Packs are checked against it, ours and the owner's alike, and the tablet builds its editor from it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from companion.rules.conditions import PIECES
from companion.rules.effects import verbs as _verbs  # noqa: F401  (fills the palette)
from companion.rules.effects.registry import DESCRIBING, VERBS
from companion.rules.words import DEMON, DEMON_ACTION, FORBIDDABLE, HUMAN, HUMAN_ACTION, INITIATIVE, TALENTS, THREAT

Clauses: TypeAlias = list[dict[str, Any]]

ID = re.compile(r"[a-z][a-z0-9_]{0,39}")
SCOPE = re.compile(r"side:(?:human|demon)|figure:[a-z][a-z0-9_]{0,39}")
PHASES = (INITIATIVE, HUMAN_ACTION, THREAT, DEMON_ACTION)
UNTIL = (*(f"start:{p}" for p in PHASES), *(f"end:{p}" for p in PHASES), "end:activation", "end:game")
MOST_CLAUSES = 12
DEEPEST = 4
# Verbs of the engine's own, that no card can name.
INNER = frozenset({"turns_on_target"})


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing a verb is told. No default: it must be said.

    `kind` says of what sort it is: number, word, words, then, when, table, or the name of something in the box (who,
    profile, figure, tile_kind, scope) or of the owner's own (name).
    """

    kind: str
    default: Any = None
    least: int = 0
    most: int = 99
    of: tuple[str, ...] = ()

    def plain(self) -> dict[str, Any]:
        told: dict[str, Any] = {"kind": self.kind}
        if self.kind == "number":
            told |= {"least": self.least, "most": self.most}
        if self.of:
            told["of"] = list(self.of)
        return told | ({"required": True} if self.default is None else {"default": self.default})


def number(least: int, most: int, default: int | None = None) -> Fact:
    return Fact("number", default, least, most)


ON = Fact("word", "target", of=("target", "bearer"))
WHO = Fact("who", HUMAN)
THEN = Fact("then")
AMOUNT = number(1, 9, 1)
SCOPED = Fact("scope", "")
LASTS = Fact("word", "end:activation", of=UNTIL)
CHANGE = number(-9, 9, 0)
SOME_TALENTS = Fact("words", (), of=tuple(sorted(TALENTS)))

Form: TypeAlias = Mapping[str, Fact]
VERB_FORMS: dict[str, Form] = {
    "hit": {"on": ON, "amount": AMOUNT},
    "heal": {"on": ON},
    "bonus": {"on": ON, "scope": SCOPED, "mvt": CHANGE, "cbt": CHANGE, "def": CHANGE, "until": LASTS},
    "talent": {"on": ON, "scope": SCOPED, "gives": SOME_TALENTS, "takes": SOME_TALENTS, "until": LASTS},
    "hit_on": {"on": ON, "score": number(1, 6), "until": LASTS},
    "forbid": {"on": ON, "scope": SCOPED, "forbids": Fact("words", of=tuple(sorted(FORBIDDABLE))), "until": LASTS},
    "tp": {"amount": number(-20, 20, 1)},
    "draw": {"deck": Fact("word", "event", of=("event", "advantage")), "amount": AMOUNT},
    "extra_dice": {"roll": Fact("word", "destiny", of=("destiny", "action")), "amount": AMOUNT},
    "limit_dice": {"roll": Fact("word", "destiny", of=("destiny",)), "at_most": number(1, 12)},
    "move": {"on": ON},
    "end_movement": {"on": ON},
    "token": {"on": ON, "name": Fact("name")},
    "place": {"profile": Fact("profile")},
    "remove": {"on": ON},
    "rise": {"profile": Fact("profile")},
    "attacks_ally": {},
    "choose": {"who": WHO, "by": Fact("word", "", of=("", HUMAN, DEMON)), "then": THEN},
    "each": {"who": WHO, "fewer_cancelled_than": number(0, 6, 0), "then": THEN},
    "if": {"when": Fact("when"), "then": THEN},
    "roll_table": {"table": Fact("table")},
    "remember": {"name": Fact("name"), "amount": number(0, 99, 1), "until": LASTS},
    "carried_bonus": {"mvt": CHANGE, "cbt": CHANGE, "def": CHANGE},
    "ranged": {"cbt": CHANGE},
    "blast": {"dice": number(1, 12)},
    "slays": {"figure": Fact("figure", DEMON)},
    "initiative_dice": {"amount": AMOUNT},
}
BOUNDS: Form = {"at_least": number(0, 99, 0), "at_most": number(0, 99, 99)}
PIECE_FORMS: dict[str, Form] = {
    "out": {"who": WHO, **BOUNDS},
    "dead": {"who": WHO, **BOUNDS},
    "in_play": {"who": WHO, **BOUNDS},
    "on_tile": {"who": WHO, "kind": Fact("tile_kind"), **BOUNDS},
    "entered": {"card": Fact("profile"), **BOUNDS},
    "killed": {"card": Fact("profile"), **BOUNDS},
    "marked": {"name": Fact("name"), **BOUNDS},
    "carries": {"token": Fact("name"), "kind": Fact("tile_kind", ""), **BOUNDS},
    "carried_out": {"token": Fact("name"), **BOUNDS},
    "round": BOUNDS,
}


def check_verbs(clauses: Any, depth: int = 0) -> None:
    """`ValueError` for anything that is not a list of verbs with what they must be told."""
    _check(clauses, VERB_FORMS, "verb", depth)


def check_pieces(clauses: Any, depth: int = 0) -> None:
    _check(clauses, PIECE_FORMS, "piece", depth)
    for clause in clauses:
        if not {"at_least", "at_most"} & set(clause):
            raise ValueError(f"{clause['verb']}: at_least or at_most is needed, or it would always hold")


def _check(clauses: Any, forms: Mapping[str, Form], what: str, depth: int) -> None:
    if not isinstance(clauses, list) or len(clauses) > MOST_CLAUSES:
        raise ValueError(f"a list of at most {MOST_CLAUSES} {what}s is needed")
    if depth > DEEPEST:
        raise ValueError("nested too deeply")
    for clause in clauses:
        name = clause.get("verb") if isinstance(clause, Mapping) else None
        if not isinstance(name, str) or name not in forms:
            raise ValueError(f"unknown {what} {str(name)[:40]!r}; known: {', '.join(sorted(forms))}")
        _check_clause(name, clause, forms[name], depth)


def _check_clause(name: str, clause: Mapping[str, Any], form: Form, depth: int) -> None:
    for key, value in clause.items():
        if key == "verb":
            continue
        if key not in form:
            raise ValueError(f"{name}: {str(key)[:40]!r} means nothing here; known: {', '.join(form) or 'nothing'}")
        trouble = _trouble(form[key], value, depth)
        if trouble:
            raise ValueError(f"{name}.{key}: {trouble}")
    for key, fact in form.items():
        if fact.default is None and key not in clause:
            raise ValueError(f"{name}: {key} is needed")


def _trouble(fact: Fact, value: Any, depth: int) -> str:
    """What is wrong with a value; nested clauses complain themselves."""
    if fact.kind == "then":
        check_verbs(value, depth + 1)
    elif fact.kind == "when":
        check_pieces(value, depth + 1)
    elif fact.kind == "table":
        return _table_trouble(value, depth)
    elif fact.kind == "number":
        good = isinstance(value, int) and not isinstance(value, bool) and fact.least <= value <= fact.most
        return "" if good else f"a number from {fact.least} to {fact.most} is needed, not {str(value)[:40]!r}"
    elif fact.kind == "word":
        return "" if isinstance(value, str) and value in fact.of else f"one of {', '.join(fact.of)} is needed"
    elif fact.kind == "words":
        good = isinstance(value, list) and all(isinstance(word, str) and word in fact.of for word in value)
        return "" if good else f"a list of {', '.join(fact.of)} is needed"
    else:
        shape = SCOPE if fact.kind == "scope" else ID
        return "" if isinstance(value, str) and shape.fullmatch(value) else f"no {fact.kind}: {str(value)[:40]!r}"
    return ""


def _table_trouble(rows: Any, depth: int) -> str:
    if not isinstance(rows, list) or not rows or len(rows) > 6:
        return "one to six rows are needed"
    for row in rows:
        if not isinstance(row, Mapping) or set(row) != {"scores", "then"}:
            return "every row has its scores and what then happens"
        scores = row["scores"]
        if not isinstance(scores, list) or not all(type(s) is int and 1 <= s <= 6 for s in scores):
            return "scores are numbers from 1 to 6"
        check_verbs(row["then"], depth + 1)
    return ""


def plain_forms() -> dict[str, Any]:
    """All of it as JSON for the tablet."""
    return {
        "verbs": {name: {"facts": _plain(form), "object": name in DESCRIBING} for name, form in VERB_FORMS.items()},
        "pieces": {name: {"facts": _plain(form)} for name, form in PIECE_FORMS.items()},
    }


def _plain(form: Form) -> dict[str, Any]:
    return {key: fact.plain() for key, fact in form.items()}


def unknown_words() -> set[str]:
    """Verbs and pieces that have no form yet, and forms of none: kept empty by a test."""
    verbs = (set(VERBS) | DESCRIBING) - INNER
    return (verbs ^ set(VERB_FORMS)) | (set(PIECES) ^ set(PIECE_FORMS))
