"""What lies on the physical table: what to put back after an undo, and the tiles as a camera would see them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from companion.protocol.json import Sentence
from companion.rules.board import turned
from companion.rules.state import State, Warrior
from companion.rules.words import TROGLODYTE
from companion.table.seats import sees_deck

CROWDS = {"warrior_off": "crowd_off", "warrior_to": "crowd_to"}


def put_back(lies: State, wanted: State, seat: str) -> list[Sentence]:
    """Every piece that lies wrongly, as a key and facts for a sentence; cards by name only for those who may see."""
    figures = crowded(list(_figures(lies, wanted)))
    return [*_tiles(lies, wanted), *figures, *_tracks(lies, wanted), *_cards(lies, wanted, seat)]


def by_hand(before: State, after: State, seat: str) -> list[Sentence]:
    """What hands must do after a step: as `put_back`; the phase is on the screen anyway."""
    return [item for item in put_back(before, after, seat) if item["key"] != "phase_to"]


def crowded(items: list[Sentence]) -> list[Sentence]:
    """Troglodytes with the same way are one line: nobody tells them apart."""
    found: dict[tuple[object, ...], Sentence] = {}
    for i, item in enumerate(items):
        facts = item["facts"]
        name = str(facts.get("warrior", ""))
        alike = name.startswith(TROGLODYTE) and item["key"] in CROWDS
        key = (item["key"], facts.get("tile"), facts.get("from")) if alike else (i,)
        if key not in found:
            found[key] = item
        else:
            before: Mapping[str, Any] = found[key]["facts"]
            number = before.get("number", 1) + 1
            shared = {name: value for name, value in before.items() if name != "warrior"}
            found[key] = {"key": CROWDS[item["key"]], "facts": {**shared, "number": number}}
    return list(found.values())


def _item(key: str, **facts: Any) -> Sentence:
    return {"key": key, "facts": facts}


def _tiles(lies: State, wanted: State) -> Iterator[Sentence]:
    for label, tile in lies.board.tiles.items():
        if label not in wanted.board.tiles:
            yield _item("tile_off", tile=label, kind=tile.kind)
    for label, tile in wanted.board.tiles.items():
        if lies.board.tiles.get(label) != tile:
            x, y = tile.at
            yield _item("tile_on", tile=label, kind=tile.kind, x=x, y=y, rotation=tile.rotation)
    for label in sorted(lies.holes - wanted.holes):
        yield _item("hole_off", tile=label)
    for label in sorted(wanted.holes - lies.holes):
        yield _item("hole_on", tile=label)


def _figures(lies: State, wanted: State) -> Iterator[Sentence]:
    for name, warrior in lies.warriors.all.items():
        after = wanted.warriors.all.get(name)
        if warrior.tile and (after is None or not after.tile):
            yield _item("warrior_off", warrior=name, tile=warrior.tile)
    for name, warrior in wanted.warriors.all.items():
        before = lies.warriors.all.get(name)
        if warrior.tile and (before is None or before.tile != warrior.tile):
            was = before.tile if before else ""
            yield _item("warrior_to", warrior=name, tile=warrior.tile, **{"from": was}, kind=warrior.profile.id)
        yield from _on_card(before, warrior)


def _on_card(before: Warrior | None, after: Warrior) -> Iterator[Sentence]:
    """The die, the tokens on lines, wounds and other tokens of a warrior's card."""
    name = after.id
    die, cancelled, wounds = (before.die, before.cancelled, before.wounds) if before else (0, (), 0)
    if die and not after.die:
        yield _item("die_off", warrior=name)
    elif die != after.die:
        yield _item("die_to", warrior=name, die=after.die)
    for line in sorted(set(cancelled) - set(after.cancelled)):
        yield _item("line_token_off", warrior=name, line=line)
    for line in sorted(set(after.cancelled) - set(cancelled)):
        yield _item("line_token_on", warrior=name, line=line)
    if wounds != after.wounds:
        yield _item("wounds_to", warrior=name, wounds=after.wounds)
    yield from _on_squamata_board(before, after)
    for what in ("tokens", "objects", "gifts"):
        had, has = Counter(getattr(before, what, ())), Counter(getattr(after, what))
        for thing in (had - has).elements():
            yield _item("thing_off", warrior=name, what=what, thing=thing)
        for thing in (has - had).elements():
            yield _item("thing_on", warrior=name, what=what, thing=thing)


def _on_squamata_board(before: Warrior | None, after: Warrior) -> Iterator[Sentence]:
    """Wounds on the parts of Kartikeya's body, and its Squamata tiles."""
    had = {part.name: part.wounds for part in before.parts} if before else {}
    for part in after.parts:
        if had.get(part.name, 0) != part.wounds:
            yield _item("part_wounds_to", warrior=after.id, part=part.name, wounds=part.wounds)
    tiles = {name for name, _ in before.squamata} if before else set()
    has = {name for name, _ in after.squamata}
    for tile in sorted(tiles - has):
        yield _item("squamata_off", squamata=tile)
    for tile in sorted(has - tiles):
        yield _item("squamata_on", squamata=tile)


def _tracks(lies: State, wanted: State) -> Iterator[Sentence]:
    if lies.tp != wanted.tp:
        yield _item("tp_to", tp=wanted.tp)
    if lies.deadly != wanted.deadly:
        yield _item("deadly_to", points=wanted.deadly)
    for event in sorted(lies.deadly_used - wanted.deadly_used):
        yield _item("event_up", event=event)
    for event in sorted(wanted.deadly_used - lies.deadly_used):
        yield _item("event_down", event=event)
    for tile, water in wanted.water.items():
        if tile in lies.water and lies.water[tile] != water:
            yield _item("water_to", tile=tile, water=water)
    if lies.round != wanted.round or lies.phase != wanted.phase:
        yield _item("phase_to", phase=wanted.phase, round=wanted.round)


def _cards(lies: State, wanted: State, seat: str) -> Iterator[Sentence]:
    for deck in sorted({*lies.hands, *wanted.hands}):
        had, has = Counter(lies.hands.get(deck, ())), Counter(wanted.hands.get(deck, ()))
        for key, cards in (("card_out_of_hand", had - has), ("card_to_hand", has - had)):
            for card in cards.elements():
                shown = {"card": card} if sees_deck(seat, deck) else {}
                yield _item(key, deck=deck, **shown)


# -- tiles -------------------------------------------------------------------------------------------------------------


class LyingTile(NamedTuple):
    """A tile of the box: its number there, its name on the table, where it lies and how."""

    number: str
    label: str
    at: tuple[int, int]
    rotation: int
    # After how many degrees it looks the same again: 90, 180 or 360.
    symmetry: int


def lying_tiles(state: State) -> list[LyingTile]:
    """Every tile of the box in play; pieces that an override made up have no number and are left out."""
    found = []
    for number, label in state.laid.items():
        tile = state.board.tiles[label]
        found.append(LyingTile(number, label, tile.at, tile.rotation, symmetry_of(tile.openings)))
    return found


def symmetry_of(openings: int) -> int:
    """
    >>> [symmetry_of(mask) for mask in (15, 5, 7)]
    [90, 180, 360]
    """
    return next(turn for turn in (90, 180, 360) if turned(openings, turn) == openings)
