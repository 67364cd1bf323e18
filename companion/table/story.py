"""How a game went, told from its journal: luck, turning points, who fell. Public things only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from companion.protocol.json import Sentence
from companion.protocol.refusal import Refused
from companion.protocol.story import (
    FallenJson,
    ReplayedAnswer,
    ReplayStep,
    SideLuck,
    StoryAnswer,
    TurningPoint,
)
from companion.rules.state import State
from companion.rules.words import DEMON, SIDES, TROGLODYTE, Side
from companion.table.history import ROOT, Past
from companion.table.record import Record
from companion.table.results import deaths
from companion.table.seats import TABLE, line_for, name_of
from companion.table.views import state_view

# A pause longer than this is no playing time.
BREAK_S: Final = 600
MOST_POINTS: Final = 4
# What a happening weighs beside the luck of its dice.
WEIGHT: Final = {"dies": 2.0, "leaves": 2.5, "over": 1.0, "wounded": 0.5, "wounded_parts": 0.5, "part_destroyed": 1.0}
EXIT_FOUND: Final = 2.5


class CountedRoll(NamedTuple):
    """Combat Dice of a side, and how likely a die hits."""

    side: Side
    round: int
    dice: int
    hits: int
    chance: float

    @property
    def above(self) -> float:
        """Hits more than the odds promise."""
        return self.hits - self.dice * self.chance


@dataclass(slots=True)
class _Telling:
    """What is known while the acts are gone through one after the other."""

    side: Side
    attacker: Side
    round: int = 1
    rolls: list[CountedRoll] = field(default_factory=list)
    weighed: list[tuple[float, TurningPoint]] = field(default_factory=list)
    fallen: list[FallenJson] = field(default_factory=list)
    slain: Counter[str] = field(default_factory=Counter)


def story(past: Past) -> StoryAnswer:
    """How the game went, from its first act to the last."""
    acts, state = past.acts, past.after(past.acts[-1].seq if past.acts else ROOT)
    first = state.game.sides[0]
    telling = _Telling(side=first, attacker=first)
    for act in acts:
        _tell(telling, act, state)
    telling.weighed.sort(key=lambda one: -one[0])
    points = sorted((point for _, point in telling.weighed[:MOST_POINTS]), key=lambda point: point["seq"])
    return {
        "ok": True,
        "rounds": state.round,
        "seconds": sum(_playing(acts)),
        "luck": [_luck(telling.rolls, side, state.round) for side in state.game.sides],
        "turning_points": points,
        "fallen": telling.fallen,
        "slain": dict(telling.slain),
    }


def _playing(acts: Sequence[Record]) -> Iterator[int]:
    for before, after in pairwise(acts):
        pause = after.at - before.at
        yield pause if 0 < pause <= BREAK_S else 0


def _tell(telling: _Telling, act: Record, state: State) -> None:
    weight = 0.0
    lines = [line_for(TABLE, line) for line in act.lines]
    doer = telling.side
    for line in lines:
        weight += _happened(telling, line, state)
        if line["key"] in ("attacks", "rolls"):
            doer = telling.attacker
    if weight >= 1:
        point: TurningPoint = {"seq": act.seq, "round": telling.round, "side": doer, "lines": _telling_lines(lines)}
        telling.weighed.append((weight, point))


def _telling_lines(lines: Sequence[Sentence]) -> list[Sentence]:
    """The lines that say most, the weightiest first; hits are in the line of their roll."""
    said = [line for line in lines if line["key"] not in ("phase", "attacks", "over", "dies", "hits")]
    said += deaths(lines)
    return sorted(said, key=lambda line: -WEIGHT.get(line["key"], 0))[:3]


def _happened(telling: _Telling, line: Sentence, state: State) -> float:
    """Takes a happening in; returns how much it weighs."""
    key, facts = line["key"], line["facts"]
    if key == "phase":
        telling.round = int(str(facts["round"]))
        telling.side = next(side for side in SIDES if side == facts["side"])
    elif key in ("attacks", "throws"):
        telling.attacker = _side_of(state, str(facts["warrior"]), telling.side)
    elif key == "rolls" and facts.get("to_hit"):
        return _rolled(telling, line)
    elif key == "dies":
        return _died(telling, line, state)
    elif key == "draws_tile" and facts.get("kind") == "exit":
        return EXIT_FOUND
    return WEIGHT.get(key, 0.0)


def _rolled(telling: _Telling, line: Sentence) -> float:
    facts = line["facts"]
    dice, to_hit, hits = facts["dice"], facts["to_hit"], facts["hits"]
    assert isinstance(dice, list)
    assert isinstance(to_hit, int)
    assert isinstance(hits, int)
    roll = CountedRoll(telling.attacker, telling.round, len(dice), hits, max(0, min(6, 7 - to_hit)) / 6)
    telling.rolls.append(roll)
    return abs(roll.above)


def _died(telling: _Telling, line: Sentence, state: State) -> float:
    warrior = str(line["facts"]["warrior"])
    if _side_of(state, warrior, DEMON) != DEMON:
        telling.fallen.append({"warrior": warrior, "round": telling.round, "tile": str(line["facts"].get("tile", ""))})
        return WEIGHT["dies"]
    kind = str(line["facts"].get("kind", TROGLODYTE))
    telling.slain[kind] += 1
    # Troglodytes die all the time; a demon does not.
    return WEIGHT["dies"] if kind != TROGLODYTE else 0.3


def _side_of(state: State, warrior: str, unknown: Side) -> Side:
    found = state.warriors.all.get(warrior)
    return found.profile.side if found is not None else unknown


# -- luck --------------------------------------------------------------------------------------------------------------


def _luck(rolls: Sequence[CountedRoll], side: Side, rounds: int) -> SideLuck:
    own = [roll for roll in rolls if roll.side == side]
    hits = sum(roll.hits for roll in own)
    by_round = (sum(roll.above for roll in own if roll.round == number) for number in range(1, rounds + 1))
    return {
        "side": side,
        "rolled": sum(roll.dice for roll in own),
        "hits": hits,
        "expected": sum(roll.dice * roll.chance for roll in own),
        "as_good": at_least(hits, [roll.chance for roll in own for _ in range(roll.dice)]) if own else None,
        "above": [round(above, 3) for above in accumulate(by_round)],
    }


def at_least(hits: int, chances: Sequence[float]) -> float:
    """How likely dice with these chances make at least so many hits.

    >>> round(at_least(2, [0.5, 0.5]), 3)
    0.25
    """
    likely = [1.0]
    for chance in chances:
        missed = [*(p * (1 - chance) for p in likely), 0.0]
        hit = [0.0, *(p * chance for p in likely)]
        likely = [a + b for a, b in zip(missed, hit, strict=True)]
    return sum(likely[hits:])


# -- step by step ------------------------------------------------------------------------------------------------------


def replay(past: Past) -> list[ReplayStep]:
    """Every act that is part of the game, by name."""
    steps: list[ReplayStep] = []
    number = 1
    for act in past.acts:
        for line in act.lines:
            if line["key"] == "phase":
                number = int(str(line["facts"]["round"]))
        steps.append({"seq": act.seq, "round": number, "side": act.seat, "name": name_of(TABLE, act)})
    return steps


def replayed(past: Past, seq: int) -> ReplayedAnswer:
    """The public table after an act that is part of the game; 0 is the set-up."""
    act = next((act for act in past.acts if act.seq == seq), None)
    if act is None and seq != ROOT:
        raise Refused("table/no_such_step", "no_such_step", {"step": seq})
    lines = [] if act is None else [line_for(TABLE, line) for line in act.lines]
    return {"ok": True, "seq": seq, "state": state_view(past.after(seq), TABLE), "lines": lines}
