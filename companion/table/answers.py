"""Answers to intents, and remembering them for clients that ask again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.table.problems import TableRefusal

# Refusals remembered for clients that ask again; accepted intents are in the journal for good.
REMEMBERED = 500


class Answer(NamedTuple):
    """The answer to an intent: the new version, or why not."""

    ok: bool
    version: int
    code: str = ""
    message: str = ""
    numbers: Mapping[str, Any] = {}


class Refusals:
    """What was refused, by seat and intent: a repeated intent is answered as the first time."""

    def __init__(self) -> None:
        self._answers: OrderedDict[tuple[str, str], Answer] = OrderedDict()

    def get(self, seat: str, intent: str) -> Answer | None:
        return self._answers.get((seat, intent))

    def remember(self, seat: str, intent: str, version: int, refusal: TableRefusal) -> Answer:
        answer = Answer(False, version, refusal.code, refusal.message, refusal.numbers)
        self._answers[seat, intent] = answer
        if len(self._answers) > REMEMBERED:
            self._answers.popitem(last=False)
        return answer
