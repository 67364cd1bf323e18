"""The Board of Destiny: which dice a square takes, and what it does (THR-2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations
from typing import TypeAlias

from companion.rules.actions import Action, Place, Resolve
from companion.rules.answers import Refusal, Waiting
from companion.rules.cards import Clause, Square
from companion.rules.draft import Draft
from companion.rules.effects.registry import Scene, perform
from companion.rules.state import State
from companion.rules.steps import Asks, Runs, not_now
from companion.rules.words import DEMON

Dice: TypeAlias = tuple[int, ...]
Placed: TypeAlias = tuple[tuple[str, Dice], ...]


def _odd(dice: Dice) -> int:
    return sum(die & 1 for die in dice)


# Condition of a square → whether dice (at least one) meet it; the number is the square's own, where it has one.
ACCEPTS: dict[str, Callable[[Dice, int], bool]] = {
    "any": lambda dice, number: True,
    "same_parity": lambda dice, number: _odd(dice) in (0, len(dice)),
    "two_odd": lambda dice, number: len(dice) == 2 and _odd(dice) == 2,
    "two_even": lambda dice, number: len(dice) == 2 and _odd(dice) == 0,
    "odd_and_even": lambda dice, number: len(dice) == 2 and _odd(dice) == 1,
    "each_at_least": lambda dice, number: min(dice) >= number,
    "total": lambda dice, number: sum(dice) == number,
    "total_at_least": lambda dice, number: sum(dice) >= number,
}


def accepts(square: Square, dice: Dice) -> bool:
    """Do the dice meet the square's condition?"""
    return bool(dice) and ACCEPTS[square.dice](dice, square.number)


@lru_cache(maxsize=10_000)
def groups(dice: Dice) -> tuple[Dice, ...]:
    """Every group of the dice, once; dice of one score are alike."""
    return tuple(dict.fromkeys(chain.from_iterable(combinations(dice, n) for n in range(1, len(dice) + 1))))


@lru_cache(maxsize=100_000)
def placements(square: str, rule: str, number: int, dice: Dice) -> tuple[Place, ...]:
    """Every group of the dice the square would take."""
    meets = ACCEPTS[rule]
    return tuple(Place(square, group) for group in groups(dice) if meets(group, number))


def is_used(square: Square, placed: Placed, blocked: frozenset[str]) -> bool:
    """A red square takes dice once a Threat phase, or once a game by house rule."""
    if not square.red:
        return False
    return square.id in blocked or (bool(placed) and any(name == square.id for name, _ in placed))


def together(square: Square, placed: Placed) -> Dice:
    """Dice that already lie on a square that counts them together."""
    if not placed or not square.per_die:
        return ()
    return tuple(d for name, dice in placed if name == square.id for d in dice)


def blocked_squares(state: State) -> frozenset[str]:
    """Red squares of earlier Threat phases, where the house plays them once a game."""
    return state.red_used if state.game.house.red_destiny == "per_game" else frozenset()


@dataclass(frozen=True, slots=True)
class PlaceDestiny(Asks):
    """All Dice of Destiny are placed before anything takes effect; some may stay out."""

    dice: Dice
    placed: Placed = ()

    def waiting(self, state: State) -> Waiting:
        facts = {"dice": list(self.dice), "placed": [[square, list(dice)] for square, dice in self.placed]}
        return Waiting(DEMON, "choice", "destiny", "THR-2", len(self.dice), facts)

    def actions(self, state: State) -> Sequence[Action]:
        found: list[Action] = []
        blocked = blocked_squares(state)
        for square in state.game.board_of_destiny:
            if not is_used(square, self.placed, blocked):
                already = together(square, self.placed)
                options = placements(square.id, square.dice, square.number, self.dice)
                found += [p for p in options if accepts(square, (*already, *p.dice))] if already else options
        if not found or state.game.house.destiny_dice != "all_placed":
            found.append(Resolve())
        return found

    def refusal(self, state: State, action: Action) -> Refusal | None:
        if isinstance(action, Resolve):
            return None if action in self.actions(state) else Refusal("THR-2", "all_dice", {"dice": list(self.dice)})
        if not isinstance(action, Place):
            return not_now(state, action, self.waiting(state))
        square = next((s for s in state.game.board_of_destiny if s.id == action.square), None)
        if square is None:
            return Refusal("THR-2", "no_such_square", {"square": action.square})
        left = list(self.dice)
        for die in action.dice:
            if die not in left:
                return Refusal("THR-2", "die_not_rolled", {"die": die, "dice": list(self.dice)})
            left.remove(die)
        if is_used(square, self.placed, blocked_squares(state)):
            return Refusal("THR-2", "square_used", {"square": square.id, "house": state.game.house.red_destiny})
        if not action.dice or not accepts(square, (*together(square, self.placed), *action.dice)):
            facts = {"square": square.id, "dice": list(action.dice), "condition": square.dice, "number": square.number}
            return Refusal("THR-2", "square_condition", facts)
        return None

    def take(self, draft: Draft, action: Action) -> None:
        if isinstance(action, Place):
            left = list(self.dice)
            for die in action.dice:
                left.remove(die)
            draft.push(PlaceDestiny(tuple(left), (*self.placed, (action.square, action.dice))))
            draft.say("destiny_placed", square=action.square, dice=list(action.dice))
            return
        used = {name for name, _ in self.placed}
        red = (square.id for square in draft.state.game.board_of_destiny if square.red and square.id in used)
        draft.set(red_used=draft.state.red_used.union(red))
        draft.push(ResolveSquares(self._in_board_order(draft.state)))

    def _in_board_order(self, state: State) -> tuple[tuple[str, Dice], ...]:
        """Squares take effect in the order of the board; dice on one that pays per die count together."""
        groups: list[tuple[str, Dice]] = []
        for square in state.game.board_of_destiny:
            all_dice = together(square, self.placed)
            groups += [(square.id, all_dice)] if all_dice else [p for p in self.placed if p[0] == square.id]
        return tuple(groups)


@dataclass(frozen=True, slots=True)
class ResolveSquares(Runs):
    groups: tuple[tuple[str, Dice], ...]

    def run(self, draft: Draft) -> None:
        if not self.groups:
            return
        (name, dice), rest = self.groups[0], self.groups[1:]
        draft.push(ResolveSquares(rest))
        square = draft.state.game.squares[name]
        draft.say("destiny", square=name, dice=list(dice))
        take_effect(draft, square, len(dice))


def take_effect(draft: Draft, square: Square, dice: int) -> None:
    times = dice if square.per_die else 1
    if square.id == "calm_before_the_storm" and draft.state.game.house.calm == "one_only":
        times = 1
    clauses = square.clauses
    if times > 1:
        clauses = tuple(Clause(c.verb, {**c.facts, "amount": c.number("amount") * times}) for c in clauses)
    perform(draft, clauses, Scene(source=square.id, side=DEMON))
