"""Games against the companion: it answers whatever is asked of it, by orders hands can follow, and hides its cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.protocol.readings import DICE, DieFace, Press, Reading
from companion.protocol.refusal import Refused
from companion.rules.snapshot import to_json
from tests.solo.solo_rig import SoloGame
from tests.table.table_rig import begin, done, games_in, submit

Play = Callable[..., SoloGame]


@pytest.fixture
def solo(tmp_path: Path) -> Iterator[Play]:
    made: list[SoloGame] = []

    def one(*how: Any, **more: Any) -> SoloGame:
        made.append(SoloGame(tmp_path, *how, **more))
        return made[-1]

    yield one
    for game in made:
        game.games.close()


WHOLE = [
    ("human", "survivors", "fair", "player"),
    ("demon", "survivors", "easy", "companion"),
    ("demon", "christmas_2009", "fair", "player"),
    ("demon", "three_ways", "fair", "player"),
    ("squamata", "prey_and_hunter", "fair", "companion"),
]


@pytest.mark.parametrize(("seat", "scenario", "level", "rolls"), WHOLE)
def test_a_whole_game_against_it(solo: Play, seat: str, scenario: str, level: str, rolls: str) -> None:
    game = solo(seat, scenario, level=level, rolls=rolls)
    game.play()
    records = game.table.records()
    own = [r for r in records if r.kind == "act" and r.cause.get("kind") == "companion"]
    assert own
    assert all(r.seat != seat for r in own), "what it does is told as its own"
    # It agrees that the game is over, so that the person alone can close it.
    done(game.table, {"confirm_end": True}, seat)
    assert game.table.closed


def test_orders_are_of_everything_hands_must_do(solo: Play) -> None:
    """What lies otherwise on the table after an order is said in it, and nobody moves before it is done."""
    game = solo()
    seen = set()
    for _ in range(120):
        view = game.decide()
        order = view["companion"] and view["companion"]["order"]
        if order:
            before = to_json(game.table.state)
            seen.add(order["title"]["key"])
            assert order["why"]["key"]
            moved = {g["warrior"] for g in order["ghosts"]}
            assert bool(moved) == any(item["key"] in ("warrior_to", "crowd_to") for item in order["on_table"])
            assert to_json(game.table.state) == before
        if not game.step():
            break
    assert {"place", "enter", "walk"} <= seen


def test_undo_takes_the_order_back_and_it_is_given_again(solo: Play) -> None:
    game = solo()
    first = game.until_order("enter")["companion"]
    done(game.table, {"order_done": True}, "human")
    game.decide()
    done(game.table, {"undo": True}, "human")
    assert game.decide()["companion"] == first


def test_undo_goes_on_past_what_it_did_by_itself(solo: Play) -> None:
    """Else it would do the same again at once, and nobody could ever go back."""
    game = solo(rolls="companion")
    game.until_order("place")
    version = game.table.version
    unasked = [r for r in game.table.records() if r.cause.get("unasked")]
    assert unasked, "it rolled by itself"
    done(game.table, {"undo": True}, "human")
    undone = [r.do["undo"] for r in game.table.records()[version + 1 :]]
    acts = {r.seq: r for r in game.table.records()}
    assert acts[undone[0]].cause.get("unasked")
    assert acts[undone[-1]].seat == "human"
    # The same dice come again, and so does the order.
    done(game.table, {"redo": True}, "human")
    assert game.decide()["companion"]["order"]["title"]["key"] == "place"  # type: ignore[index]


def test_after_a_restart_it_goes_on_with_the_same_order(solo: Play) -> None:
    game = solo()
    order = game.until_order("walk")["companion"]
    game.games.close()
    game.games = games_in(game.folder)
    game.table = game.games.table(game.table.name)
    assert game.view["companion"]["order"] is None  # type: ignore[index]
    assert game.decide()["companion"] == order


def test_its_cards_stay_hidden_and_the_deck_is_its_own(solo: Play) -> None:
    """Whatever the person says about cards: those of the companion it draws itself."""
    game = solo("demon")
    view = game.decide()
    assert view["hands"]["advantage"] == len(game.table.state.hands["advantage"]) > 0
    drawn = [line for line in game.table.log("demon") if line["key"] == "draws_card"]
    assert drawn
    assert all(line["facts"]["card"] == "unknown" for line in drawn)
    assert "advantage" not in view["piles"]
    exported = "".join(game.games.export(game.table.name, "demon"))
    held = set(game.table.state.hands["advantage"])
    assert not any(f'"draw":"{card}"' in exported for card in held)
    assert game.games.take_in(exported.splitlines()).request.opponent is not None


def test_nobody_plays_for_it(solo: Play) -> None:
    """A seat that it holds cannot be taken, and a person does for it only what hands do."""
    game = solo()
    assert [seat for seat in ("human", "demon", "both", "table") if game.table.has_seat(seat)] == ["human", "table"]  # type: ignore[arg-type]
    order = game.until_order("walk")["companion"]["order"]  # type: ignore[index]
    assert order is not None
    refused = submit(game.table, dict(order["steps"][0]), "human")
    assert (refused.ok, refused.code) == (False, "table/not_your_seat")
    assert submit(game.table, {"order_done": True}, "table").code == "table/players_only"
    done(game.table, {"order_done": True}, "human")
    assert submit(game.table, {"order_done": True}, "human").code == "table/no_order"


def test_dice_in_the_tray_count_as_done(solo: Play) -> None:
    game = solo()
    order = game.until_order("walk_attack")["companion"]["order"]  # type: ignore[index]
    assert order is not None
    wanted = game.table.input_request()
    assert wanted is not None
    assert (wanted.kind, wanted.what, wanted.number) == ("roll", "combat", order["dice"])
    done(game.table, {"policy": {"dice": "countdown"}}, "human")
    one_more = tuple(DieFace(3, 0.99) for _ in range(order["dice"] + 1))
    game.table.submit_event(Reading("r0", DICE, "camera", sure=True, faces=one_more))
    assert game.table.order is not None, "other dice than those it asked for say nothing"
    game.table.submit_event(Reading("r1", DICE, "camera", sure=True, faces=one_more[1:]))
    view = game.view
    assert (view["waiting"]["kind"], view["waiting"]["what"]) == ("roll", "combat")
    assert view["reading"] is not None
    assert view["reading"]["usable"]
    done(game.table, {"accept": "r1"}, "human")
    assert game.table.records()[-1].cause["kind"] in ("camera", "forced")


def test_the_button_of_the_tray_is_done_too(solo: Play) -> None:
    game = solo()
    game.until_order("enter")
    game.table.submit_event(Press("accept-reading"))
    assert game.table.order is None
    assert game.table.records()[-1].cause["kind"] in ("companion", "forced")


def test_a_person_rolls_and_draws_tiles_for_it(solo: Play) -> None:
    game = solo("demon")
    view = game.decide()
    assert view["companion"] is not None
    assert (view["waiting"]["what"], view["companion"]["hands"]) == ("action", True)
    assert view["legal_roll"] is not None
    number = view["legal_roll"]["number"]
    done(game.table, {"roll": [6] * number}, "demon")
    assert game.table.records()[-1].do != {}


@pytest.mark.parametrize("sides", [["human", "demon"], ["squamata"]])
def test_it_must_leave_a_side_to_somebody(solo: Play, sides: list[str]) -> None:
    with pytest.raises(Refused, match="setup/refused"):
        begin(solo().games, opponent={"sides": sides})


def test_a_rematch_changes_sides(solo: Play) -> None:
    game = solo()
    again = game.games.rematch(game.table.name).request.opponent
    assert again is not None
    assert again.sides == ["human"]
    assert again.seed is not None
