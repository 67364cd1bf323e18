"""What is listed is what is accepted, no more and no less: whatever one could name, in every state of every position.

The listing and the answer to a single action are written apart, because the list is asked for after every step.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations, product, takewhile
from pathlib import Path

import pytest

from companion.content import Position, load_box, place
from companion.content.judging import states_of
from companion.rules.actions import (
    Action,
    Assign,
    Attack,
    Bless,
    Cancel,
    Cry,
    Deadly,
    Discard,
    EndPhase,
    Enter,
    Explore,
    Finish,
    Fountain,
    Guard,
    Hit,
    Instinct,
    Lay,
    Leave,
    Move,
    Pass,
    Place,
    Play,
    PutHole,
    Reflexes,
    Release,
    Reroll,
    Resolve,
    Roll,
    Unwound,
    Wound,
)
from companion.rules.engine import legal_actions, refusal, waiting
from companion.rules.state import State
from companion.rules.warriors import dice_left, splits_attacks
from companion.rules.words import HEAVY_ARMOR, TROGLODYTE, TROGLODYTES, WAR_CRY

BOX = load_box()
FILES = sorted((Path(__file__).parents[1] / "positions").glob("*.json"))
SCORES = range(1, 7)


def acts(state: State) -> Iterator[Action]:
    """What a warrior could be told to do, sensible or not."""
    tiles = list(state.board.tiles)
    weapons = [card.id for card in state.game.cards.values() if card.deck in ("object", "advantage")]
    for warrior in state.warriors.all.values():
        name = warrior.id
        yield from (Finish(name), Leave(name), Release(name), Hit(name), Guard(name))
        yield from (Explore(name, edge) for edge in "NESW")
        yield from (Move(name, to, via) for to in (*tiles, "nowhere") for via in ("", "hole"))
        yield from (Bless(name, bonus) for bonus in ("mvt", "cbt"))
        yield from (Assign(name, die) for die in SCORES)
        yield from (Attack(name, target) for target in (*state.warriors.all, TROGLODYTES))
        for weapon in weapons:
            yield from (Attack(name, "", weapon, tile) for tile in tiles)
            yield from (Attack(name, foe, weapon, tile) for foe in (*state.warriors.all, TROGLODYTES) for tile in tiles)


def plays(state: State) -> Iterator[Action]:
    for card in state.game.cards.values():
        targets = list(state.warriors.all) if card.aim.who else [""]
        lines = SCORES if card.aim.line else (0,)
        tiles = (*state.board.tiles, "nowhere") if card.aim.tile else ("",)
        weapons = ("", "blunderbuss", "grenade") if card.id == "demonic_possession" else ("",)
        for target in targets:
            yield from (Play(card.id, target, tile, line, "", w) for tile in tiles for line in lines for w in weapons)


def answers(state: State) -> Iterator[Action]:
    """What the game may have asked for."""
    yield from (EndPhase(), Resolve(), Pass(), Guard(None))
    yield from (Lay(rotation) for rotation in (0, 90, 180, 270, 45))
    yield from (PutHole(tile) for tile in state.board.tiles)
    yield from (Enter(profile, tile) for profile in state.game.profiles for tile in (*state.board.tiles, "nowhere"))
    asked = waiting(state)
    if asked.what == "cancel":
        for name in state.warriors.all:
            yield from (Cancel(name, lines) for n in range(7) for lines in combinations(SCORES, n))
    if asked.kind == "choice" and asked.what == "destiny":
        groups = {g for n in range(len(asked.facts["dice"]) + 1) for g in combinations(asked.facts["dice"], n)}
        yield from (Place(square, group) for square in state.game.squares for group in groups)


def of_the_expansions(state: State) -> Iterator[Action]:
    """What De Profundis and Furor Sanguinis ask for, sensible or not (DP-1 to DP-5, FS-2 to FS-7)."""
    asked = waiting(state)
    people, tiles = state.warriors.all, list(state.board.tiles)
    yield Reflexes()
    yield from (Deadly(event) for event in (*state.game.deadly, "no_such_event"))
    if asked.what == "enter":
        yield from (Enter("hellhound", tile, die) for tile in tiles for die in range(8))
    if asked.what == "cry":
        yield from (Cry(name, to) for name in people for to in (*tiles, "nowhere"))
    if asked.what == "discard":
        yield from (Discard(card) for card in state.game.cards)
    if asked.what == "action" and state.water:
        some = [lines for n in range(4) for lines in combinations(SCORES, n)]
        yield from (Fountain(tile, name, lines) for tile in tiles for name in people for lines in some)
    if asked.what == "destiny" and asked.kind == "choice":
        yield from (Place(name, (die,)) for name in people for die in SCORES)
    if "kartikeya" in people:
        yield from of_kartikeya(state)


def of_kartikeya(state: State) -> Iterator[Action]:
    asked, kartikeya = waiting(state), state.warriors.all["kartikeya"]
    parts = [*(part.name for part in kartikeya.parts), "tail"]
    yield from (Attack("kartikeya", foe, dice=n) for foe in (*state.warriors.all, TROGLODYTES) for n in range(-1, 8))
    if asked.what == "unwound":
        yield from (Unwound(part) for part in parts)
    if asked.what == "wound":
        for wounds in product(range(asked.number + 2), repeat=len(parts)):
            yield Wound({part: n for part, n in zip(parts, wounds, strict=True) if n})
    if asked.what == "instinct" and asked.kind == "choice":
        dice = sorted(asked.facts["dice"])
        groups = {group for n in range(1, 4) for group in combinations(dice, n)} | {(1, 6)}
        yield Instinct({})
        yield from (Instinct({name: group}) for name in (*parts, WAR_CRY, HEAVY_ARMOR) for group in groups)


def told_apart(action: Action, state: State) -> Action:
    """A Troglodyte that is named stands for all on its tile, a weapon on the own tile needs no tile."""
    if isinstance(action, Attack):
        target, warrior = state.warriors.all.get(action.target), state.warriors.all[action.warrior]
        named = target is not None and target.figure == TROGLODYTE
        # A Grenade is thrown onto a tile, at nobody.
        thrown = action.weapon == "grenade"
        tile = action.tile if action.weapon else ""
        aimed = "" if thrown else TROGLODYTES if named else action.target
        # Without a number of dice all that are left are meant.
        dice = action.dice or dice_left(state, warrior) if splits_attacks(warrior) else None
        return Attack(warrior.id, aimed, action.weapon, tile, dice)
    if isinstance(action, Enter):
        return Enter(state.game.profiles[action.profile].id, action.tile, action.die)
    return action


def check(state: State) -> None:
    listed = legal_actions(state)
    if waiting(state).kind == "roll":
        # Far too many rolls to look through: what else may be done comes first.
        listed = list(takewhile(lambda action: not isinstance(action, Roll | Reroll), listed))
    # As text: Kartikeya's wounds are a mapping, which no set takes.
    assert len({repr(action) for action in listed}) == len(listed), "something is listed twice"
    for action in listed:
        assert refusal(state, action) is None, action
    own = {repr(told_apart(action, state)) for action in listed}
    for action in (*acts(state), *plays(state), *answers(state), *of_the_expansions(state)):
        if refusal(state, action) is None:
            assert repr(told_apart(action, state)) in own, f"{action} is accepted and not listed"


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_every_accepted_action_is_listed(path: Path) -> None:
    position = Position.model_validate(json.loads(path.read_text(encoding="utf-8")))
    for state in states_of(position, place(position, BOX)):
        check(state)
