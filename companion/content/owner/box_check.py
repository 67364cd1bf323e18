"""The box check: what of the box matters to a scenario, the weightiest first, how much of it is still open, and how
each value is edited."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.content.box import Box
from companion.content.owner.building import data_of
from companion.content.owner.overlay import Piece
from companion.content.scenario_models import ScenarioModel
from companion.protocol.box import (
    BoxCheck,
    CheckItem,
    CheckKind,
    CheckState,
    CheckValue,
    LineForm,
    LocalNames,
    NumberForm,
    NumberPlace,
    PlainForm,
    Provenance,
    ValueForm,
    WordsForm,
    box_refusal,
)
from companion.rules.instinct import TAKES
from companion.rules.words import DEMON, DEMON_ACTION, HUMAN_ACTION, INITIATIVE, TALENTS, THREAT

# How much a wrong value of an item spoils a game: values used every round weigh most.
WEIGHTS: dict[CheckKind, int] = {
    "human": 100, "scenario": 90, "fiend": 80, "gift": 70, "object": 60, "skill": 65,
    "squamata": 95, "part": 95, "deadly": 55, "destiny": 50, "deck": 40, "card": 30, "tiles": 10,
}  # fmt: skip
# How long an owner takes to compare an item with the card.
SECONDS: dict[CheckKind, int] = {
    "human": 25, "scenario": 40, "fiend": 12, "gift": 6, "object": 8, "skill": 8,
    "squamata": 10, "part": 20, "deadly": 15, "destiny": 20, "deck": 45, "card": 15, "tiles": 60,
}  # fmt: skip
# The least certain first: an item is as certain as its least certain value.
CERTAINTY: tuple[Provenance, ...] = ("stand-in", "reported", "rulebook", "owner")
STATES: dict[Provenance, CheckState] = {
    "stand-in": "open",
    "reported": "reported",
    "rulebook": "printed",
    "owner": "confirmed",
}
FIELDS: dict[str, tuple[str, ...]] = {
    "fiend": ("name", "health", "line", "cost", "talents", "traits"),
    "gift": ("die", "when", "effect"),
    "object": ("bearers", "effect", "copies"),
    "skill": ("effect",),
    "squamata": ("line", "talents"),
    "part": ("resistance", "spaces"),
    "deadly": ("name", "price", "when", "effect"),
    "card": ("when", "effect"),
    "deck": ("name", "copies", "when"),
    "scenario": ("humans", "gifts", "advantages", "events", "cards_out", "first_die", "explorers", "squamata", "deadly",
                 "tp", "reinforcements", "foes", "start", "stack", "special", "victory", "aim"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Item:
    """A card, a deck, the board, the tiles: what an owner compares at once."""

    id: str
    kind: CheckKind
    name: LocalNames | None
    values: tuple[CheckValue, ...] = ()

    @property
    def state(self) -> CheckState:
        """As certain as the least certain value."""
        sources = [CERTAINTY.index(value["from"]) for value in self.values if value["from"]]
        return STATES[CERTAINTY[min(sources, default=len(CERTAINTY) - 1)]]

    @property
    def open(self) -> bool:
        return self.state == "open"

    def to_json(self) -> CheckItem:
        return {
            "id": self.id, "kind": self.kind, "name": self.name, "state": self.state,
            "seconds": SECONDS[self.kind], "values": list(self.values),
        }  # fmt: skip


def box_check(box: Box, scenario: str) -> BoxCheck:
    """All of it as JSON; `Refused` for a scenario that is not in the box."""
    items = sorted(_items_of(box, scenario), key=lambda item: (not item.open, -WEIGHTS[item.kind], item.id))
    to_check = [item for item in items if item.open]
    seconds = sum(SECONDS[item.kind] for item in to_check)
    return {
        "scenario": scenario,
        "content": box.version,
        "to_check": len(to_check),
        "checked": len(items) - len(to_check),
        "minutes": math.ceil(seconds / 60),
        "items": [item.to_json() for item in items],
    }


def paths_of(box: Box, item: str) -> list[str]:
    """Every value of an item that has a source; whichever scenario it matters to."""
    for scenario in box.scenarios:
        for found in _items_of(box, scenario):
            if found.id == item:
                return [value["path"] for value in found.values if value["from"]]
    raise box_refusal(item, "no such item of the box")


def open_values(box: Box, scenario: str) -> list[str]:
    """Paths of the values that matter to the scenario and that nobody has confirmed."""
    return [v["path"] for item in _items_of(box, scenario) for v in item.values if v["from"] == CERTAINTY[0]]


# -- what matters to a scenario ----------------------------------------------------------------------------------------


def _items_of(box: Box, name: str) -> Iterator[_Item]:
    """In no order."""
    scenario = box.scenarios.get(name)
    if scenario is None:
        raise box_refusal(f"scenario.{name}", "no such scenario")
    items = _Items(box, scenario)
    recruits = scenario.humans.value
    yield items.piece("scenario", name)
    for human in dict.fromkeys(recruit.card for recruit in recruits):
        yield items.human(human)
    for fiend in dict.fromkeys(_fiends(box, scenario)):
        yield items.piece("fiend", fiend)
    for gift in scenario.gifts.value:
        yield items.piece("gift", gift)
    for thing in dict.fromkeys(thing for recruit in recruits for thing in recruit.objects):
        yield items.piece("object", thing)
    for skill in dict.fromkeys(skill for recruit in recruits for skill in recruit.skills):
        yield items.piece("skill", skill)
    yield from _against_kartikeya(box, scenario, items)
    if DEMON in scenario.sides:
        yield items.destiny()
    for deck in _decks(scenario):
        yield items.deck(deck)
        yield from items.unsure_cards(deck)
    yield items.tiles()


def _against_kartikeya(box: Box, scenario: ScenarioModel, items: _Items) -> Iterator[_Item]:
    """Kartikeya, its board, and the Deadly Destiny table."""
    if scenario.squamata is None:
        return
    yield items.piece("squamata", scenario.squamata.value.card)
    for part in box.part(scenario).part:
        yield items.piece("part", part.id)
    for event in scenario.deadly.value if scenario.deadly else ():
        yield items.piece("deadly", event)


def _decks(scenario: ScenarioModel) -> Iterator[str]:
    """The decks that are drawn from; against Kartikeya the Demon has no Events (FS-6)."""
    if DEMON in scenario.sides and scenario.squamata is None:
        yield "event"
    if scenario.advantages.value:
        yield "advantage"


def _fiends(box: Box, scenario: ScenarioModel) -> Iterator[str]:
    """Warriors the Demon has, may bring in, or is given by a special rule."""
    yield from (entry.card for entry in scenario.reinforcements.value)
    yield from (foe.card for foe in (scenario.foes.value if scenario.foes else ()))
    fiends = {fiend.id for fiend in box.pack.fiend}
    for rule in scenario.special.value if scenario.special else ():
        yield from (name for name in _named(rule.do, "profile") if name in fiends)


def _named(value: object, key: str) -> Iterator[str]:
    """Every text under a key, however deep."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            if name == key and isinstance(inner, str):
                yield inner
            yield from _named(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from _named(inner, key)


class _Items:
    """The items that can be made of a box, as far as they are in a game of the scenario."""

    def __init__(self, box: Box, scenario: ScenarioModel) -> None:
        self._box = box
        self._part = box.part(scenario)
        self._data = data_of(box)

    def piece(self, kind: CheckKind, name: str) -> _Item:
        piece = self._data.piece(kind, name)
        values = [*self._fields(kind, name, piece, FIELDS[kind]), *self._lines(kind, name, piece)]
        return _Item(f"{kind}.{name}", kind, _name_of(piece), tuple(values))

    def _lines(self, kind: CheckKind, name: str, piece: Piece) -> Iterator[CheckValue]:
        """The lines of a warrior that has one for every face of a die."""
        lines = piece.get("lines")
        for number, line in lines.items() if isinstance(lines, Mapping) else ():
            yield self._value(kind, f"pack.{kind}.{name}.lines.{number}", name, line)

    def human(self, name: str) -> _Item:
        model = next(human for human in self._box.pack.human if human.id == name)
        prefix = f"pack.human.{name}"
        lines = self._lines("human", name, self._data.piece("human", name))
        # All talents together: only the whole list says that there is no other.
        sources = [CERTAINTY.index(talent.provenance) for talent in model.talents]
        together = {
            "is": [talent.value for talent in model.talents],
            "from": CERTAINTY[min(sources)] if sources else "rulebook",
            "note": " ".join(talent.note for talent in model.talents if talent.note),
        }
        talents = self._value("human", f"{prefix}.talents", name, together)
        return _Item(f"human.{name}", "human", model.name.by_language(), (*lines, talents))

    def destiny(self) -> _Item:
        squares = self._data.sections["square"].items()
        values = [
            self._value("square", f"pack.square.{name}.red", str(name), square["red"]) for name, square in squares
        ]
        return _Item("destiny", "destiny", None, tuple(values))

    def deck(self, deck: str) -> _Item:
        pieces = self._pieces(deck)
        values = [value for name, piece in pieces for value in self._fields(deck, name, piece, FIELDS["deck"])]
        return _Item(f"deck.{deck}", "deck", None, tuple(values))

    def unsure_cards(self, deck: str) -> Iterator[_Item]:
        """Cards of a deck whose effect is a stand-in, or was stated by the owner in place of one."""
        for name, piece in self._pieces(deck):
            effect = piece.get("effect")
            if isinstance(effect, Mapping) and effect.get("from") in ("stand-in", "owner"):
                values = self._fields(deck, name, piece, FIELDS["card"])
                yield _Item(f"card.{name}", "card", _name_of(piece), tuple(values))

    def _pieces(self, deck: str) -> Iterator[tuple[str, Piece]]:
        """The cards of a deck that are in the game."""
        in_play = {card.id for card in getattr(self._part, deck)}
        yield from ((str(name), piece) for name, piece in self._data.sections[deck].items() if name in in_play)

    def tiles(self) -> _Item:
        values: list[CheckValue] = [
            {
                "path": f"pack.tile.{tile.number}",
                "field": str(tile.number),
                "of": str(tile.number),
                "is": {"kind": tile.kind, "openings": tile.openings},
                "from": tile.provenance,
                "note": "",
                "form": _form_of(self._box, "tile", "", None),
            }
            for tile in self._part.tile
        ]
        return _Item("tiles", "tiles", None, tuple(values))

    def _fields(self, section: str, name: str, piece: Piece, fields: Iterable[str]) -> Iterator[CheckValue]:
        prefix = f"scenario.{name}" if section == "scenario" else f"pack.{section}.{name}"
        for field in fields:
            if field in piece:
                yield self._value(section, f"{prefix}.{field}", name, piece[field])

    def _value(self, section: str, path: str, of: str, stated: object) -> CheckValue:
        field = path.rpartition(".")[2]
        # A mere name has no source of its own.
        found: Mapping[str, Any] = {"is": stated, "from": ""}
        if isinstance(stated, Mapping) and "from" in stated:
            found = stated
        return {
            "path": path,
            "field": field,
            "of": of,
            "is": found["is"],
            "from": found["from"],
            "note": found.get("note", ""),
            "form": _form_of(self._box, section, field, found["is"]),
        }


def _name_of(piece: Piece) -> LocalNames | None:
    name = piece.get("name")
    return dict(name) if isinstance(name, Mapping) else None


# -- how a value is edited ---------------------------------------------------------------------------------------------

LINE: LineForm = {"kind": "line", "mvt": [0, 9], "cbt": [0, 9], "def": [1, 6]}
FLAG: PlainForm = {"kind": "flag"}
NAME: PlainForm = {"kind": "name"}
OTHER: PlainForm = {"kind": "other"}
# When a card may be played; a Gift goes by the Redeemer's activation, an event of Deadly Destiny by the Demon's turn.
PHASES = [INITIATIVE, HUMAN_ACTION, THREAT, DEMON_ACTION, "any"]
WHEN = {"gift": ["activation", "activation_start"], "deadly": [THREAT, DEMON_ACTION]}
SMALLEST, LARGEST = -9, 99


def _number(least: int, most: int) -> NumberForm:
    return {"kind": "number", "least": least, "most": most}


NUMBERS = {
    "health": _number(1, 20),
    "cost": _number(0, 99),
    "die": _number(1, 6),
    "copies": _number(0, 20),
    "advantages": _number(0, 99),
    "tp": _number(0, 99),
    "miniatures": _number(0, 99),
    "resistance": _number(1, 9),
    "price": _number(1, 9),
}


def _words(known: list[str]) -> WordsForm:
    return {"kind": "words", "of": known}


def _form_of(box: Box, section: str, field: str, value: object) -> ValueForm:
    """The form of a field of a piece. The tablet draws the editor from it."""
    if field == "line" or (section in ("human", "fiend") and field in "123456"):
        return LINE
    if field in NUMBERS:
        return NUMBERS[field]
    if field == "spaces":
        return {"kind": "spaces", "dice": list(TAKES), "talents": sorted(TALENTS)}
    if field == "red":
        return FLAG
    if field == "name":
        return NAME
    if field == "talents":
        return _words(sorted(TALENTS))
    if field == "when":
        return _words(WHEN.get(section, PHASES))
    if field == "bearers":
        return _words([human.id for human in box.pack.human])
    if field == "effect":
        return {"kind": "clauses", "numbers": list(_numbers(value, []))}
    return {"kind": "tile", "kinds": list(box.tile_kinds)} if section == "tile" else OTHER


def _numbers(value: object, at: list[str | int]) -> Iterator[NumberPlace]:
    """Every number in the clauses of an effect, and the way to it: what a card prints differently is mostly these."""
    if isinstance(value, bool):
        return
    if isinstance(value, int):
        yield {"at": at, "is": value, "least": SMALLEST, "most": LARGEST}
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _numbers(inner, [*at, key])
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from _numbers(inner, [*at, i])
