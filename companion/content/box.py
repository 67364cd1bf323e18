"""The box: packs turned into what the rules play with, every reference checked."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from companion.content.clauses import clauses_from
from companion.content.loader import PACKS, PackError, read_pack, read_scenarios
from companion.content.models import CardModel, FiendModel, HumanModel, PackModel
from companion.content.scenario_models import ScenarioModel
from companion.content.sense import Nonsense, check_sense
from companion.content.sourced import Sourced
from companion.rules.board import openings_from
from companion.rules.cards import Aim, Card, Line, Profile, Square, TileKind
from companion.rules.words import DEMON, DEMON_FIGURE, HUMAN

DECKS = ("gift", "object", "advantage", "event")


@dataclass(frozen=True, slots=True)
class BoxTile:
    """A tile of the box; its number is the label on the table and on its tag."""

    number: int
    kind: str
    openings: str


@dataclass(frozen=True, slots=True)
class BoxCard:
    """A card as a thing that lies on the table: its names, and one tag number for each copy."""

    id: str
    deck: str
    name: Mapping[str, str]
    tags: tuple[int, ...]
    copies: int


@dataclass(frozen=True)
class Box:
    pack: PackModel
    scenarios: Mapping[str, ScenarioModel]
    profiles: Mapping[str, Profile]
    rules_cards: Mapping[str, Card]
    cards: Mapping[str, BoxCard]
    tile_kinds: Mapping[str, TileKind]
    squares: Mapping[str, Square]
    tiles: tuple[BoxTile, ...]
    stock: Mapping[str, int]
    version: str

    def public(self) -> dict[str, Any]:
        """Everything the tablet may show, with the provenance of every value, as JSON."""
        pack = self.pack.model_dump(mode="json", by_alias=True)
        scenarios = [s.model_dump(mode="json", by_alias=True) for s in self.scenarios.values()]
        tags = {card.id: list(card.tags) for card in self.cards.values()}
        return {"version": self.version, "pack": pack, "scenarios": scenarios, "tags": tags}

    @cached_property
    def printed(self) -> str:
        """A fingerprint of the values alone: boxes with the same one play the same, whoever vouches for the values."""
        return _fingerprint(_without_sources(_dumped(self.pack, list(self.scenarios.values()))))

    def stand_ins(self, scenario: str | None = None) -> list[str]:
        """Paths of all values nobody has confirmed: of the pack, and of one scenario or all of them."""
        chosen = [self.scenarios[scenario]] if scenario else list(self.scenarios.values())
        found = list(_unsure(self.pack, "pack"))
        for model in chosen:
            found += _unsure(model, f"scenario.{model.id}")
        return found


def _unsure(value: Any, path: str) -> Iterator[str]:
    if isinstance(value, Sourced):
        if not value.sure:
            yield path
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from _unsure(item, f"{path}.{getattr(item, 'id', getattr(item, 'number', i))}")
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _unsure(item, f"{path}.{key}")
    elif hasattr(type(value), "model_fields"):
        if getattr(value, "provenance", "") == "stand-in":
            yield path
        for key in type(value).model_fields:
            yield from _unsure(getattr(value, key), f"{path}.{key}")


def load_box(folder: Path = PACKS / "base") -> Box:
    """The box of a pack folder; `PackError` names what is wrong with it."""
    return box_from(read_pack(folder), read_scenarios(folder))


def box_from(pack: PackModel, scenarios: list[ScenarioModel]) -> Box:
    for group in (pack.tile_kind, pack.human, pack.fiend, pack.square, scenarios):
        _unique([item.id for item in group], "id")
    _unique([str(tile.number) for tile in pack.tile], "tile number")
    _unique([card.id for deck in DECKS for card in getattr(pack, deck)], "card")
    box = Box(
        pack=pack,
        scenarios={s.id: s for s in scenarios},
        profiles={p.id: p for p in (*map(_human, pack.human), *map(_fiend, pack.fiend))},
        rules_cards={m.id: _card(deck, m) for deck in DECKS for m in getattr(pack, deck)},
        cards=_tagged(pack),
        tile_kinds=_tile_kinds(pack),
        squares=_squares(pack),
        tiles=tuple(BoxTile(t.number, t.kind, t.openings) for t in pack.tile),
        stock=_stock(pack),
        version=_fingerprint(_dumped(pack, scenarios)),
    )
    _check_references(box)
    try:
        check_sense(pack, scenarios)
    except Nonsense as error:
        raise PackError(str(error), error.key, error.code) from error
    return box


def _unique(names: list[str], what: str) -> None:
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise PackError(f"{what} {', '.join(sorted(twice))} stands more than once; keep one of each", what)


def _line(sourced: Any) -> Line:
    return Line(sourced.value.mvt, sourced.value.cbt, sourced.value.defence)


def _human(model: HumanModel) -> Profile:
    return Profile(
        id=model.id,
        figure=model.id,
        side=HUMAN,
        body="lines",
        lines=tuple(_line(model.lines[n]) for n in ("1", "2", "3", "4", "5", "6")),
        talents=frozenset(t.value for t in model.talents),
        condemned=model.condemned,
    )


def _fiend(model: FiendModel) -> Profile:
    return Profile(
        id=model.id,
        figure=model.figure,
        side=DEMON,
        body="wounds" if model.figure == DEMON_FIGURE or model.health.value > 1 else "one_hit",
        lines=(_line(model.line),),
        talents=frozenset(model.talents.value),
        health=model.health.value,
        cost=model.cost.value,
        traits=dict(model.traits.value) if model.traits else {},
    )


def _card(deck: str, model: CardModel) -> Card:
    return Card(
        id=model.id,
        deck=deck,
        when=frozenset(model.when.value if model.when else ["any"]),
        aim=Aim(**model.aim.model_dump()),
        clauses=clauses_from(model.effect.value) if model.effect else (),
        die=model.die.value if model.die else None,
        bearers=frozenset(model.bearers.value if model.bearers else ()),
        rule=model.rule,
        cost=model.cost.value.tp if model.cost else 0,
        condition=clauses_from(model.condition.value) if model.condition else (),
        by_hand=model.by_hand or (model.effect is None and deck != "object"),
    )


def _tagged(pack: PackModel) -> dict[str, BoxCard]:
    """Where a card does not say its own tags they are numbered through in the order of the pack, one a copy."""
    found = {}
    number = 1
    for deck, model, copies in tagged_models(pack):
        names = {k: v for k, v in model.name.model_dump().items() if v}
        tags = tuple(model.tags) or tuple(range(number, number + copies))
        found[model.id] = BoxCard(model.id, deck, names, tags, copies)
        number += copies
    _unique([str(tag) for card in found.values() for tag in card.tags], "tag")
    return found


def tagged_models(pack: PackModel) -> Iterator[tuple[str, CardModel | FiendModel, int]]:
    """Every piece that carries a tag, with its deck and its copies, in the order of the pack."""
    for deck in DECKS:
        for model in getattr(pack, deck):
            yield deck, model, model.copies.value
    yield from (("demon", fiend, 1) for fiend in pack.fiend if fiend.figure == DEMON_FIGURE)


def _tile_kinds(pack: PackModel) -> dict[str, TileKind]:
    return {
        k.id: TileKind(
            id=k.id,
            capacity=k.capacity.value if k.capacity else 3,
            ends_movement=k.ends_movement,
            leaving_takes_all=k.leaving_takes_all,
            doubles_hits=k.doubles_hits,
            hole=k.hole,
            always_enter=frozenset(k.always_enter),
            way_out=k.way_out,
            on_first_entry=clauses_from(k.on_first_entry),
            rule=k.rule,
        )
        for k in pack.tile_kind
    }


def _squares(pack: PackModel) -> dict[str, Square]:
    return {
        s.id: Square(s.id, s.dice.value, s.number, s.per_die, s.red.value, clauses_from(s.effect.value))
        for s in pack.square
    }


def _stock(pack: PackModel) -> dict[str, int]:
    stock = {human.id: human.miniatures.value for human in pack.human}
    for fiend in pack.fiend:
        if fiend.miniatures:
            stock[fiend.figure] = stock.get(fiend.figure, 0) + fiend.miniatures.value
    return stock


def _dumped(pack: PackModel, scenarios: list[ScenarioModel]) -> list[Any]:
    return [m.model_dump(mode="json", by_alias=True) for m in (pack, *scenarios)]


def _without_sources(value: Any) -> Any:
    """Data of a pack without where it comes from and without labels."""
    if isinstance(value, dict):
        return {k: _without_sources(v) for k, v in value.items() if k not in ("from", "note", "tags")}
    return [_without_sources(item) for item in value] if isinstance(value, list) else value


def _fingerprint(data: Any) -> str:
    """Short, and another for any other data: a game remembers what it was started with."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:12]


def _check_references(box: Box) -> None:
    for tile in box.tiles:
        if tile.kind not in box.tile_kinds:
            text = f"tile {tile.number}: kind {tile.kind!r} is not in the pack; add it or correct the name"
            raise PackError(text, f"tile.{tile.number}.kind")
        openings_from(tile.openings)
    for scenario in box.scenarios.values():
        for where, name, known in _names_in(box, scenario):
            if name not in known:
                raise PackError(
                    f"scenario {scenario.id}: {where}: {name!r} is not in the pack; known: {', '.join(sorted(known))}",
                    f"scenario.{scenario.id}.{where}",
                )


def _names_in(box: Box, scenario: ScenarioModel) -> Iterator[tuple[str, str, Any]]:
    """Every name a scenario uses, with the names it may be."""
    objects = {c for c, card in box.rules_cards.items() if card.deck == "object"}
    gifts = {c for c, card in box.rules_cards.items() if card.deck == "gift"}
    humans = {human.id for human in box.pack.human}
    fiends = {fiend.id for fiend in box.pack.fiend}
    for recruit in scenario.humans.value:
        yield "humans", recruit.card, humans
        for item in recruit.objects:
            yield "humans.objects", item, objects
    for gift in scenario.gifts.value:
        yield "gifts", gift, gifts
    drawn = {c for c, card in box.rules_cards.items() if card.deck in ("advantage", "event")}
    for card in scenario.cards_out.value if scenario.cards_out else ():
        yield "cards_out", card, drawn
    for reinforcement in scenario.reinforcements.value:
        yield "reinforcements", reinforcement.card, fiends
    for foe in scenario.foes.value if scenario.foes else ():
        yield "foes", foe.card, fiends
    for laid in scenario.start.value:
        yield "start", laid.kind, box.tile_kinds
    for kind in scenario.way_out:
        yield "way_out", kind, box.tile_kinds
    for kind in scenario.stack.value.set_aside:
        yield "stack.set_aside", kind, box.tile_kinds
    for layer in scenario.stack.value.layers:
        for kind in layer.kinds:
            yield "stack.layers.kinds", kind, box.tile_kinds
