"""Anything over the socket, at a running service: a coded refusal to its sender alone, and the game as it was."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.protocol.intents import TABLE_VERBS
from companion.protocol.routes import INCOMING
from companion.rules.actions import Action
from companion.rules.notation import keys_of
from tests.fuzz.odd import anything, changed, examples, is_coded, near, words
from tests.server.service_rig import RunningService
from tests.server.wire_client import WireClient

# The service freezes what it starts with, out of the garbage collector's sight (companion/server/load.py); there
# Hypothesis looks for its own random numbers.
pytestmark = pytest.mark.filterwarnings("ignore:It looks like `register_random`")


class Table:
    """A service with a game, somebody who sends nonsense from both seats, and somebody who only looks on."""

    def __init__(self, data: Path) -> None:
        self.service = RunningService(data)
        self.game = self.service.new_game()
        self.sender = WireClient(self.service.address)
        self.bystander = WireClient(self.service.address)
        assert self.sender.join(self.game, "both", self.service.code)["ok"]
        assert self.bystander.join(self.game, "table", self.service.code)["ok"]

    @property
    def table(self) -> Any:
        return self.service.web.service.games.table(self.game)

    def close(self) -> None:
        self.sender.close()
        self.bystander.close()
        self.service.stop()


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    made = Table(tmp_path_factory.mktemp("fuzz") / "data")
    yield made
    made.close()


def news(client: WireClient, seen: int, version: int) -> list[tuple[str, Any]]:
    """What somebody was told since then of something that is newer. What was on its way already may come late."""
    told = client.received[seen:]
    newer = [(event, what) for event, what in told if event == "view" and what["version"] > version]
    return newer + [(event, what) for event, what in told if event == "notice"]


def record_of(action: Any) -> st.SearchStrategy[dict[str, Any]]:
    """A verb of the game with its own keys and any values."""
    value = words | st.integers(-1, 12) | st.lists(st.integers(0, 7) | words, max_size=6) | st.booleans() | anything
    needed = {key.name: value for key in keys_of(action) if key.required}
    more = {key.name: value for key in keys_of(action) if not key.required}
    return st.fixed_dictionaries(needed, optional=more)


verbs = st.one_of(
    *[record_of(action) for action in get_args(Action)],
    *[near(model) for model in TABLE_VERBS.values()],
    st.dictionaries(words, anything, min_size=1, max_size=3),
)


@examples(300)
@given(do=verbs)
def test_any_verb(table: Table, do: dict[str, Any]) -> None:
    """What is refused changes nothing; what is done is what the rules make of the journal."""
    before, seen = table.table.version, len(table.bystander.received)
    answer = table.sender.intend(do, version=before)
    if not answer["ok"]:
        assert is_coded(answer), (do, answer)
        assert table.table.version == before
        assert news(table.bystander, seen, before) == []
    elif answer["version"] > before:
        table.bystander.wait_version(answer["version"])


messages = st.one_of(
    *[st.tuples(st.just(event), near(incoming.model)) for event, incoming in INCOMING.items()],
    st.tuples(st.sampled_from([*INCOMING]), anything),
    st.tuples(st.just("intent"), changed({"id": "abcdefgh", "version": 0, "do": {"move": "redeemer", "to": "A"}})),
)


@examples(80)
@given(message=messages)
def test_any_message(table: Table, message: tuple[str, Any]) -> None:
    """From a tablet that has not joined, so that none of it can be meant."""
    event, content = message
    before, seen = table.table.version, len(table.bystander.received)
    stranger = WireClient(table.service.address)
    try:
        answer = stranger.call(event, (content,))
        # Whoever leaves with a token that was never good has left.
        assert answer["ok"] is (event == "leave" and answer["ok"]), message
        assert answer["ok"] or is_coded(answer), (message, answer)
    finally:
        stranger.close()
    assert table.table.version == before
    assert news(table.bystander, seen, before) == []


def test_afterwards_the_journal_still_gives_the_state(table: Table) -> None:
    """Whatever was done above was done by the rules: the file alone leads to the same place."""
    service = table.service.web.service
    kept = [line.encode() for line in service.games.export(table.game, None)]
    twin = service.games.take_in([line.decode() for line in kept])
    assert {**twin.view("both"), "game": ""} == {**table.table.view("both"), "game": ""}
    assert table.sender.join(table.game, "both", token=table.sender.token)["ok"]
