"""What the game says it waits for, in full: who, what, by which rule, how many, and the facts the tablet shows."""

from __future__ import annotations

from typing import Any

from companion.content import Position, load_box, place
from companion.rules.actions import (
    Attack,
    Cancel,
    Deadly,
    Draw,
    EndPhase,
    Explore,
    Finish,
    Fountain,
    Guard,
    Hit,
    Instinct,
    Lay,
    Move,
    Place,
    Play,
    Resolve,
    Roll,
)
from companion.rules.engine import apply, legal_actions, refusal, waiting
from companion.rules.results import Waiting
from companion.rules.state import Mark, State

BOX = load_box()
LINE = {"mvt": 2, "cbt": 2, "def": 3}
TILES = {
    "A": {"at": [0, 0], "kind": "plain", "openings": "E"},
    "B": {"at": [1, 0], "kind": "plain", "openings": "WE"},
}


def table(phase: str, warriors: dict[str, dict[str, Any]], **more: Any) -> State:
    table = {"tiles": TILES, **more}
    position = {"name": "waits", "rules": [], "steps": [], "phase": phase, "warriors": warriors, **table}
    return place(Position.model_validate(position), BOX)


def human(kind: str, tile: str = "A", **more: Any) -> dict[str, Any]:
    return {"kind": kind, "tile": tile, "line": LINE, **more}


def demon(tile: str = "A", **more: Any) -> dict[str, Any]:
    return {"kind": "demon", "tile": tile, "talents": [], "health": 4, "line": {"mvt": 1, "cbt": 3, "def": 4}, **more}


def after(state: State, *actions: Any) -> State:
    for action in actions:
        state = apply(state, action).state
    return state


def test_an_action_phase() -> None:
    state = table("human_action", {"brute-1": human("brute")})
    assert waiting(state) == Waiting("human", "choice", "activate", "ACT-1", 0, {"active": ""})
    moved = after(state, Move("brute-1", "B"))
    assert waiting(moved) == Waiting("human", "choice", "activate", "ACT-1", 0, {"active": "brute-1"})
    assert waiting(after(moved, Finish("brute-1"))).facts == {"active": ""}


def test_dice_of_an_attack_and_the_guards() -> None:
    state = table("demon_action", {"redeemer": human("redeemer"), "brute-1": human("brute"), "demon-1": demon()})
    rolling = after(state, Attack("demon-1", "redeemer"))
    assert waiting(rolling)[:5] == ("demon", "roll", "combat", "CBT-2", 3)
    asked = after(rolling, Roll((3, 3, 2)))
    facts = {"target": "redeemer", "hit": 1, "guards": ["brute-1"]}
    assert waiting(asked) == Waiting("human", "choice", "guard", "CBT-8", 2, facts)
    again = after(asked, Guard("brute-1"))
    assert waiting(again) == Waiting("human", "choice", "guard", "CBT-8", 1, {**facts, "hit": 2})
    lines = after(again, Guard(None))
    facts = {"hits": {"redeemer": 1, "brute-1": 1}, "source": "combat"}
    assert waiting(lines) == Waiting("human", "choice", "cancel", "CBT-6", 1, facts)
    last = after(lines, Cancel("redeemer", (1,)))
    assert waiting(last) == Waiting("human", "choice", "cancel", "CBT-6", 1, {**facts, "hits": {"brute-1": 1}})


def test_a_guard_who_would_be_dead_already_is_not_asked_again() -> None:
    """Two hits: the first takes the guard's last line."""
    almost = human("brute", cancelled=[1, 2, 3, 4, 5])
    state = table("demon_action", {"redeemer": human("redeemer"), "brute-1": almost, "demon-1": demon()})
    asked = after(state, Attack("demon-1", "redeemer"), Roll((3, 3, 2)))
    assert waiting(after(asked, Guard(None))).facts["hit"] == 2
    taken = after(asked, Guard("brute-1"))
    assert waiting(taken).facts["hits"] == {"redeemer": 1, "brute-1": 1}


def test_which_troglodytes_fall() -> None:
    crowd: dict[str, dict[str, Any]] = {
        "troglodyte-1": {"kind": "troglodyte", "tile": "A", "tough": True},
        "troglodyte-2": {"kind": "troglodyte", "tile": "A"},
    }
    state = table("human_action", {"brute-1": human("brute"), **crowd})
    asked = after(state, Attack("brute-1", "troglodytes"), Roll((6, 1)))
    facts = {"source": "combat", "tile": "A", "candidates": ["troglodyte-2", "troglodyte-1"]}
    assert waiting(asked) == Waiting("demon", "choice", "fall", "CBT-4", 1, facts)
    assert "troglodyte-1" not in after(asked, Hit("troglodyte-1")).warriors.all


def test_action_dice_and_who_gets_them() -> None:
    state = table(
        "initiative", {"redeemer": {"kind": "redeemer", "tile": "A"}, "brute-1": {"kind": "brute", "tile": "A"}}
    )
    assert waiting(state)[:5] == ("human", "roll", "action", "INI-1", 2)
    more = state._replace(marks=(Mark("action_dice", 20, "roll:action", "x"),))
    assert waiting(more).number == 12
    dealt = after(state, Roll((5, 2)))
    facts = {"dice": [2, 5], "warriors": ["redeemer", "brute-1"]}
    assert waiting(dealt) == Waiting("human", "choice", "assign", "INI-2", 2, facts)


def test_the_threat_phase() -> None:
    state = table("threat", {"brute-1": human("brute")}, tp=4)
    assert waiting(state)[:5] == ("demon", "roll", "destiny", "THR-1", 3)
    dice = after(state, Roll((6, 1, 4)))
    assert waiting(dice) == Waiting("demon", "choice", "destiny", "THR-2", 3, {"dice": [1, 4, 6], "placed": []})
    placed = after(dice, Place("taste_for_blood", (1, 6)))
    facts = {"dice": [4], "placed": [["taste_for_blood", [1, 6]]]}
    assert waiting(placed) == Waiting("demon", "choice", "destiny", "THR-2", 1, facts)
    entering = after(placed, Resolve())
    assert waiting(entering) == Waiting("demon", "choice", "enter", "THR-3", 0, {"tp": 4})
    assert waiting(after(state, Roll((6, 6, 1)), Place("trap", (6, 6)), Resolve())) == Waiting(
        "demon", "choice", "hit", "THR-2", 1, {"source": "trap", "candidates": ["brute-1"]}
    )


def test_extra_dice_of_destiny_are_those_of_the_box_at_most() -> None:
    state = table("threat", {"brute-1": human("brute")})
    for extra, dice in ((1, 4), (9, 12), (10, 12)):
        assert waiting(state._replace(marks=(Mark("destiny_dice", extra, "roll:destiny", "x"),))).number == dice
    limited = state._replace(marks=(Mark("destiny_limit", 2, "x", "x"), Mark("destiny_dice", 3, "roll:destiny", "x")))
    assert waiting(limited).number == 2


def test_every_single_die_can_be_placed() -> None:
    state = after(table("threat", {"brute-1": human("brute")}), Roll((2, 3, 5)))
    squares = {action.square for action in legal_actions(state) if isinstance(action, Place) and action.dice == (3,)}
    assert squares == {"calm_before_the_storm", "sounds_from_the_deep", "dark_destiny"}


def test_exploring() -> None:
    pile = [{"kind": "hole", "openings": "NS"}]
    state = table("human_action", {"brute-1": human("brute", "B")}, pile=pile)
    drawing = after(state, Explore("brute-1", "E"))
    assert waiting(drawing) == Waiting("human", "draw", "tile", "EXP-3", 1, {"warrior": "brute-1", "edge": "E"})
    (top,) = (action.what for action in legal_actions(drawing) if isinstance(action, Draw))
    laying = after(drawing, Draw(top))
    assert waiting(laying)[:5] == ("demon", "choice", "lay", "EXP-3", 1)
    laid = after(laying, Lay(90, "C"))
    assert waiting(laid) == Waiting("demon", "choice", "hole", "TIL-10", 1, {"tile": "C"})


def test_a_hole_that_nobody_of_the_demon_can_mark() -> None:
    """Where the Demon does not play, the player is asked whose turn it is not."""
    both = {"kartikeya": {"kind": "kartikeya", "tile": "B", "line": LINE}, "brute-1": human("brute")}
    pile = [{"kind": "hole", "openings": "NS"}]
    state = table("squamata_action", both, sides=["squamata", "human"], pile=pile)
    laid = after(state, Explore("kartikeya", "E"), Draw("pile-1"), Lay(90, "C"))
    assert waiting(laid)[:5] == ("human", "choice", "hole", "TIL-10", 1)


def test_a_hand_that_is_full() -> None:
    held = {"events": ["lost", "panic", "panic"], "event_deck": ["terror"], "packs": ["base", "de_profundis"]}
    state = table("threat", {"brute-1": human("brute")}, **held)
    full = after(state, Roll((3, 1, 1)), Place("dark_destiny", (3,)), Resolve())
    assert waiting(full) == Waiting("demon", "choice", "discard", "DP-1", 1, {"deck": "event", "most": 3})


def test_an_altar_and_the_events_that_were_used() -> None:
    table_of = {"sides": ["demon", "squamata"], "deadly_events": {"fall": 1, "mist": 1}}
    both = {
        "kartikeya": {"kind": "kartikeya", "tile": "A", "line": LINE},
        "troglodyte-1": {"kind": "troglodyte", "tile": "A"},
    }
    tiles = {**TILES, "B": {**TILES["B"], "kind": "sacrificial_altar"}}
    state = table("demon_action", both, tiles=tiles, **table_of)._replace(deadly_used=frozenset({"mist", "fall"}))
    asked = after(state, Move("troglodyte-1", "B"))
    assert waiting(asked) == Waiting("demon", "choice", "altar", "FS-7", 1, {"events": ["fall", "mist"]})
    assert after(asked, Deadly("mist")).deadly_used == {"fall"}


def test_a_troglodyte_that_comes_beside_the_tile() -> None:
    """By house rule, where the tile of the booby trap is full: to a joined tile, one of two."""
    tiles = {
        "A": {"at": [0, 0], "kind": "plain", "openings": "E"},
        "B": {"at": [1, 0], "kind": "booby_trapped", "openings": "WE"},
        "C": {"at": [2, 0], "kind": "plain", "openings": "WE"},
    }
    crowd: dict[str, Any] = {f"troglodyte-{n}": {"kind": "troglodyte", "tile": "B"} for n in (1, 2, 3)}
    state = table("human_action", {"brute-1": human("brute"), **crowd}, tiles=tiles, house={"booby_full": "beside"})
    asked = after(state, Move("brute-1", "B"), Roll((5,)))
    facts = {"source": "booby_trapped", "warrior": "troglodyte", "tile": "B"}
    assert waiting(asked) == Waiting("demon", "choice", "beside", "TIL-5", 1, facts)


def test_whom_the_cry_moves() -> None:
    monster = {"kind": "kartikeya", "tile": "A", "line": LINE, "squamata": {"war_cry": "head"}}
    state = table("instinct", {"kartikeya": monster, "brute-1": human("brute")}, sides=["squamata", "human"])
    asked = after(state, Roll((1, 1, 1, 1)), Instinct({"war_cry": (1,)}))
    assert waiting(asked) == Waiting("squamata", "choice", "cry", "FS-5", 1)


def test_why_water_or_a_gift_is_refused_is_told_in_full() -> None:
    """Which lines cannot be healed; which line has the token that puts the Gift off."""
    tiles = {**TILES, "A": {**TILES["A"], "kind": "healing_fountain"}}
    thirsty = table("initiative", {"brute-1": {"kind": "brute", "tile": "A", "cancelled": [3, 5]}}, tiles=tiles)
    for lines, named in (((3, 3), [3, 3]), ((3, 4), [4])):
        refused = refusal(thirsty, Fountain("A", "brute-1", lines))
        assert refused is not None
        assert refused.facts["lines"] == named
    holder = human("redeemer", die=4, cancelled=[4], gifts=["smite_the_evil_ones"])
    refused = refusal(
        table("human_action", {"redeemer": holder}, house={"gift_line": "token"}), Play("smite_the_evil_ones")
    )
    assert refused is not None
    assert (refused.key, refused.facts["line"]) == ("gift_line_cancelled", 4)


def test_the_wounds_that_are_taken_off() -> None:
    """Every kill takes one off: which part is asked only where several have wounds."""
    parts = {"head": {"resistance": 3, "wounds": 1}, "legs": {"resistance": 3, "wounds": 1}}
    monster = {"kind": "kartikeya", "tile": "A", "line": LINE, "parts": parts, "squamata": {"consumption": "head"}}
    both = {"kartikeya": monster, "troglodyte-1": {"kind": "troglodyte", "tile": "A"}}
    state = table("squamata_action", both, sides=["demon", "squamata"])
    asked = after(state, Attack("kartikeya", "troglodytes"), Roll((3, 1)))
    assert waiting(asked) == Waiting("squamata", "choice", "unwound", "FS-5", 1, {"parts": ["head", "legs"]})


def test_the_end_of_the_game() -> None:
    state = table("demon_action", {"brute-1": human("brute", cancelled=[1, 2, 3, 4, 5]), "demon-1": demon()})
    over = after(state, Attack("demon-1", "brute-1"), Roll((6, 1, 1)), Cancel("brute-1", (6,)))
    assert waiting(over) == Waiting("demon", "over", "over", "SET-1")
    assert list(legal_actions(over)) == []


def test_the_legion_pays_in_the_human_phase_only() -> None:
    """And nothing where nothing is owed."""
    trog = {"kind": "troglodyte", "tile": "A"}
    state = table("human_action", {"brute-1": human("brute"), "troglodyte-1": trog}, effects=["they_are_legion"])
    killed = (Attack("brute-1", "troglodytes"), Roll((6, 1)))
    assert after(state, *killed).tp == 2
    # The promise stands while the Demon acts, but a death does not pay then.
    turns = {turn.phase: number for number, turn in enumerate(state.game.turns)}
    later = after(state, Attack("brute-1", "troglodytes"))._replace(turn=turns["threat"])
    assert after(later, Roll((6, 1))).tp == 0
    owed = after(state._replace(marks=()), *killed)
    assert (owed.tp, owed.marks) == (0, ())


def test_red_squares_of_earlier_phases_by_house_rule() -> None:
    state = table("threat", {"brute-1": human("brute")}, house={"red_destiny": "per_game"})
    used = after(state, Roll((1, 6, 2)), Place("taste_for_blood", (1, 6)), Resolve())
    assert used.red_used == {"taste_for_blood"}
    again = used._replace(agenda=state.agenda)
    listed = legal_actions(after(again, Roll((1, 6, 2))))
    assert not [a for a in listed if isinstance(a, Place) and a.square == "taste_for_blood"]


def test_ending_a_phase_begins_the_next() -> None:
    state = table("human_action", {"brute-1": human("brute")})
    assert after(state, EndPhase()).phase == "threat"
    ended = after(table("demon_action", {"brute-1": human("brute")}), EndPhase())
    assert (ended.phase, ended.round) == ("initiative", state.round + 1)
