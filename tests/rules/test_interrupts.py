"""Cards that are played in the middle of something (ACT-4): who is asked, when, and what the others see."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.content import Position, load_box, place
from companion.rules.actions import (
    UNKNOWN,
    Attack,
    Cancel,
    Draw,
    EndPhase,
    Explore,
    Lay,
    Pass,
    Play,
    Reroll,
    Resolve,
    Roll,
)
from companion.rules.card_verbs import VERBS
from companion.rules.cards import Card, Clause, Line
from companion.rules.death import Death, die, spare
from companion.rules.draft import Draft
from companion.rules.engine import apply, legal_actions, refusal, waiting
from companion.rules.invariants import broken
from companion.rules.override import apply_override
from companion.rules.records import frozen
from companion.rules.snapshot import from_json, to_json
from companion.rules.state import State
from companion.table.views import state_view

TILES = {
    "A": {"at": [0, 0], "kind": "plain", "openings": "ES"},
    "B": {"at": [1, 0], "kind": "plain", "openings": "WE"},
}
LINE = {"mvt": 1, "cbt": 1, "def": 4}


def clause(verb: str, **facts: Any) -> Clause:
    return Clause(verb, frozen(facts))


def card(deck: str, moment: str, *does: Clause) -> Card:
    return Card("now", deck, when=frozenset({moment}), clauses=does)  # type: ignore[arg-type]


def table(phase: str, held: Card | None, cancelled: list[int] | None = None, **hands: tuple[str, ...]) -> State:
    """A Redeemer and a Troglodyte on one tile; somebody may hold the card."""
    position = {
        "name": "interrupts", "rules": [], "tiles": TILES, "phase": phase, "steps": [],
        "pile": [{"kind": "plain", "openings": "NS"}, {"kind": "plain", "openings": "EW"}],
        "warriors": {"redeemer": {"kind": "redeemer", "tile": "A", "line": LINE, "cancelled": cancelled or []},
                     "brute-1": {"kind": "brute", "tile": "B", "line": LINE},
                     "troglodyte-1": {"kind": "troglodyte", "tile": "A"}},
    }  # fmt: skip
    state = place(Position.model_validate(position), load_box())
    cards = {**state.game.cards, **({"now": held} if held else {})}
    holding = {held.deck: ("now",)} if held else {}
    return state._replace(game=replace(state.game, cards=cards), hands={**state.hands, **holding, **hands})


ATTACK = Attack("troglodyte-1", "redeemer")


def played(state: State, *actions: Any) -> State:
    for action in actions:
        state = apply(state, action).state
        assert broken(state) == []
        assert from_json(state.game, to_json(state)) == state
    return state


def asked(state: State) -> tuple[str, str]:
    return waiting(state).side, waiting(state).what


def test_a_roll_that_has_fallen_is_rolled_again() -> None:
    state = played(table("demon_action", card("event", "roll_fallen", clause("roll_again"))), ATTACK, Roll((1,)))
    assert asked(state) == ("demon", "interrupt")
    again = played(state, Play("now"))
    assert (asked(again), again.hands["event"]) == (("demon", "combat"), ())
    assert asked(played(again, Roll((6,)))) == ("human", "cancel")
    assert asked(played(state, Pass())) == ("demon", "activate")


def test_a_hit_is_prevented() -> None:
    state = played(table("demon_action", card("advantage", "hit_coming", clause("prevent"))), ATTACK, Roll((6,)))
    facts = {"moment": "hit_coming", "target": "redeemer", "tile": "A"}
    assert waiting(state) == ("human", "choice", "interrupt", "ACT-4", 0, facts, 6)
    assert asked(played(state, Play("now"))) == ("demon", "activate")
    assert asked(played(state, Pass())) == ("human", "cancel")


def test_after_a_card_the_next_one_is_asked_for() -> None:
    """Two hits come; a card that takes one off leaves the moment open for another."""
    one = card("advantage", "hit_coming", clause("prevent"))
    begun = table("demon_action", one, advantage=("now", "more"))
    begun = begun._replace(game=replace(begun.game, cards={**begun.game.cards, "more": replace(one, id="more")}))
    mighty = begun.warriors.all["troglodyte-1"]._replace(line=Line(1, 3, 3))
    state = played(begun._replace(warriors=begun.warriors.put(mighty)), ATTACK, Roll((6, 6, 6)), Play("now"))
    assert (asked(state), legal_actions(state)[0]) == (("human", "interrupt"), Play("more"))
    assert waiting(played(state, Play("more"))).number == 1
    assert waiting(played(state, Pass())).number == 2


def test_what_happens_on_the_tile_that_was_laid() -> None:
    held = card("event", "tile_laid", clause("place", profile="troglodyte"))
    state = played(table("human_action", held), Explore("brute-1", "E"), Draw("pile-1"), Lay(90), Play("now"))
    assert state.warriors.all["troglodyte-2"].tile == "pile-1"


def test_no_hit_no_question() -> None:
    state = played(table("demon_action", card("advantage", "hit_coming", clause("prevent"))), ATTACK, Roll((1,)))
    assert asked(state) == ("demon", "activate")


def test_who_would_die_is_spared() -> None:
    held = card("advantage", "dying", clause("spare"))
    begun = table("demon_action", held, cancelled=[1, 2, 3, 4, 5])
    state = played(begun, ATTACK, Roll((6,)), Cancel("redeemer", (6,)))
    assert asked(state) == ("human", "interrupt")
    spared = played(state, Play("now")).warriors.all["redeemer"]
    assert (spared.tile, spared.cancelled) == ("A", (1, 2, 3, 4, 5))
    assert played(state, Pass()).warriors.all["redeemer"].fate == "dead"


def test_who_is_spared_what_took_no_line_keeps_its_lines_as_they_are() -> None:
    draft = Draft(table("demon_action", card("advantage", "dying", clause("spare")), cancelled=[1, 2]), VERBS)
    die(draft, draft.warrior("redeemer"), "pit")
    death = next(step for step in draft.state.agenda if isinstance(step, Death))
    spare(draft, death)
    assert (death.source, draft.warrior("redeemer").cancelled) == ("pit", (1, 2))


def test_a_drawn_tile_is_changed_for_another_and_a_laid_one_is_answered() -> None:
    explore = Explore("brute-1", "E")
    state = played(
        table("human_action", card("advantage", "tile_drawn", clause("another_tile"))), explore, Draw("pile-1")
    )
    assert asked(state) == ("human", "interrupt")
    other = played(state, Play("now"))
    assert (asked(other), other.discards) == (("human", "tile"), ("pile-1",))
    assert asked(played(state, Pass())) == ("demon", "lay")
    laid = table("human_action", card("event", "tile_laid", clause("tp", amount=2)))
    state = played(laid, explore, Draw("pile-1"), Lay(90))
    assert (asked(state), state.warriors.all["brute-1"].tile) == (("demon", "interrupt"), "B")
    after = played(state, Play("now"))
    assert (after.tp, after.warriors.all["brute-1"].tile) == (2, "pile-1")


@pytest.mark.parametrize("moment", ["roll_fallen", "hit_coming", "dying"])
def test_who_holds_none_is_not_slowed_down(moment: str) -> None:
    """The card is in the box and in nobody's hand."""
    state = table("demon_action", card("event", moment, clause("tp")), event=())
    assert asked(played(state, ATTACK, Roll((6,)))) == ("human", "cancel")


def test_a_card_face_down_may_be_the_one() -> None:
    state = table("demon_action", card("event", "roll_fallen", clause("tp")), event=(UNKNOWN,))
    state = state._replace(decks={**state.decks, "event": ("now", "lost")})
    assert asked(played(state, ATTACK, Roll((6,)))) == ("demon", "interrupt")


def test_nothing_else_is_done_meanwhile_and_no_other_card() -> None:
    held = card("advantage", "hit_coming", clause("prevent"))
    state = played(table("demon_action", held, advantage=("now", "our_faith_will_protect_us")), ATTACK, Roll((6,)))
    for action in (Play("our_faith_will_protect_us"), Cancel("redeemer", (1,)), Reroll(()), Play("no such card")):
        assert refusal(state, action) is not None
    outside = table("human_action", held)
    refused = refusal(outside, Play("now"))
    assert refused is not None
    assert refused.key == "not_the_moment"


def test_the_other_seat_sees_what_it_would_see_anyway() -> None:
    """The Human is asked about a card and, had they none, about lines: the Demon cannot tell."""
    held = card("advantage", "hit_coming", clause("prevent"))
    with_card = played(table("demon_action", held), ATTACK, Roll((6,)))
    without = played(table("demon_action", held, advantage=("grenade",)), ATTACK, Roll((6,)))
    assert state_view(with_card, "human")["waiting"]["what"] == "interrupt"
    for seat in ("demon", "table", "host"):
        seen = state_view(with_card, seat)  # type: ignore[arg-type]
        assert seen["waiting"] == state_view(without, seat)["waiting"]  # type: ignore[arg-type]
        assert seen["legal"] == []


def test_where_the_other_side_follows_only_a_moment_is_seen() -> None:
    state = played(table("demon_action", card("event", "roll_fallen", clause("roll_again"))), ATTACK, Roll((6,)))
    waits = state_view(state, "human")["waiting"]
    assert (waits["side"], waits["what"], waits["facts"]) == ("demon", "moment", {})


def with_gift(held: Card) -> State:
    """The Redeemer has a Gift of that moment."""
    state = table("human_action", None)
    warriors = state.warriors.put(state.warriors.all["redeemer"]._replace(gifts=(held.id,)))
    return state._replace(game=replace(state.game, cards={**state.game.cards, held.id: held}), warriors=warriors)


def test_a_gift_for_a_moment_is_not_for_his_activation() -> None:
    state = with_gift(card("gift", "roll_fallen", clause("roll_again")))
    refused = refusal(state, Play("now"))
    assert refused is not None
    assert refused.key == "not_his_activation"
    assert Play("now") not in legal_actions(state)


def test_a_gift_interrupts_once_a_round() -> None:
    """Or the dice could be rolled again until they please."""
    state = with_gift(card("gift", "roll_fallen", clause("roll_again")))
    state = played(state, Attack("redeemer", "troglodytes"), Roll((1,)))
    assert asked(state) == ("human", "interrupt")
    state = played(state, Play("now"), Roll((1,)))
    assert asked(state) == ("human", "activate")
    later = played(state, EndPhase(), Roll((1, 1, 1)), Resolve(), EndPhase(), EndPhase(), Roll((3, 4)))
    assert asked(later) == ("human", "interrupt")


def test_a_correction_while_a_drawn_tile_is_in_question() -> None:
    """The tile has left the stack already; a tile laid into its place by hand ends the exploring."""
    held = card("advantage", "tile_drawn", clause("another_tile"))
    state = played(table("human_action", held), Explore("brute-1", "E"), Draw("pile-1"))
    left = sum(part.left for layer in state.stack for part in layer)
    by_hand = apply_override(state, {"tiles": {"pile-1": {"at": [9, 9]}}}).state
    assert sum(part.left for layer in by_hand.stack for part in layer) == left
    filled = apply_override(state, {"tiles": {"X": {"kind": "plain", "at": [2, 0], "openings": "W"}}}).state
    assert asked(filled) == ("human", "activate")
