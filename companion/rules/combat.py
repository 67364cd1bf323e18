"""Combat: targets, dice, hits, re-rolls, ranged weapons and the Grenade (CBT, CARD-1, CARD-8, FAQ-4, FAQ-5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.rules.actions import Action, Attack, Reroll, Roll
from companion.rules.board import Label
from companion.rules.cards import Clause
from companion.rules.damage import GRENADE, Blow, strike
from companion.rules.draft import Draft
from companion.rules.drawing import held_cards, out_of_hand
from companion.rules.effects import Rolling, let_fall
from companion.rules.records import record
from companion.rules.results import Refusal, Waiting
from companion.rules.state import State, Warrior
from companion.rules.steps import Rolls, not_now, refuse_dice
from companion.rules.warriors import dice_left, has_talent, hits_on, in_use, refuse_forbidden, splits_attacks, values
from companion.rules.words import DICE_IN_BOX, FRANTIC, HUMAN, TROGLODYTE, TROGLODYTES, Side


def targets_on(state: State, side: Side, tile: Label) -> list[str]:
    """Enemies of the side on a tile as targets: the Troglodytes there are one (CBT-1)."""
    found: list[str] = []
    for warrior in state.warriors.on(tile):
        if warrior.profile.side != side:
            name = TROGLODYTES if warrior.profile.figure == TROGLODYTE else warrior.id
            if name not in found:
                found.append(name)
    return found


def aimed_at(state: State, target: str, tile: Label) -> str:
    """What an attack on a tile is aimed at by this name: a Troglodyte named by its id stands for all there (CBT-1)."""
    other = state.warriors.all.get(target)
    if other is None or other.profile.figure != TROGLODYTE:
        return target
    return target if state.game.mended and other.tile != tile else TROGLODYTES


def weapon_clause(state: State, weapon: str, verb: str) -> Clause | None:
    card = state.game.cards.get(weapon)
    if card is None:
        return None
    return next((clause for clause in card.clauses if clause.verb == verb), None)


def weapons_of(state: State, warrior: Warrior) -> list[str]:
    """Ranged weapons at hand: Objects it carries (not while Exhausted), Advantages its player may hold."""
    found = in_use(state, warrior, "ranged")
    if warrior.profile.side == HUMAN:
        found += [card for card in held_cards(state, "advantage") if weapon_clause(state, card, "blast")]
    return found


def dice_of(state: State, warrior: Warrior, weapon: str) -> int:
    """Combat Dice of an attack: CBT, more with some weapons, or what the Grenade's card says."""
    blast = weapon_clause(state, weapon, "blast")
    if blast is not None:
        return blast.number("dice")
    ranged = weapon_clause(state, weapon, "ranged")
    return min(DICE_IN_BOX, values(state, warrior).cbt + (ranged.number("cbt", 0) if ranged is not None else 0))


def refuse_fight(state: State, warrior: Warrior, weapon: str = "") -> Refusal | None:
    """Has the warrior an attack left, and dice to make it with?"""
    if splits_attacks(warrior) and dice_left(state, warrior) < 1:
        return Refusal("FS-3", "no_dice_left", {"warrior": warrior.id})
    activation = state.activation
    if activation is not None and activation.warrior == warrior.id and activation.fought:
        return Refusal("ACT-2", "already_fought", {"warrior": warrior.id})
    if dice_of(state, warrior, weapon) < 1 or spent_force(state, warrior):
        rule = "INI-3" if warrior.exhausted else "CBT-2"
        return Refusal(rule, "no_cbt", {"warrior": warrior.id})
    return refuse_forbidden(state, warrior, "fight") if state.modifiers else None


def spent_force(state: State, warrior: Warrior) -> bool:
    """An Exhausted warrior fights on a bonus to its CBT or not at all, whatever dice a card brings (INI-3, FAQ-6)."""
    return state.game.mended and warrior.exhausted and values(state, warrior).cbt < 1


def refuse_weapon(state: State, warrior: Warrior, weapon: str, tile: Label) -> Refusal | None:
    facts = {"warrior": warrior.id, "weapon": weapon, "tile": tile}
    if weapon and weapon not in weapons_of(state, warrior):
        if weapon in warrior.objects:
            card = state.game.cards[weapon]
            named = warrior.figure in card.bearers
            return Refusal("INI-3", "objects_off", facts) if named else Refusal(card.rule, "cannot_carry", facts)
        return Refusal("CBT-9", "no_such_weapon", facts)
    if tile not in state.board.tiles:
        return Refusal("CBT-9", "no_such_tile", {"tile": tile})
    if tile == warrior.tile:
        return Refusal("CBT-9", "too_near", facts) if weapon_clause(state, weapon, "blast") else None
    if not weapon:
        return Refusal("CBT-1", "not_on_tile", facts)
    if tile not in state.board.joined[warrior.tile]:
        return Refusal("CBT-9", "out_of_reach", facts)
    return None


def refuse_target(state: State, warrior: Warrior, action: Attack, tile: Label) -> Refusal | None:
    if weapon_clause(state, action.weapon, "blast"):
        return None if state.warriors.on(tile) else Refusal("CBT-1", "nobody_there", {"tile": tile})
    if aimed_at(state, action.target, tile) in targets_on(state, warrior.profile.side, tile):
        return None
    return Refusal("CBT-1", "no_target", {"warrior": warrior.id, "target": action.target, "tile": tile})


def refuse_attack(state: State, warrior: Warrior, action: Attack) -> Refusal | None:
    tile = action.tile or warrior.tile
    return (
        refuse_weapon(state, warrior, action.weapon, tile)
        or refuse_target(state, warrior, action, tile)
        or refuse_fight(state, warrior, action.weapon)
        or refuse_split(state, warrior, action.dice)
    )


def refuse_split(state: State, warrior: Warrior, dice: int | None) -> Refusal | None:
    """Only who splits its attacks says with how many dice, and each die is used once (FS-3)."""
    if dice is None:
        return None
    left = dice_left(state, warrior) if splits_attacks(warrior) else 0
    if 1 <= dice <= left:
        return None
    return Refusal("FS-3", "dice_set_aside", {"warrior": warrior.id, "dice": dice, "left": left})


def attack(draft: Draft, action: Attack) -> None:
    warrior = draft.warrior(action.warrior)
    activation = draft.activate(warrior.id)
    dice = 0
    if splits_attacks(warrior):
        dice = dice_left(draft.state, warrior) if action.dice is None else action.dice
        draft.set(activation=activation._replace(dice=activation.dice + dice))
    else:
        draft.set(activation=activation._replace(fought=True, moved_first=activation.moved))
    tile = action.tile or warrior.tile
    if weapon_clause(draft.state, action.weapon, "blast"):
        throw(draft, warrior, action.weapon, tile)
        return
    target = aimed_at(draft.state, action.target, tile)
    draft.happens("attacks", warrior=warrior.id, target=target, tile=tile, weapon=action.weapon)
    begin_attack(draft, warrior, target, tile, action.weapon, warrior.side, dice)


def begin_attack(
    draft: Draft, warrior: Warrior, target: str, tile: Label, weapon: str, roller: Side, dice: int = 0
) -> None:
    """The dice of an attack are awaited, all the warrior has or so many; hits land by the one path of damage."""
    state = draft.state
    blow = Blow(target, tile, 0, weapon or "combat", attack=True, attacker=warrior.id, weapon=weapon)
    draft.push(
        CombatRoll(
            blow,
            roller,
            dice or dice_of(state, warrior, weapon),
            to_hit(state, warrior, target, tile, weapon),
            has_talent(state, warrior, FRANTIC),
        )
    )


def to_hit(state: State, warrior: Warrior, target: str, tile: Label, weapon: str) -> int:
    """The score a die needs: the target's DEF, unless a Gift says otherwise and no weapon is used (CBT-2, CARD-1)."""
    gift = 0 if weapon else hits_on(state, warrior)
    if gift:
        return gift
    if target == TROGLODYTES:
        crowd = (w for w in state.warriors.on(tile) if w.figure == TROGLODYTE)
        return min(values(state, w).defence for w in crowd)
    return values(state, state.warriors.all[target]).defence


def throw(draft: Draft, warrior: Warrior, card: str, tile: Label) -> None:
    """A Grenade: the card is spent, everybody on the tile is attacked, each rolled for separately (FAQ-4)."""
    out_of_hand(draft, "advantage", card)
    draft.happens("throws", warrior=warrior.id, card=card, tile=tile)
    victims = tuple(w.id for w in draft.state.warriors.on(tile))
    draft.push(Blast(warrior.id, warrior.side, card, tile, victims, dice_of(draft.state, warrior, card)))


@record
class CombatRoll(Rolling):
    """The Combat Dice of one attack (CBT-2)."""

    blow: Blow
    roller: Side
    dice: int
    needs: int
    frantic: bool

    def waiting(self, state: State) -> Waiting:
        blow = self.blow
        facts = {"attacker": blow.attacker, "target": blow.target, "tile": blow.tile, "to_hit": self.needs}
        return Waiting(self.roller, "roll", "combat", "CBT-2", self.dice, facts)

    def actions(self, state: State) -> Sequence[Action]:
        return Rolls(Roll, self.dice, self.dice)

    def refusal(self, state: State, action: Action) -> Refusal | None:
        if not isinstance(action, Roll):
            return not_now(state, action, self.waiting(state))
        return refuse_dice(action.dice, self.dice, self.dice, "CBT-2")

    def take(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Roll)
        hits = sum(die >= self.needs for die in action.dice)
        draft.happens("rolls", what="combat", dice=list(action.dice), to_hit=self.needs, hits=hits)
        let_fall(draft, self, action.dice)

    def fallen(self, draft: Draft, dice: tuple[int, ...]) -> None:
        hits = sum(die >= self.needs for die in dice)
        missed = self.dice - hits
        if self.frantic and missed:
            draft.push(FranticReroll(self.blow._replace(hits=hits), self.roller, missed, self.needs))
        else:
            strike(draft, self.blow._replace(hits=hits))


@record
class FranticReroll(Rolling):
    """Each die that missed may be rolled once more (CBT-7)."""

    blow: Blow
    roller: Side
    missed: int
    needs: int

    def waiting(self, state: State) -> Waiting:
        facts = {"attacker": self.blow.attacker, "target": self.blow.target, "to_hit": self.needs, "optional": True}
        return Waiting(self.roller, "roll", "reroll", "CBT-7", self.missed, facts)

    def actions(self, state: State) -> Sequence[Action]:
        return Rolls(Reroll, 0, self.missed)

    def refusal(self, state: State, action: Action) -> Refusal | None:
        if not isinstance(action, Reroll):
            return not_now(state, action, self.waiting(state))
        return refuse_dice(action.dice, 0, self.missed, "CBT-7")

    def take(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Reroll)
        more = sum(die >= self.needs for die in action.dice)
        draft.happens("rolls", what="reroll", dice=list(action.dice), to_hit=self.needs, hits=more)
        let_fall(draft, self, action.dice)

    def fallen(self, draft: Draft, dice: tuple[int, ...]) -> None:
        more = sum(die >= self.needs for die in dice)
        strike(draft, self.blow._replace(hits=self.blow.hits + more))


@record
class Blast(Rolling):
    """A Grenade's dice against each warrior on the tile, one after the other; then all hits land together (FAQ-4)."""

    thrower: str
    roller: Side
    card: str
    tile: Label
    victims: tuple[str, ...]
    dice: int
    blows: tuple[Blow, ...] = ()

    def waiting(self, state: State) -> Waiting:
        facts = {"attacker": self.thrower, "target": self.victims[0], "tile": self.tile, "to_hit": self.needs(state)}
        return Waiting(self.roller, "roll", "combat", "CBT-9", self.dice, facts)

    def needs(self, state: State) -> int:
        return values(state, state.warriors.all[self.victims[0]]).defence

    def actions(self, state: State) -> Sequence[Action]:
        return Rolls(Roll, self.dice, self.dice)

    def refusal(self, state: State, action: Action) -> Refusal | None:
        if not isinstance(action, Roll):
            return not_now(state, action, self.waiting(state))
        return refuse_dice(action.dice, self.dice, self.dice, "CBT-9")

    def take(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Roll)
        needs = self.needs(draft.state)
        hits = sum(die >= needs for die in action.dice)
        dice = list(action.dice)
        draft.happens("rolls", what="combat", dice=dice, to_hit=needs, hits=hits, target=self.victims[0])
        let_fall(draft, self, action.dice)

    def fallen(self, draft: Draft, dice: tuple[int, ...]) -> None:
        needs = self.needs(draft.state)
        hits = sum(die >= needs for die in dice)
        victim, rest = self.victims[0], self.victims[1:]
        blow = Blow(victim, self.tile, hits, self.card, attack=True, attacker=self.thrower, weapon=GRENADE)
        blows = (*self.blows, blow)
        if rest:
            draft.push(replace(self, victims=rest, blows=blows))
        else:
            strike(draft, *blows)
