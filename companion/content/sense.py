"""Whether effects make sense where they stand: a verb that needs a target has one, a name is that of something."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from companion.content.models import CardModel, PackModel
from companion.content.palette import PHASES, PIECE_FORMS, VERB_FORMS, Fact
from companion.content.scenario_models import ScenarioModel
from companion.rules.effects.registry import DESCRIBING
from companion.rules.words import DEMON, HUMAN

TARGET, TILE, LINE, BEARER = "target", "tile", "line", "bearer"
# Verbs about one warrior: the target, unless they name a scope or the bearer.
ABOUT_A_WARRIOR = frozenset(
    {
        *("hit", "heal", "bonus", "talent", "forbid", "hit_on"),
        *("move", "end_movement", "token", "remove", "attacks_ally"),
    }
)


# When the cards of a deck may say they are played.
WHEN: dict[str, tuple[str, ...]] = {
    "gift": ("activation", "activation_start"),
    "object": (),
    "advantage": (*PHASES, "any"),
    "event": (*PHASES, "any"),
}


class Names(NamedTuple):
    """What there is in a box, by the kind of fact that may name it."""

    known: Mapping[str, Collection[str]]


class Nonsense(ValueError):
    """Names the key and what is missing there; for the `code` the tablet has a sentence of its own."""

    def __init__(self, key: str, reason: str, code: str) -> None:
        self.key = key
        self.reason = reason
        self.code = code
        super().__init__(f"{key}: {reason}")


def names_of(pack: PackModel) -> Names:
    profiles = [*(human.id for human in pack.human), *(fiend.id for fiend in pack.fiend)]
    figures = [*(human.id for human in pack.human), *(fiend.figure for fiend in pack.fiend)]
    return Names(
        {
            "profile": profiles,
            "figure": figures,
            "who": {*profiles, *figures, "warrior", "condemned", HUMAN, DEMON},
            "tile_kind": [kind.id for kind in pack.tile_kind],
            "scope": {f"side:{HUMAN}", f"side:{DEMON}", *(f"figure:{figure}" for figure in figures)},
        }
    )


def check_sense(pack: PackModel, scenarios: Iterable[ScenarioModel]) -> None:
    """`Nonsense` names the first effect that could not be carried out."""
    names = names_of(pack)
    for deck in ("gift", "object", "advantage", "event"):
        for card in getattr(pack, deck):
            check_card(deck, card, names)
    for square in pack.square:
        _check(square.effect.value, frozenset(), names, f"square.{square.id}.effect")
    for kind in pack.tile_kind:
        _check(kind.on_first_entry, frozenset({TARGET, TILE}), names, f"tile_kind.{kind.id}.on_first_entry")
    for scenario in scenarios:
        _check_scenario(scenario, names)


# -- cards -------------------------------------------------------------------------------------------------------------


def check_card(deck: str, card: CardModel, names: Names) -> None:
    key = f"{deck}.{card.id}"
    clauses = card.effect.value if card.effect else []
    _check_printed(deck, card, names, key)
    for clause in clauses:
        describes = clause["verb"] in DESCRIBING
        if describes != (deck == "object") and not (clause["verb"] == "blast" and deck == "advantage"):
            raise Nonsense(f"{key}.effect", f"{clause['verb']} is not for cards of the deck {deck}", "not_for_deck")
    if any(clause["verb"] == "attacks_ally" for clause in clauses) and card.aim.who != "condemned":
        raise Nonsense(f"{key}.aim.who", "attacks_ally is aimed at a Condemned", "ally_condemned")
    _check(clauses, _offered(deck, card), names, f"{key}.effect")
    for piece in card.condition.value if card.condition else ():
        _check_names(piece, PIECE_FORMS[piece["verb"]], names, f"{key}.condition")


def _check_printed(deck: str, card: CardModel, names: Names, key: str) -> None:
    """What is printed around the effect: when, on whom, by whom, for how much."""
    for when in card.when.value if card.when else ():
        if when not in WHEN[deck]:
            reason = f"{when!r} is not one of {', '.join(WHEN[deck]) or 'no moment'}"
            raise Nonsense(f"{key}.when", reason, "wrong_moment")
    if card.aim.who and card.aim.who not in names.known["who"]:
        raise Nonsense(f"{key}.aim.who", f"{card.aim.who!r} is not in the box", "not_in_box")
    if deck == "gift" and card.die is None:
        raise Nonsense(f"{key}.die", "a Gift needs the score of its die", "no_die")
    if deck == "object" and not (card.bearers and card.bearers.value):
        raise Nonsense(f"{key}.bearers", "an Object needs somebody who may carry it", "no_bearer")
    for bearer in card.bearers.value if card.bearers else ():
        if bearer not in names.known["figure"]:
            raise Nonsense(f"{key}.bearers", f"{bearer!r} is not in the box", "not_in_box")
    if card.cost is not None and deck != "event":
        raise Nonsense(f"{key}.cost", "only an Event is paid for with Threat Points", "cost_event")


def _offered(deck: str, card: CardModel) -> frozenset[str]:
    """What the way a card is played says: whom, where, which line, and who bears it."""
    offers = {TARGET: card.aim.who, TILE: card.aim.tile, LINE: card.aim.line, BEARER: deck in ("gift", "object")}
    return frozenset(name for name, said in offers.items() if said)


# -- scenarios ---------------------------------------------------------------------------------------------------------


def _check_scenario(scenario: ScenarioModel, names: Names) -> None:
    key = f"scenario.{scenario.id}"
    for rule in scenario.special.value if scenario.special else ():
        if rule.when not in moments(names):
            raise Nonsense(f"{key}.special", f"unknown moment {rule.when!r}", "wrong_moment")
        at_a_place = not rule.when.startswith(("start:", "end:"))
        _check(rule.do, frozenset({TARGET, TILE} if at_a_place else ()), names, f"{key}.special")
    for condition in scenario.victory.value:
        for piece in condition.when:
            _check_names(piece, PIECE_FORMS[piece["verb"]], names, f"{key}.victory")


def moments(names: Names) -> list[str]:
    """When a special rule of a scenario can take effect."""
    kinds = [*names.known["tile_kind"], "any"]
    return [
        *(f"{edge}:{phase}" for edge in ("start", "end") for phase in PHASES),
        *(f"{what}:{kind}" for what in ("enter", "laid") for kind in kinds),
        *(f"death:{who}" for who in (HUMAN, DEMON, *names.known["profile"])),
    ]


# -- clauses -----------------------------------------------------------------------------------------------------------


def _check(clauses: Iterable[Mapping[str, Any]], offered: frozenset[str], names: Names, key: str) -> None:
    for clause in clauses:
        verb = clause["verb"]
        _check_names(clause, VERB_FORMS[verb], names, key)
        for need in _missing(clause, offered):
            raise Nonsense(key, f"{verb} needs a {need}: say whom or where the card is aimed at", "needs_target")
        # Whoever is chosen or meant is the target of what then happens; no line of theirs is named.
        within = (offered | {TARGET}) - {LINE} if verb in ("choose", "each") else offered
        for then in _nested(clause):
            _check(then, within, names, key)


def _missing(clause: Mapping[str, Any], offered: frozenset[str]) -> Iterator[str]:
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


def _nested(clause: Mapping[str, Any]) -> Iterator[list[dict[str, Any]]]:
    if "then" in clause:
        yield clause["then"]
    for row in clause.get("table", ()):
        yield row["then"]


def _check_names(clause: Mapping[str, Any], form: Mapping[str, Fact], names: Names, key: str) -> None:
    for fact, spec in form.items():
        value = clause.get(fact, spec.default)
        if spec.kind in names.known and value and value not in names.known[spec.kind]:
            raise Nonsense(key, f"{clause['verb']}.{fact}: {value!r} is not in the box", "not_in_box")
    for piece in clause.get("when", ()):
        _check_names(piece, PIECE_FORMS[piece["verb"]], names, key)
