"""What is said of an owner's value or file that cannot be used."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class OwnerError(ValueError):
    """Names the key that is wrong and the reason; nothing has changed.

    `code` and `facts` are there where the tablet has a sentence of its own for the reason.
    """

    def __init__(self, key: str, reason: str, code: str = "", facts: Mapping[str, Any] | None = None) -> None:
        self.key = key[:200]
        self.reason = reason[:400]
        self.code = code
        self.facts = dict(facts or {})
        super().__init__(f"{self.key}: {self.reason}")

    def plain(self) -> dict[str, Any]:
        more = {"code": self.code, "facts": self.facts} if self.code else {}
        return {"key": self.key, "reason": self.reason, **more}


def data_of(detail: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
    """Code and facts of what pydantic found, where it is something an owner can simply fill in."""
    if detail["type"] in ("too_short", "string_too_short"):
        return "empty", {"field": str(detail["loc"][0])}
    return "", {}
