"""The Threat phase: Dice of Destiny on the Board of Destiny, then warriors for Threat Points (THR)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain, combinations
from typing import TypeAlias

from companion.rules.actions import Action, Deadly, Enter, Place, Resolve
from companion.rules.board import Label
from companion.rules.cards import Clause, Profile, Square
from companion.rules.deadly import deadly_events, play_deadly, refuse_deadly
from companion.rules.draft import Draft
from companion.rules.effects import EffectContext, perform
from companion.rules.movement import bring_in, left_in_box, refuse_room
from companion.rules.playing import MainChoice, OpeningRoll
from companion.rules.records import frozen, record
from companion.rules.results import Refusal, Waiting
from companion.rules.state import State, Warrior
from companion.rules.steps import Asks, Runs, not_now
from companion.rules.warriors import with_die
from companion.rules.words import DEMON, DICE_IN_BOX, HUMAN

DICE_OF_DESTINY = 3

Dice: TypeAlias = tuple[int, ...]
Placed: TypeAlias = tuple[tuple[str, Dice], ...]


def destiny_dice(state: State) -> int:
    """3 Dice of Destiny and the extra ones; a card may set a limit and cancel the extras (THR-1, CARD-9)."""
    limits = [m.amount for m in state.marks if m.name == "destiny_limit"]
    if limits:
        return min(DICE_OF_DESTINY, *limits)
    return min(DICE_IN_BOX, DICE_OF_DESTINY + state.marked("destiny_dice"))


@record
class RollDestiny(OpeningRoll):
    def waiting(self, state: State) -> Waiting:
        return Waiting(DEMON, "roll", "destiny", "THR-1", destiny_dice(state))

    def before(self, state: State) -> list[Action]:
        return deadly_events(state)

    def refuse_before(self, state: State, action: Action) -> Refusal | None:
        if isinstance(action, Deadly):
            return refuse_deadly(state, action)
        return not_now(state, action, self.waiting(state))

    def take_before(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Deadly)
        play_deadly(draft, action)

    def fallen(self, draft: Draft, dice: tuple[int, ...]) -> None:
        draft.push(Entering(), PlaceDestiny(dice))


def reinforcement(state: State, name: str) -> Profile | None:
    """The card meant by its id or by its figure, among those the scenario lets in."""
    for card in state.game.reinforcements:
        profile = state.game.profiles[card]
        if name in (profile.id, profile.figure):
            return profile
    return None


def price(state: State, profile: Profile, tile: Label) -> int:
    """The TP a warrior costs on this tile: a Demon is cheaper on a Demonic Well (DP-5)."""
    if tile not in state.board.tiles:
        return profile.cost
    return max(0, profile.cost - state.kind_of(tile).discounts.get(profile.figure, 0))


def cheapest(state: State, profile: Profile) -> int:
    return min((price(state, profile, tile) for tile in state.board.tiles), default=profile.cost)


def refuse_price(state: State, profile: Profile, cost: int) -> Refusal | None:
    """TP, the number the scenario allows, and the miniature itself (THR-3, DP-2, SET-3)."""
    if state.tp < cost:
        return Refusal(profile.rule, "too_few_tp", {"warrior": profile.id, "tp": state.tp, "needed": cost})
    most = state.game.reinforcements[profile.id]
    brought = state.entries.get(profile.id, 0)
    if most and brought >= most:
        return Refusal(profile.rule, "no_more_allowed", {"warrior": profile.id, "entered": brought, "most": most})
    if not left_in_box(state, profile):
        most = state.game.stock.get(profile.figure, 0)
        return Refusal("SET-3", "none_in_box", {"warrior": profile.figure, "most": most})
    return None


def refuse_place(state: State, profile: Profile, tile: Label) -> Refusal | None:
    """An unexplored opening and no Human there, unless a square or the tile says otherwise (THR-4, TIL-9, MOV-3)."""
    if tile not in state.board.tiles:
        return Refusal("THR-4", "no_such_tile", {"tile": tile})
    if profile.figure not in state.kind_of(tile).always_enter:
        if not state.board.unexplored[tile] and not state.marked("burrowing"):
            return Refusal("THR-4", "no_unexplored_opening", {"tile": tile})
        if not state.marked("taste_for_blood"):
            humans = [w.id for w in state.warriors.on(tile) if w.side == HUMAN]
            if humans:
                return Refusal("THR-4", "human_on_tile", {"tile": tile, "culprits": humans})
    return refuse_room(state, profile.side, tile)


def refuse_entry(state: State, profile: Profile, tile: Label) -> Refusal | None:
    """May a warrior of the card enter here now?"""
    return refuse_price(state, profile, price(state, profile, tile)) or refuse_place(state, profile, tile)


def refuse_free_die(profile: Profile, die: int) -> Refusal | None:
    """A Hellhound gets a free die on a face its player chooses; nobody else does (DP-3)."""
    if profile.instinct is None:
        return Refusal("THR-3", "takes_no_die", {"warrior": profile.id}) if die else None
    if 1 <= die <= len(profile.lines):
        return None
    return Refusal("DP-3", "free_die_needed", {"warrior": profile.id, "die": die})


def ways_in(state: State, profile: Profile) -> list[Action]:
    """Every way to bring in a warrior of the card: where, and with which face of its free die."""
    faces = range(1, len(profile.lines) + 1) if profile.instinct else (0,)
    found: list[Action] = []
    for tile in state.board.tiles:
        if refuse_entry(state, profile, tile) is None:
            found += [Enter(profile.id, tile, die) for die in faces]
    return found


@record
class Entering(MainChoice):
    """TP are spent on warriors, Events are played, the phase ends (THR-3, THR-5)."""

    def waiting(self, state: State) -> Waiting:
        return Waiting(DEMON, "choice", "enter", "THR-3", 0, {"tp": state.tp})

    def own_actions(self, state: State) -> list[Action]:
        found: list[Action] = []
        for name in state.game.reinforcements:
            profile = state.game.profiles[name]
            if refuse_price(state, profile, cheapest(state, profile)) is None:
                found += ways_in(state, profile)
        return found + deadly_events(state)

    def own_refusal(self, state: State, action: Action) -> Refusal | None:
        if isinstance(action, Deadly):
            return refuse_deadly(state, action)
        if not isinstance(action, Enter):
            return not_now(state, action, self.waiting(state))
        profile = reinforcement(state, action.profile)
        if profile is None:
            known = state.game.profiles.get(action.profile)
            return Refusal(known.rule if known else "THR-3", "not_in_scenario", {"warrior": action.profile})
        return refuse_entry(state, profile, action.tile) or refuse_free_die(profile, action.die)

    def own_take(self, draft: Draft, action: Action) -> None:
        if isinstance(action, Deadly):
            play_deadly(draft, action)
            return
        assert isinstance(action, Enter)
        profile = reinforcement(draft.state, action.profile)
        assert profile is not None
        entries = draft.state.entries
        entries = frozen({**entries, profile.id: entries.get(profile.id, 0) + 1})
        draft.set(tp=draft.state.tp - price(draft.state, profile, action.tile), entries=entries)
        bring_in(draft, profile, action.tile, action.die)


# -- Hellhounds (DP-3) -------------------------------------------------------------------------------------------------


def hellhounds(state: State) -> list[Warrior]:
    """Warriors in play that can be given a Die of Destiny."""
    return [w for w in state.warriors.of(DEMON) if w.profile.instinct is not None]


def dice_go_back(draft: Draft) -> None:
    """At the start of the Threat phase the dice on Hellhounds go back: they act by instinct until they get another."""
    for warrior in hellhounds(draft.state):
        if warrior.die:
            draft.put(warrior._replace(die=0, line=warrior.profile.resting))


def refuse_hellhound(state: State, warrior: Warrior, dice: Dice, placed: Placed) -> Refusal | None:
    given = [die for name, some in placed if name == warrior.id for die in some]
    if len(dice) + len(given) != 1:
        return Refusal("DP-3", "one_die_each", {"warrior": warrior.id, "dice": [*given, *dice]})
    return None


# -- the Board of Destiny (THR-2) --------------------------------------------------------------------------------------


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


# Squares that pay per die, with the house rule by which they take one die only.
ONE_DIE = {"calm_before_the_storm": ("calm", "one_only"), "dark_destiny": ("dark_destiny", "one_die")}


def takes_one(state: State, square: Square) -> bool:
    """Does the square take a single die, by house rule?"""
    house, value = ONE_DIE.get(square.id, ("", ""))
    return state.game.mended and bool(house) and getattr(state.game.house, house) == value


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


@record
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
            if square.red and is_used(square, self.placed, blocked):
                continue
            options = placements(square.id, square.dice, square.number, self.dice)
            # No other square has anything to do with dice that lie there, or with a house rule.
            if options and (square.per_die or square.id in ONE_DIE):
                already = together(square, self.placed)
                if takes_one(state, square):
                    options = tuple(p for p in options if len(already) + len(p.dice) == 1)
                elif already:
                    options = tuple(p for p in options if accepts(square, (*already, *p.dice)))
            found += options
        if not found or state.game.house.destiny_dice != "all_placed":
            found.append(Resolve())
        given = {name for name, _ in self.placed}
        for warrior in hellhounds(state):
            if warrior.id not in given:
                found += [Place(warrior.id, (die,)) for die in dict.fromkeys(self.dice)]
        return found

    def refusal(self, state: State, action: Action) -> Refusal | None:
        if isinstance(action, Resolve):
            return None if action in self.actions(state) else Refusal("THR-2", "all_dice", {"dice": list(self.dice)})
        if not isinstance(action, Place):
            return not_now(state, action, self.waiting(state))
        square = next((s for s in state.game.board_of_destiny if s.id == action.square), None)
        hound = next((w for w in hellhounds(state) if w.id == action.square), None)
        if square is None and hound is None:
            return self._refuse_unknown(state, action.square)
        left = list(self.dice)
        for die in action.dice:
            if die not in left:
                return Refusal("THR-2", "die_not_rolled", {"die": die, "dice": list(self.dice)})
            left.remove(die)
        if hound is not None:
            return refuse_hellhound(state, hound, action.dice, self.placed)
        assert square is not None
        if is_used(square, self.placed, blocked_squares(state)):
            return Refusal("THR-2", "square_used", {"square": square.id, "house": state.game.house.red_destiny})
        if not action.dice or not accepts(square, (*together(square, self.placed), *action.dice)):
            facts = {"square": square.id, "dice": list(action.dice), "condition": square.dice, "number": square.number}
            return Refusal("THR-2", "square_condition", facts)
        if takes_one(state, square) and len(together(square, self.placed)) + len(action.dice) > 1:
            return Refusal("THR-2", "one_die_only", {"square": square.id})
        return None

    def _refuse_unknown(self, state: State, name: str) -> Refusal:
        """Neither a square nor a Hellhound: a warrior that takes no Die of Destiny, or nothing there is."""
        if name in state.warriors.all:
            return Refusal("DP-3", "takes_no_die", {"warrior": name})
        return Refusal("THR-2", "no_such_square", {"square": name})

    def take(self, draft: Draft, action: Action) -> None:
        if isinstance(action, Place):
            left = list(self.dice)
            for die in action.dice:
                left.remove(die)
            draft.push(PlaceDestiny(tuple(left), (*self.placed, (action.square, action.dice))))
            draft.happens("destiny_placed", square=action.square, dice=list(action.dice))
            return
        used = {name for name, _ in self.placed}
        red = (square.id for square in draft.state.game.board_of_destiny if square.red and square.id in used)
        draft.set(red_used=draft.state.red_used.union(red))
        for warrior in hellhounds(draft.state):
            for name, dice in self.placed:
                if name == warrior.id:
                    draft.put(with_die(warrior, dice[0]))
                    draft.happens("assigned", warrior=name, die=dice[0], exhausted=False)
        draft.push(ResolveSquares(self._in_board_order(draft.state)))

    def _in_board_order(self, state: State) -> tuple[tuple[str, Dice], ...]:
        """Squares take effect in the order of the board; dice on one that pays per die count together."""
        groups: list[tuple[str, Dice]] = []
        for square in state.game.board_of_destiny:
            all_dice = together(square, self.placed)
            groups += [(square.id, all_dice)] if all_dice else [p for p in self.placed if p[0] == square.id]
        return tuple(groups)


@record
class ResolveSquares(Runs):
    groups: tuple[tuple[str, Dice], ...]

    def run(self, draft: Draft) -> None:
        if not self.groups:
            return
        (name, dice), rest = self.groups[0], self.groups[1:]
        draft.push(ResolveSquares(rest))
        square = draft.state.game.squares[name]
        draft.happens("destiny", square=name, dice=list(dice))
        take_effect(draft, square, len(dice))


def times_of(state: State, square: Square, dice: int) -> int:
    """How often a square takes effect for so many dice on it."""
    if square.id == "calm_before_the_storm" and state.game.house.calm == "one_only":
        return min(dice, 1)
    return dice if square.per_die else min(dice, 1)


def gain(state: State, square: Square, dice: int) -> tuple[int, int]:
    """The Threat Points and Events that so many dice on a square bring."""
    times = times_of(state, square, dice)
    tp, events = (sum(c.number("amount", 1) for c in square.clauses if c.verb == verb) for verb in ("tp", "draw"))
    return tp * times, events * times


def take_effect(draft: Draft, square: Square, dice: int) -> None:
    times = times_of(draft.state, square, dice)
    clauses = square.clauses
    if times > 1:
        clauses = tuple(Clause(c.verb, frozen({**c.facts, "amount": c.number("amount") * times})) for c in clauses)
    perform(draft, clauses, EffectContext(source=square.id, side=DEMON))
