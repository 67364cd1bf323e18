"""What a card would do, as data for a sentence: every clause with all it is told, defaults filled in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.content.models import CardModel
from companion.content.palette import PIECE_FORMS, VERB_FORMS, Form
from companion.content.sense import ABOUT_A_WARRIOR


def preview(deck: str, card: CardModel) -> dict[str, Any]:
    """The card as the tablet reads it out: when, whom it is aimed at, what it costs and asks for, and its steps."""
    return {
        "deck": deck,
        "name": {language: text for language, text in card.name.model_dump().items() if text},
        "when": list(card.when.value) if card.when else [],
        "die": card.die.value if card.die else None,
        "bearers": list(card.bearers.value) if card.bearers else [],
        "cost": card.cost.value.model_dump() if card.cost else None,
        "condition": pieces(card.condition.value if card.condition else ()),
        "aim": card.aim.model_dump(),
        "by_hand": card.by_hand,
        "steps": steps(card.effect.value if card.effect else ()),
    }


def steps(clauses: Iterable[Mapping[str, Any]], whom: str = "target") -> list[dict[str, Any]]:
    """`whom` is what the warrior aimed at is called here: the target, the one chosen, or each in turn."""
    return [_step(clause, whom) for clause in clauses]


def _step(clause: Mapping[str, Any], whom: str) -> dict[str, Any]:
    verb = clause["verb"]
    inner = {"choose": "chosen", "each": "each"}.get(verb, whom)
    return {
        "verb": verb,
        "facts": _facts(clause, VERB_FORMS[verb]),
        "whom": _whom(clause, whom),
        "then": steps(clause.get("then", ()), inner),
        "when": pieces(clause.get("when", ())),
        "table": [{"scores": row["scores"], "then": steps(row["then"], inner)} for row in clause.get("table", ())],
    }


def pieces(clauses: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [{"piece": clause["verb"], "facts": _facts(clause, PIECE_FORMS[clause["verb"]])} for clause in clauses]


def _facts(clause: Mapping[str, Any], form: Form) -> dict[str, Any]:
    """What the clause says and what goes without saying; nested clauses have their own place."""
    told = {key: fact for key, fact in form.items() if fact.kind not in ("then", "when", "table")}
    filled = {key: clause.get(key, fact.default) for key, fact in told.items()}
    return {key: list(value) if isinstance(value, tuple) else value for key, value in filled.items()}


def _whom(clause: Mapping[str, Any], whom: str) -> str:
    if clause.get("scope"):
        return str(clause["scope"])
    if clause["verb"] not in ABOUT_A_WARRIOR:
        return "nobody"
    return "bearer" if clause.get("on") == "bearer" else whom
