"""Tiles, warriors and the stack of tiles, set by hand."""

from __future__ import annotations

from typing import Any

from companion.rules.board import EDGES, ROTATIONS, Board, Label, Laid, openings_from, turned
from companion.rules.cards import ALL_LINES, EXHAUSTED, Layer, Line, Part
from companion.rules.draft import Draft
from companion.rules.exploring import Drawn, LayTile, with_water
from companion.rules.override.checks import malformed, number, numbers, table, talents, text, texts, yes_or_no
from companion.rules.records import frozen
from companion.rules.state import BodyPart, State, Warrior
from companion.rules.warriors import with_die
from companion.rules.words import ARMOR, DEAD, HEAVY_ARMOR, IN_PLAY, OUT

FAR = 500
MOST_HEALTH = 99
TILE_KEYS = ("kind", "at", "openings", "rotation")
WARRIOR_KEYS = (
    *("kind", "tile", "fate", "die", "line", "exhausted", "cancelled", "wounds", "health", "talents"),
    *("objects", "gifts", "tokens", "skills", "parts", "squamata"),
)


# -- tiles -------------------------------------------------------------------------------------------------------------


def set_tiles(draft: Draft, value: Any) -> None:
    for label, change in table(value, "tiles").items():
        text(label, f"tiles.{label}")
        if change is None:
            _take_up(draft, label)
        else:
            _lay(draft, label, table(change, f"tiles.{label}", TILE_KEYS))
    on_board = frozenset(draft.state.board.tiles)
    lying = {label: tokens for label, tokens in draft.state.tile_tokens.items() if label in on_board}
    draft.set(holes=draft.state.holes & on_board, entered=draft.state.entered & on_board, tile_tokens=frozen(lying))
    draft.set(water=with_water(draft.state))


def _take_up(draft: Draft, label: str) -> None:
    """A tile of the box that is taken up goes to the discards: it is out of play, but not lost."""
    state = draft.state
    if label not in state.board.tiles:
        raise malformed("no_such_tile", tile=label)
    of_the_box = tuple(box for box, on_table in state.laid.items() if on_table == label)
    draft.set(
        board=state.board.without(label),
        laid=frozen({box: on_table for box, on_table in state.laid.items() if on_table != label}),
        discards=(*state.discards, *of_the_box),
    )


def _lay(draft: Draft, label: str, change: Any) -> None:
    state = draft.state
    tile = _tile(state, label, state.board.tiles.get(label), change)
    draft.set(board=Board(tuple({**state.board.tiles, label: tile}.values())))
    # A tile of the box laid under its own number has left the stack or the discards.
    if label in state.game.tiles and label not in state.laid and label not in state.board.tiles:
        if label in state.discards:
            draft.set(discards=tuple(t for t in state.discards if t != label))
        elif not in_hand(state, label):
            draft.set(stack=without(state, label))
        draft.set(laid=frozen({**state.laid, label: label}))


def _tile(state: State, label: str, before: Laid | None, change: Any) -> Laid:
    where = f"tiles.{label}"
    printed = state.game.tiles.get(label)
    kind = change.get("kind", before.kind if before else (printed.kind if printed else None))
    if not isinstance(kind, str) or kind not in state.game.tile_kinds:
        raise malformed("unknown_tile_kind", where=where, got=str(kind)[:40])
    rotation = change.get("rotation", before.rotation if before else 0)
    if rotation not in ROTATIONS:
        raise malformed("quarter_turns_only", where=where, rotation=str(rotation)[:10])
    at = change.get("at", list(before.at) if before else None)
    if not isinstance(at, list) or len(at) != 2:
        raise malformed("cell_needed", where=where)
    x, y = (number(n, f"{where}.at", -FAR, FAR) for n in at)
    return Laid(label, kind, (x, y), _openings(state, label, before, change, rotation), rotation)


def _openings(state: State, label: str, before: Laid | None, change: Any, rotation: int) -> int:
    """As named; else turned along with the tile; else as printed."""
    if "openings" in change:
        named = change["openings"]
        if not isinstance(named, str) or not named or set(named) - set(EDGES):
            raise malformed("openings_needed", where=f"tiles.{label}")
        return openings_from(named)
    if before is not None:
        return turned(before.openings, rotation - before.rotation)
    if label in state.game.tiles:
        return turned(state.game.tiles[label].openings, rotation)
    raise malformed("openings_needed", where=f"tiles.{label}")


# -- warriors ----------------------------------------------------------------------------------------------------------


def set_warriors(draft: Draft, value: Any) -> None:
    for name, change in table(value, "warriors").items():
        where = f"warriors.{name}"
        text(name, where)
        if change is None:
            if name not in draft.state.warriors.all:
                raise malformed("no_such_warrior", warrior=name)
            draft.set(warriors=draft.state.warriors.without(name))
            if draft.state.game.mended:
                draft.forget(name)
        else:
            facts = table(change, where, WARRIOR_KEYS)
            before = draft.state.warriors.all.get(name)
            draft.put(_changed(draft.state, _base(draft.state, name, before, facts), facts, where))
    _forget_absent(draft)


def _forget_absent(draft: Draft) -> None:
    """Who is not in play any more neither acts nor has acted."""
    present = {w.id for w in draft.state.warriors.all.values() if w.tile}
    activation = draft.state.activation
    if activation is not None and activation.warrior not in present:
        draft.set(activation=None)
    draft.set(acted=frozenset(name for name in draft.state.acted if name in present))


def _base(state: State, name: str, before: Warrior | None, facts: Any) -> Warrior:
    """The warrior as it stands, or a fresh one of the card."""
    if "kind" not in facts:
        if before is None:
            raise malformed("kind_needed", warrior=name, known=list(state.game.profiles))
        return before
    profile = state.game.profiles.get(facts["kind"]) if isinstance(facts["kind"], str) else None
    if profile is None:
        raise malformed("unknown_kind", warrior=name, known=list(state.game.profiles))
    if before is not None:
        line = before.line if before.profile.body == profile.body == "lines" else profile.resting
        return before._replace(profile=profile, talents=profile.talents, health=profile.health, line=line)
    if "tile" not in facts:
        raise malformed("tile_needed", warrior=name)
    body = state.game.resistances.items() if profile.body == "parts" else ()
    parts = tuple(BodyPart(part, resistance) for part, resistance in body)
    return Warrior(name, profile, facts["tile"], profile.resting, profile.talents, health=profile.health, parts=parts)


def _changed(state: State, warrior: Warrior, facts: Any, where: str) -> Warrior:
    warrior = _placed(warrior, facts, where)
    if "cancelled" in facts:
        lines = numbers(facts["cancelled"], f"{where}.cancelled", 1, len(ALL_LINES))
        warrior = warrior._replace(cancelled=tuple(sorted(set(lines))))
    if "die" in facts:
        warrior = _with_die(warrior, number(facts["die"], f"{where}.die", 0, 6), where)
    if "line" in facts:
        line = table(facts["line"], f"{where}.line", ("mvt", "cbt", "def"))
        parts = {"mvt": "mvt", "cbt": "cbt", "defence": "def"}
        fresh = {p: number(line.get(k, getattr(warrior.line, p)), f"{where}.{k}", 0, 20) for p, k in parts.items()}
        warrior = warrior._replace(line=Line(**fresh))
    if "exhausted" in facts:
        warrior = _exhausted(warrior, facts["exhausted"], where)
    if "wounds" in facts:
        warrior = warrior._replace(wounds=number(facts["wounds"], f"{where}.wounds", 0, MOST_HEALTH))
    if "health" in facts:
        warrior = warrior._replace(health=number(facts["health"], f"{where}.health", 1, MOST_HEALTH))
    return _with_things(state, _with_parts(state, warrior, facts, where), facts, where)


def _placed(warrior: Warrior, facts: Any, where: str) -> Warrior:
    if facts.get("tile"):
        warrior = warrior._replace(tile=text(facts["tile"], f"{where}.tile"), fate=IN_PLAY)
    fate = facts.get("fate", IN_PLAY)
    if fate not in (IN_PLAY, DEAD, OUT):
        raise malformed("unknown_fate", where=where, known=[DEAD, OUT])
    return warrior._replace(tile="", fate=fate) if fate else warrior


def _with_die(warrior: Warrior, die: int, where: str) -> Warrior:
    if warrior.profile.body != "lines" and warrior.profile.instinct is None:
        raise malformed("takes_no_die", where=where)
    if die == 0:
        return warrior._replace(die=0, line=warrior.profile.resting, exhausted=False)
    return with_die(warrior, die)


def _exhausted(warrior: Warrior, value: Any, where: str) -> Warrior:
    if yes_or_no(value, f"{where}.exhausted"):
        return warrior._replace(exhausted=True, line=EXHAUSTED)
    if warrior.exhausted and warrior.die:
        return warrior._replace(exhausted=False, line=warrior.profile.lines[warrior.die - 1])
    return warrior._replace(exhausted=False)


def _with_things(state: State, warrior: Warrior, facts: Any, where: str) -> Warrior:
    if "talents" in facts:
        warrior = warrior._replace(talents=talents(facts["talents"], f"{where}.talents", where))
    if "objects" in facts:
        warrior = warrior._replace(objects=_cards(state, facts["objects"], "object", f"{where}.objects"))
    if "gifts" in facts:
        warrior = warrior._replace(gifts=_cards(state, facts["gifts"], "gift", f"{where}.gifts"))
    if "skills" in facts:
        warrior = warrior._replace(skills=_cards(state, facts["skills"], "skill", f"{where}.skills"))
    if "tokens" in facts:
        warrior = warrior._replace(tokens=tuple(texts(facts["tokens"], f"{where}.tokens")))
    return warrior


def _with_parts(state: State, warrior: Warrior, facts: Any, where: str) -> Warrior:
    """Which Squamata tiles there are, each on the part it lies on, and wounds on the parts of the body."""
    if "squamata" in facts:
        known = {**state.game.squamata_tiles, **dict(warrior.squamata)}
        kept = list(dict.fromkeys(texts(facts["squamata"], f"{where}.squamata")))
        unknown = [tile for tile in kept if tile not in known]
        if unknown:
            raise malformed("unknown_name", where=f"{where}.squamata", got=unknown[0])
        warrior = _armored(warrior._replace(squamata=tuple((tile, known[tile]) for tile in kept)))
    if "parts" in facts:
        wounds = table(facts["parts"], f"{where}.parts", [part.name for part in warrior.parts])
        parts = (
            part._replace(wounds=number(wounds.get(part.name, part.wounds), f"{where}.{part.name}", 0, part.resistance))
            for part in warrior.parts
        )
        warrior = warrior._replace(parts=tuple(parts))
    return warrior


def _armored(warrior: Warrior) -> Warrior:
    """Heavy Armor that is put back takes wounds again."""
    if HEAVY_ARMOR not in dict(warrior.squamata):
        return warrior
    body = tuple(part for part in warrior.parts if part.name != HEAVY_ARMOR)
    before = next((part for part in warrior.parts if part.name == HEAVY_ARMOR), BodyPart(HEAVY_ARMOR, ARMOR))
    return warrior._replace(parts=(*body, before._replace(wounds=0) if before.destroyed else before))


def _cards(state: State, value: Any, deck: str, where: str) -> tuple[str, ...]:
    cards = texts(value, where)
    for card in cards:
        if card not in state.game.cards or state.game.cards[card].deck != deck:
            raise malformed("not_of_the_deck", where=where, got=card)
    return tuple(cards)


# -- the stack of tiles: which tiles of the box lie aside, and so are not in the stack ---------------------------------


def set_discards(draft: Draft, value: Any) -> None:
    """The whole list: what is new on it has left the stack, what is no longer on it is back in the stack."""
    wanted = tuple(dict.fromkeys(texts(value, "discards")))
    before = draft.state.discards
    for label in wanted:
        if label not in draft.state.game.tiles:
            raise malformed("unknown_name", where="discards", got=label)
        if label in draft.state.laid or in_hand(draft.state, label):
            raise malformed("tile_in_play", tile=label)
    for label in wanted:
        if label not in before:
            draft.set(stack=without(draft.state, label))
    for label in before:
        if label not in wanted:
            draft.set(stack=_with(draft.state, label))
    draft.set(discards=wanted)


def in_hand(state: State, label: Label) -> bool:
    """The tile that was drawn and waits to be laid has left the stack already."""
    return any(isinstance(step, Drawn | LayTile) and step.tile == label for step in state.agenda)


def without(state: State, label: Label) -> tuple[Layer, ...]:
    """One less in the topmost part it can have been in."""
    layers = [list(layer) for layer in state.stack]
    for layer in layers:
        for i, part in enumerate(layer):
            if part.left and label in part.tiles:
                layer[i] = part._replace(left=part.left - 1)
                return tuple(tuple(parts) for parts in layers)
    return state.stack


def _with(state: State, label: Label) -> tuple[Layer, ...]:
    """One more in the lowest part it can be in; a part of its own under the stack where there is none."""
    layers = [list(layer) for layer in state.stack]
    for layer in reversed(layers):
        for i, part in enumerate(layer):
            if label in part.tiles:
                layer[i] = part._replace(left=part.left + 1)
                return tuple(tuple(parts) for parts in layers)
    return (*state.stack, (Part(1, (label,)),))
