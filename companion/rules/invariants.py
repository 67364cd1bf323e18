"""What holds in every state of every game, checked after every action of a simulated game.

An override may set what the rules forbid only in two ways: more warriors on a tile than it takes (MOV-3), and more
miniatures than the box has (SET-3). A house rule or a table that differs must not end the game. Such a state is off the
rules: `off_the_rules` names where, the view carries it and the tablet says so, and play never makes it worse. All
else (`unsound`) holds after any override too; one that would break it is refused.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.cards import ALL_LINES
from companion.rules.death import Death
from companion.rules.engine import legal_actions, waiting
from companion.rules.results import Refusal
from companion.rules.state import State, Warrior
from companion.rules.warriors import body_parts
from companion.rules.words import IN_PLAY


def broken(state: State) -> list[str]:
    """Everything that is wrong with a state that was reached by play alone, in words; empty for a sound one."""
    return [*(f"{off.rule} {off.key} {dict(off.facts)}" for off in off_the_rules(state)), *unsound(state)]


def unsound(state: State) -> list[str]:
    """What no override can bring about either."""
    return [*_ground(state), *_warriors(state), *_board(state), *_awaited(state)]


def off_the_rules(state: State) -> list[Refusal]:
    """Where more stand than the rules allow, as they would refuse one more; only an override gets there."""
    return [*_crowds(state), *_stock(state)]


def _ground(state: State) -> Iterator[str]:
    for label, crowd in state.warriors.by_tile.items():
        if label not in state.board.tiles:
            yield f"{[w.id for w in crowd]} stand on {label}, which is not on the table"


def _crowds(state: State) -> Iterator[Refusal]:
    """MOV-3: no tile holds more of a side than it can take."""
    for label, crowd in state.warriors.by_tile.items():
        for side in sorted({w.side for w in crowd}) if label in state.board.tiles else ():
            most = state.kind_of(label).capacity
            here = [w.id for w in crowd if w.side == side]
            if len(here) > most:
                facts = {"tile": label, "side": side, "here": len(here), "most": most, "culprits": here}
                yield Refusal("MOV-3", "too_many_on_tile", facts)


def _stock(state: State) -> Iterator[Refusal]:
    """SET-3: no more miniatures in play than the box has."""
    used: dict[str, int] = {}
    for warrior in state.warriors.all.values():
        if warrior.tile:
            used[warrior.figure] = used.get(warrior.figure, 0) + 1
    for figure, count in used.items():
        most = state.game.stock.get(figure, 0)
        if count > most:
            yield Refusal("SET-3", "too_many_miniatures", {"warrior": figure, "here": count, "most": most})


def _warriors(state: State) -> Iterator[str]:
    dying = {step.warrior for step in state.agenda if isinstance(step, Death)}
    for name, warrior in state.warriors.all.items():
        if name in dying:
            continue
        yield from (f"{name}: {wrong}" for wrong in _wrong_with(name, warrior))
    activation = state.activation
    if activation is not None:
        active = state.warriors.all.get(activation.warrior)
        if active is None or not active.tile:
            yield f"{activation.warrior} is acting but not in play"


def _wrong_with(name: str, warrior: Warrior) -> Iterator[str]:
    if warrior.id != name:
        yield f"is filed as {warrior.id}"
    if bool(warrior.tile) != (warrior.fate == IN_PLAY):
        yield f"on tile {warrior.tile!r} with fate {warrior.fate!r}"
    cancelled = warrior.cancelled
    if list(cancelled) != sorted(set(cancelled)) or not set(cancelled) <= set(ALL_LINES):
        yield f"cancelled lines {cancelled}"
    if warrior.tile and len(cancelled) == len(ALL_LINES):
        yield "alive with all six lines cancelled"
    if warrior.tile and warrior.wounds >= warrior.health:
        yield f"alive with {warrior.wounds} wounds of {warrior.health}"
    for part in warrior.parts:
        if not 0 <= part.wounds <= part.resistance:
            yield f"{part.wounds} wounds on {part.name}, which takes {part.resistance}"
    if warrior.parts and all(part.destroyed for part in body_parts(warrior)):
        yield "alive with every part destroyed"


def _board(state: State) -> Iterator[str]:
    if len(state.board.cells) != len(state.board.tiles):
        yield "two tiles lie on one cell"
    for laid in state.board.tiles.values():
        if not laid.openings:
            yield f"tile {laid.label} has no opening"
    for label in (*state.holes, *state.entered):
        if label not in state.board.tiles:
            yield f"a marker lies on {label}, which is not on the table"
    for label in state.tile_tokens:
        if label not in state.board.tiles:
            yield f"a token lies on {label}, which is not on the table"
    for label, water in state.water.items():
        if label not in state.board.tiles or water < 0:
            yield f"{water} tokens of water on {label}"
    if state.deadly < 0:
        yield f"{state.deadly} points of Deadly Destiny"
    held = [skill for warrior in state.warriors.all.values() for skill in warrior.skills]
    if len(set(held)) < len(held):
        yield f"two warriors share one of the skills {sorted(held)}"
    if state.tp < 0:
        yield f"{state.tp} Threat Points"


def _awaited(state: State) -> Iterator[str]:
    """Exactly one thing is waited for, and something can be done about it."""
    if not state.agenda:
        yield "the game waits for nothing"
        return
    found = state.agenda[-1].waiting(state)
    if found is None:
        yield f"{state.agenda[-1]} should have run by itself"
    elif (state.outcome is None) == (waiting(state).kind == "over"):
        yield f"outcome {state.outcome} while waiting for {found.what}"
    elif state.outcome is None and waiting(state).side not in state.game.sides:
        yield f"{found.what} is awaited of {found.side}, whom nobody plays"
    elif state.outcome is None and len(legal_actions(state)) == 0:
        yield f"nothing legal while waiting for {found.what}"
