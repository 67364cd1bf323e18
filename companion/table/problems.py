"""What the table says no with: a namespaced code, a message key and the numbers for the sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class TableRefusal(Exception):
    """An intent that cannot be done. Nothing has changed."""

    def __init__(self, code: str, message: str, numbers: Mapping[str, Any] | None = None) -> None:
        self.code = code
        self.message = message
        self.numbers: dict[str, Any] = dict(numbers or {})
        super().__init__(f"{code} {message} {self.numbers}")


class BadFile(ValueError):
    """A file with a game in it that cannot be used; the text says what is wrong and where."""


class DamagedJournal(Exception):
    """A journal on disk that cannot be used to its end; `reason` says why, `at` the first record that is bad."""

    def __init__(self, reason: str, at: int | None = None) -> None:
        self.reason = reason
        self.at = at
        super().__init__(reason)


class JournalUnavailable(Exception):
    """A journal that cannot be opened now, though nothing says that it is damaged: it is left alone."""
