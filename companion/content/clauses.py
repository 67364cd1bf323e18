"""Clauses of effects and conditions: checked against the forms of their verbs, and made into what the rules play.

The forms stand beside the functions of the rules they belong to. Packs are checked against them, ours and the owner's
alike, and the tablet builds its editor from them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias, cast

from companion.protocol.card import FactForm, PieceForm, VerbForm
from companion.rules import card_verbs, conditions
from companion.rules.cards import DICE, Clause, Fact, Form

# One clause as it stands in a pack: its verb, and whatever the form of the verb has room for.
ClauseData: TypeAlias = dict[str, Any]
Clauses: TypeAlias = list[ClauseData]

ID = re.compile(r"[a-z][a-z0-9_]{0,39}")
SCOPE = re.compile(r"side:(?:human|demon|squamata)|figure:[a-z][a-z0-9_]{0,39}")
MOST_CLAUSES = 12
DEEPEST = 4

VERB_FORMS: Mapping[str, Form] = {**card_verbs.FORMS, **card_verbs.DESCRIBING}
PIECE_FORMS: Mapping[str, Form] = conditions.FORMS


def check_verbs(clauses: object, depth: int = 0) -> None:
    """`ValueError` for anything that is not a list of verbs with the facts they need."""
    _check(clauses, VERB_FORMS, "verb", depth)


def check_pieces(clauses: object, depth: int = 0) -> None:
    for clause in _check(clauses, PIECE_FORMS, "piece", depth):
        if not {"at_least", "at_most"} & set(clause):
            raise ValueError(f"{clause['verb']}: at_least or at_most is needed, or it would always hold")


def _check(clauses: object, forms: Mapping[str, Form], what: str, depth: int) -> Clauses:
    if not isinstance(clauses, list) or len(clauses) > MOST_CLAUSES:
        raise ValueError(f"a list of at most {MOST_CLAUSES} {what}s is needed")
    if depth > DEEPEST:
        raise ValueError("nested too deeply")
    for clause in clauses:
        name = clause.get("verb") if isinstance(clause, Mapping) else None
        if not isinstance(name, str) or name not in forms:
            raise ValueError(f"unknown {what} {str(name)[:40]!r}; known: {', '.join(sorted(forms))}")
        _check_clause(name, clause, forms[name], depth)
    return clauses


def _check_clause(name: str, clause: ClauseData, form: Form, depth: int) -> None:
    for key, value in clause.items():
        if key == "verb":
            continue
        if key not in form:
            raise ValueError(f"{name}: {str(key)[:40]!r} means nothing here; known: {', '.join(form) or 'nothing'}")
        wrong = _wrong(form[key], value, depth)
        if wrong:
            raise ValueError(f"{name}.{key}: {wrong}")
    for key, fact in form.items():
        if fact.default is None and key not in clause:
            raise ValueError(f"{name}: {key} is needed")
    sides = DICE[clause.get("die", "d6")]
    if any(score > sides for row in clause.get("table", ()) for score in row["scores"]):
        raise ValueError(f"{name}.table: scores are numbers from 1 to {sides}")


def _wrong(fact: Fact, value: object, depth: int) -> str:
    """What is wrong with a value; nested clauses complain themselves."""
    if fact.kind == "then":
        check_verbs(value, depth + 1)
    elif fact.kind == "when":
        check_pieces(value, depth + 1)
    elif fact.kind == "table":
        return _wrong_table(value, depth)
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


def _wrong_table(rows: object, depth: int) -> str:
    if not isinstance(rows, list) or not rows or len(rows) > 10:
        return "one to ten rows are needed"
    for row in rows:
        if not isinstance(row, Mapping) or set(row) != {"scores", "then"}:
            return "every row has its scores and what then happens"
        scores = row["scores"]
        if not isinstance(scores, list) or not all(type(s) is int and 1 <= s <= 10 for s in scores):
            return "scores are numbers from 1 to 6, or to 10 for a d10"
        check_verbs(row["then"], depth + 1)
    return ""


def forms_to_json() -> tuple[dict[str, VerbForm], dict[str, PieceForm]]:
    """All verbs and all pieces as JSON for the tablet."""
    all_verbs: dict[str, VerbForm] = {
        name: {"facts": _facts(form), "object": name in card_verbs.DESCRIBING} for name, form in VERB_FORMS.items()
    }
    return all_verbs, {name: {"facts": _facts(form)} for name, form in PIECE_FORMS.items()}


def _facts(form: Form) -> dict[str, FactForm]:
    return {key: cast(FactForm, fact.to_json()) for key, fact in form.items()}


# -- for the rules -----------------------------------------------------------------------------------------------------


def clauses_from(data: Iterable[ClauseData]) -> tuple[Clause, ...]:
    """Immutable, nested ones too."""
    return tuple(Clause(item["verb"], _freeze({k: v for k, v in item.items() if k != "verb"})) for item in data)


def _freeze(facts: Mapping[str, Any]) -> Mapping[str, Any]:
    return MappingProxyType({key: _frozen(key, value) for key, value in facts.items()})


def _frozen(key: str, value: Any) -> Any:
    if key in ("then", "when") and isinstance(value, list):
        return clauses_from(value)
    if key == "table":
        return tuple(_freeze(row) for row in value)
    return tuple(value) if isinstance(value, list) else value
