"""What a warrior may do, as it is shown, against what the engine does: in random games, and tile by tile."""

import random
from collections.abc import Iterator

import pytest

from companion.content import Box, Position, new_game, place
from companion.rules import apply, explain, legal_actions, refusal, waiting
from companion.rules.acting import Acting
from companion.rules.actions import Attack, Explore, Move
from companion.rules.guidance import Guidance, guide
from companion.rules.override import apply_override
from companion.rules.state import State
from companion.rules.words import SIDES

SCENARIOS = ("survivors", "who_dares", "holding_back", "christmas_2009", "ritual")


def states(box: Box, scenario: str, seed: int) -> Iterator[State]:
    """States of a random game, with a few things set by hand: holes, more MVT, talents."""
    dice = random.Random(seed)
    state = new_game(box, scenario)
    for number in range(600):
        if state.outcome is not None:
            return
        yield state
        state = apply(state, dice.choice(legal_actions(state))).state
        if number % 40 == 20 and isinstance(state.agenda[-1], Acting):
            state = stirred(state, dice)


def stirred(state: State, dice: random.Random) -> State:
    tiles = list(state.board.tiles)
    scope = dice.choice([w.id for w in state.warriors.all.values() if w.tile])
    until = dice.choice(["end:activation", "end:human_action", "end:demon_action"])
    effects = [
        {"scope": "side:human", "until": until, "mvt": dice.choice([0, 2])},
        {"scope": "side:demon", "until": until, "mvt": dice.choice([0, 2])},
        {"scope": scope, "until": until, "gives": dice.choice([[], ["elusive"], ["impressive"]])},
        {"scope": scope, "until": "end:activation", "forbids": dice.choice([[], [], ["move"], ["explore"], ["fight"]])},
    ]
    change = {"holes": dice.sample(tiles, min(2, len(tiles))), "effects": effects}
    return apply_override(state, change).state


def reachable(state: State, warrior: str, start: str) -> dict[str, int]:
    """Every tile any sequence of the warrior's moves leads to, by trying them all, with the least it can cost."""
    found: dict[str, int] = {}
    seen: set[tuple[str, int]] = set()
    front = [state]
    while front:
        state = front.pop()
        if not isinstance(state.agenda[-1], Acting) or state.outcome is not None:
            continue
        for move in legal_actions(state):
            if isinstance(move, Move) and move.warrior == warrior:
                after = apply(state, move).state
                cost = after.activation.spent if after.activation else 0
                if move.to != start:
                    found[move.to] = min(cost, found.get(move.to, 99))
                if (move.to, cost) not in seen or len(after.agenda) != 1:
                    seen.add((move.to, cost))
                    front.append(after)
    return found


def check_reach(state: State, name: str, guided: Guidance) -> None:
    start = state.warriors.all[name].tile
    before = state.activation.spent if state.activation and state.activation.warrior == name else 0
    for reach in guided.reach:
        after = state
        for move in reach.moves(name):
            assert refusal(after, move) is None, (name, reach, move)
            after = apply(after, move).state
        if after.activation is not None and after.activation.warrior == name:
            assert after.activation.spent - before == reach.cost, (name, reach)
            # The cost in full is known only while the warrior acts: a hit may have ended it.
            assert after.warriors.all[name].tile == reach.tile
    assert {reach.tile for reach in guided.reach} == set(reachable(state, name, start)), name


def check_refusals(state: State, name: str, guided: Guidance) -> None:
    # Where dice are awaited there is nothing of this, and far too many rolls to look through.
    listed = legal_actions(state) if waiting(state).kind == "choice" else ()
    mine = [a for a in listed if isinstance(a, Move | Explore | Attack) and a.warrior == name]
    for refused, kind in ((guided.move, Move), (guided.explore, Explore), (guided.attack, Attack)):
        assert (refused is None) == any(isinstance(action, kind) for action in mine), (name, kind, refused)
        if refused is not None:
            assert explain(refused) != refused.key


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_shown_is_what_the_engine_does(box: Box, scenario: str, seed: int) -> None:
    looked_at = 0
    for number, state in enumerate(states(box, scenario, seed)):
        if number % 11 and not (isinstance(state.agenda[-1], Acting) and number % 3 == 0):
            continue
        for side in SIDES:
            for name, guided in guide(state, side).items():
                check_refusals(state, name, guided)
                check_reach(state, name, guided)
                looked_at += bool(guided.reach)
    assert looked_at > 40


def table(box: Box, warriors: dict[str, dict[str, object]], **tiles: str) -> State:
    """Tiles in a row, each with its kind."""
    row = list(tiles)
    laid = {
        label: {"at": [n, 0], "kind": kind, "openings": ("W" if n else "") + ("E" if n < len(row) - 1 else "") + "N"}
        for n, (label, kind) in enumerate(tiles.items())
    }
    position = {
        "name": "row", "rules": [], "phase": "human_action", "steps": [], "tiles": laid, "warriors": warriors,
        "pile": [{"kind": "plain", "openings": "NS"}],
    }  # fmt: skip
    return place(Position.model_validate(position), box)


LINE = {"mvt": 2, "cbt": 2, "def": 3}
BRUTE = {"kind": "brute", "tile": "A", "line": LINE}
TROGLODYTE = {"kind": "troglodyte", "tile": "A"}


def test_the_true_reason_comes_first(box: Box) -> None:
    state = table(box, {"brute-1": BRUTE, "troglodyte-1": TROGLODYTE, "troglodyte-2": TROGLODYTE}, A="plain", B="plain")
    guided = guide(state, "human")["brute-1"]
    assert guided.move is not None
    assert (guided.move.rule, guided.explore) == ("MOV-4", guided.move)
    assert guided.attack is None
    assert guided.blocking is not None
    assert guided.blocking[:5] == (1, 2, "MOV-4", True, ("troglodyte-1", "troglodyte-2"))
    fought = apply(state, Attack("brute-1", "troglodytes")).state
    fought = fought._replace(
        agenda=state.agenda, warriors=fought.warriors.without("troglodyte-1").without("troglodyte-2")
    )
    after = guide(fought, "human")["brute-1"]
    assert after.attack is not None
    assert after.attack.key == "already_fought"


def test_leaving_a_flooded_tunnel_takes_everything(box: Box) -> None:
    state = table(box, {"brute-1": BRUTE}, A="flooded", B="plain", C="plain")
    guided = guide(state, "human")["brute-1"]
    assert (guided.mvt_left, guided.step_cost) == (2, 2)
    assert [(reach.tile, reach.cost) for reach in guided.reach] == [("B", 2)]


def test_movement_ends_where_the_tile_says_so(box: Box) -> None:
    kinds = [kind for kind in box.tile_kinds.values() if kind.ends_movement]
    assert kinds
    for kind in kinds:
        state = table(box, {"brute-1": BRUTE}, A="plain", B=kind.id, C="plain")
        guided = guide(state, "human")["brute-1"]
        assert [reach.tile for reach in guided.reach] == ["B"]
        check_reach(state, "brute-1", guided)


def test_what_lasts_for_one_activation_is_gone_after_the_first_step_of_another(box: Box) -> None:
    other = {"kind": "brute", "tile": "B", "line": LINE}
    state = table(box, {"brute-1": BRUTE, "brute-2": other}, A="plain", B="plain", C="plain", D="plain", E="plain")
    state = apply(state, Move("brute-2", "C")).state
    for mvt, tiles in ((2, ["B", "C"]), (-1, ["B", "C"])):
        effect = {"scope": "side:human", "until": "end:activation", "mvt": mvt}
        hurried = apply_override(state, {"effects": [effect]}).state
        guided = guide(hurried, "human")["brute-1"]
        assert [reach.tile for reach in guided.reach] == tiles
        check_reach(hurried, "brute-1", guided)


@pytest.mark.parametrize(
    ("talents", "enemy", "rule", "blocked"),
    [
        ([], [], "MOV-4", True),
        (["elusive"], [], "MOV-5", False),
        ([], ["impressive"], "MOV-6", True),
        (["elusive"], ["impressive"], "MOV-7", True),
    ],
)
def test_talents_are_counted_in(box: Box, talents: list[str], enemy: list[str], rule: str, blocked: bool) -> None:
    foe = {"kind": "troglodyte", "tile": "A", "talents": enemy}
    state = table(box, {"brute-1": {**BRUTE, "talents": talents}, "t-1": foe, "t-2": foe}, A="plain", B="plain")
    found = guide(state, "human")["brute-1"].blocking
    assert found is not None
    assert (found.own, found.enemies, found.rule, found.blocked) == (1, 2, rule, blocked)
