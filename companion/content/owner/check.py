"""The box check: what of the box matters to a scenario, the weightiest first, and how much of it is still open."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.content.box import Box
from companion.content.owner.forms import form_of
from companion.content.owner.overlay import id_key, plain_box
from companion.content.owner.problems import OwnerError

# How much a wrong value of an item spoils a game: values used every round weigh most.
WEIGHTS = {
    "human": 100, "scenario": 90, "fiend": 80, "gift": 70, "object": 60,
    "destiny": 50, "deck": 40, "card": 30, "tiles": 10,
}  # fmt: skip
# How long an owner looks at an item with the card in hand.
SECONDS = {
    "human": 25, "scenario": 40, "fiend": 12, "gift": 6, "object": 8,
    "destiny": 20, "deck": 45, "card": 15, "tiles": 60,
}  # fmt: skip
# The least certain first: an item is as certain as its least certain value.
CERTAINTY = ("stand-in", "reported", "rulebook", "owner")
STATES = {"stand-in": "open", "reported": "reported", "rulebook": "printed", "owner": "confirmed"}
FIELDS = {
    "fiend": ("name", "health", "line", "cost", "talents", "traits"),
    "gift": ("die", "when", "effect"),
    "object": ("bearers", "effect", "copies"),
    "card": ("when", "effect"),
    "deck": ("name", "copies", "when"),
    "scenario": ("humans", "gifts", "advantages", "events", "cards_out", "tp", "reinforcements", "foes", "start",
                 "stack", "special", "victory", "aim"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Value:
    """A value of the box with its path, where it comes from and how it is edited; no source for a mere name."""

    path: str
    field: str
    of: str
    value: Any
    source: str
    note: str
    form: Mapping[str, Any]

    def plain(self) -> dict[str, Any]:
        return {
            "path": self.path, "field": self.field, "of": self.of,
            "is": self.value, "from": self.source, "note": self.note, "form": self.form,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Item:
    """A card, a deck, the board, the tiles: what an owner holds in the hand and compares at once."""

    id: str
    kind: str
    name: Mapping[str, str] | None
    values: tuple[Value, ...] = field(default=())

    @property
    def state(self) -> str:
        sources = [CERTAINTY.index(v.source) for v in self.values if v.source]
        return STATES[CERTAINTY[min(sources, default=len(CERTAINTY) - 1)]]

    @property
    def open(self) -> bool:
        return self.state == "open"

    def plain(self) -> dict[str, Any]:
        return {
            "id": self.id, "kind": self.kind, "name": self.name, "state": self.state,
            "seconds": SECONDS[self.kind], "values": [value.plain() for value in self.values],
        }  # fmt: skip


def box_check(box: Box, scenario: str) -> dict[str, Any]:
    """All of it as JSON; an `OwnerError` for a scenario that is not in the box."""
    items = sorted(items_of(box, scenario), key=lambda item: (not item.open, -WEIGHTS[item.kind], item.id))
    to_check = [item for item in items if item.open]
    seconds = sum(SECONDS[item.kind] for item in to_check)
    return {
        "scenario": scenario,
        "content": box.version,
        "to_check": len(to_check),
        "checked": len(items) - len(to_check),
        "minutes": math.ceil(seconds / 60),
        "items": [item.plain() for item in items],
    }


def paths_of(box: Box, item: str) -> list[str]:
    """Every value of an item that has a source; whichever scenario it matters to."""
    for scenario in box.scenarios:
        for found in items_of(box, scenario):
            if found.id == item:
                return [value.path for value in found.values if value.source]
    raise OwnerError(item, "no such item of the box")


def open_values(box: Box, scenario: str) -> list[str]:
    """Paths of the values that matter to the scenario and that nobody has confirmed."""
    return [v.path for item in items_of(box, scenario) for v in item.values if v.source == CERTAINTY[0]]


def items_of(box: Box, scenario: str) -> Iterator[Item]:
    """What matters to the scenario, in no order."""
    if scenario not in box.scenarios:
        raise OwnerError(f"scenario.{scenario}", "no such scenario")
    view = _Plain(box)
    mine = view.piece("scenario", scenario)
    yield view.item("scenario", mine)
    for human in dict.fromkeys(recruit["card"] for recruit in mine["humans"]["is"]):
        yield view.human(human)
    for fiend in dict.fromkeys(_fiends(box, mine)):
        yield view.item("fiend", view.piece("fiend", fiend))
    for gift in mine["gifts"]["is"]:
        yield view.item("gift", view.piece("gift", gift))
    for thing in dict.fromkeys(name for recruit in mine["humans"]["is"] for name in recruit.get("objects", ())):
        yield view.item("object", view.piece("object", thing))
    yield view.destiny()
    decks = ["event", "advantage"] if mine["advantages"]["is"] else ["event"]
    for deck in decks:
        yield view.deck(deck)
        yield from view.unsure_cards(deck)
    yield view.tiles()


def _fiends(box: Box, scenario: Mapping[str, Any]) -> Iterator[str]:
    """Warriors the Demon has, may bring in, or is given by a special rule."""
    for key in ("reinforcements", "foes"):
        yield from (entry["card"] for entry in scenario.get(key, {"is": []})["is"])
    fiends = {fiend.id for fiend in box.pack.fiend}
    yield from (name for name in _named(scenario.get("special", {}), "profile") if name in fiends)


def _named(value: Any, key: str) -> Iterator[str]:
    """Every text under a key, however deep."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            if name == key and isinstance(inner, str):
                yield inner
            yield from _named(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from _named(inner, key)


class _Plain:
    """A box as plain data, with the items that can be made of it."""

    def __init__(self, box: Box) -> None:
        self._box = box
        self._data = plain_box(box)

    def piece(self, section: str, name: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = next(p for p in self._data[section] if p[id_key(section)] == name)
        return found

    def item(self, kind: str, piece: Mapping[str, Any]) -> Item:
        return Item(f"{kind}.{piece['id']}", kind, piece["name"], tuple(self._fields(kind, piece, FIELDS[kind])))

    def human(self, name: str) -> Item:
        piece = self.piece("human", name)
        prefix = f"pack.human.{name}"
        lines = [self._value("human", f"{prefix}.lines.{n}", name, line) for n, line in piece["lines"].items()]
        talents = piece["talents"]
        sources = [CERTAINTY.index(talent["from"]) for talent in talents]
        # All of them together: only the whole list says that there is no other.
        together = {
            "is": [talent["is"] for talent in talents],
            "from": CERTAINTY[min(sources)] if sources else "rulebook",
            "note": " ".join(talent["note"] for talent in talents if talent["note"]),
        }
        return Item(
            f"human.{name}",
            "human",
            piece["name"],
            (*lines, self._value("human", f"{prefix}.talents", name, together)),
        )

    def destiny(self) -> Item:
        values = [
            self._value("square", f"pack.square.{square['id']}.red", square["id"], square["red"])
            for square in self._data["square"]
        ]
        return Item("destiny", "destiny", None, tuple(values))

    def deck(self, deck: str) -> Item:
        values = [value for piece in self._data[deck] for value in self._fields(deck, piece, FIELDS["deck"])]
        return Item(f"deck.{deck}", "deck", None, tuple(values))

    def unsure_cards(self, deck: str) -> Iterator[Item]:
        """Cards of a deck whose effect is a stand-in, or was said by the owner in place of one."""
        for piece in self._data[deck]:
            if piece.get("effect", {}).get("from") in ("stand-in", "owner"):
                values = self._fields(deck, piece, FIELDS["card"])
                yield Item(f"card.{piece['id']}", "card", piece["name"], tuple(values))

    def tiles(self) -> Item:
        values = [
            Value(
                path=f"pack.tile.{tile['number']}",
                field=str(tile["number"]),
                of=str(tile["number"]),
                value={"kind": tile["kind"], "openings": tile["openings"]},
                source=tile["from"],
                note="",
                form=form_of(self._box, "tile", "", None),
            )
            for tile in self._data["tile"]
        ]
        return Item("tiles", "tiles", None, tuple(values))

    def _fields(self, section: str, piece: Mapping[str, Any], names: Iterable[str]) -> Iterator[Value]:
        prefix = f"scenario.{piece['id']}" if section == "scenario" else f"pack.{section}.{piece['id']}"
        for name in names:
            if name in piece:
                yield self._value(section, f"{prefix}.{name}", piece["id"], piece[name])

    def _value(self, section: str, path: str, of: str, said: Any) -> Value:
        name = path.rpartition(".")[2]
        sourced = isinstance(said, Mapping) and "from" in said
        value = said["is"] if sourced else said
        form = form_of(self._box, section, name, value)
        source, note = (said["from"], said.get("note", "")) if sourced else ("", "")
        return Value(path, name, of, value, source, note, form)
