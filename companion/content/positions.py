"""Position files: a table set up in JSON with steps to play on it, and the state of the game it describes.

A position asks about rules, not about numbers nobody has confirmed: stand-in talents and stand-in dice of Gifts are
left out of the box it is played with.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import replace

from companion.content.box import BASE, Box
from companion.content.position_models import Position, TileToDraw, WarriorAt
from companion.content.scenario_models import turns_of
from companion.content.setup import REMOVED, hand_limit
from companion.rules.board import Board, Laid, Tile, openings_from
from companion.rules.card_verbs import VERBS
from companion.rules.cards import ALL_LINES, EXHAUSTED, Card, Clause, DeadlyEvent, Line, Part, Profile, Turn
from companion.rules.draft import Draft
from companion.rules.engine import begin
from companion.rules.exploring import with_water
from companion.rules.game import Condition, Game, house_rules
from companion.rules.initiative import InitiativeChoices
from companion.rules.state import BodyPart, Roster, State, Warrior
from companion.rules.threat import take_effect
from companion.rules.warriors import with_die
from companion.rules.words import (
    ARMOR,
    DEMON,
    DEMON_FIGURE,
    HEAVY_ARMOR,
    HELLHOUND,
    HUMAN,
    KARTIKEYA,
    SIDES,
    SQUAMATA,
    talents_from,
)

# A Demon of no card in particular, as the worked examples use it.
ANY_DEMON = Profile("demon", DEMON_FIGURE, DEMON, "wounds", (Line(2, 4, 4),), health=4, cost=5)
LASTING = frozenset(
    {
        *("calm_before_the_storm", "supernatural_speed", "they_are_legion", "sharpened_claws"),
        *("taste_for_blood", "burrowing_monsters", "resistance_is_futile"),
    }
)
# Sections of a pack whose pieces a position can name.
NAMED = ("tile_kind", "human", "fiend", "gift", "object", "advantage", "event", "skill", "squamata")
MOST_HELLHOUNDS = 2
# Verbs that have their time in the Initiative phase: the first of them tells whether the dice are rolled yet.
INITIATIVE_VERBS = ("roll", "fountain", "assign", "bless", "end_phase")
# Verbs of a step whose value is such a piece.
NAMING = ("enter", "play", "gift", "discard")
LAST_STAND = Condition("demon", "all_dead", (Clause("dead", {"at_least": 1}), Clause("in_play", {"at_most": 0})))


# -- from the file to a state ------------------------------------------------------------------------------------------


class PositionError(ValueError):
    """The position cannot be set up: names the key."""


def place(position: Position, box: Box) -> State:
    """The state a position describes, waiting for its first step."""
    game = _game(position, box)
    board = _board(position, game)
    warriors = {name: _warrior(name, w, position, game, box) for name, w in position.warriors.items()}
    _check_crowds(warriors, board, game)
    for key, labels in (("holes", position.holes), ("entered", position.entered)):
        _known(key, labels, board.tiles)
    for key in ("advantages", "events", "event_deck", "object_deck", "advantage_deck"):
        _known(key, getattr(position, key), game.cards)
    for label in position.water:
        if label not in board.tiles or not game.tile_kinds[board.tiles[label].kind].water:
            raise PositionError(f"water.{label}: no Healing Fountain lies there")
    pile = tuple(label for label in game.tiles if label not in board.tiles)
    state = State(
        game=game,
        round=1,
        turn=next(i for i, turn in enumerate(game.turns) if turn.phase == position.phase),
        agenda=(),
        board=board,
        warriors=Roster(warriors),
        holes=frozenset(position.holes),
        entered=frozenset(position.entered),
        stack=((Part(len(pile), pile),),),
        laid={label: label for label in board.tiles},
        tp=position.tp,
        hands={"advantage": tuple(position.advantages), "event": tuple(position.events)},
        decks={
            "advantage": tuple(position.advantage_deck),
            "event": tuple(position.event_deck),
            "object": tuple(position.object_deck),
        },
        entries={HELLHOUND: _entered(position, warriors)},
        water=position.water,
        deadly=position.deadly_destiny,
    )
    state = state._replace(water=with_water(state))
    return _in_force(_started(state, position), position)


def _started(state: State, position: Position) -> State:
    """In an Initiative phase whose Humans all have their line the dice are placed already, unless the steps roll."""
    started = begin(state).state
    humans = state.warriors.of(HUMAN)
    if state.phase != "initiative" or not humans or _before_the_roll(position):
        return started
    placed = all(w.line != EXHAUSTED or w.die for w in humans)
    return started._replace(agenda=(InitiativeChoices(),)) if placed else started


def _before_the_roll(position: Position) -> bool:
    """Do the steps say that the opening roll is still to come? Lines and dice are those of the last round then."""
    for step in position.steps:
        if step.do is None:
            if step.state is not None and step.state.dice_to_roll:
                return True
        elif step.expect == "ok":
            verb = next((verb for verb in step.do if verb in INITIATIVE_VERBS), "")
            if verb:
                return verb in ("roll", "fountain")
    return False


def _in_force(state: State, position: Position) -> State:
    draft = Draft(state, VERBS)
    for square in position.effects:
        if square not in LASTING or square not in state.game.squares:
            raise PositionError(f"effects: {square!r} is no Destiny square with a lasting effect")
        take_effect(draft, state.game.squares[square], 1)
    return draft.state


def _entered(position: Position, warriors: Mapping[str, Warrior]) -> int:
    """Hellhounds that have come in so far: as many as are on the table, unless the position says otherwise."""
    if position.hellhounds_entered is not None:
        return position.hellhounds_entered
    return sum(w.figure == HELLHOUND for w in warriors.values())


def packs_of(position: Position, box: Box) -> list[str]:
    """The packs the position names; else the base box and whatever a kind, card or tile in it belongs to."""
    known = [info.id for info in box.pack.packs]
    if position.packs is not None:
        _known("packs", position.packs, known)
        return position.packs
    pieces = {piece.id: piece.pack for name in NAMED for piece in getattr(box.pack, name)}
    warriors = position.warriors.values()
    named = {
        *(tile.kind for tile in (*position.tiles.values(), *position.pile)),
        *(warrior.kind for warrior in warriors),
        *(card for w in warriors for card in (*w.objects, *w.gifts, *w.skills)),
        *position.advantages, *position.events,
        *position.event_deck, *position.object_deck, *position.advantage_deck,
        *(str(step.do[verb]) for step in position.steps if step.do for verb in NAMING if verb in step.do),
    }  # fmt: skip
    used = {pieces.get(name, BASE) for name in named}
    used |= {piece.pack for piece in box.pack.squamata if SQUAMATA in position.sides}
    return [name for name in known if name == BASE or name in used]


def _game(position: Position, box: Box) -> Game:
    packs = packs_of(position, box)
    kinds = {kind.id: box.tile_kinds[kind.id] for kind in box.pack.tile_kind if kind.pack in packs}
    hounds = {f.id: MOST_HELLHOUNDS for f in box.pack.fiend if f.figure == HELLHOUND and f.pack in packs}
    turns = tuple(Turn(turn.phase, turn.side, turn.kind) for turn in turns_of(position.sides))
    if position.phase not in [turn.phase for turn in turns]:
        raise PositionError(f"phase: {position.phase!r} is not played by {', '.join(position.sides)}")
    try:
        house = house_rules(dict(position.house))
    except ValueError as error:
        raise PositionError(f"house: {error}") from error
    tiles: dict[str, TileToDraw] = {**position.tiles, **{f"pile-{n}": t for n, t in enumerate(position.pile, 1)}}
    for label, tile in tiles.items():
        if tile.kind not in kinds:
            raise PositionError(f"tiles.{label}.kind: {tile.kind!r} is not in the box")
    return Game(
        turns=turns,
        explorers=frozenset({HUMAN, SQUAMATA}),
        deadly={name: DeadlyEvent(cost) for name, cost in position.deadly_events.items()},
        cards_out=REMOVED,
        profiles={**{p.id: _attested(p, box) for p in box.profiles.values()}, ANY_DEMON.id: ANY_DEMON},
        cards={c.id: _attested_card(c, box) for c in box.rules_cards.values()},
        tile_kinds=kinds,
        squares=box.squares,
        tiles={label: Tile(label, t.kind, openings_from(t.openings)) for label, t in tiles.items()},
        stock=box.stock,
        reinforcements={"troglodyte": 0, ANY_DEMON.id: 0, **hounds},
        hole_markers=box.pack.hole_markers.value if box.pack.hole_markers else 0,
        hand_limit=hand_limit(box, packs),
        house=house,
        conditions=_conditions(position),
        name="position",
    )


def _conditions(position: Position) -> tuple[Condition, ...]:
    """Whose warriors are all dead has lost; against Kartikeya its death wins; where three play, two go on."""
    if SQUAMATA not in position.sides:
        return (LAST_STAND,)
    others = [side for side in position.sides if side != SQUAMATA]
    if len(others) > 1:
        return (LAST_STAND,)
    dead = Condition(others[0], "kartikeya_dead", (Clause("killed", {"card": KARTIKEYA, "at_least": 1}),))
    return (dead, LAST_STAND._replace(winner=SQUAMATA))


def _attested(profile: Profile, box: Box) -> Profile:
    for human in box.pack.human:
        if human.id == profile.id:
            return replace(profile, talents=talents_from(t.value for t in human.talents if t.sure))
    return profile


def _attested_card(card: Card, box: Box) -> Card:
    for skill in box.pack.skill:
        if skill.id == card.id and skill.effect is not None and not skill.effect.sure:
            return replace(card, clauses=())
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


def _warrior(name: str, model: WarriorAt, position: Position, game: Game, box: Box) -> Warrior:
    where = f"warriors.{name}"
    if model.kind not in game.profiles:
        raise PositionError(f"{where}.kind: {model.kind!r} is not in the box")
    _known(f"{where}.tile", [model.tile], position.tiles)
    _known(f"{where}.objects", model.objects, game.cards)
    _known(f"{where}.gifts", model.gifts, game.cards)
    _known(f"{where}.skills", model.skills, game.cards)
    if (model.parts or model.squamata) and game.profiles[model.kind].body != "parts":
        raise PositionError(f"{where}.{'parts' if model.parts else 'squamata'}: only Kartikeya has such")
    if len(set(model.cancelled)) == len(ALL_LINES) or len(set(model.cancelled)) < len(model.cancelled):
        raise PositionError(f"{where}.cancelled: each line once, and not all six of a living warrior")
    profile = game.profiles[model.kind]
    warrior = Warrior(
        id=name,
        profile=profile,
        tile=model.tile,
        line=profile.resting,
        talents=profile.talents if model.talents is None else frozenset(model.talents),
        cancelled=tuple(sorted(model.cancelled)),
        wounds=model.wounds,
        health=model.health or profile.health,
        objects=tuple(model.objects),
        gifts=tuple(model.gifts),
        tokens=("tough",) if model.tough else (),
        skills=tuple(model.skills),
        parts=_parts(model, where, box) if profile.body == "parts" else (),
        squamata=tuple((tile, part or "") for tile, part in model.squamata.items()),
    )
    return _with_values(warrior, model)


def _parts(model: WarriorAt, where: str, box: Box) -> tuple[BodyPart, ...]:
    """The parts of the body a position names; those of the board where it names none."""
    found = []
    for name, part in model.parts.items():
        if part.resistance is None and name != HEAVY_ARMOR:
            raise PositionError(f"{where}.parts.{name}.resistance: is needed")
        found.append(BodyPart(name, part.resistance or ARMOR, part.wounds))
    if not any(part.name != HEAVY_ARMOR for part in found):
        found += [BodyPart(part.id, part.resistance.value) for part in box.pack.part]
    if HEAVY_ARMOR in model.squamata and HEAVY_ARMOR not in model.parts:
        found.append(BodyPart(HEAVY_ARMOR, ARMOR))
    return tuple(found)


def _with_values(warrior: Warrior, model: WarriorAt) -> Warrior:
    """What `line` says, or the card's line for `die`; a die on a cancelled line with no other values is Exhausted."""
    if model.line is None:
        takes_die = warrior.profile.body == "lines" or warrior.profile.instinct is not None
        return with_die(warrior, model.die) if model.die and takes_die else warrior
    line = Line(model.line.mvt, model.line.cbt, model.line.defence)
    exhausted = line == EXHAUSTED and model.die in warrior.cancelled
    return warrior._replace(line=line, die=model.die or 0, exhausted=exhausted)


def _check_crowds(warriors: dict[str, Warrior], board: Board, game: Game) -> None:
    for laid in board.tiles.values():
        for side in SIDES:
            here = [w.id for w in warriors.values() if w.tile == laid.label and w.side == side]
            most = game.tile_kinds[laid.kind].capacity
            if len(here) > most:
                raise PositionError(f"warriors: {len(here)} of the {side} side on tile {laid.label}, {most} at most")


def _known(key: str, names: list[str], known: Container[str]) -> None:
    for name in names:
        if name not in known:
            raise PositionError(f"{key}: {name!r} is not known")
