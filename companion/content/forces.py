"""The warriors of a scenario as they stand at the start: Humans, the Demon's, Kartikeya."""

from __future__ import annotations

from typing import NamedTuple

from companion.content.box import Box
from companion.content.options import GameOptions, setup_refused
from companion.content.scenario_models import ScenarioModel
from companion.rules.board import Board
from companion.rules.cards import EXHAUSTED
from companion.rules.state import BodyPart, Warrior
from companion.rules.warriors import with_die
from companion.rules.words import ARMOR, HEAVY_ARMOR, REDEEMER


class PlacedHuman(NamedTuple):
    """A Human with its Objects and Skills, and the tile it stands on, if it is not the first."""

    card: str
    objects: tuple[str, ...]
    skills: tuple[str, ...] = ()
    tile: str = ""


def recruits(scenario: ScenarioModel, options: GameOptions) -> list[PlacedHuman]:
    if options.team is None:
        return [PlacedHuman(r.card, tuple(r.objects), tuple(r.skills), r.tile) for r in scenario.humans.value]
    carried: dict[str, tuple[str, ...]] = {}
    for warrior, item in options.team.objects:
        carried[warrior] = (*carried.get(warrior, ()), item)
    return [PlacedHuman(card, carried.get(name, ())) for name, card in options.team.warriors().items()]


def _tile_for(scenario: ScenarioModel, board: Board, name: str, who: str) -> str:
    """The tile of the start that has this kind or this number."""
    tile = next((t.label for t in board.tiles.values() if name in (t.kind, t.label)), None)
    if tile is None:
        raise setup_refused(scenario.id, f"{who}: no tile {name!r} lies there at the start", "not_at_start", tile=name)
    return tile


def forces(box: Box, scenario: ScenarioModel, options: GameOptions, board: Board) -> dict[str, Warrior]:
    gifts = _gifts(box, scenario, options)
    found: dict[str, Warrior] = {}
    counts: dict[str, int] = {}
    first = next(iter(board.tiles))
    _check_skills(scenario, options)
    for card, objects, skills, tile_name in recruits(scenario, options):
        counts[card] = counts.get(card, 0) + 1
        name = card if card == REDEEMER else f"{card}-{counts[card]}"
        for item in objects:
            if card not in box.rules_cards[item].bearers:
                reason = f"{item} cannot be carried by a {card}; see the card's names"
                raise setup_refused(scenario.id, reason, "cannot_carry", card=item, figure=card)
        held = gifts if card == REDEEMER else ()
        profile = box.profiles[card]
        start = _tile_for(scenario, board, tile_name, "humans") if tile_name else first
        warrior = Warrior(name, profile, start, EXHAUSTED, profile.talents, objects=objects, gifts=held, skills=skills)
        found[name] = with_die(warrior, scenario.first_die.value) if scenario.first_die else warrior
    for foe in scenario.foes.value if scenario.foes else ():
        tile = _tile_for(scenario, board, foe.tile, "foes")
        profile = box.profiles[foe.card]
        name = f"{profile.figure}-{1 + sum(w.figure == profile.figure for w in found.values())}"
        found[name] = Warrior(name, profile, tile, profile.resting, profile.talents, health=profile.health)
    return found | _kartikeya(box, scenario, board, first)


def _kartikeya(box: Box, scenario: ScenarioModel, board: Board, first: str) -> dict[str, Warrior]:
    """Kartikeya with its body whole and the Squamata tiles the scenario gives it; nobody where it does not play."""
    if scenario.squamata is None:
        return {}
    force, part = scenario.squamata.value, box.part(scenario)
    profile = box.profiles[force.card]
    lie_on: dict[str, str] = {tile.id: tile.part.value for tile in part.squamata_tile}
    body = [BodyPart(model.id, model.resistance.value) for model in part.part]
    if HEAVY_ARMOR in force.tiles:
        body.append(BodyPart(HEAVY_ARMOR, ARMOR))
    tile = _tile_for(scenario, board, force.tile, "squamata") if force.tile else first
    tiles = tuple((name, lie_on[name]) for name in force.tiles)
    warrior = Warrior(profile.id, profile, tile, profile.resting, profile.talents, parts=tuple(body), squamata=tiles)
    return {warrior.id: warrior}


def _check_skills(scenario: ScenarioModel, options: GameOptions) -> None:
    """Skills are for Sicaria, and no two of them share one (DP-4)."""
    given = [skill for recruit in recruits(scenario, options) for skill in recruit.skills]
    shared = [skill for skill in given if given.count(skill) > 1]
    if shared:
        raise setup_refused(scenario.id, f"two warriors have the skill {shared[0]}", "skill_shared", card=shared[0])


def _gifts(box: Box, scenario: ScenarioModel, options: GameOptions) -> tuple[str, ...]:
    gifts = options.team.gifts if options.team else tuple(scenario.gifts.value)
    if not options.has("more_gift"):
        return gifts
    known = [card.id for card in box.part(scenario).gift]
    extra = options.extra_gift or next(card for card in known if card not in gifts)
    if extra in gifts or extra not in known:
        reason = f"extra gift {extra!r}: choose a Gift the Redeemer does not have yet"
        raise setup_refused(scenario.id, reason, "extra_gift", gift=extra)
    return (*gifts, extra)
