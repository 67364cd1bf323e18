"""Wounds to the parts of Kartikeya's body: where hits go, what is destroyed, what Consumption heals (FS-4, FS-5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.rules.actions import Action, Unwound
from companion.rules.draft import Draft
from companion.rules.records import record
from companion.rules.results import Refusal, Waiting
from companion.rules.state import BodyPart, State, Warrior
from companion.rules.steps import Asks, not_now
from companion.rules.warriors import body_parts, tile_works
from companion.rules.words import CONSUMPTION, HEAVY_ARMOR, SQUAMATA


def spread(parts: tuple[BodyPart, ...], hits: int) -> Iterator[dict[str, int]]:
    """Every way to spread so many wounds over the parts that can take them."""
    if not parts:
        if not hits:
            yield {}
        return
    part, rest = parts[0], parts[1:]
    for here in range(min(hits, max(0, part.resistance - part.wounds)) + 1):
        for others in spread(rest, hits - here):
            yield {part.name: here, **others} if here else others


def wounded(draft: Draft, warrior: Warrior, wounds: dict[str, int]) -> Warrior:
    """The warrior with the wounds; Heavy Armor that is full leaves play, its wounds stay known."""
    parts = tuple(part._replace(wounds=part.wounds + wounds.get(part.name, 0)) for part in warrior.parts)
    gone = [part.name for part in parts if part.destroyed and wounds.get(part.name)]
    tiles = tuple(tile for tile in warrior.squamata if not (tile[0] == HEAVY_ARMOR and HEAVY_ARMOR in gone))
    after = warrior._replace(parts=parts, squamata=tiles)
    draft.put(after)
    draft.happens("wounded_parts", warrior=warrior.id, parts=dict(wounds))
    for name in gone:
        draft.happens("part_destroyed", warrior=warrior.id, part=name)
    return after


# -- Consumption (FS-5) ------------------------------------------------------------------------------------------------


def healable(warrior: Warrior) -> list[str]:
    """Parts with a wound that are not destroyed."""
    return [part.name for part in body_parts(warrior) if part.wounds and not part.destroyed]


def feed(draft: Draft, source: str) -> None:
    """Each opponent Kartikeya kills in combat takes a wound off a part of its player's choice."""
    activation = draft.state.activation
    killer = draft.state.warriors.all.get(activation.warrior) if activation is not None else None
    if killer is None or killer.side != SQUAMATA or source != "combat" or not tile_works(killer, CONSUMPTION):
        return
    if healable(killer):
        draft.push(Feeding(killer.id))


@record
class Feeding(Asks):
    """Which part loses a wound; asked only where there is a choice."""

    warrior: str

    def parts(self, state: State) -> list[str]:
        warrior = state.warriors.all.get(self.warrior)
        return healable(warrior) if warrior is not None else []

    def asks(self, state: State) -> bool:
        return len(self.parts(state)) > 1

    def run(self, draft: Draft) -> None:
        for part in self.parts(draft.state):
            self._heal(draft, part)

    def waiting(self, state: State) -> Waiting:
        return Waiting(SQUAMATA, "choice", "unwound", "FS-5", 1, {"parts": self.parts(state)})

    def actions(self, state: State) -> Sequence[Action]:
        return [Unwound(part) for part in self.parts(state)]

    def refusal(self, state: State, action: Action) -> Refusal | None:
        if not isinstance(action, Unwound):
            return not_now(state, action, self.waiting(state))
        if action.part in self.parts(state):
            return None
        return Refusal("FS-5", "nothing_to_heal", {"part": action.part})

    def take(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Unwound)
        self._heal(draft, action.part)

    def _heal(self, draft: Draft, name: str) -> None:
        warrior = draft.warrior(self.warrior)
        parts = tuple(p._replace(wounds=p.wounds - 1) if p.name == name else p for p in warrior.parts)
        draft.put(warrior._replace(parts=parts))
        draft.happens("unwounded", warrior=self.warrior, part=name)
