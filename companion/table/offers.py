"""What a seat may do now, as data: legal verbs, chances of attacks, who may enter, what the Dice of Destiny bring."""

from __future__ import annotations

from collections.abc import Iterable
from math import comb
from typing import TypedDict

from companion.protocol.offers import (
    AttackOdds,
    DestinyJson,
    EntryJson,
    HoundJson,
    LegalRoll,
    OddsJson,
    RollOdds,
    SquareJson,
)
from companion.protocol.refusal import RefusalJson
from companion.protocol.results import HitsJson, HitTakerJson, ReachJson, WayJson
from companion.protocol.views import BlockingJson, WarriorOptions
from companion.rules.actions import Action, Attack, Draw, Play, Reroll, Roll
from companion.rules.cards import Profile, Square
from companion.rules.combat import dice_of, to_hit
from companion.rules.engine import legal_actions, refusal
from companion.rules.giving_hits import allotment
from companion.rules.guidance import Guidance, Reach, blocking, guide
from companion.rules.initiative import AssignDice
from companion.rules.movement import left_in_box
from companion.rules.notation import Do, write
from companion.rules.playing import plays as playable
from companion.rules.results import Refusal, Waiting
from companion.rules.state import State, Warrior
from companion.rules.steps import Rolls
from companion.rules.threat import (
    PlaceDestiny,
    blocked_squares,
    cheapest,
    gain,
    hellhounds,
    is_used,
    price,
    refuse_entry,
    refuse_price,
)
from companion.rules.warriors import has_talent, values, with_die
from companion.rules.words import FRANTIC, THREAT, TROGLODYTE, TROGLODYTES
from companion.table.seats import HOST, TABLE, plays_side, side_of

# More verbs than any tablet can show: the Dice of Destiny of a very large roll.
MOST_VERBS = 2000
DIE_SIDES = 6


class Offer(TypedDict):
    """The keys of a view that say what this seat may do."""

    legal: list[Do]
    legal_complete: bool
    legal_roll: LegalRoll | None
    attack_odds: list[AttackOdds]


def offer(state: State, now: Waiting, seat: str, hands: bool = False) -> Offer:
    """`hands`: the seat rolls and draws for the companion, and does nothing else for it."""
    actions = [] if seat in (TABLE, HOST) or now.kind == "over" else _candidates(state, now)
    verbs = [(action, write(action, _deck_of(state, action))) for action in actions]
    mine = [
        (action, do)
        for action, do in verbs
        if plays_side(seat, side_of(state, now, do)) or (hands and isinstance(action, Draw))
    ]
    return {
        "legal": [do for _, do in mine[:MOST_VERBS]],
        "legal_complete": len(mine) <= MOST_VERBS,
        "legal_roll": _legal_roll(now, hands) if hands or plays_side(seat, now.side) else None,
        "attack_odds": [{**found, "do": do} for action, do in mine if (found := _odds_of(state, action))],
    }


def _legal_roll(now: Waiting, hands: bool) -> LegalRoll | None:
    if now.kind != "roll":
        return None
    # A re-roll it may make the companion makes.
    return {"number": now.number, "optional": bool(now.facts.get("optional")) and not hands}


def _odds_of(state: State, action: Action) -> OddsJson | None:
    return attack_odds(state, action) if isinstance(action, Attack) else None


def _candidates(state: State, now: Waiting) -> Iterable[Action]:
    """Legal actions other than dice: those of a roll are never written out, only the cards playable before it."""
    if now.kind != "roll":
        return legal_actions(state)
    possible = legal_actions(state)
    also = possible.also if isinstance(possible, Rolls) else playable(state)
    return [a for a in also if not isinstance(a, Roll | Reroll) and refusal(state, a) is None]


def _deck_of(state: State, action: Action) -> str:
    return state.game.cards[action.card].deck if isinstance(action, Play) else ""


# -- chances -----------------------------------------------------------------------------------------------------------


def odds(state: State, now: Waiting) -> RollOdds | None:
    """How many hits to expect of the attack whose dice are awaited; None for rolls without a target."""
    needed = now.facts.get("to_hit")
    if now.kind != "roll" or not isinstance(needed, int) or now.number < 1:
        return None
    attacker = state.warriors.all.get(now.facts.get("attacker", ""))
    frantic = now.what == "combat" and attacker is not None and has_talent(state, attacker, FRANTIC)
    return {**chances(now.number, needed, frantic), "defence": defence_of(state, now)}


def defence_of(state: State, now: Waiting) -> int | None:
    """The DEF that is rolled against; None where there is none, or not one for all."""
    target, tile = now.facts.get("target"), now.facts.get("tile")
    crowd = state.warriors.on(tile) if isinstance(tile, str) else []
    struck = [w for w in crowd if target_name(w) == target] or [
        w for w in state.warriors.all.values() if w.id == target
    ]
    found = {values(state, warrior).defence for warrior in struck}
    return found.pop() if len(found) == 1 else None


def target_name(warrior: Warrior) -> str:
    """How an attack names its target: the Troglodytes of a tile are one (CBT-1)."""
    return TROGLODYTES if warrior.figure == TROGLODYTE else warrior.id


def attack_odds(state: State, attack: Attack) -> OddsJson | None:
    """The same for an attack that could be made; None for one at several targets at once."""
    if not attack.target:
        return None
    warrior = state.warriors.all[attack.warrior]
    needed = to_hit(state, warrior, attack.target, attack.tile or warrior.tile, attack.weapon)
    dice = attack.dice or dice_of(state, warrior, attack.weapon)
    return chances(dice, needed, has_talent(state, warrior, FRANTIC))


def chances(dice: int, needed: int, frantic: bool) -> OddsJson:
    """How likely at least so many hits are. Frantic dice that miss are rolled once more (CBT-7).

    >>> chances(1, 4, False)
    {'dice': 1, 'to_hit': 4, 'expected': 0.5, 'at_least': [1.0, 0.5]}
    """
    chance = max(0, min(DIE_SIDES, DIE_SIDES + 1 - needed)) / DIE_SIDES
    if frantic:
        chance += (1 - chance) * chance
    exactly = [comb(dice, k) * chance**k * (1 - chance) ** (dice - k) for k in range(dice + 1)]
    at_least = [round(min(1.0, sum(exactly[k:])), 4) for k in range(dice + 1)]
    return {"dice": dice, "to_hit": needed, "expected": round(dice * chance, 2), "at_least": at_least}


# -- the Threat phase --------------------------------------------------------------------------------------------------


def entries(state: State) -> list[EntryJson]:
    """The cards of warriors the Demon may bring in, with the price and why not; none outside the Threat phase."""
    if state.phase != THREAT or state.outcome is not None:
        return []
    return [_entry(state, state.game.profiles[card], most) for card, most in state.game.reinforcements.items()]


def _entry(state: State, profile: Profile, most: int) -> EntryJson:
    left = left_in_box(state, profile)
    if most:
        left = min(left, max(0, most - state.entries.get(profile.id, 0)))
    refused = refuse_price(state, profile, cheapest(state, profile))
    places = {tile: refuse_entry(state, profile, tile) for tile in state.board.tiles}
    tiles = [tile for tile, why in places.items() if why is None]
    if refused is None and not tiles:
        refused = next(iter(places.values()), None)
    return {
        "card": profile.id,
        "figure": profile.figure,
        "cost": profile.cost,
        "left": left,
        "tiles": tiles if refused is None else [],
        "cheaper": {tile: cost for tile in tiles if (cost := price(state, profile, tile)) < profile.cost},
        "lines": [list(line) for line in profile.lines] if profile.instinct else None,
        "refusal": refusal_json(refused),
    }


def refusal_json(refused: Refusal | None) -> RefusalJson | None:
    """Why the rules forbid something, in the one shape of refusals."""
    if refused is None:
        return None
    return {"code": f"rules/{refused.rule}", "key": refused.key, "facts": refused.facts}


def destiny(state: State) -> DestinyJson | None:
    """The Board of Destiny while dice are placed on it: what they bring, and which squares take no more."""
    step = state.agenda[-1]
    if not isinstance(step, PlaceDestiny):
        return None
    blocked = blocked_squares(state)
    squares = [
        _square(state, step, square, is_used(square, step.placed, blocked)) for square in state.game.board_of_destiny
    ]
    tp, events = sum(square["tp"] for square in squares), sum(square["events"] for square in squares)
    given = {name: dice[0] for name, dice in step.placed if dice}
    hounds: list[HoundJson] = [{"warrior": w.id, "die": given.get(w.id, 0)} for w in hellhounds(state)]
    return {"tp": tp, "events": events, "squares": squares, "hounds": hounds}


def _square(state: State, step: PlaceDestiny, square: Square, used: bool) -> SquareJson:
    groups = [dice for name, dice in step.placed if name == square.id]
    gains = [gain(state, square, len(dice)) for dice in groups]
    return {
        "id": square.id,
        "red": square.red,
        "used": used,
        "dice": [die for dice in groups for die in dice],
        "tp": sum(tp for tp, _ in gains),
        "events": sum(events for _, events in gains),
    }


def exhausting(state: State, warrior: Warrior) -> list[int]:
    """Scores of an Action Die that would leave the warrior Exhausted (INI-3); asked only while dice are given out."""
    if warrior.profile.body != "lines" or not isinstance(state.agenda[-1], AssignDice):
        return []
    return [die for die in range(1, DIE_SIDES + 1) if with_die(warrior, die).exhausted]


# -- what warriors may do ----------------------------------------------------------------------------------------------


def warrior_options(state: State, seat: str) -> dict[str, WarriorOptions]:
    """By id, for the warriors of the side that acts, if the seat plays it; none outside action phases."""
    turn = state.game.turns[state.turn]
    if turn.kind != "action" or not plays_side(seat, turn.side) or state.outcome is not None:
        return {}
    return {name: _options(name, found) for name, found in guide(state, turn.side).items()}


def _options(name: str, found: Guidance) -> WarriorOptions:
    return {
        "move": refusal_json(found.move),
        "explore": refusal_json(found.explore),
        "attack": refusal_json(found.attack),
        "mvt_left": found.mvt_left,
        "step_cost": found.step_cost,
        "reach": [_reach(name, reach) for reach in found.reach],
    }


def _reach(name: str, reach: Reach) -> ReachJson:
    shortcut = None if reach.shortcut is None else _way(name, reach.shortcut)
    return {**_way(name, reach), "tile": reach.tile, "shortcut": shortcut}


def _way(name: str, reach: Reach) -> WayJson:
    return {"cost": reach.cost, "steps": [write(move) for move in reach.moves(name)], "over": list(reach.over)}


def hits(state: State) -> HitsJson | None:
    """Hits that wait to be given out in one go."""
    found = allotment(state)
    if found is None:
        return None
    takers: list[HitTakerJson] = [
        {"warrior": taker.warrior, "guard": taker.guard, "lines": list(taker.lines)} for taker in found.takers
    ]
    return {"hits": found.hits, "takers": takers}


def blocking_json(state: State, warrior: Warrior) -> BlockingJson | None:
    found = blocking(state, warrior) if warrior.tile else None
    if found is None:
        return None
    return {
        "own": found.own,
        "enemies": found.enemies,
        "blocked": found.blocked,
        "rule": found.rule,
        "culprits": list(found.culprits),
        "impressive": list(found.impressive),
        "elusive": list(found.elusive),
    }
