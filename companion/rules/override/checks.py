"""When a state is well formed, and the small readers by which an override's values come in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from companion.rules.actions import UNKNOWN
from companion.rules.cards import ALL_LINES
from companion.rules.engine import waiting
from companion.rules.state import State, Warrior
from companion.rules.warriors import body_parts
from companion.rules.words import DEEDS, TALENTS, Deed, Talent, talents_from

LONGEST = 100


class MalformedState(ValueError):
    """The changes do not make a state the game can go on from: a message key and the facts for the sentence."""

    def __init__(self, key: str, facts: Mapping[str, Any]) -> None:
        self.key = key
        self.facts = dict(facts)
        super().__init__(f"{key} {self.facts}")


def malformed(key: str, **facts: Any) -> MalformedState:
    return MalformedState(key, facts)


# -- reading values ----------------------------------------------------------------------------------------------------


def number(value: Any, where: str, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise malformed("number_needed", where=where, least=least, most=most)
    return value


def numbers(value: Any, where: str, least: int, most: int) -> list[int]:
    if not isinstance(value, list) or len(value) > LONGEST:
        raise malformed("list_needed", where=where)
    return [number(item, where, least, most) for item in value]


def text(value: Any, where: str) -> str:
    if not isinstance(value, str) or not value or len(value) > LONGEST:
        raise malformed("text_needed", where=where)
    return value


def yes_or_no(value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        raise malformed("yes_or_no", where=where)
    return value


def texts(value: Any, where: str) -> list[str]:
    if not isinstance(value, list) or len(value) > LONGEST:
        raise malformed("list_needed", where=where)
    return [text(item, where) for item in value]


def talents(value: Any, key: str, where: str) -> frozenset[Talent]:
    named = frozenset(texts(value, key))
    if named - TALENTS:
        raise malformed("unknown_talent", where=where, got=sorted(named - TALENTS))
    return talents_from(named)


def deeds(value: Any, where: str) -> frozenset[Deed]:
    named = frozenset(texts(value, where))
    if named - DEEDS:
        raise malformed("unknown_name", where=where, got=sorted(named - DEEDS)[0])
    return frozenset(deed for deed in DEEDS if deed in named)


def table(value: Any, where: str, keys: Iterable[str] | None = None) -> Mapping[str, Any]:
    if not isinstance(value, Mapping) or len(value) > LONGEST:
        raise malformed("table_needed", where=where)
    known = None if keys is None else list(keys)
    for key in value:
        if not isinstance(key, str) or (known is not None and key not in known):
            raise malformed("unknown_key", where=where, got=str(key)[:40], known=known or [])
    return value


# -- checking the whole ------------------------------------------------------------------------------------------------


def check(state: State, before: State) -> None:
    """`MalformedState` names what does not fit together."""
    _check_board(state)
    _check_ground(state, before)
    for warrior in state.warriors.all.values():
        _check_warrior(state, warrior)
    _check_names(state)
    _check_cards(state)
    _check_skills(state)
    try:
        waiting(state)
    except (KeyError, IndexError, StopIteration, ValueError, AssertionError) as error:
        raise malformed("nothing_awaited", reason=str(error)[:100]) from error


def _check_board(state: State) -> None:
    if not state.board.tiles:
        raise malformed("no_tiles")
    if len(state.board.cells) < len(state.board.tiles):
        cells = [tile.at for tile in state.board.tiles.values()]
        twice = next(cell for cell in cells if cells.count(cell) > 1)
        raise malformed("two_tiles_on_a_cell", x=twice[0], y=twice[1])


def _check_ground(state: State, before: State) -> None:
    """Nobody stands on a tile that was taken up: who does is named, so that the players can move them first."""
    gone = before.board.tiles.keys() - state.board.tiles.keys()
    left = [warrior for warrior in state.warriors.all.values() if warrior.tile in gone]
    if left:
        tiles = list(dict.fromkeys(warrior.tile for warrior in left))
        raise malformed("ground_taken_away", warriors=[warrior.id for warrior in left], tiles=tiles)


def _check_warrior(state: State, warrior: Warrior) -> None:
    name = warrior.id
    if bool(warrior.tile) == bool(warrior.fate):
        raise malformed("on_a_tile_or_out", warrior=name, tile=warrior.tile, fate=warrior.fate)
    if warrior.tile and warrior.tile not in state.board.tiles:
        raise malformed("no_such_tile", warrior=name, tile=warrior.tile)
    if warrior.tile and len(warrior.cancelled) == len(ALL_LINES):
        raise malformed("no_line_left", warrior=name)
    if warrior.tile and warrior.parts and all(part.destroyed for part in body_parts(warrior)):
        raise malformed("no_part_left", warrior=name)
    if warrior.wounds >= warrior.health and (warrior.tile or warrior.profile.body != "lines"):
        raise malformed("no_health_left", warrior=name, wounds=warrior.wounds, health=warrior.health)


def _check_skills(state: State) -> None:
    """No two warriors share a Skill (DP-4)."""
    held = Counter(skill for warrior in state.warriors.all.values() for skill in warrior.skills)
    shared = [skill for skill, count in held.items() if count > 1]
    if shared:
        raise malformed("skill_shared", card=shared[0])


def _check_tokens(state: State, name: str, faces: tuple[str, ...]) -> None:
    """What is still face down is what the box has, and as many lie on tiles at most."""
    lying = sum(tokens.count(name) for tokens in state.tile_tokens.values())
    if Counter(faces) - Counter(state.game.tokens[name]) or lying > len(faces):
        raise malformed("not_of_the_deck", where=f"decks.{name}", got=", ".join(faces)[:40])


def _check_names(state: State) -> None:
    """Everything that is named is there."""
    tiles, warriors = state.board.tiles, state.warriors.all
    lists: tuple[tuple[str, Iterable[str], Mapping[str, Any]], ...] = (
        ("holes", state.holes, tiles),
        ("entered", state.entered, tiles),
        ("red_used", state.red_used, state.game.squares),
        ("tile_tokens", state.tile_tokens, tiles),
        ("water", state.water, {t.label: t for t in tiles.values() if state.game.tile_kinds[t.kind].water}),
        ("entries", state.entries, state.game.profiles),
        ("deadly_used", state.deadly_used, state.game.deadly),
        ("tile_tokens", {name for tokens in state.tile_tokens.values() for name in tokens}, state.game.tokens),
    )
    for where, names, known in lists:
        for name in names:
            if name not in known:
                raise malformed("unknown_name", where=where, got=name)
    activation = state.activation
    if activation is not None and (
        activation.warrior not in warriors
        or not warriors[activation.warrior].tile
        or warriors[activation.warrior].side != state.side
    ):
        raise malformed("cannot_be_active", warrior=activation.warrior)


def _check_cards(state: State) -> None:
    for where, piles in (("hands", state.hands), ("decks", state.decks)):
        for deck, cards in piles.items():
            if where == "decks" and deck in state.game.tokens:
                _check_tokens(state, deck, cards)
                continue
            if deck not in ("advantage", "event") and not (where == "decks" and deck == "object"):
                raise malformed("unknown_deck", where=where, got=deck)
            for card in cards:
                known = state.game.cards.get(card)
                if (card != UNKNOWN or where == "decks") and (known is None or known.deck != deck):
                    raise malformed("not_of_the_deck", where=f"{where}.{deck}", got=card)
