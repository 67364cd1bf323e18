"""One tap that is several acts: a way of several steps, all hits of an attack, and what follows without a choice."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.protocol.intents import Allot, Cause, GameVerb, Walk, read_verb, unreadable
from companion.protocol.json import Sentence
from companion.protocol.refusal import Refused
from companion.protocol.views import Seat
from companion.rules.actions import Action, Assign
from companion.rules.engine import Applied, waiting
from companion.rules.giving_hits import Giving, only_choice
from companion.rules.initiative import AssignDice
from companion.rules.notation import Do, NotationError, take, write
from companion.rules.results import IllegalAction, Waiting
from companion.rules.state import State
from companion.table.history import READ_VERBS, happening_lines
from companion.table.readings import asked_for
from companion.table.record import ACT, AskedFor, Record, RecordKind

# Nobody's hand did it: there was only one way.
FORCED: Cause = {"kind": "forced"}
# More than any rule asks one after the other: an end, should one of them ask for ever.
MOST_FORCED = 50


class Entry(NamedTuple):
    """What would be written: everything of a record that is not known before."""

    kind: RecordKind
    do: Do
    cause: Cause
    lines: tuple[Sentence, ...] = ()
    asked: AskedFor | None = None
    state: State | None = None


def record_of(entry: Entry, seq: int, seat: Seat, intent: str, rules: str, content: str) -> Record:
    return Record(
        seq=seq,
        kind=entry.kind,
        do=entry.do,
        seat=seat,
        cause=entry.cause,
        rules=rules,
        content=content,
        intent=intent,
        at=int(time.time()),
        asked=entry.asked,
        lines=list(entry.lines),
    )


def act_entry(state: State, now: Waiting, do: Do, cause: Cause) -> Entry:
    """One act on a state, or why not."""
    try:
        applied: Applied = take(state, do)
    except NotationError as error:
        raise unreadable(str(error)) from error
    except IllegalAction as error:
        refusal = error.refusal
        raise Refused(f"rules/{refusal.rule}", refusal.key, refusal.facts) from error
    asked = asked_for(state, now) if any(verb in do for verb in READ_VERBS) else None
    return Entry(ACT, do, cause, happening_lines(applied), asked, applied.state)


def acts_of(state: State, do: Do) -> list[Do]:
    """What one tap would come to if it were done now; `Refused` if it may not be, or is no choice of the game."""
    verb = read_verb(do)
    if isinstance(verb, Walk):
        entries = list(walked(state, verb.walk, {}))
    elif isinstance(verb, Allot):
        entries = list(given_out(state, verb.allot, {}))
    elif isinstance(verb, GameVerb) and waiting(state).kind == "choice":
        entries = [act_entry(state, waiting(state), verb.do, {})]
    else:
        raise unreadable("idea: a choice of the game")
    return [entry.do for entry in entries]


def with_forced(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The acts, and those after them that have no alternative."""
    found = list(entries)
    for _ in range(MOST_FORCED):
        state = found[-1].state
        action = None if state is None or state.outcome is not None else _forced(state)
        if state is None or action is None:
            break
        found.append(act_entry(state, waiting(state), write(action), FORCED))
    return tuple(found)


def _forced(state: State) -> Action | None:
    """Action Dice that are all the same, and lines of which none can be chosen."""
    step = state.agenda[-1]
    if isinstance(step, AssignDice):
        return Assign(step.without[0], step.dice[0]) if len(set(step.dice)) == 1 else None
    return only_choice(state)


def walked(state: State, way: Sequence[Do], cause: Cause) -> Iterator[Entry]:
    """The steps of a way, until something happens on it that the players must look at first."""
    walker = way[0].get("move")
    side = waiting(state).side
    for step in way:
        if "move" not in step or step["move"] != walker:
            raise unreadable("walk: the steps of one warrior")
        entry = act_entry(state, waiting(state), step, cause)
        yield entry
        assert entry.state is not None
        state = entry.state
        now = waiting(state)
        there = state.warriors.all.get(str(walker))
        if (now.what, now.side) != ("activate", side) or there is None or there.tile != step.get("to"):
            return


def given_out(state: State, lines: Mapping[str, Sequence[int]], cause: Cause) -> Iterator[Entry]:
    """All hits of an attack: who takes them, then their lines."""
    giving = Giving(state, lines)
    action = giving.next(state)
    if action is None:
        raise Refused("table/no_hits", "no_hits")
    while action is not None:
        entry = act_entry(state, waiting(state), write(action), cause)
        yield entry
        assert entry.state is not None
        state = entry.state
        action = giving.next(state) if state.outcome is None else None
