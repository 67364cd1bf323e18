"""The agenda: what the game still has to do, the top of it being what it waits for now.

A step is a small immutable record. `waiting` says whom it waits for (None: it runs by itself), `actions` lists what may
be done, `refusal` says why something may not, `take` does it. The engine takes a step off the agenda before it calls
`take` or `run`; a step that is not finished puts itself back. Phases, attacks, the laying of a tile and the picking of
lines are all steps, so a new kind of side or card adds steps of its own and changes none of these.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import overload

from companion.rules.actions import Action, Reroll, Roll
from companion.rules.draft import Draft
from companion.rules.records import enter_record, record
from companion.rules.results import Refusal, Waiting
from companion.rules.state import State


@record
class Step:
    """Base of all steps. Every step can be written into a snapshot, by the name of its class."""

    def __init_subclass__(cls) -> None:
        enter_record(cls)

    def asks(self, state: State) -> bool:
        """Does it wait for somebody? If not, it runs by itself."""
        raise NotImplementedError

    def waiting(self, state: State) -> Waiting | None:
        """Whom it waits for and what for; None if it runs by itself."""
        raise NotImplementedError

    def actions(self, state: State) -> Sequence[Action]:
        """What may be done."""
        raise NotImplementedError

    def refusal(self, state: State, action: Action) -> Refusal | None:
        """Why something may not be done."""
        raise NotImplementedError

    def take(self, draft: Draft, action: Action) -> None:
        """Do what was chosen. The step is off the agenda already; one that is not finished puts itself back."""
        raise NotImplementedError

    def run(self, draft: Draft) -> None:
        """Do what needs nobody."""
        raise NotImplementedError


@record
class Asks(Step):
    """Base of the steps that wait for somebody."""

    def asks(self, state: State) -> bool:
        return True

    def run(self, draft: Draft) -> None:
        raise AssertionError(f"{type(self).__name__} waits for somebody and cannot run by itself")


@record
class Runs(Step):
    """Base of the steps that run by themselves."""

    def asks(self, state: State) -> bool:
        return False

    def waiting(self, state: State) -> Waiting | None:
        return None

    def actions(self, state: State) -> Sequence[Action]:
        return ()

    def refusal(self, state: State, action: Action) -> Refusal | None:
        raise AssertionError(f"{type(self).__name__} waits for nobody")

    def take(self, draft: Draft, action: Action) -> None:
        raise AssertionError(f"{type(self).__name__} waits for nobody")


def not_now(state: State, action: Action, waiting: Waiting) -> Refusal:
    """The game waits for something else. The action names the rule that says when it has its time, if there is one."""
    its_time = bool(action.phase) and state.game.turns[state.turn].kind == action.phase
    rule = waiting.rule if its_time else action.rule or waiting.rule
    return Refusal(rule, "awaiting", {"side": waiting.side, "what": waiting.what, "number": waiting.number})


def refuse_dice(dice: tuple[int, ...], fewest: int, most: int, rule: str, sides: int = 6) -> Refusal | None:
    """Dice as they come in: the right number of them, each a face of such a die (SET-4)."""
    if not fewest <= len(dice) <= most:
        return Refusal(rule, "dice_count", {"got": len(dice), "needed": most})
    for die in dice:
        if die.__class__ is not int or not 1 <= die <= sides:
            return Refusal("SET-4", "die_face", {"got": die})
    return None


class Rolls(Sequence[Action]):
    """Every way the dice can fall, as a sequence that is never written out: 12 dice have two thousand million.

    `also` are things that may be done instead of rolling, such as playing a card; they come first.

    >>> Rolls(Roll, 2, 2)[7]
    Roll(dice=(2, 2))
    """

    __slots__ = ("_fewest", "_make", "_most", "_sides", "also")

    def __init__(
        self, make: type[Roll] | type[Reroll], fewest: int, most: int, also: Iterable[Action] = (), sides: int = 6
    ) -> None:
        self.also = tuple(also)
        self._make = make
        self._fewest = fewest
        self._most = most
        self._sides = sides

    def __len__(self) -> int:
        return len(self.also) + sum(int(self._sides**n) for n in range(self._fewest, self._most + 1))

    @overload
    def __getitem__(self, index: int) -> Action: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...

    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        index %= len(self)
        if index < len(self.also):
            return self.also[index]
        return self._make(self._fallen(index - len(self.also)))

    def _fallen(self, index: int) -> tuple[int, ...]:
        count = self._fewest
        while index >= self._sides**count:
            index -= self._sides**count
            count += 1
        dice = []
        for _ in range(count):
            index, face = divmod(index, self._sides)
            dice.append(face + 1)
        return tuple(reversed(dice))

    def __contains__(self, action: object) -> bool:
        if isinstance(action, self._make):
            return refuse_dice(action.dice, self._fewest, self._most, "", self._sides) is None
        return action in self.also
