"""The coach at the table: questions of players, and analyses of games that are over, watched from here.

An answer is for the seat that asked and for nobody else: which of its actions are good tells what cards it holds.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from typing import cast

from companion.apart import Task
from companion.ongoing import Lane, Line, Ongoing
from companion.protocol.coach import AnalysisAnswer, AnalysisNow, CoachAnswer, CoachNow
from companion.protocol.refusal import Refused
from companion.protocol.views import Seat
from companion.rules.engine import waiting
from companion.rules.notation import Do
from companion.rules.snapshot import to_json
from companion.rules.words import SIDES, Side
from companion.solo.advising import MODULE
from companion.table.record import box_of
from companion.table.seats import plays_side
from companion.table.several import acts_of
from companion.table.table import Table
from companion.table.transfer import exported

# On a Raspberry Pi a question takes about half a minute, an analysis five minutes.
LONGEST_QUESTION_S = 120
LONGEST_ANALYSIS_S = 1800
# Answers that can still be looked at.
KEPT = 20


class _Thought:
    """What a process has told last."""

    def __init__(self) -> None:
        self.work: Ongoing | None = None
        self.last: Line | None = None


class Coach:
    """Questions, one at a time. Thread-safe."""

    def __init__(self, lane: Lane, effort: float = 1.0) -> None:
        self._lane, self._effort = lane, effort
        self._lock = threading.Lock()
        self._thoughts: OrderedDict[tuple[str, Seat], _Thought] = OrderedDict()

    def ask(self, table: Table, seat: Seat, idea: Do | None = None) -> CoachAnswer:
        """What could this seat do now, and how good is its idea?

        `Refused` where the coach is off, where somebody else is awaited, and for an idea that is against the rules.
        """
        if not table.policy["coach"]:
            raise Refused("coach/off", "coach_off")
        task = {**_question(table, seat, idea), "effort": self._effort}
        thought = _Thought()

        def begin() -> Ongoing:
            return Ongoing(MODULE, task, lambda line: setattr(thought, "last", line), LONGEST_QUESTION_S)

        thought.work = self._lane.start(f"{table.name}/{seat}", begin, short=True)
        with self._lock:
            self._thoughts[table.name, seat] = thought
            self._thoughts.move_to_end((table.name, seat))
            if len(self._thoughts) > KEPT:
                self._thoughts.popitem(last=False)
        return self.look(table, seat)

    def look(self, table: Table, seat: Seat) -> CoachAnswer:
        with self._lock:
            thought = self._thoughts.get((table.name, seat))
        if thought is None or thought.work is None:
            return {"ok": True, "state": None, "now": None}
        # The state first: what is done has told everything.
        state = thought.work.state
        return {"ok": True, "state": state, "now": cast("CoachNow | None", thought.last)}

    def stop(self, table: Table, seat: Seat) -> None:
        with self._lock:
            thought = self._thoughts.get((table.name, seat))
        if thought is not None and thought.work is not None:
            thought.work.stop()


def _question(table: Table, seat: Seat, idea: Do | None) -> Task:
    now = table.outlook()
    asked = waiting(now.state)
    side: Side | None = next((side for side in SIDES if side == asked.side), None)
    if side is None or asked.kind == "over" or not plays_side(seat, side):
        raise Refused("table/not_your_seat", "not_your_seat", {"seat": seat, "side": asked.side, "what": asked.what})
    first = table.records()[0]
    return {
        "state": to_json(now.state),
        "request": first.do["game"],
        "rules": first.rules,
        "begun_with": box_of(first) or {},
        "box": table.loaded_box().overlay.to_json(),
        "side": side,
        "version": now.version,
        "idea": [] if idea is None else acts_of(now.state, idea),
        # The same question gets the same answer.
        "seed": now.acts,
    }


class Analyses:
    """Analyses of games that are over for good; a whole one is kept with its game. Thread-safe."""

    def __init__(self, lane: Lane, effort: float = 1.0) -> None:
        self._lane, self._effort = lane, effort
        self._lock = threading.Lock()
        self._thoughts: OrderedDict[str, _Thought] = OrderedDict()

    def begin(self, table: Table) -> AnalysisAnswer:
        """The one that is kept, or under way; else it is begun."""
        _must_be_over(table)
        found = self.look(table)
        if found["state"] in ("running", "done"):
            return found
        thought = _Thought()
        task = {"lines": list(exported(table.records())), "effort": self._effort}

        def take(line: Line) -> None:
            thought.last = line
            if line["whole"]:
                table.keep_analysis(json.dumps(line))

        thought.work = self._lane.start("analysis", lambda: Ongoing(MODULE, task, take, LONGEST_ANALYSIS_S))
        with self._lock:
            self._thoughts[table.name] = thought
            if len(self._thoughts) > KEPT:
                self._thoughts.popitem(last=False)
        return self.look(table)

    def look(self, table: Table) -> AnalysisAnswer:
        _must_be_over(table)
        kept = table.kept_analysis()
        if kept:
            return {"ok": True, "state": "done", "now": cast(AnalysisNow, json.loads(kept))}
        with self._lock:
            thought = self._thoughts.get(table.name)
        if thought is None or thought.work is None:
            return {"ok": True, "state": None, "now": None}
        state = thought.work.state
        return {"ok": True, "state": state, "now": cast("AnalysisNow | None", thought.last)}

    def stop(self, table: Table) -> None:
        with self._lock:
            thought = self._thoughts.get(table.name)
        if thought is not None and thought.work is not None:
            thought.work.stop()


def _must_be_over(table: Table) -> None:
    """Before that, it would tell what a side holds."""
    if not table.closed:
        raise Refused("coach/not_closed", "coach_not_closed")
