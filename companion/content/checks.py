"""Whether a box holds together: every name is that of something in it, every verb has the target it needs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from companion.content.clauses import PIECE_FORMS, VERB_FORMS, ClauseData, Clauses
from companion.content.models import CardModel, PackModel
from companion.content.scenario_models import ScenarioModel
from companion.protocol.box import box_refusal
from companion.protocol.refusal import Refused
from companion.rules.card_verbs import DESCRIBING
from companion.rules.cards import Form
from companion.rules.words import (
    DEMON_ACTION,
    DYING,
    HIT_COMING,
    HUMAN,
    INTERRUPTS,
    PHASES,
    SIDES,
    SQUAMATA,
    THREAT,
    TILE_LAID,
)

TARGET, TILE, LINE, BEARER = "target", "tile", "line", "bearer"
# Verbs about one warrior: the target, unless they name a scope or the bearer.
ABOUT_A_WARRIOR = frozenset({"attacks_ally", *(verb for verb, form in VERB_FORMS.items() if "on" in form)})
# When the cards of a deck may say they are played.
WHEN: dict[str, tuple[str, ...]] = {
    "gift": ("activation", "activation_start", *INTERRUPTS),
    "object": (),
    "advantage": (*PHASES, "any", *INTERRUPTS),
    "event": (*PHASES, "any", *INTERRUPTS),
    "skill": (),
    "deadly": (THREAT, DEMON_ACTION),
}


class BoxNames(NamedTuple):
    """What there is in a box, by the kind of fact that may name it."""

    known: Mapping[str, Collection[str]]


def names_of(pack: PackModel) -> BoxNames:
    others = [*(human.id for human in pack.human), *(squamata.id for squamata in pack.squamata)]
    profiles = [*others, *(fiend.id for fiend in pack.fiend)]
    figures = [*others, *(fiend.figure for fiend in pack.fiend)]
    return BoxNames(
        {
            "profile": profiles,
            "figure": figures,
            "who": {*profiles, *figures, "warrior", "condemned", *SIDES},
            "tile_kind": [kind.id for kind in pack.tile_kind],
            "scope": {*(f"side:{side}" for side in SIDES), *(f"figure:{figure}" for figure in figures)},
        }
    )


def check_box(pack: PackModel, scenarios: Iterable[ScenarioModel]) -> None:
    """`Refused` names the first value that leads nowhere, or the first effect that could not be carried out."""
    names = names_of(pack)
    _check_references(pack, scenarios)
    for deck in WHEN:
        for card in getattr(pack, deck):
            _check_card(deck, card, names)
    for square in pack.square:
        _check(square.effect.value, frozenset(), names, f"square.{square.id}.effect")
    for kind in pack.tile_kind:
        for key in ("on_first_entry", "on_demon_entry", "on_first_demon_entry", "on_phase_start"):
            _check(getattr(kind, key), frozenset({TARGET, TILE}), names, f"tile_kind.{kind.id}.{key}")
    for scenario in scenarios:
        _check_scenario(scenario, names)


# -- names -------------------------------------------------------------------------------------------------------------


def _check_references(pack: PackModel, scenarios: Iterable[ScenarioModel]) -> None:
    kinds = {kind.id for kind in pack.tile_kind}
    parts = {"", *(part.id for part in pack.part)}
    for piece in pack.squamata_tile:
        if piece.part.value not in parts:
            raise box_refusal(f"squamata_tile.{piece.id}.part", f"{piece.part.value!r} is no part of the body")
    for tile in pack.tile:
        if tile.kind not in kinds:
            reason = f"tile {tile.number}: kind {tile.kind!r} is not in the pack; add it or correct the name"
            raise box_refusal(f"tile.{tile.number}.kind", reason)
    for scenario in scenarios:
        for where, name, known in _names_in(pack, scenario):
            if name not in known:
                reason = f"{name!r} is not in the pack; known: {', '.join(sorted(known))}"
                raise box_refusal(f"scenario.{scenario.id}.{where}", reason)


def _names_in(pack: PackModel, scenario: ScenarioModel) -> Iterator[tuple[str, str, Collection[str]]]:
    """Every name a scenario uses, with the names it may be."""
    objects, gifts = {card.id for card in pack.object}, {card.id for card in pack.gift}
    skills = {card.id for card in pack.skill}
    yield from (("packs", name, {info.id for info in pack.packs}) for name in scenario.packs)
    humans, fiends = {human.id for human in pack.human}, {fiend.id for fiend in pack.fiend}
    kinds = {kind.id for kind in pack.tile_kind}
    for recruit in scenario.humans.value:
        yield "humans", recruit.card, humans
        yield from (("humans.objects", item, objects) for item in recruit.objects)
        yield from (("humans.skills", skill, skills) for skill in recruit.skills)
    yield from (("gifts", gift, gifts) for gift in scenario.gifts.value)
    drawn = {card.id for card in (*pack.advantage, *pack.event)}
    yield from (("cards_out", card, drawn) for card in (scenario.cards_out.value if scenario.cards_out else ()))
    yield from (("reinforcements", entry.card, fiends) for entry in scenario.reinforcements.value)
    yield from (("foes", foe.card, fiends) for foe in (scenario.foes.value if scenario.foes else ()))
    yield from _names_of_kartikeya(pack, scenario)
    yield from (("start", laid.kind, kinds) for laid in scenario.start.value)
    yield from (("way_out", kind, kinds) for kind in scenario.way_out)
    yield from (("stack.set_aside", kind, kinds) for kind in scenario.stack.value.set_aside)
    for layer in scenario.stack.value.layers:
        yield from (("stack.layers.kinds", kind, kinds) for kind in layer.kinds)


def _names_of_kartikeya(pack: PackModel, scenario: ScenarioModel) -> Iterator[tuple[str, str, Collection[str]]]:
    if scenario.squamata is not None:
        yield "squamata", scenario.squamata.value.card, {squamata.id for squamata in pack.squamata}
        known = {tile.id for tile in pack.squamata_tile}
        yield from (("squamata.tiles", tile, known) for tile in scenario.squamata.value.tiles)
    events = {card.id for card in pack.deadly}
    yield from (("deadly", event, events) for event in (scenario.deadly.value if scenario.deadly else ()))


def _misfit(key: str, reason: str, code: str) -> Refused:
    """A value that fits nowhere; for every code the tablet has a sentence."""
    return box_refusal(key, reason, code)


# -- cards -------------------------------------------------------------------------------------------------------------


def _check_card(deck: str, card: CardModel, names: BoxNames) -> None:
    key = f"{deck}.{card.id}"
    clauses = card.effect.value if card.effect else []
    _check_printed(deck, card, names, key)
    for clause in clauses:
        describes = clause["verb"] in DESCRIBING
        if describes != (deck in ("object", "skill")) and not (clause["verb"] == "blast" and deck == "advantage"):
            raise _misfit(f"{key}.effect", f"{clause['verb']} is not for cards of the deck {deck}", "not_for_deck")
    if any(clause["verb"] == "attacks_ally" for clause in clauses) and card.aim.who != "condemned":
        raise _misfit(f"{key}.aim.who", "attacks_ally is aimed at a Condemned", "ally_condemned")
    _check(clauses, _offered(deck, card), names, f"{key}.effect")
    for piece in card.condition.value if card.condition else ():
        _check_names(piece, PIECE_FORMS[piece["verb"]], names, f"{key}.condition")


def _check_printed(deck: str, card: CardModel, names: BoxNames, key: str) -> None:
    """What is printed around the effect: when, on whom, by whom, for how much."""
    for when in card.when.value if card.when else ():
        if when not in WHEN[deck]:
            reason = f"{when!r} is not one of {', '.join(WHEN[deck]) or 'no moment'}"
            raise _misfit(f"{key}.when", reason, "wrong_moment")
    if card.aim.who and card.aim.who not in names.known["who"]:
        raise _misfit(f"{key}.aim.who", f"{card.aim.who!r} is not in the box", "not_in_box")
    if deck == "gift" and card.die is None:
        raise _misfit(f"{key}.die", "a Gift needs the score of its die", "no_die")
    if deck == "object" and not (card.bearers and card.bearers.value):
        raise _misfit(f"{key}.bearers", "an Object needs somebody who may carry it", "no_bearer")
    for bearer in card.bearers.value if card.bearers else ():
        if bearer not in names.known["figure"]:
            raise _misfit(f"{key}.bearers", f"{bearer!r} is not in the box", "not_in_box")
    if card.cost is not None and deck != "event":
        raise _misfit(f"{key}.cost", "only an Event is paid for with Threat Points", "cost_event")
    if (card.price is None) == (deck == "deadly"):
        raise _misfit(f"{key}.price", "a price in Deadly Destiny is for its events, and each has one", "price_deadly")


def _offered(deck: str, card: CardModel) -> frozenset[str]:
    """What is named when the card is played: whom, where, which line, and who bears it."""
    when = set(card.when.value) if card.when else set()
    # A moment brings the warrior it is about, and its tile, where the card names none.
    about = bool(when) and when <= {HIT_COMING, TILE_LAID, DYING}
    offers = {
        TARGET: card.aim.who or about,
        TILE: card.aim.tile or about,
        LINE: card.aim.line,
        BEARER: deck in ("gift", "object"),
    }
    return frozenset(name for name, offered in offers.items() if offered)


# -- scenarios ---------------------------------------------------------------------------------------------------------


def _check_scenario(scenario: ScenarioModel, names: BoxNames) -> None:
    key = f"scenario.{scenario.id}"
    if HUMAN in scenario.sides and not scenario.humans.value:
        reason = "at least 1 is needed where the Human plays"
        raise box_refusal(f"{key}.humans", reason, "empty", {"field": "humans"})
    if (SQUAMATA in scenario.sides) != (scenario.squamata is not None):
        raise _misfit(f"{key}.squamata", "Kartikeya is needed where its player has turns, and only there", "kartikeya")
    for rule in scenario.special.value if scenario.special else ():
        if rule.when not in moments(names):
            raise _misfit(f"{key}.special", f"unknown moment {rule.when!r}", "wrong_moment")
        at_a_place = not rule.when.startswith(("start:", "end:"))
        _check(rule.do, frozenset({TARGET, TILE} if at_a_place else ()), names, f"{key}.special")
    for condition in scenario.victory.value:
        for piece in condition.when:
            _check_names(piece, PIECE_FORMS[piece["verb"]], names, f"{key}.victory")


def moments(names: BoxNames) -> list[str]:
    """When a special rule of a scenario can take effect."""
    kinds = [*names.known["tile_kind"], "any"]
    return [
        *(f"{edge}:{phase}" for edge in ("start", "end") for phase in PHASES),
        *(f"{what}:{kind}" for what in ("enter", "laid") for kind in kinds),
        *(f"death:{who}" for who in (*SIDES, *names.known["profile"])),
    ]


# -- clauses -----------------------------------------------------------------------------------------------------------


def _check(clauses: Iterable[ClauseData], offered: frozenset[str], names: BoxNames, key: str) -> None:
    for clause in clauses:
        verb = clause["verb"]
        _check_names(clause, VERB_FORMS[verb], names, key)
        for need in _missing(clause, offered):
            raise _misfit(key, f"{verb} needs a {need}: say whom or where the card is aimed at", "needs_target")
        # Whoever is chosen or meant is the target of what then happens; no line of theirs is named.
        within = (offered | {TARGET}) - {LINE} if verb in ("choose", "each") else offered
        for then in _nested(clause):
            _check(then, within, names, key)


def _missing(clause: ClauseData, offered: frozenset[str]) -> Iterator[str]:
    verb = clause["verb"]
    if verb in ABOUT_A_WARRIOR and not clause.get("scope"):
        wanted = BEARER if clause.get("on") == BEARER else TARGET
        if wanted not in offered:
            yield wanted
    if verb == "heal" and LINE not in offered:
        yield LINE
    if verb == "move" and TILE not in offered:
        yield TILE
    if verb in ("place", "rise") and not {TILE, TARGET} & offered:
        yield TILE


def _nested(clause: ClauseData) -> Iterator[Clauses]:
    if "then" in clause:
        yield clause["then"]
    for row in clause.get("table", ()):
        yield row["then"]


def _check_names(clause: ClauseData, form: Form, names: BoxNames, key: str) -> None:
    for fact, spec in form.items():
        value = clause.get(fact, spec.default)
        if spec.kind in names.known and value and value not in names.known[spec.kind]:
            raise _misfit(key, f"{clause['verb']}.{fact}: {value!r} is not in the box", "not_in_box")
    for piece in clause.get("when", ()):
        _check_names(piece, PIECE_FORMS[piece["verb"]], names, key)
