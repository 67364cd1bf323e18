"""An intent that comes again gets its first answer, and is not done again: a tablet that heard nothing asks anew."""

from __future__ import annotations

from collections import OrderedDict

from companion.protocol.intents import Answer
from companion.protocol.refusal import Refused
from companion.table.history import History

# Refusals that are remembered; what was accepted is in the journal for good.
MOST_REFUSALS = 500


class FirstAnswers:
    def __init__(self, history: History) -> None:
        self._history = history
        self._refused: OrderedDict[tuple[str, str], Answer] = OrderedDict()

    def of(self, seat: str, intent: str) -> Answer | None:
        """None if it is new."""
        seq = self._history.answered.get(intent)
        return Answer(True, seq) if seq is not None else self._refused.get((seat, intent))

    def refused(self, seat: str, intent: str, refusal: Refused) -> Answer:
        answer = Answer(False, self._history.version, refusal.code, refusal.key, refusal.facts)
        self._refused[seat, intent] = answer
        if len(self._refused) > MOST_REFUSALS:
            self._refused.popitem(last=False)
        return answer
