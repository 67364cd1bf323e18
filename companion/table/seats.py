"""Seats: who may see and do what, and how hidden things are taken out of what a seat gets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from companion.protocol.json import Sentence
from companion.protocol.views import HIDDEN_DECKS, LogLine, Seat
from companion.rules.actions import UNKNOWN
from companion.rules.game import Game
from companion.rules.notation import Do
from companion.rules.playing import OWNER
from companion.rules.results import Waiting
from companion.rules.state import State
from companion.rules.warriors import has_talent
from companion.rules.words import IMPRESSIVE, Side
from companion.table.record import ACT, BOX, OVERRIDE, REDO, UNDO, Record, box_of

HUMAN: Final = "human"
DEMON: Final = "demon"
SQUAMATA: Final = "squamata"
TABLE: Final = "table"
HOST: Final = "host"
# One tablet that holds the seats of all players.
BOTH: Final = "both"
# Who plays in the base box.
TWO_PLAYERS: Final[frozenset[Side]] = frozenset({HUMAN, DEMON})
SEATS: Final[tuple[Seat, ...]] = (HUMAN, DEMON, SQUAMATA, TABLE, HOST, BOTH)

# Keys of an override that name hidden cards, by deck.
CARD_KEYS: Final = ("hands", "decks")


# The sides a seat plays, and whose hidden cards it therefore sees; table and host play none.
_SIDES: Final[Mapping[str, frozenset[Side]]] = {
    HUMAN: frozenset({HUMAN}),
    DEMON: frozenset({DEMON}),
    SQUAMATA: frozenset({SQUAMATA}),
    BOTH: frozenset({HUMAN, DEMON, SQUAMATA}),
}


def sides_of(seat: str) -> frozenset[Side]:
    """The sides the seat acts for."""
    return _SIDES.get(seat, frozenset())


def plays_side(seat: str, side: str) -> bool:
    """Does the seat act for the side?"""
    return side in sides_of(seat)


def takes_part(seat: str, game: Game) -> bool:
    """Is there such a seat at a game? That of a side nobody plays there is none."""
    sides = sides_of(seat)
    return not sides or not sides.isdisjoint(game.sides)


def sees_deck(seat: str, deck: str) -> bool:
    """May the seat see which cards of a deck are drawn or held?"""
    owner = HIDDEN_DECKS.get(deck)
    return owner is None or plays_side(seat, owner)


def side_of(state: State, waiting: Waiting, do: Do) -> str:
    """The side a verb belongs to: cards are played by their owner at any time, all else by the side awaited.

    Who is held by Impressive warriors is let go by their owner, in the other side's phase.
    """
    if "release" in do:
        return _holder(state, waiting, do["release"])
    name = do.get("play", do.get("gift"))
    card = state.game.cards.get(name) if isinstance(name, str) else None
    return OWNER[card.deck] if card is not None and card.deck in OWNER else waiting.side


def _holder(state: State, waiting: Waiting, held: object) -> str:
    """Whose Impressive warriors hold a warrior back."""
    warrior = state.warriors.all.get(held) if isinstance(held, str) else None
    crowd = state.warriors.on(warrior.tile) if warrior is not None else ()
    holding = (w.side for w in crowd if w.side != waiting.side and has_talent(state, w, IMPRESSIVE))
    return next(holding, HUMAN if waiting.side == DEMON else DEMON)


# -- hidden things -----------------------------------------------------------------------------------------------------


def line_for(seat: str, line: Sentence) -> Sentence:
    """What happened, without the card another player drew."""
    facts = dict(line["facts"])
    if line["key"] == "draws_card" and not sees_deck(seat, str(facts["deck"])):
        facts["card"] = UNKNOWN
    return {"key": line["key"], "facts": facts}


def do_for(seat: str, record: Record) -> Do:
    """What was done, with hidden cards face down: still a verb that can be played."""
    do = dict(record.do)
    if record.kind == ACT and "draw" in do and record.asked and not sees_deck(seat, record.asked["what"]):
        do["draw"] = UNKNOWN
    elif record.kind == OVERRIDE:
        do["override"] = _override_for(seat, do["override"])
    return do


def _override_for(seat: str, change: Mapping[str, Any]) -> Mapping[str, Any]:
    """Hidden hands become cards face down; hidden decks are left out."""
    shown = dict(change)
    if "hands" in shown:
        hands = shown["hands"].items()
        shown["hands"] = {deck: cards if sees_deck(seat, deck) else [UNKNOWN] * len(cards) for deck, cards in hands}
    if "decks" in shown:
        shown["decks"] = {deck: cards for deck, cards in shown["decks"].items() if sees_deck(seat, deck)}
    return shown


def touches_hidden(seat: str, change: Mapping[str, object]) -> str | None:
    """A deck an override names whose cards the seat may not see."""
    for key in CARD_KEYS:
        named = change.get(key)
        for deck in named if isinstance(named, Mapping) else ():
            if not sees_deck(seat, str(deck)):
                return str(deck)
    return None


def log_lines(seat: str, record: Record, tap: int, undone_by: str, act: Callable[[int], Record]) -> Iterator[LogLine]:
    """The lines of a record as the seat's log shows them; an undo or redo is named by the act it moved."""
    lines: Sequence[Sentence] = record.lines
    if record.kind in (UNDO, REDO):
        moved = act(record.do[record.kind])
        name: Mapping[str, Any] = name_of(seat, moved)
        lines = [{"key": record.kind, "facts": {"name": name, "seq": moved.seq}}]
    for line in lines:
        shown = line_for(seat, line)
        yield {
            "seq": record.seq,
            "tap": tap,
            "key": shown["key"],
            "facts": shown["facts"],
            "side": record.seat,
            "cause": record.cause.get("kind", ""),
            "picture": record.cause.get("picture"),
            "override": record.kind == OVERRIDE,
            "undone": bool(undone_by),
            "undone_by": undone_by,
        }


def name_of(seat: str, record: Record) -> Sentence:
    """An act by name, for "Undo: …": the verb and its values, to be turned into a sentence by the tablet."""
    do = dict(do_for(seat, record))
    if box_of(record) is not None:
        # The name of the act has no room for a whole box.
        do["override"] = {BOX: True}
    return {"key": next(iter(do)), "facts": do}
