"""Small rules that whole positions only brush: a healed line, hits landing together, the way out, changed boxes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.content import Position, load_box, place
from companion.content.setup import new_game
from companion.rules.actions import (
    UNKNOWN,
    Attack,
    Cancel,
    EndPhase,
    Explore,
    Finish,
    Guard,
    Leave,
    Move,
    Pass,
    Play,
    Reroll,
    Roll,
)
from companion.rules.board import Board, openings_from
from companion.rules.card_verbs import VERBS
from companion.rules.cards import Aim, Card, Clause, Line, TileKind
from companion.rules.death import Death
from companion.rules.draft import Draft
from companion.rules.effects import MOST
from companion.rules.engine import apply, legal_actions, refusal, waiting
from companion.rules.game import Condition
from companion.rules.movement import Standoff, bring_in, left_in_box
from companion.rules.override import MalformedState, apply_override
from companion.rules.override.boxes import change_box
from companion.rules.records import frozen
from companion.rules.results import Outcome
from companion.rules.state import State
from companion.rules.threat import price, refuse_price
from companion.rules.warriors import body_of, heal_line, hits_on, mvt_of, talents_of, values

BOX = load_box()
LINE = {"mvt": 2, "cbt": 2, "def": 3}
DEMON = {"kind": "demon", "tile": "A", "talents": [], "health": 4, "line": {"mvt": 1, "cbt": 4, "def": 4}}
TROG = {"kind": "troglodyte", "tile": "A"}


def human(kind: str, tile: str = "A", **more: Any) -> dict[str, Any]:
    return {"kind": kind, "tile": tile, "line": LINE, **more}


def table(
    phase: str, kind: str = "plain", *, house: Any = None, advantages: Any = (), **people: dict[str, Any]
) -> State:
    position = {
        "name": "small", "rules": [], "steps": [], "phase": phase, "advantages": list(advantages),
        "tiles": {"A": {"at": [0, 0], "kind": kind, "openings": "E"},
                  "B": {"at": [1, 0], "kind": "plain", "openings": "WE"}},
        "warriors": {name.replace("_", "-"): facts for name, facts in people.items()},
    }  # fmt: skip
    return place(Position.model_validate(position), BOX)


def after(state: State, *actions: Any) -> State:
    for action in actions:
        state = apply(state, action).state
    return state


# -- lines -------------------------------------------------------------------------------------------------------------


def test_a_healed_line_and_exhaustion() -> None:
    whole = table("human_action", brute_1=human("brute", cancelled=[2, 5])).warriors.all["brute-1"]
    tired = whole._replace(die=2, exhausted=True, line=Line(0, 0, 3))
    other = heal_line(tired, 5)
    assert (other.cancelled, other.exhausted, tuple(other.line)) == ((2,), True, (0, 0, 3))
    awake = heal_line(tired, 2)
    assert (awake.cancelled, awake.exhausted, awake.line) == ((5,), False, BOX.profiles["brute"].lines[1])
    assert heal_line(tired, 3) == tired
    # A line in use that was cancelled later: it was never Exhausted, and keeps what it uses.
    acting = whole._replace(die=5)
    assert heal_line(acting, 5) == acting._replace(cancelled=(2,))


def test_how_many_hits_are_left() -> None:
    state = table("human_action", brute_1=human("brute", cancelled=[2, 5]), demon_1={**DEMON, "wounds": 1}, trog=TROG)
    left = {w.id: body_of(w).left(w) for w in state.warriors.all.values()}
    assert left == {"brute-1": 4, "demon-1": 3, "trog": 1}
    demon, trog = state.warriors.all["demon-1"], state.warriors.all["trog"]
    assert body_of(demon).after(demon, 2) == demon._replace(wounds=3)
    assert body_of(demon).after(demon, 3) is None
    assert (body_of(trog).after(trog, 0), body_of(trog).after(trog, 1)) == (trog, None)


def test_a_grenade_held_face_down_is_thrown() -> None:
    state = table("human_action", brute_1=human("brute"), trog={**TROG, "tile": "B"})
    throw = Attack("brute-1", "", "grenade", "B")
    assert throw not in legal_actions(state)
    held = state._replace(
        hands=frozen({"advantage": (UNKNOWN, UNKNOWN)}), decks=frozen({"advantage": ("grenade", "oil_for_your_lamp")})
    )
    assert throw in legal_actions(held)
    thrown = after(held, throw)
    assert (thrown.hands["advantage"], thrown.decks["advantage"]) == ((UNKNOWN,), ("oil_for_your_lamp",))


# -- hits --------------------------------------------------------------------------------------------------------------


def test_doubled_hits_of_target_and_guard_land_together() -> None:
    state = table("demon_action", "hungry", redeemer=human("redeemer"), brute_1=human("brute"), demon_1=DEMON)
    hit = after(
        state, Attack("demon-1", "redeemer"), Roll((3, 3, 3, 1)), Guard("brute-1"), Guard(None), Guard("brute-1")
    )
    assert waiting(hit).facts["hits"] == {"redeemer": 2, "brute-1": 4}
    refused = refusal(hit, Cancel("redeemer", (1,)))
    assert refused is not None
    assert refused.facts == {"warrior": "redeemer", "got": 1, "needed": 2}
    lines = after(hit, Cancel("brute-1", (1, 2, 3, 4)), Cancel("redeemer", (5, 6)))
    assert [lines.warriors.all[name].cancelled for name in ("brute-1", "redeemer")] == [(1, 2, 3, 4), (5, 6)]


def test_more_hits_than_lines_take_the_lines_there_are() -> None:
    state = table(
        "demon_action", brute_1=human("brute", cancelled=[1, 2, 3, 4, 5]), blade_1=human("blade"), demon_1=DEMON
    )
    hit = after(state, Attack("demon-1", "brute-1"), Roll((3, 3, 3, 1)))
    assert list(legal_actions(hit)) == [Cancel("brute-1", (6,))]
    assert after(hit, Cancel("brute-1", (6,))).warriors.all["brute-1"].fate == "dead"


@pytest.mark.parametrize(
    ("lines", "key"),
    [((1, 1), "line_twice"), ((1, 3), "line_cancelled"), ((1, 7), "line_cancelled"), ((1,), "lines_count"),
     ((1, 2, 4), "lines_count")],
)  # fmt: skip
def test_lines_that_cannot_be_given_up(lines: tuple[int, ...], key: str) -> None:
    state = table("demon_action", brute_1=human("brute", cancelled=[3]), blade_1=human("blade"), demon_1=DEMON)
    hit = after(state, Attack("demon-1", "brute-1"), Roll((3, 3, 1, 1)))
    refused = refusal(hit, Cancel("brute-1", lines))
    assert refused is not None
    assert refused.key == key
    other = refusal(hit, Cancel("blade-1", lines))
    assert other is not None
    assert other.key == "suffers_no_hit"


def test_a_hit_on_just_the_def() -> None:
    state = table("human_action", brute_1=human("brute"), demon_1=DEMON)
    assert after(state, Attack("brute-1", "demon-1"), Roll((4, 3))).warriors.all["demon-1"].wounds == 1


# -- activations -------------------------------------------------------------------------------------------------------


def test_whoever_begins_ends_the_one_before() -> None:
    state = table("human_action", brute_1=human("brute"), blade_1=human("blade"))
    state = after(state, Move("brute-1", "B"), Move("blade-1", "B"))
    assert state.acted == {"brute-1"}
    state = after(state, Finish("blade-1"))
    assert (state.acted, state.activation) == (frozenset({"brute-1", "blade-1"}), None)
    other = after(table("human_action", brute_1=human("brute"), blade_1=human("blade")), Move("brute-1", "B"))
    assert after(other, Finish("blade-1")).acted == {"brute-1", "blade-1"}


def test_what_lasts_for_an_activation_ends_with_it() -> None:
    effect = {"scope": "side:human", "until": "end:activation", "mvt": 1}
    state = table("human_action", brute_1=human("brute"), blade_1=human("blade"))
    state = apply_override(state, {"effects": [effect, {**effect, "until": "end:game"}]}).state
    assert len(after(state, Move("brute-1", "B")).modifiers) == 2
    assert [m.until for m in after(state, Move("brute-1", "B"), Finish("brute-1")).modifiers] == ["end:game"]
    assert [m.until for m in after(state, Finish("brute-1")).modifiers] == ["end:game"]


# -- the way out -------------------------------------------------------------------------------------------------------


def leaving(escape: bool, kind: str = "exit", **people: Any) -> State:
    state = table("human_action", kind, **people)
    return state._replace(game=replace(state.game, escape=escape))


def test_leaving_by_a_way_out() -> None:
    people: dict[str, Any] = {"brute_1": human("brute"), "blade_1": human("blade", "B")}
    state = leaving(True, **people)
    assert [a for a in legal_actions(state) if isinstance(a, Leave)] == [Leave("brute-1")]
    gone = after(state, Leave("brute-1"))
    brute = gone.warriors.all["brute-1"]
    assert (brute.tile, brute.fate, gone.activation) == ("", "out", None)
    for other in (leaving(False, **people), leaving(True, "plain", **people)):
        assert not [a for a in legal_actions(other) if isinstance(a, Leave)]
        refused = refusal(other, Leave("brute-1"))
        assert refused is not None
        assert (refused.rule, refused.key) == ("SET-1", "no_way_out")


def test_leaving_is_a_step_and_obeys_who_stands_there() -> None:
    blocked = leaving(True, brute_1=human("brute"), t_1=TROG, t_2=TROG)
    refused = refusal(blocked, Leave("brute-1"))
    assert refused is not None
    assert refused.rule == "MOV-4"
    tired = leaving(True, brute_1=human("brute", line={"mvt": 0, "cbt": 1, "def": 3}))
    refused = refusal(tired, Leave("brute-1"))
    assert refused is not None
    assert refused.rule == "MOV-1"
    assert not [a for a in (*legal_actions(blocked), *legal_actions(tired)) if isinstance(a, Leave)]


# -- interrupts that are aimed -----------------------------------------------------------------------------------------


def test_an_aimed_interrupt_is_refused_on_the_wrong_target_and_when_it_costs_too_much() -> None:
    state = table("human_action", brute_1=human("brute"), redeemer=human("redeemer"), t_1=TROG)
    held = Card("now", "event", when=frozenset({"roll_fallen"}), aim=Aim("condemned"))
    dear = replace(held, id="dear", aim=Aim(), cost=2)
    state = state._replace(
        game=replace(state.game, cards={**state.game.cards, "now": held, "dear": dear}),
        hands=frozen({**state.hands, "event": ("now", "dear")}), tp=1,
    )  # fmt: skip
    asked = after(state, Attack("brute-1", "troglodytes"), Roll((1, 1)))
    assert list(legal_actions(asked)) == [Play("now", "brute-1"), Pass()]
    for action, key in ((Play("now", "redeemer"), "wrong_target"), (Play("dear"), "card_costs_tp")):
        refused = refusal(asked, action)
        assert refused is not None
        assert refused.key == key
    richer = after(state._replace(tp=2), Attack("brute-1", "troglodytes"), Roll((1, 1)))
    assert Play("dear") in legal_actions(richer)
    # A card is played once at a moment, and the moment goes on for the others.
    assert list(legal_actions(after(richer, Play("dear")))) == [Play("now", "brute-1"), Pass()]


# -- another box -------------------------------------------------------------------------------------------------------


def reprinted(state: State, **changes: Any) -> State:
    """The game goes on with another card of the Brute."""
    brute = replace(state.game.profiles["brute"], **changes)
    return change_box(state, replace(state.game, profiles={**state.game.profiles, "brute": brute}), "new").state


def test_a_warrior_takes_on_what_its_card_says_now() -> None:
    lines = tuple(Line(n, n, n) for n in range(1, 7))
    state = table("human_action", brute_1={"kind": "brute", "tile": "A", "die": 3})
    assert reprinted(state, lines=lines).warriors.all["brute-1"].line == Line(3, 3, 3)
    by_hand = table("human_action", brute_1=human("brute", line={"mvt": 5, "cbt": 5, "def": 5}, die=3))
    assert reprinted(by_hand, lines=lines).warriors.all["brute-1"].line == Line(5, 5, 5)
    tired = apply_override(state, {"warriors": {"brute-1": {"cancelled": [3], "die": 3}}}).state
    assert tuple(reprinted(tired, lines=lines).warriors.all["brute-1"].line) == (0, 0, 3)
    gifted = reprinted(state, talents=frozenset({"elusive"}))
    assert gifted.warriors.all["brute-1"].talents == {"elusive"}
    special = table("human_action", brute_1={"kind": "brute", "tile": "A", "die": 3, "talents": ["frantic"]})
    assert reprinted(special, talents=frozenset({"elusive"})).warriors.all["brute-1"].talents == {"frantic"}


def test_health_and_the_one_line_of_a_demon() -> None:
    state = table("human_action", brute_1=human("brute"), t_1=TROG)
    old = state.game.profiles["troglodyte"]
    new = replace(old, lines=(Line(2, 2, 5),), health=old.health + 1)
    game = replace(state.game, profiles={**state.game.profiles, "troglodyte": new})
    changed = change_box(state, game, "new").state.warriors.all["t-1"]
    assert (changed.line, changed.health) == (Line(2, 2, 5), old.health + 1)
    hardy = state._replace(warriors=state.warriors.put(state.warriors.all["t-1"]._replace(health=9)))
    assert change_box(hardy, game, "new").state.warriors.all["t-1"].health == 9


def test_a_new_box_under_another_kind_of_body() -> None:
    """Who was killed by one hit and now takes wounds keeps the line it has."""
    state = table("human_action", brute_1=human("brute"), t_1=TROG)
    old = state.game.profiles["troglodyte"]
    new = replace(old, body="wounds", lines=(Line(2, 2, 5),))
    game = replace(state.game, profiles={**state.game.profiles, "troglodyte": new})
    assert change_box(state, game, "new").state.warriors.all["t-1"].line == old.lines[0]


def test_a_skill_counts_in_the_steps() -> None:
    state = new_game(BOX, "misled")
    quick = next(w for w in state.warriors.all.values() if "quick" in w.skills)
    assert mvt_of(state, quick) == values(state, quick).mvt == quick.line.mvt + 1
    # She is a Weapon Master too: one more CBT, and no skill for her DEF.
    assert values(state, quick)[1:] == (quick.line.cbt + 1, quick.line.defence)


@pytest.mark.parametrize(("skills", "given"), [((), set()), (("tough",), set()), (("tough", "brutal"), {"frantic"})])
def test_a_skill_gives_the_talent_it_names_and_no_other(skills: tuple[str, ...], given: set[str]) -> None:
    state = new_game(BOX, "misled")
    sicaria = next(w for w in state.warriors.all.values() if w.skills)._replace(skills=skills, talents=frozenset())
    assert talents_of(state, sicaria) == given


def test_a_part_of_the_body_by_what_is_printed_now() -> None:
    """Only a resistance that was the printed one changes; a part the new box does not name stays."""
    state = table("human_action", brute_1=human("brute"), kartikeya={"kind": "kartikeya", "tile": "A", "line": LINE})
    state = state._replace(game=replace(state.game, resistances={"head": 3, "arms": 4, "body": 5, "legs": 3}))
    game = replace(state.game, resistances={"head": 2, "arms": 5, "body": 6})
    parts = change_box(state, game, "new").state.warriors.all["kartikeya"].parts
    assert {part.name: part.resistance for part in parts} == {"head": 2, "arms": 5, "body": 4, "legs": 3}


def test_decks_gain_and_lose_copies() -> None:
    state = table("human_action", brute_1=human("brute"))
    state = state._replace(
        game=replace(state.game, copies={"lost": 1, "panic": 2, "grenade": 1}),
        decks=frozen({"event": ("lost", "panic"), "advantage": ("grenade",)}),
    )
    decks = change_box(state, replace(state.game, copies={"lost": 2, "panic": 1, "grenade": 1}), "new").state.decks
    assert (sorted(decks["event"]), decks["advantage"]) == (["lost", "lost"], ("grenade",))


def test_what_is_held_must_be_in_the_new_box() -> None:
    state = table("human_action", brute_1=human("brute"), advantages=["grenade"])
    cards = {name: card for name, card in state.game.cards.items() if name != "grenade"}
    profiles = {name: profile for name, profile in state.game.profiles.items() if name != "brute"}
    for game, got in (
        (replace(state.game, cards=cards, copies={}), "grenade"),
        (replace(state.game, profiles=profiles), "brute"),
    ):
        with pytest.raises(MalformedState) as error:
            change_box(state, game, "new")
        assert error.value.facts["got"] == got
    hidden = state._replace(hands=frozen({"advantage": (UNKNOWN,)}))
    assert change_box(hidden, state.game, "new").state.hands["advantage"] == (UNKNOWN,)


def test_a_new_box_may_decide_the_game() -> None:
    state = after(table("human_action", brute_1=human("brute")), EndPhase())
    assert change_box(state, state.game, "new").happenings[0].facts == {"content": "new"}
    late = Condition("demon", "too_late", (Clause("round", frozen({"at_least": 1})),))
    decided = change_box(state, replace(state.game, conditions=(late,)), "new").state
    assert decided.outcome == Outcome("demon", "too_late")


def test_a_tile_takes_three_of_a_side_unless_it_says_otherwise() -> None:
    assert TileKind("new").capacity == 3


def test_miniatures_left_in_the_box() -> None:
    state = table("human_action", brute_1=human("brute"), brute_2=human("brute", "B"))
    assert [left_in_box(state, BOX.profiles[kind]) for kind in ("brute", "blade", "troglodyte")] == [0, 2, 11]
    crowded = state._replace(game=replace(state.game, stock={"brute": 1}))
    assert [left_in_box(crowded, BOX.profiles[kind]) for kind in ("brute", "blade")] == [0, 0]


def test_the_score_of_a_gift_among_other_things_in_force() -> None:
    state = table("human_action", brute_1=human("brute"), redeemer=human("redeemer"))
    effects = [
        {"scope": "brute-1", "until": "end:game", "hits_on": 4}, {"scope": "redeemer", "until": "end:game", "mvt": 1},
        {"scope": "redeemer", "until": "end:game", "hits_on": 2},
    ]  # fmt: skip
    state = apply_override(state, {"effects": effects}).state
    assert [hits_on(state, state.warriors.all[name]) for name in ("redeemer", "brute-1")] == [2, 4]
    assert hits_on(state._replace(modifiers=()), state.warriors.all["redeemer"]) == 0


def test_nobody_dies_twice() -> None:
    state = table("human_action", brute_1=human("brute"), blade_1=human("blade"))
    state = apply_override(state, {"warriors": {"brute-1": {"fate": "dead"}}}).state
    for name in ("brute-1", "nobody"):
        draft = Draft(state, VERBS)
        Death(name, "combat").run(draft)
        assert (draft.state, draft.happenings) == (state, [])
    draft = Draft(state, VERBS)
    Death("blade-1", "combat").run(draft)
    assert (draft.state.warriors.all["blade-1"].fate, draft.state.fallen) == ("dead", {"blade": 1})


def test_special_rules_that_set_off_too_many_others_are_cut_off() -> None:
    state = table("human_action", brute_1=human("brute"))
    one = Clause("tp", frozen({"amount": 1}))
    state = state._replace(game=replace(state.game, special=(("end:human_action", one),) * (MOST + 5)))
    assert after(state, EndPhase()).tp == MOST


# -- who may leave -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "enemies", "impressive", "elusive_there", "elusive", "rule", "blocks"),
    [
        (1, 1, 0, 0, False, "MOV-4", False), (1, 2, 0, 0, False, "MOV-4", True), (2, 1, 0, 0, False, "MOV-4", False),
        (1, 1, 0, 0, True, "MOV-4", False), (1, 2, 0, 0, True, "MOV-5", False), (2, 1, 0, 0, True, "MOV-4", False),
        (1, 1, 1, 0, False, "MOV-6", True), (2, 1, 1, 0, False, "MOV-6", True),
        (1, 1, 1, 1, True, "MOV-7", False), (1, 2, 1, 1, True, "MOV-7", True), (2, 2, 1, 1, False, "MOV-7", False),
    ],
)  # fmt: skip
def test_which_rule_decides_and_whether_it_holds(
    own: int, enemies: int, impressive: int, elusive_there: int, elusive: bool, rule: str, blocks: bool
) -> None:
    one = table("human_action", brute_1=human("brute")).warriors.all["brute-1"]
    stand = Standoff(own, [one] * enemies, [one] * impressive, [one] * elusive_there)
    assert (stand.decided_by(elusive), stand.blocks(elusive)) == (rule, blocks)


def test_who_may_come_once_comes_once() -> None:
    state = new_game(BOX, "misled")._replace(tp=9)
    state = state._replace(game=replace(state.game, reinforcements={"hellhound": 1}))
    hound = state.game.profiles["hellhound"]
    assert refuse_price(state, hound, 3) is None
    refused = refuse_price(state._replace(entries=frozen({"hellhound": 1})), hound, 3)
    assert refused is not None
    assert refused.key == "no_more_allowed"


def test_a_second_throw_on_just_the_def_is_told_as_a_hit() -> None:
    state = table("human_action", brute_1=human("brute", talents=["frantic"]), t_1=TROG)
    rolling = after(state, Attack("brute-1", "troglodytes"), Roll((2, 1)))
    told = [item.facts for item in apply(rolling, Reroll((3, 2))).happenings if item.key == "rolls"]
    assert told == [{"what": "reroll", "dice": [3, 2], "to_hit": 3, "hits": 1}]


def test_boards_are_alike_if_their_tiles_are() -> None:
    board = table("human_action").board
    assert (board == Board(tuple(board.tiles.values())), board == board.without("A"), board == "A") == (
        True,
        False,
        False,
    )


def test_an_edge_that_is_none_has_no_opening() -> None:
    state = table("human_action", "plain", brute_1=human("brute"))
    north = state._replace(board=Board((state.board.tiles["A"]._replace(openings=openings_from("N")),)))
    refused = refusal(north, Explore("brute-1", "X"))
    assert refused is not None
    assert (refused.rule, refused.key) == ("EXP-1", "no_opening")


def test_a_demon_that_costs_no_more_than_its_discount_is_free() -> None:
    state = table("threat", "demonic_well")
    demon = next(profile for profile in state.game.profiles.values() if profile.figure == "demon")
    assert [price(state, replace(demon, cost=cost), "A") for cost in (0, 1, 2)] == [0, 0, 1]
    assert price(state, replace(demon, cost=1), "B") == 1


def test_a_hellhound_that_a_card_brings_in_has_no_die_yet() -> None:
    state = new_game(BOX, "misled")
    hound = state.game.profiles["hellhound"]
    tile = next(iter(state.board.tiles))
    come = bring_in(Draft(state, VERBS), hound, tile)
    assert (come.die, come.line) == (0, hound.resting)
    assert bring_in(Draft(state, VERBS), hound, tile, 5).die == 5
