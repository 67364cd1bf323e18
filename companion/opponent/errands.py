"""What the Humans have to do in a scenario, told by its conditions of victory, and how far they still are from it.

No scenario is named here: whatever an owner builds from the same pieces is understood too, as well as those pieces
allow. What no errand can be made of (an aim of a card we do not know) leaves the way through the catacombs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.rules.board import Board, Label
from companion.rules.cards import Clause
from companion.rules.effects import is_a
from companion.rules.game import Game
from companion.rules.state import State, Warrior
from companion.rules.warriors import body_of
from companion.rules.words import HUMAN, OUT, Side

# Steps that stand for what cannot be counted: a tile that is nowhere in the stack, a warrior too few, a token to find.
NOWHERE = 20
ONE_TOO_FEW = 15
TO_BE_FOUND = 6


class Errand(NamedTuple):
    """So many of the Humans on tiles of some kind; or an enemy killed; or a token carried there."""

    kinds: frozenset[str]
    who: str = HUMAN
    number: int = 1
    leave: bool = False
    quarry: str = ""
    token: str = ""
    # Kinds of tiles on which the token is found.
    sources: frozenset[str] = frozenset()
    # A count that grows while it is done, and up to where.
    counter: str = ""


@lru_cache(maxsize=64)
def errands_of(game: Game) -> tuple[Errand, ...]:
    """All that one way for the Humans to win asks of them; the first such way counts."""
    for condition in game.conditions:
        if condition.winner == HUMAN:
            return tuple(errand for clause in condition.when for errand in _errands(game, clause))
    return ()


def _errands(game: Game, clause: Clause) -> Iterator[Errand]:
    who, number = clause.word("who", HUMAN), clause.number("at_least", 1)
    ways_out = frozenset(kind.id for kind in game.tile_kinds.values() if kind.way_out)
    kinds = frozenset({clause.word("kind")} - {""})
    if clause.verb == "on_tile":
        yield Errand(kinds, who, number)
    elif clause.verb == "out":
        yield Errand(ways_out, who, number, leave=True)
    elif clause.verb == "killed":
        yield Errand(_kinds_that_bring(game, clause.word("card")), number=number, quarry=clause.word("card"))
    elif clause.verb in ("carries", "carried_out"):
        token = clause.word("token")
        leave = clause.verb == "carried_out"
        yield Errand(kinds or ways_out, leave=leave, token=token, sources=_kinds_that_hold(game, token))
    elif clause.verb == "marked":
        yield from _counted(game, clause.word("name"), number)


def _counted(game: Game, name: str, number: int) -> Iterator[Errand]:
    """What makes a count grow: standing somewhere when a phase ends, as special rules have it."""
    for _, rule in game.special:
        if any(c.verb == "remember" and c.word("name") == name for c in _within(rule)):
            for clause in _within(rule):
                if clause.verb == "on_tile":
                    yield Errand(frozenset({clause.word("kind")}), clause.word("who", HUMAN), number, counter=name)


def _kinds_that_bring(game: Game, profile: str) -> frozenset[str]:
    """Kinds of tiles that bring a warrior of the card when they are laid."""
    return _kinds_of_moment(game, "laid:", lambda c: c.verb == "place" and c.word("profile") == profile)


def _kinds_that_hold(game: Game, token: str) -> frozenset[str]:
    return _kinds_of_moment(game, "enter:", lambda c: c.verb == "token" and c.word("name") == token)


def _kinds_of_moment(game: Game, moment: str, meant: Callable[[Clause], bool]) -> frozenset[str]:
    rules = ((m.removeprefix(moment), rule) for m, rule in game.special if m.startswith(moment))
    return frozenset(kind for kind, rule in rules if any(map(meant, _within(rule))))


def _within(clause: Clause) -> Iterator[Clause]:
    """A clause and all clauses inside it."""
    yield clause
    for fact in clause.facts.values():
        yield from _inside(fact)


def _inside(fact: object) -> Iterator[Clause]:
    if isinstance(fact, Clause):
        yield from _within(fact)
    elif isinstance(fact, Mapping):
        yield from _inside(tuple(fact.values()))
    elif isinstance(fact, tuple):
        for one in fact:
            yield from _inside(one)


# -- ways --------------------------------------------------------------------------------------------------------------


def ways_from(board: Board, tiles: Iterable[Label]) -> dict[Label, int]:
    """Steps from the nearest of the tiles to every tile that can be reached from them, whoever stands in the way."""
    steps = dict.fromkeys(sorted(tiles), 0)
    front = list(steps)
    while front:
        reached = []
        for tile in front:
            for near in board.joined[tile]:
                if near not in steps:
                    steps[near] = steps[tile] + 1
                    reached.append(near)
        front = reached
    return steps


class Ways:
    """How many steps it is from everywhere to the nearest of some tiles. Boards change seldom: each is kept."""

    MOST = 400

    def __init__(self) -> None:
        self._boards: dict[int, tuple[Board, dict[frozenset[Label], dict[Label, int]]]] = {}

    def to(self, board: Board, targets: Iterable[Label]) -> dict[Label, int]:
        if len(self._boards) > self.MOST:
            self._boards.clear()
        # The board is kept beside its id, so the id stays its own.
        _, found = self._boards.setdefault(id(board), (board, {}))
        wanted = frozenset(targets)
        if wanted not in found:
            found[wanted] = ways_from(board, wanted)
        return found[wanted]

    def to_the_dark(self, board: Board, behind: Sequence[Label] = ()) -> dict[Label, int]:
        """To the nearest opening that leads to no tile yet; to those nearest to tiles `behind` the dark, if any."""
        dark = [label for label, openings in board.unexplored.items() if openings]
        if behind:
            far = {label: min(apart(board, label, goal) for goal in behind) for label in dark if label not in behind}
            dark = [label for label, cells in far.items() if cells <= min(far.values()) + 1] or dark
        return self.to(board, dark)


def apart(board: Board, one: Label, other: Label) -> int:
    """Cells between two tiles."""
    (x, y), (to_x, to_y) = board.tiles[one].at, board.tiles[other].at
    return abs(x - to_x) + abs(y - to_y)


def tiles_of(state: State, kinds: Iterable[str]) -> list[Label]:
    return [label for kind in kinds for label in state.board.by_kind.get(kind, ())]


@lru_cache(maxsize=256)
def labels_of(game: Game, kinds: frozenset[str]) -> frozenset[Label]:
    """The tiles of the box that are of these kinds."""
    return frozenset(label for label, tile in game.tiles.items() if tile.kind in kinds)


def tiles_above(state: State, kinds: frozenset[str]) -> float:
    """About how many tiles are drawn until one of these kinds comes."""
    above, meant = 0.0, labels_of(state.game, kinds)
    for layer in state.stack:
        left = sum(part.left for part in layer)
        for part in layer:
            if not part.left or meant.isdisjoint(part.tiles):
                continue
            open_tiles = [t for t in part.tiles if t not in state.laid]
            found = len(meant.intersection(open_tiles))
            if found:
                share = found / len(open_tiles) * part.left
                return above + left / (share + 1)
        above += left
    return NOWHERE


class Journey(NamedTuple):
    """What an errand still asks: the tiles to go to (none known: into the dark), who should go, the steps left.

    `behind` are tiles that lie on the table and cannot be reached yet: the dark is between.
    """

    targets: tuple[Label, ...]
    goers: tuple[str, ...]
    steps: float
    behind: tuple[Label, ...] = ()


def journey(state: State, errand: Errand, ways: Ways) -> Journey:
    """How the Humans stand with an errand."""
    if errand.quarry:
        return _hunt(state, errand, ways)
    if errand.token:
        return _fetch(state, errand, ways)
    done = sum(1 for w in state.warriors.all.values() if w.fate == OUT and is_a(w, errand.who)) if errand.leave else 0
    number = errand.number - done
    more = 0.0
    if errand.counter:
        more, number = 4.0 * max(0, errand.number - state.marked(errand.counter)), 1
    able = [w for w in state.warriors.all.values() if w.tile and is_a(w, errand.who)]
    found = _gather(state, able, number, errand.kinds, ways)
    return found._replace(steps=found.steps + more + (number if errand.leave else 0))


def _gather(state: State, able: list[Warrior], number: int, kinds: frozenset[str], ways: Ways) -> Journey:
    """The nearest of them on tiles of the kinds; if there is none on the board, at the dark, with tiles to draw."""
    targets = tuple(tiles_of(state, kinds))
    steps = ways.to(state.board, targets)
    behind: tuple[Label, ...] = ()
    more = 0.0
    if not any(w.tile in steps for w in able):
        behind, targets = targets, ()
        steps = ways.to_the_dark(state.board, behind)
        more = 1.5 * (gap(state, able, behind) if behind else tiles_above(state, kinds))
    far = sorted((steps.get(w.tile, NOWHERE), w.id) for w in able)[: max(0, number)]
    missing = max(0, number - len(far))
    return Journey(targets, tuple(w for _, w in far), more + sum(n for n, _ in far) + ONE_TOO_FEW * missing, behind)


def gap(state: State, able: list[Warrior], behind: tuple[Label, ...]) -> float:
    """Cells of dark between where the Humans can get to and tiles they cannot reach."""
    steps = ways_from(state.board, {w.tile for w in able})
    return min((apart(state.board, here, goal) for here in steps for goal in behind), default=NOWHERE)


def _hunt(state: State, errand: Errand, ways: Ways) -> Journey:
    """The quarry is reached and struck down; if it is not in play, it is looked for."""
    able = [w for w in state.warriors.all.values() if w.tile and w.side == HUMAN]
    preys = [w for w in state.warriors.all.values() if w.tile and w.profile.id == errand.quarry]
    left = errand.number - state.fallen.get(errand.quarry, 0)
    if not preys:
        found = _gather(state, able, 1, errand.kinds, ways)
        return found._replace(targets=(), steps=found.steps + 12.0 * left)
    targets = tuple(dict.fromkeys(w.tile for w in preys))
    steps = ways.to(state.board, targets)
    behind: tuple[Label, ...] = ()
    more = 0.0
    if not any(w.tile in steps for w in able):
        behind, targets = targets, ()
        steps, more = ways.to_the_dark(state.board, behind), 1.5 * gap(state, able, behind)
    far = sorted((steps.get(w.tile, NOWHERE), w.id) for w in able)
    life = min(body_of(w).left(w) for w in preys)
    total = more + sum(n for n, _ in far[:2]) + 0.5 * sum(n for n, _ in far[2:]) + 3.0 * life + 12.0 * (left - 1)
    return Journey(targets, tuple(w for _, w in far), total, behind)


def _fetch(state: State, errand: Errand, ways: Ways) -> Journey:
    """The token is found, then carried home."""
    carriers = [w for w in state.warriors.all.values() if w.tile and errand.token in w.tokens]
    if carriers:
        return _gather(state, carriers, 1, errand.kinds, ways)
    able = [w for w in state.warriors.all.values() if w.tile and w.side == HUMAN]
    lying = tuple(tile for tile, tokens in state.tile_tokens.items() if errand.token in tokens)
    steps = ways.to(state.board, lying)
    near = sorted((steps[w.tile], w.id) for w in able if w.tile in steps)
    if near:
        return Journey(lying, tuple(w for _, w in near), near[0][0] + TO_BE_FOUND)
    found = _gather(state, able, 1, errand.sources, ways)
    return found._replace(targets=(), steps=found.steps + 2 * TO_BE_FOUND)


def enemy_tiles(state: State, side: Side) -> list[Label]:
    """Where the enemies of a side stand."""
    return list(dict.fromkeys(w.tile for w in state.warriors.all.values() if w.tile and w.side != side))
