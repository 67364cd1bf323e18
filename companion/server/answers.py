"""Answers as they go over the wire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from companion.table.answers import Answer
from companion.table.problems import TableRefusal


def refused(code: str, message: str, numbers: Mapping[str, Any] | None = None, view: Any = None) -> dict[str, Any]:
    return {"ok": False, "code": code, "message": message, "numbers": dict(numbers or {}), "view": view}


def from_refusal(refusal: TableRefusal) -> dict[str, Any]:
    return refused(refusal.code, refusal.message, refusal.numbers)


def from_answer(answer: Answer, view: Any = None) -> dict[str, Any]:
    if answer.ok:
        return {"ok": True, "version": answer.version}
    return refused(answer.code, answer.message, answer.numbers, view)


def from_invalid(error: ValidationError) -> dict[str, Any]:
    """Which key is wrong and why, without repeating what was sent."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part)[:40] for part in first["loc"])
    return refused("wire/bad_message", "bad_message", {"where": where, "reason": first["msg"][:200]})
