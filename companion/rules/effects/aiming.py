"""Whom and what a card may be played on."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.actions import Play
from companion.rules.answers import Refusal
from companion.rules.cards import Card
from companion.rules.state import State, Warrior
from companion.rules.words import DEMON, HUMAN


def is_a(warrior: Warrior, who: str) -> bool:
    """Does a word of the cards mean this warrior? "Condemned" never means the Redeemer (FAQ-7)."""
    if who == "warrior":
        return True
    if who == "condemned":
        return warrior.profile.condemned
    if who in (HUMAN, DEMON):
        return warrior.side == who
    return who in (warrior.figure, warrior.profile.id)


def candidates(state: State, who: str) -> list[Warrior]:
    return [w for w in state.warriors.all.values() if w.tile and is_a(w, who)]


def victims_of(state: State, possessed: Warrior) -> list[Warrior]:
    """Whom a possessed Condemned can be made to attack: the other Humans on its tile (CARD-11)."""
    return [w for w in state.warriors.on(possessed.tile) if w.side == possessed.side and w.id != possessed.id]


def in_reach(state: State, card: Card, bearer: Warrior | None, target: Warrior) -> bool:
    if bearer is None or card.aim.reach == "any":
        return True
    if card.aim.reach == "same_tile":
        return target.tile == bearer.tile
    return target.tile == bearer.tile or target.tile in state.board.joined[bearer.tile]


def refuse_aim(state: State, card: Card, action: Play, bearer: Warrior | None) -> Refusal | None:
    aim = card.aim
    facts = {"card": card.id, "target": action.target}
    if aim.who:
        target = state.warriors.all.get(action.target)
        if target is None or not target.tile or not is_a(target, aim.who):
            return Refusal(card.rule, "wrong_target", {**facts, "who": aim.who})
        if not in_reach(state, card, bearer, target):
            return Refusal(card.rule, "target_out_of_reach", facts)
        if aim.line and action.line not in target.cancelled:
            return Refusal(card.rule, "line_not_cancelled", {**facts, "line": action.line})
        if any(c.verb == "attacks_ally" for c in card.clauses):
            return refuse_victim(state, card, target, action)
    elif action.target and not card.by_hand:
        return Refusal(card.rule, "needs_no_target", facts)
    if aim.tile and action.tile not in state.board.tiles:
        return Refusal(card.rule, "wrong_tile", {"card": card.id, "tile": action.tile})
    return None


def refuse_victim(state: State, card: Card, possessed: Warrior, action: Play) -> Refusal | None:
    victims = [w.id for w in victims_of(state, possessed)]
    if not victims or (action.victim and action.victim not in victims):
        facts = {"card": card.id, "target": possessed.id, "victim": action.victim}
        return Refusal(card.rule, "no_victim", facts)
    return None


def ways_to_aim(state: State, card: Card, bearer: Warrior | None) -> Iterator[Play]:
    """Candidate ways; those out of reach or against the card are sorted out by `refuse_play`."""
    aim = card.aim
    tiles = tuple(state.board.tiles) if aim.tile else ("",)
    if not aim.who:
        for tile in tiles:
            yield Play(card.id, tile=tile)
        return
    for target in candidates(state, aim.who):
        if not in_reach(state, card, bearer, target):
            continue
        for line in target.cancelled if aim.line else (0,):
            for tile in tiles:
                yield Play(card.id, target.id, tile, line)
