"""Names for what an owner makes: from the English title, and nobody else's."""

from __future__ import annotations

import re
from collections.abc import Container


def slug(title: str, kind: str) -> str:
    """Small letters, digits and lines only; `kind` begins it where the title begins with no letter of ours."""
    plain = re.sub(r"[^a-z0-9]+", "_", title.lower()).strip("_")[:30]
    return plain if re.match(r"[a-z]", plain) else f"{kind}_{plain}".rstrip("_")


def fresh_id(title: str, taken: Container[str], kind: str) -> str:
    """A slug that is not taken yet."""
    stem = slug(title, kind)
    name, number = stem, 2
    while name in taken:
        name, number = f"{stem}_{number}", number + 1
    return name
