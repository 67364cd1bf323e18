"""What the engine answers: whom it waits for, why something is refused, and what happened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from companion.rules.records import in_snapshot
from companion.rules.words import Side, WaitingKind, Winner


class Waiting(NamedTuple):
    """The one thing the game waits for.

    `kind` is "roll" (`number` dice), "draw" (`number` tiles or cards), "choice" or "over"; `what` says what for.
    `side` is who must act; once the game is over, who has won.
    """

    side: Side | Literal["draw", ""]
    kind: WaitingKind
    what: str
    rule: str
    number: int = 0
    facts: Mapping[str, Any] = {}
    # Sides of the dice of a roll: 6, or 10 where a scenario or a card says so (SET-4).
    sides: int = 6


class Refusal(NamedTuple):
    """Why an action is against the rules: rule id, message key and the numbers for the sentence."""

    rule: str
    key: str
    facts: Mapping[str, Any] = {}


class Happening(NamedTuple):
    """Something that happened, in game words: "dies" {"warrior": "brute-2"}."""

    key: str
    facts: Mapping[str, Any] = {}


@in_snapshot()
class Outcome(NamedTuple):
    """How the game ended: the side that won, or "draw", and why."""

    winner: Winner
    reason: str
    facts: Mapping[str, Any] = {}


class IllegalAction(Exception):
    """Raised by `apply` for an action against the rules. The state it was tried on is untouched."""

    def __init__(self, refusal: Refusal, action: object) -> None:
        super().__init__(f"{refusal.rule} {refusal.key} {dict(refusal.facts)} for {action}")
        self.refusal = refusal
