"""What each seat sees: hidden cards never reach another seat, in no message, log, export or refusal."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.table.seats import SEATS
from companion.table.table import Change, Table
from tests.table.choosing import choose_boldly
from tests.table.table_rig import begin, done, games_in, play_until, submit

HIDES = {"human": {"event"}, "demon": {"advantage"}, "table": {"event", "advantage"}, "host": {"event", "advantage"}}

SCENARIOS = ["who_dares", "ritual", "holding_back"]
LONGEST = 900


def texts(value: Any) -> Iterator[str]:
    """Every text in something that would be sent, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from texts(key)
            yield from texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from texts(item)


class Spy:
    """Gathers what each seat is sent, and knows which cards have come to light."""

    def __init__(self, table: Table) -> None:
        game = table.state.game
        public = {*game.squares, *game.tile_kinds, *game.profiles}
        self.cards = {name: card.deck for name, card in game.cards.items() if name not in public}
        self.table = table
        self.shown: set[str] = set()
        self.seen = 0
        table.listen(self.look)

    def look(self, change: Change) -> None:
        for record in change.records:
            self.shown |= {line["facts"]["card"] for line in record.lines if line["key"] in ("plays", "throws")}
        for seat in HIDES:
            self.check(seat, self.table.view(seat))
            self.check(seat, self.table.lines_of(seat, change.records))
            self.check(seat, self.table.reading(seat))

    def check(self, seat: str, message: Any) -> None:
        json.dumps(message)
        for text in texts(message):
            self.seen += 1
            if self.cards.get(text) in HIDES[seat] and text not in self.shown:
                raise AssertionError(f"{seat} was told of {text}: {json.dumps(message)[:400]}")
            assert text not in ("order", "shuffle"), f"{seat} was told of a shuffled pile"


@pytest.mark.parametrize("seed", range(len(SCENARIOS)))
def test_nothing_hidden_in_whole_random_games(tmp_path: Path, seed: int) -> None:
    games = games_in(tmp_path, seed)
    rng = random.Random(seed)
    table = begin(games, SCENARIOS[seed])
    # The Demon's cards are what most is about: give him some to begin with.
    done(table, {"override": {"hands": {"event": list(table.state.decks["event"][:3])}}}, "demon")
    spy = Spy(table)
    for _ in range(LONGEST):
        view = table.view("both")
        if view["waiting"]["kind"] == "over":
            break
        if rng.random() < 0.2:
            _probe(spy, rng.choice(list(HIDES)), rng)
        if rng.random() < 0.02:
            _check_export(games.export(table.name, (seat := rng.choice(list(HIDES)))), seat, spy)
        cards = [do for do in view["legal"] if "play" in do]
        if view["undo"] and rng.random() < 0.07:
            done(table, {"undo": True}, rng.choice(SEATS))
        else:
            # Cards are played as often as possible: that is what may be seen of them.
            done(table, rng.choice(cards) if cards and rng.random() < 0.2 else choose_boldly(view, rng))
    assert table.view("table")["outcome"] is not None
    for seat in HIDES:
        spy.check(seat, table.log(seat))
    assert spy.seen > 10_000
    games.close()


def _check_export(lines: list[str], seat: str, spy: Spy) -> None:
    for line in lines:
        body = json.loads(line)
        assert body["do"].pop("order", []) == []
        body["do"].pop("shuffle", None)
        spy.check(seat, {key: value for key, value in body.items() if key != "kind"})


def _probe(spy: Spy, seat: str, rng: random.Random) -> None:
    """Wrong intents with the other player's cards: a held card and one that is not held are refused alike."""
    deck = rng.choice(sorted(HIDES[seat]))
    held = [card for card in spy.table.state.hands[deck] if card in spy.cards]
    other = [card for card, its in spy.cards.items() if its == deck and card not in held]
    answers = []
    verb = rng.randrange(4)
    for card in (rng.choice(held or other), rng.choice(other)):
        verbs: list[dict[str, Any]] = [
            {"play": card},
            {"draw": card},
            {"override": {"hands": {deck: [card]}}},
            {"override": {"decks": {deck: [card]}}},
        ]
        answer = submit(spy.table, verbs[verb], seat)
        assert not answer.ok
        answers.append((answer.code, answer.key, {k: v for k, v in answer.facts.items() if v != card}))
        spy.check(seat, answers[-1])
    assert answers[0] == answers[1]


def test_hands_are_lists_for_their_owner_and_numbers_for_others(table: Table) -> None:
    done(table, {"draw_for_me": True})
    held = list(table.state.hands["advantage"])
    assert table.view("human")["hands"]["advantage"] == held
    assert table.view("both")["hands"]["advantage"] == held
    for seat in ("demon", "table", "host"):
        assert table.view(seat)["hands"]["advantage"] == len(held)


def test_only_those_who_act_get_verbs(table: Table) -> None:
    assert table.view("human")["legal"]
    for seat in ("demon", "table", "host"):
        view = table.view(seat)
        assert (view["legal"], view["legal_roll"]) == ([], None)


def test_a_roll_is_asked_of_its_side(table: Table, rng: random.Random) -> None:
    view = play_until(table, rng, lambda v: v["waiting"]["what"] == "destiny")
    expected = {"number": view["waiting"]["number"], "optional": False}
    assert table.view("demon")["legal_roll"] == expected
    assert table.view("human")["legal_roll"] is None


def test_odds_of_an_attack(table: Table, rng: random.Random) -> None:
    view = play_until(table, rng, lambda v: v["waiting"]["what"] == "combat")
    odds = view["odds"]
    assert odds["dice"] == view["waiting"]["number"]
    assert odds["at_least"][0] == 1.0
    assert odds["at_least"] == sorted(odds["at_least"], reverse=True)
    assert odds["expected"] == pytest.approx(sum(odds["at_least"][1:]), abs=0.01)


def test_the_odds_of_attacks_that_could_be_made_are_those_of_the_roll(table: Table, rng: random.Random) -> None:
    view = play_until(table, rng, lambda v: bool(v["attack_odds"]))
    before = view["attack_odds"][0]
    done(table, before["do"])
    odds = table.view("both")["odds"]
    assert {**odds, "defence": odds["to_hit"]} == odds
    assert {key: before[key] for key in before if key != "do"} == {key: odds[key] for key in odds if key != "defence"}
    assert table.view("table")["attack_odds"] == []


def test_every_view_is_plain_json(table: Table, rng: random.Random) -> None:
    for _ in range(30):
        for seat in SEATS:
            view = table.view(seat)
            assert json.loads(json.dumps(view)) == json.loads(json.dumps(view, default=repr))
        done(table, {"undo": True}) if rng.random() < 0.2 and view["undo"] else play_until(
            table, rng, lambda v, was=table.version: v["version"] > was
        )


def test_a_finished_game_tells_everything(table: Table) -> None:
    from companion.table.transfer import imported

    done(table, {"draw_for_me": True})
    done(table, {"override": {"winner": "human"}})
    assert table.records()[1].kind == "shuffle"
    assert imported(list(_export(table)))[1].do["order"]


def _export(table: Table) -> list[str]:
    from companion.rules.engine import waiting
    from companion.table.transfer import exported

    assert waiting(table.state).kind == "over"
    return list(exported(table.records()))
