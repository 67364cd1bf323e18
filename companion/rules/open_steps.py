"""The two moments at which a phase is open to cards: its opening roll, and the choices of its player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from companion.rules.actions import Action, EndPhase, Play, Roll
from companion.rules.answers import Refusal, Waiting
from companion.rules.draft import Draft
from companion.rules.effects.playing import play, plays, refuse_play
from companion.rules.phases import end_phase
from companion.rules.state import State
from companion.rules.steps import Asks, Rolls, not_now, refuse_dice
from companion.rules.words import Side

END_PHASE = EndPhase()


class OpeningRoll(Asks):
    """The roll a phase begins with; cards may be played before it."""

    __slots__ = ()
    side: ClassVar[Side]
    what: ClassVar[str]
    rule: ClassVar[str]

    def count(self, state: State) -> int:
        """How many dice are rolled."""
        raise NotImplementedError

    def fallen(self, draft: Draft, dice: tuple[int, ...]) -> None:
        """What follows, with the dice in order."""
        raise NotImplementedError

    def waiting(self, state: State) -> Waiting:
        return Waiting(self.side, "roll", self.what, self.rule, self.count(state))

    def actions(self, state: State) -> Sequence[Action]:
        count = self.count(state)
        return Rolls(Roll, count, count, plays(state))

    def refusal(self, state: State, action: Action) -> Refusal | None:
        if isinstance(action, Play):
            return refuse_play(state, action)
        if not isinstance(action, Roll):
            return not_now(state, action, self.waiting(state))
        count = self.count(state)
        return refuse_dice(action.dice, count, count, self.rule)

    def take(self, draft: Draft, action: Action) -> None:
        if isinstance(action, Play):
            draft.push(self)
            play(draft, action)
            return
        assert isinstance(action, Roll)
        draft.say("rolls", what=self.what, dice=list(action.dice))
        draft.expire(f"roll:{self.what}")
        self.fallen(draft, tuple(sorted(action.dice)))


class MainChoice(Asks):
    """What a player may do in a phase until they end it: the phase's own actions, and cards."""

    __slots__ = ()

    def own_actions(self, state: State) -> list[Action]:
        raise NotImplementedError

    def own_refusal(self, state: State, action: Action) -> Refusal | None:
        raise NotImplementedError

    def own_take(self, draft: Draft, action: Action) -> None:
        raise NotImplementedError

    def actions(self, state: State) -> Sequence[Action]:
        found = self.own_actions(state)
        found.append(END_PHASE)
        found += plays(state)
        return found

    def refusal(self, state: State, action: Action) -> Refusal | None:
        if isinstance(action, EndPhase):
            return None
        if isinstance(action, Play):
            return refuse_play(state, action)
        return self.own_refusal(state, action)

    def take(self, draft: Draft, action: Action) -> None:
        if isinstance(action, EndPhase):
            end_phase(draft)
            return
        draft.push(self)
        if isinstance(action, Play):
            play(draft, action)
        else:
            self.own_take(draft, action)

    def waiting(self, state: State) -> Waiting:
        raise NotImplementedError
