"""Hits whose place a player picks: lines of a Human's card (CBT-6), parts of Kartikeya's body (FS-4)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from companion.rules.actions import Action, Cancel, Wound
from companion.rules.cards import ALL_LINES
from companion.rules.death import die
from companion.rules.draft import Draft
from companion.rules.records import record
from companion.rules.results import Refusal, Waiting
from companion.rules.state import State, Warrior
from companion.rules.steps import Asks, not_now
from companion.rules.warriors import body_of, body_parts
from companion.rules.words import HEAVY_ARMOR
from companion.rules.wounds import spread, wounded


@record
class AllotHits(Asks):
    """The Human picks a line for every hit, warrior by warrior in any order (CBT-6)."""

    pending: tuple[tuple[str, int], ...]
    source: str

    def waiting(self, state: State) -> Waiting:
        name, hits = self.pending[0]
        side = state.warriors.all[name].side
        return Waiting(side, "choice", "cancel", "CBT-6", hits, {"hits": dict(self.pending), "source": self.source})

    def needed(self, warrior: Warrior) -> int:
        return min(dict(self.pending)[warrior.id], body_of(warrior).left(warrior))

    def actions(self, state: State) -> Sequence[Action]:
        found: list[Action] = []
        for name, _ in self.pending:
            warrior = state.warriors.all[name]
            whole = [line for line in ALL_LINES if line not in warrior.cancelled]
            found += [Cancel(name, lines) for lines in combinations(whole, self.needed(warrior))]
        return found

    def refusal(self, state: State, action: Action) -> Refusal | None:
        if not isinstance(action, Cancel):
            return not_now(state, action, self.waiting(state))
        if action.warrior not in dict(self.pending):
            return Refusal("CBT-6", "suffers_no_hit", {"warrior": action.warrior})
        warrior = state.warriors.all[action.warrior]
        needed = self.needed(warrior)
        if len(action.lines) != needed:
            return Refusal("CBT-6", "lines_count", {"warrior": warrior.id, "got": len(action.lines), "needed": needed})
        if len(set(action.lines)) < needed:
            return Refusal("CBT-6", "line_twice", {"warrior": warrior.id, "lines": list(action.lines)})
        gone = [n for n in action.lines if n not in ALL_LINES or n in warrior.cancelled]
        if gone:
            return Refusal("CBT-6", "line_cancelled", {"warrior": warrior.id, "lines": gone})
        return None

    def take(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Cancel)
        rest = tuple(p for p in self.pending if p[0] != action.warrior)
        if rest:
            draft.push(AllotHits(rest, self.source))
        warrior = draft.warrior(action.warrior)
        cancelled = tuple(sorted((*warrior.cancelled, *action.lines)))
        warrior = warrior._replace(cancelled=cancelled)
        draft.put(warrior)
        draft.happens("cancels", warrior=warrior.id, lines=list(action.lines))
        if len(cancelled) == len(ALL_LINES):
            die(draft, warrior, self.source, action.lines[0])


@record
class AllotWounds(Asks):
    """Kartikeya's player says where all the hits of one cause go, also where there is no choice (FS-4)."""

    warrior: str
    hits: int
    source: str

    def asks(self, state: State) -> bool:
        return self.warrior in state.warriors.all

    def run(self, draft: Draft) -> None:
        """It is dead by now."""

    def needed(self, state: State) -> int:
        warrior = state.warriors.all[self.warrior]
        return min(self.hits, body_of(warrior).left(warrior))

    def waiting(self, state: State) -> Waiting:
        facts = {"warrior": self.warrior, "source": self.source}
        return Waiting(state.warriors.all[self.warrior].side, "choice", "wound", "FS-4", self.needed(state), facts)

    def actions(self, state: State) -> Sequence[Action]:
        return [Wound(way) for way in spread(state.warriors.all[self.warrior].parts, self.needed(state))]

    def refusal(self, state: State, action: Action) -> Refusal | None:
        if not isinstance(action, Wound):
            return not_now(state, action, self.waiting(state))
        parts = {part.name: part for part in state.warriors.all[self.warrior].parts}
        for name, wounds in action.parts.items():
            rule = "FS-5" if name == HEAVY_ARMOR else "FS-4"
            part = parts.get(name)
            room = part.resistance - part.wounds if part is not None else 0
            if part is None or wounds < 0 or wounds > room:
                return Refusal(rule, "part_takes_no_more", {"part": name, "got": wounds, "most": max(0, room)})
        needed, got = self.needed(state), sum(action.parts.values())
        if got != needed:
            return Refusal("FS-4", "wounds_count", {"got": got, "needed": needed})
        return None

    def take(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Wound)
        after = wounded(draft, draft.warrior(self.warrior), dict(action.parts))
        if all(part.destroyed for part in body_parts(after)):
            die(draft, after, self.source)
