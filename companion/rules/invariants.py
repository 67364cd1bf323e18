"""What holds in every state of every game. Checked after every action of a simulated game, and after every override."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.cards import ALL_LINES
from companion.rules.engine import legal_actions, waiting
from companion.rules.state import State, Warrior
from companion.rules.words import IN_PLAY


def broken(state: State) -> list[str]:
    """Everything that is wrong with a state, in words; empty for a sound one."""
    return [*_crowds(state), *_stock(state), *_warriors(state), *_board(state), *_awaited(state)]


def _crowds(state: State) -> Iterator[str]:
    """MOV-3: no tile holds more of a side than it can take."""
    for label, crowd in state.warriors.by_tile.items():
        if label not in state.board.tiles:
            yield f"{[w.id for w in crowd]} stand on {label}, which is not on the table"
            continue
        most = state.kind_of(label).capacity
        for side in {w.side for w in crowd}:
            here = sum(w.side == side for w in crowd)
            if here > most:
                yield f"{here} of the {side} side on tile {label}, {most} at most"


def _stock(state: State) -> Iterator[str]:
    """SET-3: no more miniatures in play than the box has."""
    used: dict[str, int] = {}
    for warrior in state.warriors.all.values():
        if warrior.tile:
            used[warrior.figure] = used.get(warrior.figure, 0) + 1
    for figure, count in used.items():
        if count > state.game.stock.get(figure, 0):
            yield f"{count} miniatures of {figure}, the box has {state.game.stock.get(figure, 0)}"


def _warriors(state: State) -> Iterator[str]:
    for name, warrior in state.warriors.all.items():
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


def _board(state: State) -> Iterator[str]:
    if len(state.board.cells) != len(state.board.tiles):
        yield "two tiles lie on one cell"
    for laid in state.board.tiles.values():
        if not laid.openings:
            yield f"tile {laid.label} has no opening"
    for label in (*state.holes, *state.entered):
        if label not in state.board.tiles:
            yield f"a marker lies on {label}, which is not on the table"
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
    elif state.outcome is None and len(legal_actions(state)) == 0:
        yield f"nothing legal while waiting for {found.what}"
