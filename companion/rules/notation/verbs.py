"""Actions as verbs: {"move": "brute-1", "to": "B"}. The notation of position files, the wire and the journal.

A verb may stand for several actions (all Action Dice at once, all Dice of Destiny at once); they are taken all or none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.rules import actions as a
from companion.rules.actions import Action


class NotationError(ValueError):
    """The notation is wrong, whatever the rules say: names the verb, the key and what is needed."""


Do = Mapping[str, Any]


def _text(do: Do, verb: str, key: str, default: str | None = None) -> str:
    value = do.get(key, default)
    if not isinstance(value, str):
        raise NotationError(f"{verb}: {key!r} must be a text, not {value!r}")
    return value


def _number(do: Do, verb: str, key: str, default: int | None = None) -> int:
    value = do.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool):
        raise NotationError(f"{verb}: {key!r} must be a whole number, not {value!r}")
    return value


def _numbers(value: Any, verb: str) -> tuple[int, ...]:
    if not isinstance(value, list | tuple) or len(value) > MOST_DICE:
        raise NotationError(f"{verb}: a list of at most {MOST_DICE} whole numbers is needed, not {value!r}")
    for number in value:
        if not isinstance(number, int) or isinstance(number, bool):
            raise NotationError(f"{verb}: {number!r} is not a whole number")
    return tuple(value)


def _true(do: Do, verb: str) -> None:
    if do[verb] is not True:
        raise NotationError(f"{verb}: must be true, not {do[verb]!r}")


# More dice than any roll of the game can need; a bound for what comes from outside.
MOST_DICE = 100


def _assign(do: Do) -> list[Action]:
    dice = do["assign"]
    if not isinstance(dice, Mapping) or not dice:
        raise NotationError(f"assign: warriors and their dice are needed, not {dice!r}")
    return [a.Assign(str(name), _number(dice, "assign", name)) for name in dice]


def _destiny(do: Do) -> list[Action]:
    squares = do["destiny"]
    if not isinstance(squares, Mapping):
        raise NotationError(f"destiny: squares and their dice are needed, not {squares!r}")
    placed = [a.Place(str(name), _numbers(dice, f"destiny.{name}")) for name, dice in squares.items()]
    return [*placed, a.Resolve()]


def _end_phase(do: Do) -> list[Action]:
    _true(do, "end_phase")
    return [a.EndPhase()]


def _resolve(do: Do) -> list[Action]:
    _true(do, "resolve")
    return [a.Resolve()]


def _guard(do: Do) -> list[Action]:
    name = do["guard"]
    if name is not None and not isinstance(name, str):
        raise NotationError(f"guard: a warrior or null is needed, not {name!r}")
    return [a.Guard(name)]


def _card(verb: str) -> Callable[[Do], list[Action]]:
    def read(do: Do) -> list[Action]:
        return [
            a.Play(
                _text(do, verb, verb),
                _text(do, verb, "target", ""),
                _text(do, verb, "tile", ""),
                _number(do, verb, "line", 0),
                _text(do, verb, "victim", ""),
            )
        ]

    return read


_CARD_KEYS = ("target", "tile", "line", "victim")

# verb → the further keys it may have, and how it is read.
VERBS: dict[str, tuple[tuple[str, ...], Callable[[Do], list[Action]]]] = {
    "roll": ((), lambda d: [a.Roll(_numbers(d["roll"], "roll"))]),
    "reroll": ((), lambda d: [a.Reroll(_numbers(d["reroll"], "reroll"))]),
    "draw": ((), lambda d: [a.Draw(_text(d, "draw", "draw"))]),
    "assign": ((), _assign),
    "give": (("die",), lambda d: [a.Assign(_text(d, "give", "give"), _number(d, "give", "die"))]),
    "bless": (("bonus",), lambda d: [a.Bless(_text(d, "bless", "bless"), _text(d, "bless", "bonus"))]),
    "move": (
        ("to", "via"),
        lambda d: [a.Move(_text(d, "move", "move"), _text(d, "move", "to"), _text(d, "move", "via", ""))],
    ),
    "leave": ((), lambda d: [a.Leave(_text(d, "leave", "leave"))]),
    "explore": (("edge",), lambda d: [a.Explore(_text(d, "explore", "explore"), _text(d, "explore", "edge"))]),
    "lay": (("rotation",), lambda d: [a.Lay(_number(d, "lay", "rotation"), _text(d, "lay", "lay"))]),
    "hole": ((), lambda d: [a.PutHole(_text(d, "hole", "hole"))]),
    "attack": (
        ("target", "with", "tile"),
        lambda d: [
            a.Attack(
                _text(d, "attack", "attack"),
                _text(d, "attack", "target", ""),
                _text(d, "attack", "with", ""),
                _text(d, "attack", "tile", ""),
            )
        ],
    ),
    "guard": ((), _guard),
    "cancel": (
        ("lines",),
        lambda d: [a.Cancel(_text(d, "cancel", "cancel"), _numbers(d.get("lines"), "cancel.lines"))],
    ),
    "finish": ((), lambda d: [a.Finish(_text(d, "finish", "finish"))]),
    "end_phase": ((), _end_phase),
    "destiny": ((), _destiny),
    "place": (("dice",), lambda d: [a.Place(_text(d, "place", "place"), _numbers(d.get("dice"), "place.dice"))]),
    "resolve": ((), _resolve),
    "hit": ((), lambda d: [a.Hit(_text(d, "hit", "hit"))]),
    "enter": (("tile",), lambda d: [a.Enter(_text(d, "enter", "enter"), _text(d, "enter", "tile"))]),
    "gift": (_CARD_KEYS, _card("gift")),
    "play": (_CARD_KEYS, _card("play")),
}


def verb_of(do: Do) -> str:
    """The one verb of a step."""
    found = [key for key in do if key in VERBS]
    if len(found) != 1:
        raise NotationError(f"exactly one verb is needed, got {', '.join(map(repr, do)) or 'nothing'}")
    return found[0]


def read(do: Do) -> list[Action]:
    """The actions a verb stands for.

    >>> read({"move": "brute-1", "to": "B"})
    [Move(warrior='brute-1', to='B', via='')]
    """
    if not isinstance(do, Mapping):
        raise NotationError(f"a verb with its values is needed, not {do!r}")
    verb = verb_of(do)
    keys, reader = VERBS[verb]
    for key in do:
        if key != verb and key not in keys:
            raise NotationError(f"{verb}: unknown key {key!r}; it may have {', '.join(keys) or 'no other'}")
    return reader(do)


def write(action: Action, deck: str = "") -> dict[str, Any]:
    """An action as a verb; `read` gives it back. `deck` tells a Gift from other cards.

    >>> write(a.Guard(None))
    {'guard': None}
    """
    match action:
        case a.Roll(dice):
            return {"roll": list(dice)}
        case a.Reroll(dice):
            return {"reroll": list(dice)}
        case a.Draw(what):
            return {"draw": what}
        case a.Assign(warrior, die):
            return {"give": warrior, "die": die}
        case a.Bless(warrior, bonus):
            return {"bless": warrior, "bonus": bonus}
        case a.Move(warrior, to, via):
            return {"move": warrior, "to": to, **({"via": via} if via else {})}
        case a.Leave(warrior):
            return {"leave": warrior}
        case a.Explore(warrior, edge):
            return {"explore": warrior, "edge": edge}
        case a.Lay(rotation, label):
            return {"lay": label, "rotation": rotation}
        case a.PutHole(tile):
            return {"hole": tile}
        case a.Attack(warrior, target, weapon, tile):
            return {"attack": warrior, **_filled(target=target, tile=tile), **({"with": weapon} if weapon else {})}
        case a.Guard(guard):
            return {"guard": guard}
        case a.Cancel(warrior, lines):
            return {"cancel": warrior, "lines": list(lines)}
        case a.Finish(warrior):
            return {"finish": warrior}
        case a.EndPhase():
            return {"end_phase": True}
        case a.Place(square, dice):
            return {"place": square, "dice": list(dice)}
        case a.Resolve():
            return {"resolve": True}
        case a.Hit(warrior):
            return {"hit": warrior}
        case a.Enter(profile, tile):
            return {"enter": profile, "tile": tile}
        case a.Play(card, target, tile, line, victim):
            verb = "gift" if deck == "gift" else "play"
            return {verb: card, **_filled(target=target, tile=tile, line=line, victim=victim)}


def _filled(**values: Any) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value}
