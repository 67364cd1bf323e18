"""Override: the game goes on with other printed values. Pieces stay where they are and take on what is printed now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.rules.actions import UNKNOWN
from companion.rules.card_verbs import VERBS
from companion.rules.cards import Line, Profile
from companion.rules.draft import Draft
from companion.rules.engine import Applied, settle
from companion.rules.game import Game
from companion.rules.override.checks import check, malformed
from companion.rules.records import frozen
from companion.rules.state import BodyPart, Roster, State, Warrior


def change_box(state: State, game: Game, content: str) -> Applied:
    """The state with another box under it; `MalformedState` with the state untouched if it does not fit."""
    draft = Draft(state, VERBS)
    draft.decisive = True
    draft.set(
        game=game,
        warriors=Roster({name: _reprinted(warrior, state.game, game) for name, warrior in state.warriors.all.items()}),
        decks=frozen({deck: _deck(deck, cards, state.game, game) for deck, cards in state.decks.items()}),
    )
    _check_kinds(draft.state)
    check(draft.state, before=state)
    draft.happens("box_changed", content=content)
    if draft.state.outcome is None:
        settle(draft)
    return Applied(draft.state, tuple(draft.happenings))


def _reprinted(warrior: Warrior, old_game: Game, game: Game) -> Warrior:
    """The warrior by its card as printed now; what was set by hand stays as it was set."""
    old = warrior.profile
    new = game.profiles.get(old.id)
    if new is None:
        raise malformed("unknown_name", where="warriors", got=old.id)
    return warrior._replace(
        profile=new,
        line=_line(warrior, old, new),
        talents=new.talents if warrior.talents == old.talents else warrior.talents,
        health=new.health if warrior.health == old.health else warrior.health,
        parts=tuple(_part(part, old_game, game) for part in warrior.parts),
    )


def _part(part: BodyPart, old: Game, new: Game) -> BodyPart:
    """A part of Kartikeya's body with the resistance that is printed now."""
    was, now = old.resistances.get(part.name), new.resistances.get(part.name)
    return part._replace(resistance=now) if now and part.resistance == was else part


def _line(warrior: Warrior, old: Profile, new: Profile) -> Line:
    if warrior.exhausted or old.body != new.body:
        return warrior.line
    was, now = (profile.lines[warrior.die - 1] if warrior.die else profile.resting for profile in (old, new))
    return now if warrior.line == was else warrior.line


def _deck(deck: str, cards: tuple[str, ...], old: Game, new: Game) -> tuple[str, ...]:
    """The cards still in a deck, with the copies the box has more now and without those it has not."""
    before, after = _copies(deck, old), _copies(deck, new)
    left = Counter(cards) - (before - after)
    return tuple(left.elements()) + tuple((after - before).elements())


def _copies(deck: str, game: Game) -> Counter[str]:
    copies: Mapping[str, int] = game.copies
    return Counter({card: number for card, number in copies.items() if game.cards[card].deck == deck})


def _check_kinds(state: State) -> None:
    """Every card that is held or borne, and every kind of tile that lies there, is in the new box too."""
    held = {card for hand in state.hands.values() for card in hand if card != UNKNOWN}
    held |= {card for w in state.warriors.all.values() for card in (*w.objects, *w.gifts)}
    for where, names, known in (
        ("cards", held, state.game.cards),
        ("tiles", {tile.kind for tile in state.board.tiles.values()}, state.game.tile_kinds),
    ):
        missing = sorted(names - set(known))
        if missing:
            raise malformed("unknown_name", where=where, got=missing[0])
