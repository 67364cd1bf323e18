"""The Instinct phase of Kartikeya: Squamata dice on its board, War Cry, Reptilian Reflexes (FS-1, FS-2, FS-5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from companion.rules.actions import Action, Cry, Instinct, Reflexes
from companion.rules.cards import Line, Space
from companion.rules.draft import Draft
from companion.rules.movement import arrive, refuse_room
from companion.rules.playing import MainChoice, OpeningRoll
from companion.rules.records import record
from companion.rules.results import Refusal, Waiting
from companion.rules.state import Modifier, State, Warrior
from companion.rules.steps import Asks, not_now
from companion.rules.warriors import body_parts, tile_works
from companion.rules.words import (
    DEMON_FIGURE,
    REDEEMER,
    REFLEXES,
    SQUAMATA,
    SQUAMATA_ACTION,
    WAR_CRY,
    Talent,
    end_of,
)

SQUAMATA_DICE = 4
REFLEX_MVT = 3

# A part, or War Cry, and the dice that lie there.
Lying: TypeAlias = tuple[str, tuple[int, ...]]

# Which die a space takes; the number is the space's own.
TAKES: dict[str, Callable[[int, int], bool]] = {
    "any": lambda die, number: True,
    "odd": lambda die, number: die % 2 == 1,
    "even": lambda die, number: die % 2 == 0,
    "at_least": lambda die, number: die >= number,
    "at_most": lambda die, number: die <= number,
}


def kartikeya(state: State) -> Warrior | None:
    return next(iter(state.warriors.of(SQUAMATA)), None)


@record
class RollInstinct(OpeningRoll):
    def waiting(self, state: State) -> Waiting:
        return Waiting(SQUAMATA, "roll", "instinct", "FS-2", SQUAMATA_DICE)

    def before(self, state: State) -> list[Action]:
        return reflexes(state)

    def refuse_before(self, state: State, action: Action) -> Refusal | None:
        return refuse_reflexes(state, action, self.waiting(state))

    def take_before(self, draft: Draft, action: Action) -> None:
        use_reflexes(draft)

    def fallen(self, draft: Draft, dice: tuple[int, ...]) -> None:
        draft.push(PlaceInstinct(dice))


# -- the board (FS-2) --------------------------------------------------------------------------------------------------


def spaces_for(state: State, part: str, dice: tuple[int, ...]) -> tuple[Space, ...] | None:
    """The spaces of a part the dice lie on, each die on one of its own; None where one finds no space."""
    spaces = state.game.squamata_board.get(part, ())
    return _spaces_for(spaces, dice) if spaces else ()


@lru_cache(maxsize=10_000)
def _spaces_for(spaces: tuple[Space, ...], dice: tuple[int, ...]) -> tuple[Space, ...] | None:
    if not dice:
        return ()
    die, others = dice[0], dice[1:]
    # The space that takes fewest faces first; another where the rest of the dice would find no space then.
    for space in sorted((s for s in spaces if TAKES[s.dice](die, s.number)), key=_faces):
        at = spaces.index(space)
        rest = _spaces_for((*spaces[:at], *spaces[at + 1 :]), others)
        if rest is not None:
            return (space, *rest)
    return None


def _faces(space: Space) -> int:
    """How many faces of a die the space takes."""
    return sum(TAKES[space.dice](face, space.number) for face in range(1, 7))


def lying_on(state: State, part: str, dice: tuple[int, ...], action: Instinct) -> tuple[Space, ...] | None:
    """The spaces of a part its dice lie on: those the player names, or any that take them; None if they may not."""
    named = (action.spaces or {}).get(part)
    if named is None:
        return spaces_for(state, part, dice)
    spaces = state.game.squamata_board.get(part, ())
    if len(named) != len(dice) or len(set(named)) < len(named) or not set(named) <= set(range(len(spaces))):
        return None
    found = tuple(spaces[at] for at in named)
    return found if all(TAKES[s.dice](die, s.number) for s, die in zip(found, dice, strict=True)) else None


def refuse_instinct(state: State, action: Instinct, rolled: tuple[int, ...]) -> Refusal | None:
    warrior = kartikeya(state)
    left = list(rolled)
    parts = {part.name: part for part in body_parts(warrior)} if warrior is not None else {}
    for name, dice in {**dict.fromkeys(action.spaces or (), ()), **action.dice}.items():
        for die in dice:
            if die not in left:
                return Refusal("FS-2", "die_not_rolled", {"die": die, "dice": list(rolled)})
            left.remove(die)
        if name == WAR_CRY:
            refused = refuse_war_cry(warrior, dice)
        elif name not in parts:
            refused = Refusal("FS-2", "no_such_part", {"part": name})
        elif parts[name].destroyed:
            refused = Refusal("FS-2", "part_is_destroyed", {"part": name})
        elif lying_on(state, name, dice, action) is None:
            refused = Refusal("FS-2", "no_space_for_die", {"part": name, "dice": list(dice)})
        else:
            refused = None
        if refused is not None:
            return refused
    return None


def refuse_war_cry(warrior: Warrior | None, dice: tuple[int, ...]) -> Refusal | None:
    if warrior is None or not tile_works(warrior, WAR_CRY):
        return Refusal("FS-5", "tile_does_not_work", {"squamata": WAR_CRY})
    return None if len(dice) == 1 else Refusal("FS-5", "one_die_for_the_cry", {"dice": list(dice)})


def placements(state: State, rolled: tuple[int, ...]) -> Iterator[Instinct]:
    """Every way to place the dice, each way once; dice may stay out."""
    warrior = kartikeya(state)
    parts = body_parts(warrior) if warrior is not None else []
    names = [part.name for part in parts if not part.destroyed]
    if warrior is not None and tile_works(warrior, WAR_CRY):
        names.append(WAR_CRY)
    for way in _shared_out(state, tuple(names), tuple(sorted(rolled))):
        yield Instinct(dict(way))


def _shared_out(state: State, names: tuple[str, ...], dice: tuple[int, ...]) -> Iterator[tuple[Lying, ...]]:
    """Dice for the first place, then the rest of them for the others."""
    if not names:
        yield ()
        return
    name, others = names[0], names[1:]
    for chosen, left in _choices(dice):
        if (name == WAR_CRY and len(chosen) > 1) or (name != WAR_CRY and spaces_for(state, name, chosen) is None):
            continue
        here = ((name, chosen),) if chosen else ()
        yield from (here + rest for rest in _shared_out(state, others, left))


@lru_cache(maxsize=5_000)
def _choices(dice: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Every set of some of the dice, once each, with the dice that are left."""
    found = {}
    for count in range(len(dice) + 1):
        for places in combinations(range(len(dice)), count):
            chosen = tuple(dice[i] for i in places)
            found[chosen] = tuple(die for i, die in enumerate(dice) if i not in places)
    return tuple(found.items())


@record
class PlaceInstinct(Asks):
    """All Squamata dice are placed at once; what they give holds until the next Instinct phase."""

    dice: tuple[int, ...]

    def waiting(self, state: State) -> Waiting:
        return Waiting(SQUAMATA, "choice", "instinct", "FS-2", len(self.dice), {"dice": list(self.dice)})

    def actions(self, state: State) -> Sequence[Action]:
        return [*placements(state, self.dice), *reflexes(state)]

    def refusal(self, state: State, action: Action) -> Refusal | None:
        if isinstance(action, Instinct):
            return refuse_instinct(state, action, self.dice)
        return refuse_reflexes(state, action, self.waiting(state))

    def take(self, draft: Draft, action: Action) -> None:
        if isinstance(action, Reflexes):
            draft.push(self)
            use_reflexes(draft)
            return
        assert isinstance(action, Instinct)
        draft.happens("instinct", dice={name: list(dice) for name, dice in action.dice.items()})
        draft.push(InstinctChoices())
        warrior = kartikeya(draft.state)
        if warrior is None:
            return
        if draft.state.game.squamata_board:
            draft.put(with_values(draft.state, warrior, action))
        if WAR_CRY in action.dice:
            draft.push(CryOut())


def with_values(state: State, warrior: Warrior, action: Instinct) -> Warrior:
    """The values of the turn: those of its card, and what the spaces with dice give."""
    mvt, cbt, defence = warrior.profile.resting
    talents: set[Talent] = set(warrior.profile.talents)
    for name, dice in action.dice.items():
        for space in lying_on(state, name, dice, action) or ():
            mvt, cbt, defence = mvt + space.mvt, cbt + space.cbt, defence + space.defence
            talents |= space.talents
    return warrior._replace(line=Line(mvt, cbt, defence), talents=frozenset(talents))


@record
class InstinctChoices(MainChoice):
    """The dice are placed: Reptilian Reflexes, then the end of the phase."""

    def waiting(self, state: State) -> Waiting:
        return Waiting(SQUAMATA, "choice", "initiative", "FS-1")

    def own_actions(self, state: State) -> list[Action]:
        return reflexes(state)

    def own_refusal(self, state: State, action: Action) -> Refusal | None:
        return refuse_reflexes(state, action, self.waiting(state))

    def own_take(self, draft: Draft, action: Action) -> None:
        use_reflexes(draft)


# -- War Cry (FS-5) ----------------------------------------------------------------------------------------------------


def refuse_cry(state: State, action: Cry) -> Refusal | None:
    target = state.warriors.all.get(action.warrior)
    if target is None or not target.tile or target.side == SQUAMATA or target.figure in (DEMON_FIGURE, REDEEMER):
        return Refusal("FS-5", "cannot_be_moved", {"warrior": action.warrior})
    if action.to not in state.board.joined.get(target.tile, ()):
        return Refusal("FS-5", "not_joined", {"from": target.tile, "tile": action.to})
    return refuse_room(state, target.side, action.to)


def cries(state: State) -> list[Action]:
    ways = (Cry(w.id, to) for w in state.warriors.all.values() if w.tile for to in state.board.joined[w.tile])
    return [way for way in ways if refuse_cry(state, way) is None]


@record
class CryOut(Asks):
    """An opposing warrior is moved to a joined tile, whatever stands with it; not a Demon or the Redeemer."""

    def asks(self, state: State) -> bool:
        return bool(cries(state))

    def run(self, draft: Draft) -> None:
        """Nobody can be moved."""

    def waiting(self, state: State) -> Waiting:
        return Waiting(SQUAMATA, "choice", "cry", "FS-5", 1)

    def actions(self, state: State) -> Sequence[Action]:
        return cries(state)

    def refusal(self, state: State, action: Action) -> Refusal | None:
        return refuse_cry(state, action) if isinstance(action, Cry) else not_now(state, action, self.waiting(state))

    def take(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Cry)
        warrior = draft.warrior(action.warrior)
        draft.happens("moves", warrior=warrior.id, **{"from": warrior.tile}, tile=action.to, via=WAR_CRY)
        arrive(draft, warrior, action.to)


# -- Reptilian Reflexes (FS-5) -----------------------------------------------------------------------------------------


def reflexes(state: State) -> list[Action]:
    warrior = kartikeya(state)
    return [Reflexes()] if warrior is not None and tile_works(warrior, REFLEXES) else []


def refuse_reflexes(state: State, action: Action, waiting: Waiting) -> Refusal | None:
    if not isinstance(action, Reflexes):
        return not_now(state, action, waiting)
    return None if reflexes(state) else Refusal("FS-5", "tile_does_not_work", {"squamata": REFLEXES})


def use_reflexes(draft: Draft) -> None:
    """MVT 3 for the action phase that follows; the tile leaves play."""
    warrior = kartikeya(draft.state)
    assert warrior is not None
    draft.put(warrior._replace(squamata=tuple(tile for tile in warrior.squamata if tile[0] != REFLEXES)))
    draft.modify(Modifier(REFLEXES, warrior.id, end_of(SQUAMATA_ACTION), mvt_is=REFLEX_MVT))
    draft.happens("reflexes", warrior=warrior.id, mvt=REFLEX_MVT)
