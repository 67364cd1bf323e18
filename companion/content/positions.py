"""Position files: a table set up in JSON with steps to play on it, and the state of the game it describes.

A position asks about rules, not about numbers nobody has confirmed: stand-in talents and stand-in dice of Gifts are
left out of the box it is played with.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field, JsonValue, StringConstraints, model_validator

from companion.content.box import Box
from companion.protocol.strict import StrictModel
from companion.rules.board import Board, Laid, Tile, openings_from
from companion.rules.card_verbs import VERBS
from companion.rules.cards import ALL_LINES, EXHAUSTED, Card, Clause, Line, Part, Profile, Turn
from companion.rules.draft import Draft
from companion.rules.engine import begin
from companion.rules.game import Condition, Game, house_rules
from companion.rules.initiative import InitiativeChoices, with_die
from companion.rules.state import Roster, State, Warrior
from companion.rules.threat import take_effect
from companion.rules.words import DEMON, DEMON_FIGURE, HUMAN, talents_from

Label = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Edges = Annotated[str, StringConstraints(pattern=r"^[NESW]{1,4}$")]
Score = Annotated[int, Field(ge=1, le=6, strict=True)]
Count = Annotated[int, Field(ge=0, le=999, strict=True)]
TURNS = (
    Turn("initiative", HUMAN, "initiative"),
    Turn("human_action", HUMAN, "action"),
    Turn("threat", DEMON, "threat"),
    Turn("demon_action", DEMON, "action"),
)
# A Demon of no card in particular, as the worked examples use it.
ANY_DEMON = Profile("demon", DEMON_FIGURE, DEMON, "wounds", (Line(2, 4, 4),), health=4, cost=5)
LASTING = frozenset(
    {
        *("calm_before_the_storm", "supernatural_speed", "they_are_legion", "sharpened_claws"),
        *("taste_for_blood", "burrowing_monsters", "resistance_is_futile"),
    }
)
LAST_STAND = Condition("demon", "all_dead", (Clause("dead", {"at_least": 1}), Clause("in_play", {"at_most": 0})))


class TileToDraw(StrictModel):
    kind: str
    openings: Edges


class TileAt(TileToDraw):
    at: tuple[int, int]


class PositionLine(StrictModel):
    mvt: Count
    cbt: Count
    defence: Annotated[int, Field(ge=1, le=6, alias="def")]


class WarriorAt(StrictModel):
    kind: str
    tile: Label
    line: PositionLine | None = None
    die: Score | None = None
    talents: list[Literal["elusive", "frantic", "bodyguard", "impressive", "blessed"]] | None = None
    cancelled: list[Score] = []
    objects: list[str] = []
    gifts: list[str] = []
    skills: list[str] = []
    health: Annotated[int, Field(ge=1, le=99)] | None = None
    wounds: Count = 0
    tough: bool = False


class ExpectedRefusal(StrictModel):
    refused: str | list[str]


class ExpectedWarrior(StrictModel):
    tile: str | None = None
    alive: bool | None = None
    exhausted: bool | None = None
    mvt: int | None = None
    cbt: int | None = None
    defence: int | None = Field(default=None, alias="def")
    cancelled: list[int] | None = None
    wounds: int | None = None
    may_move: bool | None = None
    may_fight: bool | None = None


class ExpectedState(StrictModel):
    """What must hold at a point; only what is named is looked at."""

    warriors: dict[str, ExpectedWarrior] | None = None
    troglodytes: dict[str, int] | None = None
    tp: int | None = None
    phase: str | None = None
    tiles: list[str] | None = None
    unexplored: dict[str, str] | None = None
    dice_to_roll: int | None = None
    waiting_for: str | None = None
    event_hand: int | None = None
    winner: str | None = None


class PositionStep(StrictModel):
    do: dict[str, JsonValue] | None = None
    expect: Literal["ok"] | ExpectedRefusal = "ok"
    state: ExpectedState | None = None

    @model_validator(mode="after")
    def _something(self) -> PositionStep:
        if self.do is None and self.state is None:
            raise ValueError("a step needs 'do' or 'state'")
        if self.do is None and "expect" in self.model_fields_set:
            raise ValueError("'expect' stands beside 'do'")
        return self


class Position(StrictModel):
    """A whole position file."""

    name: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    rules: list[str]
    house: dict[str, JsonValue] = {}
    tiles: dict[Label, TileAt]
    pile: list[TileToDraw] = []
    holes: list[str] = []
    entered: list[str] = []
    warriors: dict[Label, WarriorAt]
    phase: Literal["initiative", "human_action", "threat", "demon_action", "instinct", "squamata_action"]
    tp: Count = 0
    effects: list[str] = []
    advantages: list[str] = []
    events: list[str] = []
    event_deck: list[str] = []
    steps: list[PositionStep]


# -- from the file to a state ------------------------------------------------------------------------------------------


class PositionError(ValueError):
    """The position cannot be set up: names the key."""


def place(position: Position, box: Box) -> State:
    """The state a position describes, waiting for its first step."""
    game = _game(position, box)
    board = _board(position, game)
    warriors = {name: _warrior(name, w, position, game) for name, w in position.warriors.items()}
    _check_crowds(warriors, board, game)
    for key, labels in (("holes", position.holes), ("entered", position.entered)):
        _known(key, labels, board.tiles)
    for key, cards in (
        ("advantages", position.advantages),
        ("events", position.events),
        ("event_deck", position.event_deck),
    ):
        _known(key, cards, game.cards)
    pile = tuple(label for label in game.tiles if label not in board.tiles)
    state = State(
        game=game,
        round=1,
        turn=next(i for i, turn in enumerate(TURNS) if turn.phase == position.phase),
        agenda=(),
        board=board,
        warriors=Roster(warriors),
        holes=frozenset(position.holes),
        entered=frozenset(position.entered),
        stack=((Part(len(pile), pile),),),
        laid={label: label for label in board.tiles},
        tp=position.tp,
        hands={"advantage": tuple(position.advantages), "event": tuple(position.events)},
        decks={"advantage": (), "event": tuple(position.event_deck)},
    )
    return _in_force(_started(state), position)


def _started(state: State) -> State:
    """In an Initiative phase whose Humans all have their line the dice are placed already."""
    started = begin(state).state
    humans = state.warriors.of(HUMAN)
    if state.phase == "initiative" and humans and all(w.line != EXHAUSTED or w.die for w in humans):
        return started._replace(agenda=(InitiativeChoices(),))
    return started


def _in_force(state: State, position: Position) -> State:
    draft = Draft(state, VERBS)
    for square in position.effects:
        if square not in LASTING or square not in state.game.squares:
            raise PositionError(f"effects: {square!r} is no Destiny square with a lasting effect")
        take_effect(draft, state.game.squares[square], 1)
    return draft.state


def _game(position: Position, box: Box) -> Game:
    if position.phase not in [t.phase for t in TURNS]:
        raise PositionError(f"phase: {position.phase!r} is not played with the base box")
    try:
        house = house_rules(dict(position.house))
    except ValueError as error:
        raise PositionError(f"house: {error}") from error
    tiles: dict[str, TileToDraw] = {**position.tiles, **{f"pile-{n}": t for n, t in enumerate(position.pile, 1)}}
    for label, tile in tiles.items():
        if tile.kind not in box.tile_kinds:
            raise PositionError(f"tiles.{label}.kind: {tile.kind!r} is not in the box")
    return Game(
        turns=TURNS,
        profiles={**{p.id: _attested(p, box) for p in box.profiles.values()}, ANY_DEMON.id: ANY_DEMON},
        cards={c.id: _without_stand_in_die(c, box) for c in box.rules_cards.values()},
        tile_kinds=box.tile_kinds,
        squares=box.squares,
        tiles={label: Tile(label, t.kind, openings_from(t.openings)) for label, t in tiles.items()},
        stock=box.stock,
        reinforcements={"troglodyte": 0, ANY_DEMON.id: 0},
        hole_markers=box.pack.hole_markers.value if box.pack.hole_markers else 0,
        house=house,
        conditions=(LAST_STAND,),
        name="position",
    )


def _attested(profile: Profile, box: Box) -> Profile:
    for human in box.pack.human:
        if human.id == profile.id:
            return replace(profile, talents=talents_from(t.value for t in human.talents if t.sure))
    return profile


def _without_stand_in_die(card: Card, box: Box) -> Card:
    for gift in box.pack.gift:
        if gift.id == card.id and gift.die is not None and not gift.die.sure:
            return replace(card, die=None)
    return card


def _board(position: Position, game: Game) -> Board:
    cells = [tile.at for tile in position.tiles.values()]
    for label, tile in position.tiles.items():
        if cells.count(tile.at) > 1:
            raise PositionError(f"tiles.{label}.at: two tiles lie on {list(tile.at)}")
    return Board(
        tuple(Laid(label, tile.kind, tile.at, game.tiles[label].openings, 0) for label, tile in position.tiles.items())
    )


def _warrior(name: str, model: WarriorAt, position: Position, game: Game) -> Warrior:
    where = f"warriors.{name}"
    if model.kind not in game.profiles:
        raise PositionError(f"{where}.kind: {model.kind!r} is not in the box")
    _known(f"{where}.tile", [model.tile], position.tiles)
    _known(f"{where}.objects", model.objects, game.cards)
    _known(f"{where}.gifts", model.gifts, game.cards)
    if model.skills:
        raise PositionError(f"{where}.skills: skills belong to De Profundis, which is not in the box")
    if len(set(model.cancelled)) == len(ALL_LINES) or len(set(model.cancelled)) < len(model.cancelled):
        raise PositionError(f"{where}.cancelled: each line once, and not all six of a living warrior")
    profile = game.profiles[model.kind]
    warrior = Warrior(
        id=name,
        profile=profile,
        tile=model.tile,
        line=EXHAUSTED if profile.body == "lines" else profile.lines[0],
        talents=profile.talents if model.talents is None else frozenset(model.talents),
        cancelled=tuple(sorted(model.cancelled)),
        wounds=model.wounds,
        health=model.health or profile.health,
        objects=tuple(model.objects),
        gifts=tuple(model.gifts),
        tokens=("tough",) if model.tough else (),
    )
    return _with_values(warrior, model)


def _with_values(warrior: Warrior, model: WarriorAt) -> Warrior:
    """What `line` says, or the card's line for `die`; a die on a cancelled line with no other values is Exhausted."""
    if model.line is None:
        return with_die(warrior, model.die) if model.die and warrior.profile.body == "lines" else warrior
    line = Line(model.line.mvt, model.line.cbt, model.line.defence)
    exhausted = line == EXHAUSTED and model.die in warrior.cancelled
    return warrior._replace(line=line, die=model.die or 0, exhausted=exhausted)


def _check_crowds(warriors: dict[str, Warrior], board: Board, game: Game) -> None:
    for laid in board.tiles.values():
        for side in (HUMAN, DEMON):
            here = [w.id for w in warriors.values() if w.tile == laid.label and w.side == side]
            most = game.tile_kinds[laid.kind].capacity
            if len(here) > most:
                raise PositionError(f"warriors: {len(here)} of the {side} side on tile {laid.label}, {most} at most")


def _known(key: str, names: list[str], known: Container[str]) -> None:
    for name in names:
        if name not in known:
            raise PositionError(f"{key}: {name!r} is not known")
