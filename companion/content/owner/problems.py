"""What is said of an owner's value or file that cannot be used."""

from __future__ import annotations


class OwnerError(ValueError):
    """Names the key that is wrong and the reason; nothing has changed."""

    def __init__(self, key: str, reason: str) -> None:
        self.key = key[:200]
        self.reason = reason[:400]
        super().__init__(f"{self.key}: {self.reason}")
