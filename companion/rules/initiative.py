"""The Initiative phase: Action Dice, the line each warrior gets, the Blessing (INI, CBT-10)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from companion.rules.actions import Action, Assign, Bless, Fountain
from companion.rules.board import Label
from companion.rules.draft import Draft
from companion.rules.playing import MainChoice, OpeningRoll
from companion.rules.records import frozen, record
from companion.rules.results import Refusal, Waiting
from companion.rules.state import Modifier, State, Warrior
from companion.rules.steps import Asks, not_now
from companion.rules.warriors import borne, has_talent, heal_line, skills_of, with_die
from companion.rules.words import BLESSED, DICE_IN_BOX, END_OF_GAME, HUMAN, HUMAN_ACTION, INITIATIVE, end_of

BLESSING_USED = "blessing_used"
BLESSING = {"mvt": 1, "cbt": 2}


def action_dice(state: State) -> int:
    """One die a living warrior, one more for a Scepter even if its bearer is Exhausted, and what Gifts add (INI-1)."""
    count = state.marked("action_dice")
    for warrior in state.warriors.of(HUMAN):
        count += 1
        for card in (*borne(state, warrior), *skills_of(state, warrior)):
            count += sum(c.number("amount") for c in card.clauses if c.verb == "initiative_dice")
    return min(DICE_IN_BOX, count)


@record
class RollActionDice(OpeningRoll):
    def waiting(self, state: State) -> Waiting:
        return Waiting(HUMAN, "roll", "action", "INI-1", action_dice(state))

    def before(self, state: State) -> list[Action]:
        return fountains(state) if state.water else []

    def refuse_before(self, state: State, action: Action) -> Refusal | None:
        if isinstance(action, Fountain):
            return refuse_fountain(state, action)
        return not_now(state, action, self.waiting(state))

    def take_before(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Fountain)
        drink(draft, action)

    def fallen(self, draft: Draft, dice: tuple[int, ...]) -> None:
        draft.push(AssignDice(dice, tuple(w.id for w in draft.state.warriors.of(HUMAN))))


@record
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


# -- the Healing Fountain (DP-5) ---------------------------------------------------------------------------------------


MOST_WATER = 2


def drank_at(tile: Label) -> str:
    """The mark that remembers who has had water from a Fountain in this phase: one warrior a phase."""
    return f"water:{tile}"


def fountains(state: State) -> list[Action]:
    """Every way to heal somebody who stands at a Healing Fountain with water left."""
    ways = (
        Fountain(tile, warrior.id, lines)
        for tile, water in state.water.items()
        for warrior in state.warriors.on(tile)
        for number in range(1, min(water, MOST_WATER) + 1)
        for lines in combinations(warrior.cancelled, number)
    )
    return [way for way in ways if refuse_fountain(state, way) is None]


def refuse_fountain(state: State, action: Fountain) -> Refusal | None:
    water = state.water.get(action.tile, 0)
    facts = {"tile": action.tile, "warrior": action.warrior, "water": water, "lines": list(action.lines)}
    if not water:
        return Refusal("DP-5", "no_water", facts)
    warrior = state.warriors.all.get(action.warrior)
    if warrior is None or warrior.tile != action.tile or warrior.side != HUMAN:
        return Refusal("DP-5", "not_at_the_fountain", facts)
    drinker = next((m.source for m in state.marks if m.name == drank_at(action.tile)), warrior.id)
    if drinker != warrior.id:
        return Refusal("DP-5", "one_drinks", {**facts, "other": drinker})
    if not 1 <= len(action.lines) <= min(water, MOST_WATER):
        return Refusal("DP-5", "water_left", {**facts, "most": min(water, MOST_WATER)})
    healthy = [n for n in action.lines if n not in warrior.cancelled]
    if healthy or len(set(action.lines)) < len(action.lines):
        return Refusal("DP-5", "lines_not_cancelled", {**facts, "lines": healthy or list(action.lines)})
    return None


def drink(draft: Draft, action: Fountain) -> None:
    water = draft.state.water
    left = water[action.tile] - len(action.lines)
    draft.set(water=frozen({**water, action.tile: left}))
    draft.mark(drank_at(action.tile), 1, end_of(INITIATIVE), action.warrior)
    draft.happens("drinks", warrior=action.warrior, tile=action.tile, lines=list(action.lines), left=left)
    warrior = draft.warrior(action.warrior)
    for line in action.lines:
        warrior = heal_line(warrior, line)
    draft.put(warrior)


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


@record
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
