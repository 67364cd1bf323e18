"""What can be chosen about a game besides its scenario: house rules, handicaps, an auction team."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.protocol.box import trouble_facts
from companion.protocol.json import Facts, Json
from companion.protocol.refusal import Refused
from companion.rules.auction import Team
from companion.rules.game import EDITION

HANDICAP_TP = 3
# Each on its own: the first two help the Demon (SET-5), the others the Human (SET-6).
HANDICAPS = ("events_out", "more_tp", "more_advantage", "more_gift")
# Games of edition 1 knew all of a player's handicap or none.
WHOLE_HANDICAPS = {"human": HANDICAPS[:2], "demon": HANDICAPS[2:]}
HANDICAP_EVENTS = ("lost", "panic", "panic")


def setup_refused(scenario: str, reason: str, code: str, **facts: Json) -> Refused:
    """A game that cannot be set up like this. For every code the tablet has a sentence."""
    return Refused("setup/refused", "setup_refused", trouble_facts(f"scenario.{scenario}", reason, code, facts))


@dataclass(frozen=True, slots=True)
class GameOptions:
    """`handicaps` are those of `HANDICAPS` in use; `handicap` is a player who gets all of theirs (SET-5, SET-6)."""

    house: Facts = field(default_factory=dict)
    handicap: str | None = None
    handicaps: frozenset[str] = frozenset()
    extra_gift: str | None = None
    bid: int | None = None
    team: Team | None = None
    # The edition of the rules the game is played under.
    edition: int = EDITION

    def has(self, handicap: str) -> bool:
        return handicap in self.handicaps or handicap in WHOLE_HANDICAPS.get(self.handicap or "", ())
