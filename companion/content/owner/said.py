"""Values with the owner's word on them, and values without."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

OWNER = "owner"


def said(value: Any) -> dict[str, Any]:
    """A value as the owner says it, in the form of a pack."""
    return {"is": value, "from": OWNER}


def unsaid(value: Any) -> Any:
    """The value alone, whoever says it; of a list of such values, the values."""
    if isinstance(value, Mapping) and "is" in value:
        return value["is"]
    if isinstance(value, list):
        return [unsaid(item) for item in value]
    return value
