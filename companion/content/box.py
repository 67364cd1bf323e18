"""The box: packs turned into what the rules play with, every reference checked."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, get_args

from companion.content.checks import check_box
from companion.content.clauses import clauses_from
from companion.content.loader import ALL_PACKS, LISTS, read_packs, read_scenarios
from companion.content.models import (
    CardModel,
    FiendModel,
    HumanModel,
    LineModel,
    PackModel,
    PieceModel,
    Sourced,
    SquamataModel,
)
from companion.content.scenario_models import ScenarioModel
from companion.protocol.box import BoxJson, ScenarioChoices, box_refusal
from companion.rules.cards import Aim, Card, Line, Profile, Square, TileKind
from companion.rules.words import DEMON, DEMON_FIGURE, HUMAN, SQUAMATA, Deck, talents_from

DECKS: tuple[Deck, ...] = get_args(Deck)
# Events of Deadly Destiny are printed in a scenario: they are no cards, and nothing can be stuck on them.
CARD_DECKS: tuple[Deck, ...] = tuple(deck for deck in DECKS if deck != "deadly")
BASE = "base"
SIX: tuple[Literal["1", "2", "3", "4", "5", "6"], ...] = ("1", "2", "3", "4", "5", "6")


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
    """The box as the rules play with it, and the models it was made from."""

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

    def to_json(self, unconfirmed: Callable[[str], int]) -> BoxJson:
        """All of it for the tablet, with the provenance of every value; `unconfirmed` counts what to check first."""
        pack = self.pack.model_dump(mode="json", by_alias=True)
        scenarios = [s.model_dump(mode="json", by_alias=True) for s in self.scenarios.values()]
        tags = {card.id: list(card.tags) for card in self.cards.values()}
        choices = {name: self._choices(scenario, unconfirmed(name)) for name, scenario in self.scenarios.items()}
        return {"version": self.version, "pack": pack, "scenarios": scenarios, "choices": choices, "tags": tags}

    def _choices(self, scenario: ScenarioModel, unconfirmed: int) -> ScenarioChoices:
        own = scenario.gifts.value
        return {
            "extra_gifts": [c.id for c in self.pack.gift if c.id not in own and joins(c, scenario.packs)],
            "unconfirmed": unconfirmed,
        }

    @cached_property
    def printed(self) -> str:
        """A fingerprint of the values alone: boxes with the same one play the same, whoever vouches for the values."""
        return _fingerprint(_without_sources(_dumped(self.pack, list(self.scenarios.values()))))

    def part(self, scenario: ScenarioModel) -> PackModel:
        """What of the pieces is in a game of the scenario."""
        lists = {
            name: [piece for piece in getattr(self.pack, name) if joins(piece, scenario.packs, name)] for name in LISTS
        }
        return self.pack.model_copy(update=lists)

    def stand_ins(self, scenario: str | None = None) -> list[str]:
        """Paths of all values nobody has confirmed: of the pieces, and of one scenario or all of them."""
        chosen = [self.scenarios[scenario]] if scenario else list(self.scenarios.values())
        found = list(_unsure(self.part(self.scenarios[scenario]) if scenario else self.pack, "pack"))
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


def load_box(*folders: Path) -> Box:
    """The box of some pack folders, all of them if none is named; `Refused` names what is wrong with it."""
    chosen = folders or ALL_PACKS
    pack = read_packs(chosen)
    names = [info.id for info in pack.packs]
    scenarios = [s for folder, name in zip(chosen, names, strict=True) for s in read_scenarios(folder, name)]
    return box_from(pack, scenarios)


def joins(piece: PieceModel, packs: Collection[str], deck: str = "") -> bool:
    """Is a piece in a game with these packs? Advantages of one expansion are in with every expansion (DP-1)."""
    return piece.pack in packs or (deck == "advantage" and set(packs) != {BASE})


def box_from(pack: PackModel, scenarios: list[ScenarioModel]) -> Box:
    """The box of a pack and its scenarios, checked as a whole."""
    for group in (pack.tile_kind, pack.human, pack.fiend, pack.square, scenarios):
        _unique([item.id for item in group], "id")
    _unique([str(tile.number) for tile in pack.tile], "tile number")
    _unique([card.id for deck in DECKS for card in getattr(pack, deck)], "card")
    check_box(pack, scenarios)
    return Box(
        pack=pack,
        scenarios={s.id: s for s in scenarios},
        profiles={
            p.id: p for p in (*map(_human, pack.human), *map(_fiend, pack.fiend), *map(_squamata, pack.squamata))
        },
        rules_cards={m.id: _card(deck, m) for deck in DECKS for m in getattr(pack, deck)},
        cards=_tagged(pack),
        tile_kinds=_tile_kinds(pack),
        squares=_squares(pack),
        tiles=tuple(BoxTile(t.number, t.kind, t.openings) for t in pack.tile),
        stock=_stock(pack),
        version=_fingerprint(_dumped(pack, scenarios)),
    )


def _unique(names: list[str], what: str) -> None:
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise box_refusal(what, f"{', '.join(sorted(twice))} stands more than once; keep one of each")


def _line(sourced: Sourced[LineModel]) -> Line:
    return Line(sourced.value.mvt, sourced.value.cbt, sourced.value.defence)


def _human(model: HumanModel) -> Profile:
    return Profile(
        id=model.id,
        figure=model.id,
        side=HUMAN,
        body="lines",
        lines=tuple(_line(model.lines[n]) for n in SIX),
        talents=talents_from(t.value for t in model.talents),
        condemned=model.condemned,
    )


def _fiend(model: FiendModel) -> Profile:
    by_die = tuple(_line(model.lines[n]) for n in SIX) if model.lines else ()
    return Profile(
        id=model.id,
        figure=model.figure,
        side=DEMON,
        body="wounds" if model.figure == DEMON_FIGURE or model.health.value > 1 else "one_hit",
        lines=by_die or (_line(model.line),),
        instinct=_line(model.line) if by_die else None,
        rule=model.rule,
        talents=talents_from(model.talents.value),
        health=model.health.value,
        cost=model.cost.value,
        traits=dict(model.traits.value) if model.traits else {},
    )


def _squamata(model: SquamataModel) -> Profile:
    return Profile(
        id=model.id,
        figure=model.id,
        side=SQUAMATA,
        body="parts",
        lines=(_line(model.line),),
        talents=talents_from(model.talents.value),
    )


def _card(deck: Deck, model: CardModel) -> Card:
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
        by_hand=model.by_hand or (model.effect is None and deck not in ("object", "skill")),
    )


def _tagged(pack: PackModel) -> dict[str, BoxCard]:
    """Cards without tags of their own are numbered through in the order of their pack, one number a copy."""
    found = {}
    free = {info.id: info.first_tag for info in pack.packs}
    for deck, model, copies in tagged_models(pack):
        number = free.setdefault(model.pack, 1)
        tags = tuple(model.tags) or tuple(range(number, number + copies))
        found[model.id] = BoxCard(model.id, deck, model.name.by_language(), tags, copies)
        free[model.pack] += 0 if model.tags else copies
    _unique([str(tag) for card in found.values() for tag in card.tags], "tag")
    return found


def tagged_models(pack: PackModel) -> Iterator[tuple[str, CardModel | FiendModel, int]]:
    """Every piece that carries a tag, with its deck and its copies, pack by pack: an expansion moves no number."""
    for name in dict.fromkeys((BASE, *(info.id for info in pack.packs))):
        for deck in CARD_DECKS:
            for model in getattr(pack, deck):
                if model.pack == name:
                    yield deck, model, model.copies.value
        fiends = (fiend for fiend in pack.fiend if fiend.pack == name)
        yield from (("demon", fiend, 1) for fiend in fiends if fiend.figure == DEMON_FIGURE)


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
            on_demon_entry=clauses_from(k.on_demon_entry),
            on_first_demon_entry=clauses_from(k.on_first_demon_entry),
            on_phase_start=clauses_from(k.on_phase_start),
            defence=k.defence,
            most_defence=k.most_defence,
            set_off_by=frozenset(k.set_off_by),
            discounts=k.discounts,
            water=k.water,
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
    return stock | {model.id: model.miniatures.value for model in pack.squamata}


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
