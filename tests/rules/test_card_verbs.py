"""What a card can say, verb by verb: what happens, to whom, where, and what does not happen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.content import Position, load_box, place
from companion.content.clauses import clauses_from
from companion.rules.actions import Attack, Draw, Enter, Guard, Hit, Move, Play, Roll
from companion.rules.card_verbs import VERBS
from companion.rules.cards import Aim, Card
from companion.rules.draft import Draft
from companion.rules.effects import EffectContext, perform
from companion.rules.engine import apply, legal_actions, refusal, settle, waiting
from companion.rules.records import frozen
from companion.rules.results import Happening
from companion.rules.state import State
from companion.rules.warriors import values

BOX = load_box()
LINE = {"mvt": 2, "cbt": 2, "def": 3}
TILES = {
    "A": {"at": [0, 0], "kind": "plain", "openings": "E"},
    "B": {"at": [1, 0], "kind": "plain", "openings": "WE"},
    "C": {"at": [2, 0], "kind": "plain", "openings": "WE"},
}


def human(kind: str, tile: str = "A", **more: Any) -> dict[str, Any]:
    return {"kind": kind, "tile": tile, "line": LINE, **more}


def table(phase: str = "human_action", **more: Any) -> State:
    warriors = {
        "redeemer": human("redeemer"), "brute-1": human("brute", cancelled=[1, 2]), "blade-1": human("blade", "B"),
        "troglodyte-1": {"kind": "troglodyte", "tile": "B"},
    }  # fmt: skip
    position = {"name": "verbs", "rules": [], "steps": [], "phase": phase, "tiles": TILES, "warriors": warriors, **more}
    return place(Position.model_validate(position), BOX)


def done(state: State, *clauses: dict[str, Any], **context: Any) -> tuple[State, list[Happening]]:
    draft = Draft(state, VERBS)
    perform(draft, clauses_from(list(clauses)), EffectContext(**{"source": "x", "side": "demon", **context}))
    settle(draft)
    return draft.state, draft.happenings


def crowd(state: State, count: int, tile: str = "B") -> State:
    trog = state.warriors.all["troglodyte-1"]
    for number in range(2, count + 1):
        state = state._replace(warriors=state.warriors.put(trog._replace(id=f"troglodyte-{number}", tile=tile)))
    return state


# -- one warrior -------------------------------------------------------------------------------------------------------


def test_a_bonus_for_one_or_for_all_of_a_scope() -> None:
    state, _ = done(table(), {"verb": "bonus", "mvt": 1, "cbt": -1, "def": 2}, target="blade-1")
    assert tuple(values(state, state.warriors.all["blade-1"])) == (3, 1, 5)
    assert tuple(values(state, state.warriors.all["brute-1"])) == (2, 2, 3)
    assert state.modifiers[0].until == "end:activation"
    state, _ = done(table(), {"verb": "bonus", "scope": "side:human", "mvt": 1, "until": "end:game"})
    assert [values(state, w).mvt for w in state.warriors.of("human")] == [3, 3, 3]
    state, _ = done(table(), {"verb": "bonus", "on": "bearer", "cbt": 1}, target="blade-1", bearer="redeemer")
    assert [m.scope for m in state.modifiers] == ["redeemer"]


def test_nothing_is_below_zero_and_no_def_above_six() -> None:
    state, _ = done(table(), {"verb": "bonus", "mvt": -9, "cbt": -9, "def": 9}, target="blade-1")
    assert tuple(values(state, state.warriors.all["blade-1"])) == (0, 0, 6)


def test_who_has_left_gets_nothing() -> None:
    for verb in ({"verb": "bonus", "mvt": 1}, {"verb": "token", "name": "flame"}, {"verb": "hit"}):
        gone = table()
        dead = gone.warriors.all["blade-1"]._replace(tile="", fate="dead")
        gone = gone._replace(warriors=gone.warriors.put(dead))
        for state in (gone, gone._replace(warriors=gone.warriors.without("blade-1"))):
            assert done(state, verb, target="blade-1") == (state, [])


def test_what_one_may_not_do_by_scope() -> None:
    state, _ = done(table(), {"verb": "forbid", "scope": "side:human", "forbids": ["move"], "until": "end:game"})
    refused = refusal(state, Move("redeemer", "B"))
    assert refused is not None
    assert refused.key == "forbidden"
    assert not [a for a in legal_actions(state) if isinstance(a, Move)]


def test_a_warrior_is_put_on_another_tile_if_there_is_room() -> None:
    state, happenings = done(table(), {"verb": "move"}, target="redeemer", tile="C")
    assert state.warriors.all["redeemer"].tile == "C"
    assert happenings[0].facts == {"warrior": "redeemer", "from": "A", "tile": "C", "via": "x"}
    full = crowd(table(), 4, "C")
    moved, happenings = done(full, {"verb": "move"}, target="troglodyte-1", tile="C")
    assert (moved.warriors.all["troglodyte-1"].tile, happenings) == ("B", [])


def test_hits_from_no_attack_and_who_is_killed() -> None:
    state, _ = done(table(), {"verb": "hit", "amount": 2}, target="blade-1")
    assert (waiting(state).what, waiting(state).number) == ("cancel", 2)
    state, _ = done(table(), {"verb": "hit"}, target="troglodyte-1")
    assert "troglodyte-1" not in state.warriors.all
    assert state.fallen == {"troglodyte": 1}


# -- several ----------------------------------------------------------------------------------------------------------


def test_each_that_has_fewer_lines_cancelled() -> None:
    token = [{"verb": "token", "name": "flame"}]
    state, _ = done(table(), {"verb": "each", "who": "human", "fewer_cancelled_than": 2, "then": token})
    assert {w.id for w in state.warriors.of("human") if w.tokens} == {"redeemer", "blade-1"}
    state, _ = done(table(), {"verb": "each", "who": "human", "fewer_cancelled_than": 3, "then": token})
    assert all(w.tokens == ("flame",) for w in state.warriors.of("human"))
    state, _ = done(table(), {"verb": "each", "who": "condemned", "then": token})
    assert {w.id for w in state.warriors.all.values() if w.tokens} == {"brute-1", "blade-1"}


def test_one_is_chosen_by_the_side_that_is_named() -> None:
    choice = {"verb": "choose", "who": "human", "then": [{"verb": "token", "name": "flame"}]}
    assert waiting(done(table(), choice)[0])[:3] == ("demon", "choice", "hit")
    state, _ = done(table(), {**choice, "by": "human"})
    assert waiting(state)[:3] == ("human", "choice", "hit")
    assert apply(state, Hit("blade-1")).state.warriors.all["blade-1"].tokens == ("flame",)
    nobody, _ = done(table(), {**choice, "who": "demon_of_none"})
    assert waiting(nobody).what == "activate"


# -- miniatures --------------------------------------------------------------------------------------------------------


def test_a_warrior_is_put_where_there_is_room_and_one_in_the_box() -> None:
    put = {"verb": "place", "profile": "troglodyte"}
    state, _ = done(table(), put, tile="C")
    assert state.warriors.all["troglodyte-2"].tile == "C"
    state, _ = done(table(), put, target="redeemer")
    assert state.warriors.all["troglodyte-2"].tile == "A"
    full = crowd(table(), 3)
    assert done(full, put, tile="B")[0] == full
    nowhere = table()
    assert done(nowhere, put)[0] == nowhere
    none_left = table()
    none_left = none_left._replace(game=replace(none_left.game, stock={"troglodyte": 1}))
    assert done(none_left, put, tile="C")[0] == none_left


def test_the_fallen_rise_and_where_there_is_no_room_one_is_taken_off() -> None:
    rise = {"verb": "rise", "profile": "troglodyte"}
    state, _ = done(table(), rise, tile="A")
    assert state.warriors.all["troglodyte-2"].tile == "A"
    nowhere = table()
    assert done(nowhere, rise)[0] == nowhere
    state, _ = done(crowd(table(), 3), rise, tile="B")
    assert waiting(state).facts["candidates"] == ["troglodyte-1", "troglodyte-2", "troglodyte-3"]
    after = apply(state, Hit("troglodyte-2")).state
    assert sorted(w.id for w in after.warriors.on("B")) == ["blade-1", "troglodyte-1", "troglodyte-2", "troglodyte-3"]


# -- tokens on tiles, TP and marks -------------------------------------------------------------------------------------


def test_no_more_tokens_are_laid_than_there_are() -> None:
    state = table()._replace(decks=frozen({"treasure": ("full", "empty", "empty")}))
    lay = {"verb": "lay_tokens", "name": "treasure", "amount": 2}
    state, happenings = done(state, lay, tile="A")
    assert (state.tile_tokens["A"], happenings[0].facts["amount"]) == (("treasure", "treasure"), 2)
    state, happenings = done(state, lay, tile="B")
    assert (state.tile_tokens["B"], happenings[0].facts["amount"]) == (("treasure",), 1)
    again, happenings = done(state, lay, tile="C")
    assert (dict(again.tile_tokens), happenings) == (dict(state.tile_tokens), [])
    assert done(table(), {**lay, "amount": 1}, tile="")[1] == []


def test_a_token_is_turned_only_where_one_lies() -> None:
    turn = {"verb": "turn_token", "name": "treasure", "shows": "full", "then": [{"verb": "tp", "amount": 3}]}
    lying = table()._replace(decks=frozen({"treasure": ("full", "empty")}), tile_tokens=frozen({"A": ("treasure",)}))
    assert waiting(done(lying, turn, tile="B", target="redeemer")[0]).what == "activate"
    assert waiting(done(lying, turn, tile="A", target="redeemer")[0]).what == "treasure"
    # Turned twice with one token there: the second question falls away. So it does where no face is left.
    state, _ = done(lying, turn, turn, tile="A", target="redeemer")
    after = apply(state, Draw("full")).state
    assert (after.tp, waiting(after).what) == (3, "activate")
    assert waiting(done(lying._replace(decks=frozen({"treasure": ()})), turn, tile="A")[0]).what == "activate"


def test_tp_are_given_and_taken_as_far_as_there_are_any() -> None:
    state, happenings = done(table(tp=2), {"verb": "tp", "amount": -5})
    assert (state.tp, happenings[0].facts) == (0, {"amount": -2, "total": 0, "source": "x"})
    state, happenings = done(state, {"verb": "tp", "amount": -1})
    assert (state.tp, happenings) == (0, [])
    assert done(table(tp=2), {"verb": "tp"})[0].tp == 3


def test_a_mark_is_counted_and_spent_one_by_one() -> None:
    draft = Draft(table(), VERBS)
    draft.mark("lays", 2, "end:game", "x")
    draft.mark("lays", 1, "end:game", "x")
    for left in (2, 1, 0, 0):
        draft.spend_mark("lays")
        assert draft.state.marked("lays") == left
    assert draft.state.marks == ()


# -- reach and price ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reach", "targets"),
    [("any", {"brute-1", "blade-1", "blade-2"}), ("same_tile", {"brute-1"}), ("adjacent", {"brute-1", "blade-1"})],
)
def test_how_far_a_gift_reaches(reach: str, targets: set[str]) -> None:
    state = table()
    people = state.warriors.put(state.warriors.all["blade-1"]._replace(id="blade-2", tile="C"))
    people = people.put(people.all["redeemer"]._replace(gifts=("far",), die=3))
    gift = Card("far", "gift", when=frozenset({"activation"}), aim=Aim("condemned", reach))
    state = state._replace(game=replace(state.game, cards={**state.game.cards, "far": gift}), warriors=people)
    assert {a.target for a in legal_actions(state) if isinstance(a, Play)} == targets
    for name in ("brute-1", "blade-1", "blade-2"):
        refused = refusal(state, Play("far", name))
        assert (refused is None) == (name in targets)
        assert refused is None or refused.key == "target_out_of_reach"


@pytest.mark.parametrize(
    ("bearer", "acted", "listed"),
    [({}, (), True), ({"exhausted": True}, (), False), ({"tile": ""}, (), False), ({}, ("redeemer",), False)],
)
def test_whose_gifts_are_listed(bearer: dict[str, Any], acted: tuple[str, ...], listed: bool) -> None:
    state = table()
    gift = Card("far", "gift", when=frozenset({"activation"}), aim=Aim("condemned", "any"))
    redeemer = state.warriors.all["redeemer"]._replace(gifts=("far",), die=3, **bearer)
    state = state._replace(
        game=replace(state.game, cards={**state.game.cards, "far": gift}),
        warriors=state.warriors.put(redeemer),
        acted=frozenset(acted),
    )
    assert any(isinstance(action, Play) for action in legal_actions(state)) == listed


def test_as_many_as_the_scenario_lets_in() -> None:
    state = apply(table("threat", tp=9), Roll((1, 1, 1))).state
    state = apply(state, next(a for a in legal_actions(state) if type(a).__name__ == "Resolve")).state
    state = state._replace(game=replace(state.game, reinforcements={"troglodyte": 2}))
    for left in (True, True, False):
        assert (Enter("troglodyte", "C") in legal_actions(state)) == left
        if left:
            state = apply(state, Enter("troglodyte", "C")).state
    refused = refusal(state, Enter("troglodyte", "C"))
    assert refused is not None
    assert refused.facts == {"warrior": "troglodyte", "entered": 2, "most": 2}
    assert (state.tp, state.entries["troglodyte"]) == (7, 2)
    no_stock = state._replace(game=replace(state.game, stock={}, reinforcements={"troglodyte": 0}))
    refused = refusal(no_stock, Enter("troglodyte", "C"))
    assert refused is not None
    assert (refused.rule, refused.facts["most"]) == ("SET-3", 0)


def test_who_steps_in_is_told_and_nobody_is_not() -> None:
    state = apply(table("demon_action"), Move("troglodyte-1", "A")).state
    asked = apply(apply(state, Attack("troglodyte-1", "redeemer")).state, Roll((6,))).state
    told = [h.facts for h in apply(asked, Guard("brute-1")).happenings if h.key == "guards"]
    assert told == [{"warrior": "brute-1", "target": "redeemer"}]
    assert not [h for h in apply(asked, Guard(None)).happenings if h.key == "guards"]


def test_a_card_that_is_played_on_a_tile() -> None:
    state = table()
    held = Card("there", "event", when=frozenset({"human_action"}), aim=Aim(tile="any"))
    state = state._replace(
        game=replace(state.game, cards={**state.game.cards, "there": held}),
        hands=frozen({**state.hands, "event": ("there",)}),
    )
    assert {a.tile for a in legal_actions(state) if isinstance(a, Play)} == {"A", "B", "C"}
    refused = refusal(state, Play("there", tile="nowhere"))
    assert refused is not None
    assert refused.key == "wrong_tile"
    assert refusal(state, Play("there", tile="C")) is None
    refused = refusal(state, Play("there", target="redeemer", tile="C"))
    assert refused is not None
    assert refused.key == "needs_no_target"


def test_a_line_is_healed_only_if_it_was_named() -> None:
    state, _ = done(table(), {"verb": "heal"}, target="brute-1")
    assert state.warriors.all["brute-1"].cancelled == (1, 2)
    state, _ = done(table(), {"verb": "heal"}, target="brute-1", line=2)
    assert state.warriors.all["brute-1"].cancelled == (1,)
