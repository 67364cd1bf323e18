"""Pieces of conditions of victory and of cards: each counts what it says, up to its bounds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.content import Position, load_box, place
from companion.rules.actions import Play
from companion.rules.cards import Card, Clause
from companion.rules.conditions import holds, outcome_of
from companion.rules.engine import apply, legal_actions, refusal
from companion.rules.game import Condition
from companion.rules.records import frozen
from companion.rules.state import Mark, State

BOX = load_box()
LINE = {"mvt": 1, "cbt": 1, "def": 4}


def table() -> State:
    position = {
        "name": "conditions", "rules": [], "phase": "human_action", "steps": [], "tp": 2,
        "tiles": {"A": {"at": [0, 0], "kind": "stash", "openings": "E"},
                  "B": {"at": [1, 0], "kind": "plain", "openings": "WE"}},
        "warriors": {
            "redeemer": {"kind": "redeemer", "tile": "A", "line": LINE},
            "brute-1": {"kind": "brute", "tile": "A", "line": LINE},
            "blade-1": {"kind": "blade", "tile": "B", "line": LINE},
            "blade-2": {"kind": "blade", "tile": "B", "line": LINE},
            "troglodyte-1": {"kind": "troglodyte", "tile": "B"},
        },
    }  # fmt: skip
    state = place(Position.model_validate(position), BOX)
    people = state.warriors
    people = people.put(people.all["brute-1"]._replace(tile="", fate="dead", tokens=("treasure",)))
    people = people.put(people.all["blade-2"]._replace(tile="", fate="out", tokens=("treasure",)))
    people = people.put(people.all["redeemer"]._replace(tokens=("treasure",)))
    return state._replace(
        warriors=people, round=3, entries={"troglodyte": 4}, fallen={"troglodyte": 2}, marks=(
            Mark("tiles", 2, "end:game", "x"), Mark("tiles", 3, "end:game", "x"), Mark("other", 9, "end:game", "x"),
        ),
    )  # fmt: skip


COUNTS: list[tuple[dict[str, Any], int]] = [
    ({"verb": "out"}, 1),
    ({"verb": "out", "who": "redeemer"}, 0),
    ({"verb": "dead"}, 1),
    ({"verb": "dead", "who": "demon"}, 0),
    ({"verb": "in_play"}, 2),
    ({"verb": "in_play", "who": "troglodyte"}, 1),
    ({"verb": "in_play", "who": "condemned"}, 1),
    ({"verb": "in_play", "who": "warrior"}, 3),
    ({"verb": "on_tile", "kind": "stash"}, 1),
    ({"verb": "on_tile", "kind": "plain"}, 1),
    ({"verb": "on_tile", "kind": "plain", "who": "warrior"}, 2),
    ({"verb": "entered", "card": "troglodyte"}, 4),
    ({"verb": "entered", "card": "brute"}, 0),
    ({"verb": "killed", "card": "troglodyte"}, 2),
    ({"verb": "killed", "card": "brute"}, 0),
    ({"verb": "marked", "name": "tiles"}, 5),
    ({"verb": "marked", "name": "nothing"}, 0),
    ({"verb": "carries", "token": "treasure", "kind": ""}, 1),
    ({"verb": "carries", "token": "treasure", "kind": "stash"}, 1),
    ({"verb": "carries", "token": "treasure", "kind": "plain"}, 0),
    ({"verb": "carries", "token": "gold", "kind": ""}, 0),
    ({"verb": "carried_out", "token": "treasure"}, 1),
    ({"verb": "carried_out", "token": "gold"}, 0),
    ({"verb": "round"}, 3),
]


def clause(facts: dict[str, Any], **bounds: int) -> Clause:
    return Clause(facts["verb"], frozen({**{k: v for k, v in facts.items() if k != "verb"}, **bounds}))


@pytest.mark.parametrize(("facts", "count"), COUNTS, ids=str)
def test_what_is_counted(facts: dict[str, Any], count: int) -> None:
    state = table()
    assert holds(state, [clause(facts)])
    assert holds(state, [clause(facts, at_least=count, at_most=count)])
    assert not holds(state, [clause(facts, at_least=count + 1)])
    if count:
        assert not holds(state, [clause(facts, at_most=count - 1)])


def test_all_of_a_condition_must_hold_and_the_first_that_does_decides() -> None:
    state = table()
    yes, no = clause({"verb": "out"}, at_least=1), clause({"verb": "out"}, at_least=2)
    assert holds(state, [])
    assert not holds(state, [yes, no])
    conditions = (
        Condition("human", "never", (yes, no)),
        Condition("demon", "this", (yes,)),
        Condition("human", "x", ()),
    )
    decided = outcome_of(state._replace(game=replace(state.game, conditions=conditions)))
    assert decided is not None
    assert (decided.winner, decided.reason) == ("demon", "this")
    assert outcome_of(state._replace(game=replace(state.game, conditions=conditions[:1]))) is None


def holding(cost: int = 0, **bounds: int) -> State:
    state = table()
    held = Card(
        "now", "event", when=frozenset({"human_action"}), cost=cost, condition=(clause({"verb": "round"}, **bounds),)
    )
    hands = frozen({**state.hands, "event": ("now",)})
    return state._replace(game=replace(state.game, cards={**state.game.cards, "now": held}), hands=hands)


def test_a_card_is_played_only_where_its_condition_holds() -> None:
    assert refusal(holding(at_least=3), Play("now")) is None
    refused = refusal(holding(at_least=4), Play("now"))
    assert refused is not None
    assert refused.key == "condition_not_met"
    assert Play("now") in legal_actions(holding(at_least=3))
    assert Play("now") not in legal_actions(holding(at_least=4))


def test_a_card_that_costs_tp_takes_all_that_is_there() -> None:
    assert apply(holding(cost=2), Play("now")).state.tp == 0
    refused = refusal(holding(cost=3), Play("now"))
    assert refused is not None
    assert refused.facts == {"card": "now", "tp": 2, "needed": 3}
