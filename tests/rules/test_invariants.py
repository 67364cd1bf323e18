"""Each thing that must hold is noticed when it does not, and nothing is said of what is allowed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.content import Position, load_box, place
from companion.rules.conditions import GameOver
from companion.rules.death import Death
from companion.rules.drawing import DrawCards
from companion.rules.invariants import broken, off_the_rules, unsound
from companion.rules.records import frozen
from companion.rules.results import Outcome
from companion.rules.state import Activation, BodyPart, State, Warrior

BOX = load_box()
LINE = {"mvt": 2, "cbt": 2, "def": 3}


def table() -> State:
    people: dict[str, Any] = {
        "brute-1": {"kind": "brute", "tile": "A", "line": LINE, "cancelled": [1, 2, 3, 4, 5]},
        "troglodyte-1": {"kind": "troglodyte", "tile": "A"},
        "demon-1": {"kind": "demon", "tile": "B", "talents": [], "health": 3, "wounds": 2, "line": LINE},
    }
    position = {
        "name": "sound", "rules": [], "steps": [], "phase": "human_action", "warriors": people,
        "tiles": {"A": {"at": [0, 0], "kind": "plain", "openings": "E"},
                  "B": {"at": [1, 0], "kind": "plain", "openings": "WE"}},
    }  # fmt: skip
    return place(Position.model_validate(position), BOX)


def crowded(count: int) -> State:
    """So many Troglodytes on one tile, as an override can put them."""
    state = table()
    for number in range(2, count + 1):
        fresh = state.warriors.all["troglodyte-1"]._replace(id=f"troglodyte-{number}")
        state = state._replace(warriors=state.warriors.put(fresh))
    return state


def with_warrior(name: str, **changes: Any) -> State:
    state = table()
    return state._replace(warriors=state.warriors.put(state.warriors.all[name]._replace(**changes)))


def kartikeya(skin: int = 0, **wounds: int) -> State:
    """Kartikeya with two parts of resistance 3."""
    state = table()
    monster = Warrior(
        **{**state.warriors.all["demon-1"]._asdict(), "id": "kartikeya", "profile": BOX.profiles["kartikeya"]}
    )._replace(
        wounds=0,
        parts=(
            *(BodyPart(name, 3, wounds.get(name, 0)) for name in ("head", "legs")),
            BodyPart("heavy_armor", 3, skin),
        ),
    )
    return state._replace(warriors=state.warriors.put(monster))


def skilled(*skills: str) -> State:
    """The Brute and the Demon with a Skill each."""
    state = with_warrior("brute-1", skills=skills[:1])
    return state._replace(warriors=state.warriors.put(state.warriors.all["demon-1"]._replace(skills=skills[1:])))


SOUND = table()
BROKEN: dict[str, State] = {
    "acting but not in play": SOUND._replace(activation=Activation("nobody")),
    "two tiles lie on one cell": SOUND._replace(board=SOUND.board.lay(SOUND.board.tiles["A"]._replace(label="X"))),
    "has no opening": SOUND._replace(
        board=SOUND.board.lay(SOUND.board.tiles["A"]._replace(label="X", at=(9, 9), openings=0))
    ),
    "a token lies on Z": SOUND._replace(tile_tokens=frozen({"Z": ("treasure",)})),
    "a marker lies on Z": SOUND._replace(entered=frozenset({"Z"})),
    "a token lies on Y": SOUND._replace(tile_tokens=frozen({"A": ("treasure",), "Y": ("treasure",)})),
    "2 tokens of water on Z": SOUND._replace(water=frozen({"Z": 2})),
    "-1 tokens of water on A": SOUND._replace(water=frozen({"A": -1})),
    "-1 points of Deadly Destiny": SOUND._replace(deadly=-1),
    "-1 Threat Points": SOUND._replace(tp=-1),
    "4 wounds on head, which takes 3": kartikeya(head=4),
    "-1 wounds on legs, which takes 3": kartikeya(legs=-1),
    "alive with every part destroyed": kartikeya(head=3, legs=3),
    "share one of the skills ['quick', 'quick']": skilled("quick", "quick"),
    "SET-3 too_many_miniatures": SOUND._replace(game=replace(SOUND.game, stock={**SOUND.game.stock, "brute": 0})),
    "'here': 1, 'most': 0": SOUND._replace(game=replace(SOUND.game, stock={"brute": 1, "demon": 1})),
    "all six lines": with_warrior("brute-1", cancelled=(1, 2, 3, 4, 5, 6)),
    "cancelled lines (2, 1)": with_warrior("brute-1", cancelled=(2, 1)),
    "cancelled lines (7,)": with_warrior("brute-1", cancelled=(7,)),
    "3 wounds of 3": with_warrior("demon-1", wounds=3),
    "with fate 'out'": with_warrior("brute-1", fate="out"),
    "with fate ''": with_warrior("brute-1", tile=""),
    "while waiting for over": SOUND._replace(agenda=(GameOver(),)),
    "while waiting for activate": SOUND._replace(outcome=Outcome("human", "x")),
    "waits for nothing": SOUND._replace(agenda=()),
    "DrawCards(deck='event', count=1, source='x') should have run": SOUND._replace(
        agenda=(*SOUND.agenda, DrawCards("event", 1, "x")), decks=frozen({"event": ()})
    ),
}


@pytest.mark.parametrize("words", BROKEN)
def test_it_is_noticed(words: str) -> None:
    assert any(words in found for found in broken(BROKEN[words])), broken(BROKEN[words])


def test_what_is_allowed_is_not() -> None:
    assert broken(SOUND) == []
    assert broken(SOUND._replace(activation=Activation("brute-1"))) == []
    assert broken(SOUND._replace(tp=0)) == []
    assert broken(SOUND._replace(water=frozen({"A": 0}), deadly=0)) == []
    assert broken(kartikeya(head=3, skin=3)) == []
    assert broken(skilled("quick", "brutal")) == []
    assert broken(SOUND._replace(tile_tokens=frozen({"A": ("treasure",)}), holes=frozenset({"B"}))) == []
    assert broken(SOUND._replace(agenda=(GameOver(),), outcome=Outcome("human", "x"))) == []


def test_who_acts_must_be_in_play() -> None:
    away = with_warrior("brute-1", tile="", fate="out")
    assert any("acting" in found for found in broken(away._replace(activation=Activation("brute-1"))))


def test_who_is_dying_may_have_lost_all_lines() -> None:
    dying = with_warrior("brute-1", cancelled=(1, 2, 3, 4, 5, 6))
    held_up = dying._replace(agenda=(*dying.agenda, Death("brute-1", "combat", 6)))
    assert not any("six lines" in found for found in broken(held_up))


def test_three_on_a_tile_and_the_miniatures_of_the_box() -> None:
    assert off_the_rules(crowded(3)) == []
    (crowd,) = off_the_rules(crowded(4))
    assert (crowd.rule, crowd.key, crowd.facts["here"], crowd.facts["most"]) == ("MOV-3", "too_many_on_tile", 4, 3)
    assert crowd.facts["side"] == "demon"
    assert unsound(crowded(4)) == []
    found = {off.rule: off.facts for off in off_the_rules(crowded(12))}
    assert found["SET-3"] == {"warrior": "troglodyte", "here": 12, "most": 11}
    assert "SET-3" not in {off.rule for off in off_the_rules(crowded(11))}
