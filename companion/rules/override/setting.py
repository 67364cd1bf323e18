"""Override: anything on the table set by hand, refused only where the state would be malformed.

The vocabulary, every key optional:

| key | value |
|---|---|
| `warriors` | id → changes, or null to take it out. Changes: `kind` (its card; needed for a new one) `tile` `fate` `die` `line` `exhausted` `cancelled` `wounds` `health` `talents` `objects` `gifts` `tokens` `skills`; of Kartikeya `parts` (name → wounds) and `squamata` (tiles it still has) |
| `tiles` | label → `{"kind", "at", "openings", "rotation"}`, any of them for a tile that lies there, or null to take it up |
| `holes`, `entered`, `acted`, `red_used` | the whole list: labels, labels, warriors, Destiny squares |
| `active` | the warrior that is acting, or null |
| `tp`, `round` | numbers |
| `phase` | the phase begins anew with this; what was being resolved is dropped, what would have ended by then has ended |
| `dice` | the Action Dice or Dice of Destiny that lie ready to be placed |
| `hands`, `decks` | deck → the whole list of card ids |
| `tile_tokens` | label → the whole list of tokens that lie face down there |
| `water` | label of a Healing Fountain → tokens left |
| `deadly`, `deadly_used` | points of Deadly Destiny; the whole list of events that have been used |
| `entries` | card → how many of it have been brought in so far |
| `discards` | the tiles of the box that lie aside; those no longer named are back in the stack |
| `effects` | the whole list of `{"source", "scope", "until", "mvt", "cbt", "def", "gives", "takes", "hits_on", "forbids", "released"}` |
| `marks` | the whole list of `{"name", "amount", "until", "source"}` |
| `winner` | `human`, `demon`, `draw`, or null to play on |

A change to a piece that something unfinished is about (the target of an attack whose dice are awaited) drops what is
unfinished, and says so. The rules stay on: what has been set is judged like anything else from then on.
"""  # noqa: E501 (a table)

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.rules.board import BIT
from companion.rules.card_verbs import VERBS
from companion.rules.conditions import GameOver
from companion.rules.draft import Draft
from companion.rules.engine import Applied, at_the_start, first_step, settle
from companion.rules.exploring import Drawn, DrawTile, LayTile
from companion.rules.initiative import AssignDice, InitiativeChoices
from companion.rules.instinct import PlaceInstinct
from companion.rules.override.checks import (
    check,
    deeds,
    malformed,
    number,
    numbers,
    table,
    talents,
    text,
    texts,
    yes_or_no,
)
from companion.rules.override.pieces import set_discards, set_tiles, set_warriors
from companion.rules.records import frozen
from companion.rules.results import Happening, Outcome
from companion.rules.state import Activation, Mark, Modifier, State
from companion.rules.steps import Step
from companion.rules.threat import PlaceDestiny
from companion.rules.words import (
    END_OF_ACTIVATION,
    HUMAN,
    SIDES,
    SQUAMATA,
    TROGLODYTE,
    TROGLODYTES,
    end_of,
    start_of,
)

MOST_TP = 999
MOST_ROUNDS = 999
EFFECT_KEYS = ("source", "scope", "until", "mvt", "cbt", "def", "gives", "takes", "hits_on", "forbids", "released")


def apply_override(state: State, change: Mapping[str, Any]) -> Applied:
    """The state with the changes made; `MalformedState` with the state untouched if they do not fit together."""
    if not isinstance(change, Mapping) or not change:
        raise malformed("nothing_to_change")
    for key in change:
        if key not in SETTERS:
            raise malformed("unknown_key", got=str(key)[:40], known=list(SETTERS))
    draft = Draft(state, VERBS)
    draft.decisive = True
    # In the order of the vocabulary, so that tiles are there before warriors are put on them.
    for key, setter in SETTERS.items():
        if key in change:
            setter(draft, change[key])
    drop_unfinished(draft, before=state)
    check(draft.state, before=state)
    draft.happenings.insert(0, _headline(change))
    if draft.state.outcome is None and "winner" not in change:
        settle(draft)
    if draft.state.outcome is None:
        _check_players(draft.state)
    return Applied(draft.state, tuple(draft.happenings))


def _check_players(state: State) -> None:
    """Nobody plays without a warrior: no game goes on without Humans, none of two players without Kartikeya."""
    sides = state.game.sides
    if HUMAN in sides and not state.warriors.of(HUMAN):
        raise malformed("no_human_left")
    if SQUAMATA in sides and len(sides) < len(SIDES) and not state.warriors.of(SQUAMATA):
        raise malformed("no_kartikeya_left")


def _headline(change: Mapping[str, Any]) -> Happening:
    """What was set, by key; cards are named by nobody."""
    facts = {key: value for key, value in change.items() if key not in ("hands", "decks")}
    for key in ("hands", "decks"):
        if key in change:
            facts[key] = {deck: len(cards) for deck, cards in change[key].items()}
    return Happening("override", facts)


def _set_labels(name: str) -> Callable[[Draft, Any], None]:
    def setter(draft: Draft, value: Any) -> None:
        draft.set(**{name: frozenset(texts(value, name))})

    return setter


def _set_acted(draft: Draft, value: Any) -> None:
    names = frozenset(texts(value, "acted"))
    unknown = sorted(names - set(draft.state.warriors.all))
    if unknown:
        raise malformed("unknown_name", where="acted", got=unknown[0])
    draft.set(acted=names)


def _set_active(draft: Draft, value: Any) -> None:
    draft.set(activation=None if value is None else Activation(text(value, "active")))


def _set_tp(draft: Draft, value: Any) -> None:
    draft.set(tp=number(value, "tp", 0, MOST_TP))


def _set_deadly(draft: Draft, value: Any) -> None:
    draft.set(deadly=number(value, "deadly", 0, MOST_TP))


def _set_round(draft: Draft, value: Any) -> None:
    draft.set(round=number(value, "round", 1, MOST_ROUNDS))


def _set_phase(draft: Draft, value: Any) -> None:
    phases = [turn.phase for turn in draft.state.game.turns]
    if value not in phases:
        raise malformed("unknown_phase", got=str(value)[:40], known=phases)
    if draft.state.game.mended:
        _pass_to(draft, phases.index(value))
    draft.set(turn=phases.index(value), outcome=None, activation=None, acted=frozenset())
    restart_phase(draft)


def _pass_to(draft: Draft, turn: int) -> None:
    """What lasted as long as the phase that is left, as those in between, or until this one begins, has ended.

    Back to an earlier phase of the round: what was to last to the end of a later one came out of a phase that is played
    again, such as Supernatural Speed out of the Threat phase.
    """
    phases = [turn.phase for turn in draft.state.game.turns]
    draft.expire(END_OF_ACTIVATION)
    draft.expire(end_of(phases[draft.state.turn]))
    if turn < draft.state.turn:
        for later in phases[turn + 1 :]:
            draft.expire(end_of(later))
    for between in phases[draft.state.turn + 1 : turn]:
        draft.expire(start_of(between))
        draft.expire(end_of(between))
    draft.expire(start_of(phases[turn]))


def _set_dice(draft: Draft, value: Any) -> None:
    dice = tuple(sorted(numbers(value, "dice", 1, 6)))
    step: Step = draft.state.agenda[-1]
    if isinstance(step, AssignDice):
        if len(dice) < len(step.without):
            raise malformed("too_few_dice", got=len(dice), needed=len(step.without))
        fresh: Step = replace(step, dice=dice)
    elif isinstance(step, PlaceDestiny | PlaceInstinct):
        fresh = type(step)(dice)
    else:
        raise malformed("no_dice_lie_ready")
    draft.set(agenda=(*draft.state.agenda[:-1], fresh))


def _set_cards(name: str) -> Callable[[Draft, Any], None]:
    def setter(draft: Draft, value: Any) -> None:
        piles = dict(getattr(draft.state, name))
        for deck, cards in table(value, name).items():
            piles[deck] = tuple(texts(cards, f"{name}.{deck}"))
        draft.set(**{name: frozen(piles)})

    return setter


def _set_tile_tokens(draft: Draft, value: Any) -> None:
    lying = dict(draft.state.tile_tokens)
    for label, tokens in table(value, "tile_tokens").items():
        lying[label] = tuple(texts(tokens, f"tile_tokens.{label}"))
    draft.set(tile_tokens=frozen({label: tokens for label, tokens in lying.items() if tokens}))


def _set_counts(name: str, most: int) -> Callable[[Draft, Any], None]:
    """Numbers by name; what is not named stays."""

    def setter(draft: Draft, value: Any) -> None:
        counts = {key: number(item, f"{name}.{key}", 0, most) for key, item in table(value, name).items()}
        draft.set(**{name: frozen({**getattr(draft.state, name), **counts})})

    return setter


def _set_effects(draft: Draft, value: Any) -> None:
    draft.set(modifiers=tuple(_modifier(item, f"effects.{i}") for i, item in enumerate(_list(value, "effects"))))


def _modifier(item: Any, where: str) -> Modifier:
    facts = table(item, where, EFFECT_KEYS)
    return Modifier(
        source=text(facts.get("source", "override"), where),
        scope=text(facts.get("scope"), f"{where}.scope"),
        until=text(facts.get("until"), f"{where}.until"),
        mvt=number(facts.get("mvt", 0), f"{where}.mvt", -9, 9),
        cbt=number(facts.get("cbt", 0), f"{where}.cbt", -9, 9),
        defence=number(facts.get("def", 0), f"{where}.def", -9, 9),
        hits_on=number(facts.get("hits_on", 0), f"{where}.hits_on", 0, 6),
        forbids=deeds(facts.get("forbids", []), f"{where}.forbids"),
        gives=talents(facts.get("gives", []), f"{where}.gives", f"{where}.gives"),
        takes=talents(facts.get("takes", []), f"{where}.takes", f"{where}.takes"),
        released=yes_or_no(facts.get("released", False), f"{where}.released"),
    )


def _set_marks(draft: Draft, value: Any) -> None:
    draft.set(marks=tuple(_mark(item, f"marks.{i}") for i, item in enumerate(_list(value, "marks"))))


def _mark(item: Any, where: str) -> Mark:
    facts = table(item, where, ("name", "amount", "until", "source"))
    return Mark(
        name=text(facts.get("name"), f"{where}.name"),
        amount=number(facts.get("amount", 1), f"{where}.amount", 0, 9),
        until=text(facts.get("until"), f"{where}.until"),
        source=text(facts.get("source", "override"), where),
    )


def _list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list) or len(value) > 100:
        raise malformed("list_needed", where=where)
    return value


def _set_winner(draft: Draft, value: Any) -> None:
    if value is None:
        draft.set(outcome=None)
        restart_phase(draft)
        return
    winners = [*dict.fromkeys(turn.side for turn in draft.state.game.turns), "draw"]
    if value not in winners:
        raise malformed("unknown_winner", got=str(value)[:40], known=winners)
    draft.set(outcome=Outcome(value, "override"), agenda=(GameOver(),), activation=None)


SETTERS: dict[str, Callable[[Draft, Any], None]] = {
    "tiles": set_tiles,
    "warriors": set_warriors,
    "holes": _set_labels("holes"),
    "entered": _set_labels("entered"),
    "red_used": _set_labels("red_used"),
    "tp": _set_tp,
    "round": _set_round,
    "phase": _set_phase,
    "acted": _set_acted,
    "active": _set_active,
    "dice": _set_dice,
    "hands": _set_cards("hands"),
    "decks": _set_cards("decks"),
    "tile_tokens": _set_tile_tokens,
    "water": _set_counts("water", 9),
    "deadly": _set_deadly,
    "deadly_used": _set_labels("deadly_used"),
    "entries": _set_counts("entries", 99),
    "discards": set_discards,
    "effects": _set_effects,
    "marks": _set_marks,
    "winner": _set_winner,
}


# -- what was being resolved: kept if it is not about what was set, dropped if it is -----------------------------------


def restart_phase(draft: Draft) -> None:
    """The phase stands at its beginning; nothing is being resolved."""
    turn = draft.state.game.turns[draft.state.turn]
    draft.set(agenda=())
    at_the_start(draft)
    draft.push(first_step(turn))


def drop_unfinished(draft: Draft, before: State) -> None:
    """Take what is about changed pieces off the agenda, with everything that was to follow from it."""
    changed = changed_names(before, draft.state)
    if not changed:
        return
    kept: list[Step] = []
    for step in draft.state.agenda:
        fresh = without_the_absent(draft.state, step)
        if fresh is None or (fresh is step and not changed.isdisjoint(names_in(step))):
            draft.happens("dropped", what=type(step).__name__)
            break
        kept.append(fresh)
    if kept:
        draft.set(agenda=tuple(kept))
    else:
        restart_phase(draft)


def without_the_absent(state: State, step: Step) -> Step | None:
    """The step as far as it can still be done. Dice that lie ready stay ready: only who plays no Human gets none."""
    if isinstance(step, DrawTile | Drawn | LayTile):
        explorer = state.warriors.all.get(step.explorer)
        dark = state.board.unexplored.get(explorer.tile, 0) if explorer is not None else 0
        return step if dark & BIT[step.edge] else None
    if not isinstance(step, AssignDice):
        return step
    takes_die = {w.id for w in state.warriors.of(HUMAN) if w.profile.body == "lines"}
    left = tuple(name for name in step.without if name in takes_die)
    return replace(step, without=left) if left else InitiativeChoices()


def changed_names(before: State, after: State) -> set[str]:
    """Warriors and tiles that are no longer where they were, and the tiles they left or came to."""
    found: set[str] = set()
    for label in {*before.board.tiles, *after.board.tiles}:
        if before.board.tiles.get(label) != after.board.tiles.get(label):
            found.add(label)
    for name in {*before.warriors.all, *after.warriors.all}:
        old, new = before.warriors.all.get(name), after.warriors.all.get(name)
        if old is None or new is None or old.tile != new.tile or old.profile != new.profile:
            found |= {name, *(w.tile for w in (old, new) if w is not None and w.tile)}
            if any(w is not None and w.figure == TROGLODYTE for w in (old, new)):
                found.add(TROGLODYTES)
    return found


def names_in(value: Any) -> Iterator[str]:
    """Every text in a step, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list | frozenset):
        for item in value:
            yield from names_in(item)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from names_in(getattr(value, field.name))
