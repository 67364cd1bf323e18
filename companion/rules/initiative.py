"""The Initiative phase: Action Dice, the line each warrior gets, the Blessing (INI, CBT-10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.actions import Action, Assign, Bless
from companion.rules.cards import EXHAUSTED
from companion.rules.draft import Draft
from companion.rules.playing import MainChoice, OpeningRoll
from companion.rules.results import Refusal, Waiting
from companion.rules.state import Modifier, State, Warrior
from companion.rules.steps import Asks, not_now
from companion.rules.warriors import borne, has_talent, heal_line
from companion.rules.words import BLESSED, DICE_IN_BOX, END_OF_GAME, HUMAN, HUMAN_ACTION, end_of

BLESSING_USED = "blessing_used"
BLESSING = {"mvt": 1, "cbt": 2}


def action_dice(state: State) -> int:
    """One die a living warrior, one more for a Scepter even if its bearer is Exhausted, and what Gifts add (INI-1)."""
    count = state.marked("action_dice")
    for warrior in state.warriors.of(HUMAN):
        count += 1
        for card in borne(state, warrior):
            count += sum(c.number("amount") for c in card.clauses if c.verb == "initiative_dice")
    return min(DICE_IN_BOX, count)


@dataclass(frozen=True, slots=True)
class RollActionDice(OpeningRoll):
    side, what, rule = HUMAN, "action", "INI-1"

    def count(self, state: State) -> int:
        return action_dice(state)

    def fallen(self, draft: Draft, dice: tuple[int, ...]) -> None:
        draft.push(AssignDice(dice, tuple(w.id for w in draft.state.warriors.of(HUMAN))))


@dataclass(frozen=True, slots=True)
class AssignDice(Asks):
    """Every warrior gets exactly one of the dice; what is left over is set aside (INI-2)."""

    dice: tuple[int, ...]
    without: tuple[str, ...]

    def waiting(self, state: State) -> Waiting:
        facts = {"dice": list(self.dice), "warriors": list(self.without)}
        return Waiting(HUMAN, "choice", "assign", "INI-2", len(self.without), facts)

    def actions(self, state: State) -> Sequence[Action]:
        scores = dict.fromkeys(self.dice)
        return [Assign(name, die) for name in self.without for die in scores]

    def refusal(self, state: State, action: Action) -> Refusal | None:
        if not isinstance(action, Assign):
            return not_now(state, action, self.waiting(state))
        if action.warrior not in self.without:
            return Refusal("INI-2", "needs_no_die", {"warrior": action.warrior})
        if action.die not in self.dice:
            return Refusal("INI-2", "die_not_rolled", {"die": action.die, "dice": list(self.dice)})
        return None

    def take(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Assign)
        warrior = with_die(draft.warrior(action.warrior), action.die)
        draft.put(warrior)
        draft.happens("assigned", warrior=warrior.id, die=action.die, exhausted=warrior.exhausted)
        dice = list(self.dice)
        dice.remove(action.die)
        left = tuple(name for name in self.without if name != action.warrior)
        if left:
            draft.push(AssignDice(tuple(dice), left))
        else:
            if dice:
                draft.happens("set_aside", dice=dice)
            draft.push(InitiativeChoices())


def with_die(warrior: Warrior, die: int) -> Warrior:
    """The line of the die, or Exhausted if that line is cancelled (INI-2, INI-3)."""
    exhausted = die in warrior.cancelled
    line = EXHAUSTED if exhausted else warrior.profile.lines[die - 1]
    return warrior._replace(die=die, line=line, exhausted=exhausted)


def blessers(state: State) -> list[Warrior]:
    return [w for w in state.warriors.of(HUMAN) if has_talent(state, w, BLESSED)]


def refuse_bless(state: State, action: Bless) -> Refusal | None:
    if state.marked(BLESSING_USED):
        return Refusal("CBT-10", "blessing_used", {})
    givers = [w for w in blessers(state) if w.id != action.warrior]
    if not givers:
        return Refusal("CBT-10", "nobody_blesses", {"target": action.warrior})
    target = state.warriors.all.get(action.warrior)
    if target is None or not target.tile or target.side != HUMAN:
        return Refusal("CBT-10", "wrong_target", {"card": "blessed", "target": action.warrior, "who": HUMAN})
    if action.bonus not in BLESSING:
        return Refusal("CBT-10", "mvt_or_cbt", {"bonus": action.bonus})
    return None


def bless(draft: Draft, action: Bless) -> None:
    """+1 MVT or +2 CBT until the end of the action phase, and the line in use healed (CBT-10)."""
    draft.mark(BLESSING_USED, 1, END_OF_GAME, "blessed")
    bonus = {action.bonus: BLESSING[action.bonus]}
    draft.modify(Modifier("blessed", action.warrior, end_of(HUMAN_ACTION), **bonus))  # type: ignore[arg-type]
    draft.happens("blessed", warrior=action.warrior, bonus=action.bonus)
    warrior = draft.warrior(action.warrior)
    if warrior.die in warrior.cancelled:
        draft.put(heal_line(warrior, warrior.die))
        draft.happens("heals", warrior=warrior.id, line=warrior.die)


@dataclass(frozen=True, slots=True)
class InitiativeChoices(MainChoice):
    """The dice are placed: the Blessing, cards, then the end of the phase."""

    def waiting(self, state: State) -> Waiting:
        return Waiting(HUMAN, "choice", "initiative", "RND")

    def own_actions(self, state: State) -> list[Action]:
        found: list[Action] = []
        if not state.marked(BLESSING_USED) and blessers(state):
            for warrior in state.warriors.of(HUMAN):
                found += [a for b in BLESSING if refuse_bless(state, a := Bless(warrior.id, b)) is None]
        return found

    def own_refusal(self, state: State, action: Action) -> Refusal | None:
        if isinstance(action, Bless):
            return refuse_bless(state, action)
        return not_now(state, action, self.waiting(state))

    def own_take(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Bless)
        bless(draft, action)
