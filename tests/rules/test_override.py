"""Override: anything can be set, only a malformed state is refused, and the rules stay on."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.content import load_box
from companion.content.setup import new_game
from companion.rules.cards import Part
from companion.rules.engine import apply, legal_actions, waiting
from companion.rules.notation import take
from companion.rules.override import MalformedState, apply_override
from companion.rules.override.setting import SETTERS, changed_names
from companion.rules.results import IllegalAction
from companion.rules.snapshot import to_json
from companion.rules.state import State
from companion.rules.warriors import values

BOX = load_box()
START = next(iter(new_game(BOX, "survivors").board.tiles))


def step(state: State, rng: random.Random) -> State:
    """One random legal action; dice and draws included."""
    asked = waiting(state)
    if asked.kind == "roll":
        verb = "reroll" if asked.what == "reroll" else "roll"
        return take(state, {verb: [rng.randint(1, 6) for _ in range(asked.number)]}).state
    return apply(state, rng.choice(legal_actions(state))).state


def played(steps: int = 0, seed: int = 1, until: str = "", scenario: str = "survivors") -> State:
    """A state after random play: after so many steps, or when something is awaited."""
    rng = random.Random(seed)
    state = new_game(BOX, scenario)
    while steps > 0 or (until and waiting(state).what != until):
        if waiting(state).kind == "over":
            return played(steps, seed + 1, until, scenario)
        state = step(state, rng)
        steps -= 1
    return state


def changed(state: State, **change: Any) -> State:
    return apply_override(state, change).state


def acting() -> State:
    return played(until="activate")


# -- everything can be set ---------------------------------------------------------------------------------------------


def test_tp_and_round() -> None:
    state = changed(acting(), tp=17, round=9)
    assert (state.tp, state.round) == (17, 9)


def test_a_warrior_is_put_on_another_tile() -> None:
    state = changed(acting(), tiles={"X": {"kind": "plain", "at": [9, 9], "openings": "NESW"}})
    state = changed(state, warriors={"redeemer": {"tile": "X"}})
    assert state.warriors.all["redeemer"].tile == "X"


def test_a_new_warrior_of_any_card() -> None:
    state = changed(acting(), warriors={"troglodyte-77": {"kind": "troglodyte", "tile": START}})
    fresh = state.warriors.all["troglodyte-77"]
    assert (fresh.tile, fresh.side, fresh.line) == (START, "demon", BOX.profiles["troglodyte"].lines[0])


def test_a_warrior_is_taken_off_killed_and_brought_back() -> None:
    state = acting()
    assert "brute-1" not in changed(state, warriors={"brute-1": None}).warriors.all
    dead = changed(state, warriors={"brute-1": {"fate": "dead"}})
    assert (dead.warriors.all["brute-1"].tile, dead.warriors.all["brute-1"].fate) == ("", "dead")
    back = changed(dead, warriors={"brute-1": {"tile": START}})
    assert (back.warriors.all["brute-1"].tile, back.warriors.all["brute-1"].fate) == (START, "")


def test_the_die_brings_its_line_and_exhaustion() -> None:
    profile = BOX.profiles["redeemer"]
    state = changed(acting(), warriors={"redeemer": {"die": 4, "cancelled": []}})
    assert state.warriors.all["redeemer"].line == profile.lines[3]
    state = changed(state, warriors={"redeemer": {"cancelled": [2], "die": 2}})
    assert state.warriors.all["redeemer"].exhausted
    state = changed(state, warriors={"redeemer": {"exhausted": False}})
    assert (state.warriors.all["redeemer"].line, state.warriors.all["redeemer"].exhausted) == (profile.lines[1], False)


def test_lines_wounds_talents_and_things() -> None:
    state = changed(
        acting(),
        warriors={
            "redeemer": {"line": {"mvt": 5}, "talents": ["elusive"], "tokens": ["flame"], "objects": [], "gifts": []},
            "demon-9": {
                "kind": next(p.id for p in BOX.profiles.values() if p.figure == "demon"),
                "tile": START,
                "health": 9,
                "wounds": 4,
            },
        },
    )
    redeemer, demon = state.warriors.all["redeemer"], state.warriors.all["demon-9"]
    assert (redeemer.line.mvt, redeemer.talents, redeemer.tokens) == (5, {"elusive"}, ("flame",))
    assert (demon.health, demon.wounds) == (9, 4)


def test_tiles_are_laid_turned_moved_and_taken_up() -> None:
    state = changed(acting(), tiles={"X": {"kind": "hungry", "at": [4, 4], "openings": "N"}})
    state = changed(state, tiles={"X": {"rotation": 90}})
    assert state.board.tiles["X"].openings == 2
    state = changed(state, tiles={"X": {"at": [5, 5], "kind": "plain"}})
    assert state.board.tiles["X"].at == (5, 5)
    assert "X" not in changed(state, tiles={"X": None}).board.tiles


def test_a_tile_of_the_box_leaves_the_stack_when_it_is_laid() -> None:
    state = acting()
    left = sum(part.left for layer in state.stack for part in layer)
    label = next(t for layer in state.stack for part in layer for t in part.tiles if t not in state.laid)
    laid = changed(state, tiles={label: {"at": [7, 7]}})
    assert sum(part.left for layer in laid.stack for part in layer) == left - 1
    assert laid.laid[label] == label
    up = changed(laid, tiles={label: None})
    assert label in up.discards
    assert label not in up.laid


def test_tiles_lie_aside_and_come_back_into_the_stack() -> None:
    state = acting()
    left = sum(part.left for layer in state.stack for part in layer)
    one, two = [t for layer in state.stack for part in layer for t in part.tiles if t not in state.laid][:2]
    aside = changed(state, discards=[one, two])
    assert aside.discards == (one, two)
    assert sum(part.left for layer in aside.stack for part in layer) == left - 2
    back = changed(aside, discards=[two])
    assert (back.discards, sum(part.left for layer in back.stack for part in layer)) == ((two,), left - 1)


def test_a_tile_of_no_part_of_the_stack_comes_under_it() -> None:
    state = changed(acting(), tiles={"1": {"at": [9, 9]}})
    bare = state._replace(stack=(), discards=())
    aside = changed(bare, tiles={"1": None})
    assert changed(aside, discards=[]).stack == ((Part(1, ("1",)),),)


@pytest.mark.parametrize(("tile", "key"), [(START, "tile_in_play"), ("99", "unknown_name")])
def test_what_lies_on_the_table_or_nowhere_cannot_lie_aside(tile: str, key: str) -> None:
    with pytest.raises(MalformedState) as refused:
        changed(acting(), discards=[tile])
    assert refused.value.key == key


def test_cards_effects_marks_and_lists() -> None:
    event = next(c.id for c in BOX.cards.values() if c.deck == "event")
    state = changed(
        acting(),
        hands={"event": [event, "unknown"]},
        decks={"event": [event]},
        effects=[{"source": "me", "scope": "redeemer", "until": "end:human_action", "mvt": 3, "gives": ["frantic"]}],
        marks=[{"name": "destiny_dice", "amount": 2, "until": "roll:destiny"}],
        holes=[START],
        entered=[START],
        acted=["brute-1"],
        active="redeemer",
        red_used=[next(iter(BOX.squares))],
    )
    assert state.hands["event"] == (event, "unknown")
    redeemer = state.warriors.all["redeemer"]
    assert values(state, redeemer).mvt == redeemer.line.mvt + 3
    assert state.marked("destiny_dice") == 2
    assert state.activation is not None
    assert state.activation.warrior == "redeemer"


@pytest.mark.parametrize("phase", ["initiative", "human_action", "threat", "demon_action"])
def test_any_phase_begins_anew(phase: str) -> None:
    for seed in range(5):
        state = changed(played(60, seed), phase=phase)
        assert state.phase == phase
        assert waiting(state).what in ("action", "activate", "destiny")


def test_the_dice_that_lie_ready() -> None:
    state = played(until="assign")
    count = len(waiting(state).facts["dice"])
    assert waiting(changed(state, dice=[6] * count)).facts["dice"] == [6] * count
    state = played(until="destiny", seed=2)
    state = take(state, {"roll": [1] * waiting(state).number}).state
    assert waiting(changed(state, dice=[4, 5])).facts["dice"] == [4, 5]


def test_the_winner_and_playing_on() -> None:
    won = changed(acting(), winner="demon")
    assert waiting(won).kind == "over"
    assert won.outcome is not None
    assert won.outcome.winner == "demon"
    assert waiting(changed(won, winner=None)).what == "activate"


def test_the_rules_stay_on() -> None:
    """What was set is judged: a warrior held by enemies put beside it is blocked."""
    state = acting()
    foes = {f"troglodyte-{n}": {"kind": "troglodyte", "tile": START} for n in (1, 2, 3)}
    gone = {w.id: None for w in state.warriors.of("human") if w.id != "brute-1"}
    state = changed(state, warriors={**gone, **foes, "brute-1": {"tile": START, "die": 1, "cancelled": []}})
    if waiting(state).kind != "over":
        edge = next(e for e in "NESW")
        with pytest.raises(IllegalAction):
            take(state, {"explore": "brute-1", "edge": edge})


def test_a_condition_that_now_holds_ends_the_game() -> None:
    state = acting()
    dead = {w.id: {"fate": "dead"} for w in state.warriors.of("human")}
    assert waiting(changed(state, warriors=dead)).kind == "over"


def test_playing_on_though_the_game_would_be_over() -> None:
    """Whoever says that it goes on is believed at once: what ended it is looked at again with the next step only."""
    fates = {name: {"fate": "out"} for name in ("redeemer", "brute-1", "blade-1")}
    won = changed(acting(), warriors={**fates, "blade-2": {"fate": "dead"}})
    assert won.outcome is not None
    back = changed(won, warriors={"redeemer": {"fate": "", "tile": START}}, winner=None)
    assert back.outcome is None


# -- what was being resolved -------------------------------------------------------------------------------------------


def test_which_pieces_a_correction_is_about() -> None:
    """Whoever moved, with the tiles it left and came to; a Troglodyte stands for all as a target."""
    beside = {"kind": "plain", "at": [7, 7], "openings": "NS"}
    state = changed(acting(), tiles={"Z": beside}, warriors={"t": {"kind": "troglodyte", "tile": START}})

    def about(**change: Any) -> set[str]:
        return changed_names(state, changed(state, **change))

    assert about(tp=5, warriors={"blade-1": {"cancelled": [1]}}) == set()
    assert about(warriors={"blade-1": {"tile": "Z"}}) == {"blade-1", START, "Z"}
    assert about(warriors={"t": {"tile": "Z"}}) == {"t", START, "Z", "troglodytes"}
    assert about(warriors={"t": None}) == {"t", START, "troglodytes"}
    assert about(warriors={"blade-1": {"fate": "dead"}}) == {"blade-1", START}
    assert about(tiles={"Z": {**beside, "openings": "EW"}}) == {"Z"}
    assert about(tiles={"Y": {**beside, "at": [9, 9]}}) == {"Y"}


def test_an_attack_is_dropped_when_its_target_is_moved() -> None:
    state = played(until="combat")
    target = waiting(state).facts["target"]
    tile = waiting(state).facts["tile"]
    name = next(w.id for w in state.warriors.on(tile) if target in (w.id, w.figure + "s"))
    applied = apply_override(state, {"warriors": {name: None}})
    assert "dropped" in [h.key for h in applied.happenings]
    assert waiting(applied.state).what != "combat"


def test_what_is_not_about_it_goes_on() -> None:
    state = played(until="combat")
    asked = waiting(state)
    assert waiting(changed(state, tp=5)) == asked


def test_dice_lie_ready_for_those_who_are_left() -> None:
    state = played(until="assign")
    state = changed(state, warriors={"brute-1": {"fate": "dead"}})
    assert waiting(state).what == "assign"
    assert "brute-1" not in waiting(state).facts["warriors"]


def test_the_drawn_tile_laid_by_hand_leaves_the_stack_once() -> None:
    state = played(until="lay")
    drawn = waiting(state).facts["tile"]
    after = changed(state, tiles={drawn: {"at": [50, 50]}})
    assert after.laid[drawn] == drawn
    assert after.stack == state.stack
    assert waiting(after).what != "lay"


# -- only a malformed state is refused ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({}, "nothing_to_change"),
        ({"colour": "red"}, "unknown_key"),
        ({"tp": -1}, "number_needed"),
        ({"tp": True}, "number_needed"),
        ({"tp": "many"}, "number_needed"),
        ({"round": 0}, "number_needed"),
        ({"phase": "lunch"}, "unknown_phase"),
        ({"winner": "nobody"}, "unknown_winner"),
        ({"dice": [1]}, "no_dice_lie_ready"),
        ({"active": "nobody"}, "cannot_be_active"),
        ({"acted": ["nobody"]}, "unknown_name"),
        ({"holes": ["nowhere"]}, "unknown_name"),
        ({"holes": "all"}, "list_needed"),
        ({"red_used": ["nowhere"]}, "unknown_name"),
        ({"hands": {"gift": []}}, "unknown_deck"),
        ({"hands": {"object": []}}, "unknown_deck"),
        ({"decks": {"gift": []}}, "unknown_deck"),
        ({"hands": {"event": ["no such"]}}, "not_of_the_deck"),
        ({"decks": {"event": ["unknown"]}}, "not_of_the_deck"),
        ({"hands": []}, "table_needed"),
        ({"effects": [{"scope": "redeemer"}]}, "text_needed"),
        ({"effects": [{"scope": "redeemer", "until": "x", "gives": ["flying"]}]}, "unknown_talent"),
        ({"effects": {}}, "list_needed"),
        ({"marks": [{"name": "x"}]}, "text_needed"),
        ({"tiles": {"nowhere": None}}, "no_such_tile"),
        ({"tiles": {START: None, "1": {"at": [9, 9]}}}, "ground_taken_away"),
        ({"tiles": {"X": {"kind": "plain", "at": [0, 0], "openings": "N"}}}, "two_tiles_on_a_cell"),
        ({"tiles": {"X": {"kind": "lava", "at": [9, 9], "openings": "N"}}}, "unknown_tile_kind"),
        ({"tiles": {"X": {"kind": "plain", "openings": "N"}}}, "cell_needed"),
        ({"tiles": {"X": {"kind": "plain", "at": [9, 9]}}}, "openings_needed"),
        ({"tiles": {"X": {"kind": "plain", "at": [9, 9], "openings": "Q"}}}, "openings_needed"),
        ({"tiles": {START: {"rotation": 45}}}, "quarter_turns_only"),
        ({"tiles": {START: {"floor": 2}}}, "unknown_key"),
        ({"warriors": {"nobody": None}}, "no_such_warrior"),
        ({"warriors": {"nobody": {"tile": START}}}, "kind_needed"),
        ({"warriors": {"x": {"kind": "unicorn", "tile": START}}}, "unknown_kind"),
        ({"warriors": {"x": {"kind": "brute"}}}, "tile_needed"),
        ({"warriors": {"x": {"kind": "brute", "tile": 5}}}, "text_needed"),
        ({"warriors": {"redeemer": {"tile": "nowhere"}}}, "no_such_tile"),
        ({"warriors": {"redeemer": {"cancelled": [1, 2, 3, 4, 5, 6]}}}, "no_line_left"),
        ({"warriors": {"redeemer": {"cancelled": [7]}}}, "number_needed"),
        ({"warriors": {"redeemer": {"die": 7}}}, "number_needed"),
        ({"warriors": {"redeemer": {"fate": "bored"}}}, "unknown_fate"),
        ({"warriors": {"redeemer": {"exhausted": 1}}}, "yes_or_no"),
        ({"warriors": {"redeemer": {"talents": ["flying"]}}}, "unknown_talent"),
        ({"warriors": {"redeemer": {"objects": ["moon"]}}}, "not_of_the_deck"),
        ({"warriors": {"redeemer": {"hat": "red"}}}, "unknown_key"),
        ({"warriors": {"t": {"kind": "troglodyte", "tile": START, "wounds": 1}}}, "no_health_left"),
        ({"warriors": {"t": {"kind": "troglodyte", "tile": START, "die": 1}}}, "takes_no_die"),
    ],
)
def test_malformed(change: dict[str, Any], key: str) -> None:
    state = acting()
    before = to_json(state)
    with pytest.raises(MalformedState) as caught:
        apply_override(state, change)
    assert caught.value.key == key
    assert to_json(state) == before


@pytest.mark.parametrize("scenario", sorted(name for name, s in BOX.scenarios.items() if "human" in s.sides))
def test_a_game_without_humans_is_over_or_malformed(scenario: str) -> None:
    state = new_game(BOX, scenario)
    change = {"warriors": {w.id: None for w in state.warriors.of("human")}}
    try:
        assert waiting(apply_override(state, change).state).kind == "over"
    except MalformedState as error:
        assert str(error).startswith("no_human_left")  # noqa: PT017 (either is right)


# -- any override, then play on ----------------------------------------------------------------------------------------

JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | st.sampled_from(["", "redeemer", START, "dead", "event", "x"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["redeemer", "brute-1", START, "tile", "kind", "at", "die", "event"]), inner, max_size=3
        )
    ),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(st.sampled_from([*SETTERS, "colour"]), JUNK, max_size=3), st.integers(0, 40))
def test_junk_is_malformed_or_harmless(change: dict[str, Any], steps: int) -> None:
    state = played(steps)
    try:
        after = apply_override(state, change).state
    except MalformedState:
        return
    play_on(after)


def play_on(state: State, steps: int = 12) -> None:
    rng = random.Random(1)
    for _ in range(steps):
        if waiting(state).kind == "over":
            return
        state = step(state, rng)


def sensible(state: State, rng: random.Random) -> dict[str, Any]:
    """A change somebody could want, anywhere in a game."""
    tile = rng.choice(list(state.board.tiles))
    name = rng.choice(list(state.warriors.all))
    return rng.choice(
        [
            {"warriors": {name: None}},
            {"warriors": {name: {"tile": tile}}},
            {"warriors": {name: {"fate": "dead"}}},
            {"warriors": {"troglodyte-50": {"kind": "troglodyte", "tile": tile}}},
            {"tiles": {tile: {"rotation": rng.choice([0, 90, 180, 270])}}},
            {"tiles": {tile: {"kind": rng.choice(["hungry", "tight", "flooded", "hole"])}}},
            {"phase": rng.choice([t.phase for t in state.game.turns])},
            {"tp": rng.randrange(20)},
            {"acted": []},
            {"effects": []},
            {"marks": []},
        ]
    )


@pytest.mark.parametrize("seed", range(6))
def test_games_with_overrides_at_any_moment_play_on(seed: int) -> None:
    rng = random.Random(seed)
    scenarios = sorted(BOX.scenarios)
    made = 0
    for n in range(6):
        state = new_game(BOX, scenarios[(seed + n) % len(scenarios)])
        for _ in range(150):
            if waiting(state).kind == "over":
                break
            if rng.random() < 0.2:
                try:
                    state = apply_override(state, sensible(state, rng)).state
                    made += 1
                except MalformedState:
                    continue
            else:
                state = step(state, rng)
    assert made > 40
