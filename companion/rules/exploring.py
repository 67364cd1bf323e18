"""Exploring: a tile is drawn, laid by the Demon, and the explorer steps onto it (EXP, TIL-10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.rules.actions import Action, Draw, Explore, Lay, PutHole
from companion.rules.board import (
    BIT,
    OPPOSITE,
    ROTATIONS,
    Cell,
    Label,
    Laid,
    Openings,
    Tile,
    beyond,
    openings_text,
    turned,
)
from companion.rules.cards import Part
from companion.rules.draft import Draft
from companion.rules.effects import ANY, offer_moment, on_special
from companion.rules.movement import arrive, refuse_leaving, refuse_step, spend_step, stands_on
from companion.rules.records import frozen, record
from companion.rules.results import Refusal, Waiting
from companion.rules.state import State, Warrior
from companion.rules.steps import Asks, Runs, not_now
from companion.rules.warriors import refuse_forbidden
from companion.rules.words import DEMON, HUMAN, TILE_DRAWN, TILE_LAID, Side


def refuse_explore(state: State, warrior: Warrior, action: Explore) -> Refusal | None:
    if warrior.profile.side not in state.game.explorers:
        return Refusal("ACT-3", "demons_never_explore", {"warrior": warrior.id})
    facts = {"warrior": warrior.id, "tile": warrior.tile, "edge": action.edge}
    bit = BIT.get(action.edge, 0)
    if not state.board.tiles[warrior.tile].openings & bit:
        return Refusal("EXP-1", "no_opening", facts)
    if not state.board.unexplored[warrior.tile] & bit:
        return Refusal("EXP-2", "already_explored", facts)
    return (
        refuse_forbidden(state, warrior, "explore")
        or refuse_step(state, warrior)
        or refuse_leaving(state, warrior)
        or (None if tiles_left(state) else Refusal("EXP-6", "no_tiles", facts))
    )


def explore(draft: Draft, action: Explore) -> None:
    warrior = draft.warrior(action.warrior)
    spend_step(draft, warrior)
    draft.happens("explores", warrior=warrior.id, tile=warrior.tile, edge=action.edge)
    draft.push(DrawTile(warrior.id, action.edge))


# -- the stack of tiles ------------------------------------------------------------------------------------------------


def top_layer(state: State) -> int:
    """The first layer with tiles left; the number of layers when all are used up."""
    for i, layer in enumerate(state.stack):
        for part in layer:
            if part.left:
                return i
    return len(state.stack)


def drawable(state: State) -> Sequence[Label]:
    """The tiles that may be on top: of the first layer not used up, or of the discards shuffled anew (EXP-6)."""
    top = top_layer(state)
    if top == len(state.stack):
        return state.discards
    gone = {*state.laid, *state.discards}
    return [label for part in state.stack[top] if part.left for label in part.tiles if label not in gone]


def tiles_left(state: State) -> bool:
    """Is there any tile to draw? `drawable` without the list, which is asked after every step."""
    top = top_layer(state)
    if top == len(state.stack):
        return bool(state.discards)
    laid, discards = state.laid, state.discards
    for part in state.stack[top]:
        if part.left:
            for label in part.tiles:
                if label not in laid and label not in discards:
                    return True
    return False


def take_from_stack(draft: Draft, label: Label) -> None:
    state = draft.state
    top = top_layer(state)
    if top == len(state.stack):
        # The discards become the new stack.
        left = tuple(t for t in state.discards if t != label)
        draft.set(stack=((Part(len(left), left),),), discards=())
        return
    layer = state.stack[top]
    taken = next(part for part in layer if part.left and label in part.tiles)
    rest = tuple(Part(p.left - 1, p.tiles) if p is taken else p for p in layer)
    draft.set(stack=(*state.stack[:top], rest, *state.stack[top + 1 :]))


def fitting(state: State, tile: Tile, cell: Cell, towards: str) -> list[int]:
    """Rotations with an opening that faces the explorer and some opening of the board still unexplored."""
    facing = BIT[OPPOSITE[towards]]
    ways = {rotation: turned(tile.openings, rotation) for rotation in ROTATIONS}
    return [r for r, openings in ways.items() if openings & facing and not closes(state, cell, openings)]


def closes(state: State, cell: Cell, openings: Openings) -> bool:
    """Would such a tile there leave no opening to explore, or wall one part of the board off from another (EXP-5)?

    A scenario may begin with two parts of the board: each tile must leave a way for them to meet.
    """
    board = state.board
    if not board.stays_open(cell, openings):
        return True
    if not state.game.separate_parts or not board.can_be_joined():
        return False
    return not board.lay(Laid("", "", cell, openings, 0)).can_be_joined()


@record
class DrawTile(Asks):
    """The explorer's player draws the top tile (EXP-3)."""

    explorer: str
    edge: str

    def waiting(self, state: State) -> Waiting:
        side = state.warriors.all[self.explorer].side
        return Waiting(side, "draw", "tile", "EXP-3", 1, {"warrior": self.explorer, "edge": self.edge})

    def actions(self, state: State) -> Sequence[Action]:
        return [Draw(label) for label in drawable(state)]

    def refusal(self, state: State, action: Action) -> Refusal | None:
        if not isinstance(action, Draw):
            return not_now(state, action, self.waiting(state))
        if action.what in drawable(state):
            return None
        if action.what in state.laid:
            laid = state.board.tiles[state.laid[action.what]]
            return Refusal("EXP-3", "tile_in_play", {"tile": action.what, "x": laid.at[0], "y": laid.at[1]})
        return Refusal("EXP-3", "not_in_stack", {"tile": action.what})

    def take(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Draw)
        take_from_stack(draft, action.what)
        state = draft.state
        tile = state.game.tiles[action.what]
        draft.happens("draws_tile", tile=tile.label, kind=tile.kind, openings=openings_text(tile.openings))
        draft.push(Drawn(self.explorer, self.edge, tile.label))
        offer_moment(draft, TILE_DRAWN, self.explorer)


@record
class Drawn(Runs):
    """The tile that was drawn is to be laid, or discarded where it fits in no way (EXP-3, EXP-5)."""

    explorer: str
    edge: str
    tile: Label

    def run(self, draft: Draft) -> None:
        state = draft.state
        tile = state.game.tiles[self.tile]
        cell = beyond(state.board.tiles[draft.warrior(self.explorer).tile].at, self.edge)
        if fitting(state, tile, cell, self.edge):
            by = layer(state, draft.warrior(self.explorer).side)
            draft.push(LayTile(self.explorer, self.edge, tile.label, by))
        else:
            discard(draft, tile.label, DrawTile(self.explorer, self.edge))


def layer(state: State, explorer: Side) -> Side:
    """Who lays the tile: the Demon, unless it explores itself or does not play; a card may let the Human (EXP-3)."""
    if explorer == HUMAN and state.marked("human_lays"):
        return HUMAN
    others = [side for side in state.game.sides if side != explorer]
    return DEMON if DEMON in others else others[0]


def discard(draft: Draft, label: Label, again: DrawTile) -> None:
    """A tile that would close the board goes away and another is drawn, as long as one could ever fit (EXP-5)."""
    draft.set(discards=(*draft.state.discards, label))
    draft.happens("discards_tile", tile=label)
    state = draft.state
    cell = beyond(state.board.tiles[draft.warrior(again.explorer).tile].at, again.edge)
    left = {*state.discards, *(t for layer in state.stack for part in layer if part.left for t in part.tiles)}
    left -= set(state.laid)
    if any(fitting(state, state.game.tiles[t], cell, again.edge) for t in left):
        draft.push(again)
    else:
        draft.happens("nothing_fits", warrior=again.explorer, edge=again.edge)


@record
class LayTile(Asks):
    """The drawn tile is laid against the explored opening, usually by the Demon (EXP-3)."""

    explorer: str
    edge: str
    tile: Label
    by: Side

    def waiting(self, state: State) -> Waiting:
        at = self.cell(state)
        facts = {"tile": self.tile, "warrior": self.explorer, "edge": self.edge, "x": at[0], "y": at[1]}
        return Waiting(self.by, "choice", "lay", "EXP-3", 1, facts)

    def cell(self, state: State) -> Cell:
        return beyond(state.board.tiles[state.warriors.all[self.explorer].tile].at, self.edge)

    def actions(self, state: State) -> Sequence[Action]:
        return [Lay(r) for r in ROTATIONS if self.refusal(state, Lay(r)) is None]

    def refusal(self, state: State, action: Action) -> Refusal | None:
        if not isinstance(action, Lay):
            return not_now(state, action, self.waiting(state))
        facts = {"tile": self.tile, "rotation": action.rotation}
        if action.rotation not in ROTATIONS:
            return Refusal("EXP-3", "quarter_turns_only", facts)
        if action.label and action.label in state.board.tiles:
            return Refusal("EXP-3", "label_in_use", {"tile": action.label})
        if not turned(state.game.tiles[self.tile].openings, action.rotation) & BIT[OPPOSITE[self.edge]]:
            return Refusal("EXP-3", "explorer_shut_out", facts)
        return None

    def take(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Lay)
        state = draft.state
        warrior = draft.warrior(self.explorer)
        tile = state.game.tiles[self.tile]
        cell = self.cell(state)
        openings = turned(tile.openings, action.rotation)
        if closes(state, cell, openings):
            discard(draft, tile.label, DrawTile(self.explorer, self.edge))
            return
        if self.by == warrior.side:
            draft.spend_mark("human_lays")
        laid = Laid(action.label or tile.label, tile.kind, cell, openings, action.rotation)
        draft.set(board=state.board.lay(laid), laid=frozen({**state.laid, tile.label: laid.label}))
        draft.set(water=with_water(draft.state))
        draft.happens(
            "lays", tile=laid.label, kind=laid.kind, x=cell[0], y=cell[1], rotation=laid.rotation, side=self.by
        )
        draft.push(StepIn(self.explorer, warrior.tile, laid.label))
        offer_moment(draft, TILE_LAID, self.explorer, laid.label)


def with_water(state: State) -> Mapping[Label, int]:
    """The water on the Fountains: a new one comes with its tokens, one that is gone has none (DP-5)."""
    kinds = state.game.tile_kinds
    full = {t.label: kinds[t.kind].water for t in state.board.tiles.values() if kinds[t.kind].water}
    return frozen({label: state.water.get(label, most) for label, most in full.items()})


@record
class StepIn(Runs):
    """A tile was laid: its Hole marker, what the scenario says of it, and the explorer steps in (EXP-4)."""

    explorer: str
    start: Label
    tile: Label

    def run(self, draft: Draft) -> None:
        if self._hole_marker_due(draft.state):
            draft.push(PlaceHole(self.tile))
        for kind in (draft.state.board.tiles[self.tile].kind, ANY):
            on_special(draft, f"laid:{kind}", self.explorer, self.tile)
        if stands_on(draft, self.explorer, self.start):
            arrive(draft, draft.warrior(self.explorer), self.tile)

    def _hole_marker_due(self, state: State) -> bool:
        due = state.kind_of(self.tile).hole and len(state.holes) < state.game.hole_markers
        return due and bool(hole_places(state, self.tile))


def hole_places(state: State, label: Label) -> list[Label]:
    """Other tiles in play that have no Hole yet."""
    return [
        t.label
        for t in state.board.tiles.values()
        if t.label != label and t.label not in state.holes and not state.game.tile_kinds[t.kind].hole
    ]


@record
class PlaceHole(Asks):
    """After a Hole in the Ground is laid the Demon puts a Hole marker on another tile (TIL-10)."""

    tile: Label

    def asks(self, state: State) -> bool:
        return bool(hole_places(state, self.tile))

    def run(self, draft: Draft) -> None:
        """No other tile is left to put it on."""

    def waiting(self, state: State) -> Waiting:
        return Waiting(DEMON, "choice", "hole", "TIL-10", 1, {"tile": self.tile})

    def actions(self, state: State) -> Sequence[Action]:
        return [PutHole(label) for label in hole_places(state, self.tile)]

    def refusal(self, state: State, action: Action) -> Refusal | None:
        if not isinstance(action, PutHole):
            return not_now(state, action, self.waiting(state))
        if action.tile in hole_places(state, self.tile):
            return None
        return Refusal("TIL-10", "no_place_for_hole", {"tile": action.tile})

    def take(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, PutHole)
        draft.set(holes=draft.state.holes | {action.tile})
        draft.happens("hole", tile=action.tile)
