"""A curious player uses every route and every message for a whole game: no byte names a card that is not theirs.

The game is played at random by both sides. The attacker sits at one of them, has the table code, and tries each door
again and again: exports with every token to be had, a winner set by hand and taken back, a game of their own, the
other seat, imports, the log, pictures, devices, the test of the reader.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.devices.tray.driver import TrayDriver
from companion.devices.tray.messages import TrayEvent
from companion.devices.tray.model_board import ModelBoard
from companion.devices.tray.simulator import SimulatedTray
from companion.devices.tray_source import ChosenTray, TraySource
from companion.protocol.readings import TAG, Reading
from companion.protocol.routes import ROUTES
from companion.table.loaded_box import LoadedBox
from companion.table.table import Change, Table
from tests.devices.camera_rig import wait_for
from tests.server.service_rig import RunningService
from tests.server.wire_client import WireClient
from tests.table.choosing import choose_boldly
from tests.table.table_rig import done, submit
from vision.tags.grammar import tag_from_id

STEPS = 300
EVERY = 25
HIDDEN = {"human": "event", "demon": "advantage", "squamata": "advantage"}
# Cards that nobody has against Kartikeya (FS-6).
OUT_OF_PLAY = {"oil_for_your_lamp", "our_faith_will_protect_us"}
# Values of the box: they name every card, and are the same whatever happens in the game.
OF_THE_BOX = re.compile(r"/api/((games/<name>/)?box(es)?(/(check|palette|cards|scenarios|trials).*)?|sight)")


@pytest.fixture
def reader() -> SimulatedTray:
    return SimulatedTray(ModelBoard())


@pytest.fixture
def service(tmp_path: Path, reader: SimulatedTray) -> Iterator[RunningService]:
    def choose(word: str, on_event: Callable[[TrayEvent], None]) -> ChosenTray:
        return ChosenTray(TrayDriver(on_event, reader.find), reader)

    box = LoadedBox()
    tray = TraySource("sim", box.tag_names(), tmp_path / "cards.json", choose, kind_of=box.kind_of_tag)
    running = RunningService(tmp_path / "data", sources=(tray,))
    yield running
    running.stop()


class Attacker:
    """Sits at one side and keeps every byte; `look` fails at the first that names a hidden card."""

    def __init__(self, service: RunningService, table: Table, side: str, connect: Callable[[], WireClient]) -> None:
        self.service, self.table, self.side, self.connect = service, table, side, connect
        game = table.state.game
        public = {*game.squares, *game.tile_kinds, *game.profiles}
        self.cards = {name for name, card in game.cards.items() if card.deck == HIDDEN[side] and name not in public}
        self.shown: set[str] = set()
        self.looked_at = self._turn = 0
        table.listen(self._note_shown)
        self.seat, self.watcher, self.host = connect(), connect(), connect()
        assert self.seat.join(table.name, side, service.code)["ok"]
        assert self.watcher.join(table.name, "table", service.code)["ok"]
        assert self.host.join(table.name, "host", service.code)["ok"]
        own = connect()
        assert own.join(service.new_game(), "both", service.code)["ok"]
        service.web.service.use(table)
        tokens = (self.seat.token, self.watcher.token, self.host.token, own.token)
        self.credentials = [{"Authorization": f"Bearer {token}"} for token in tokens]
        self.credentials.append({"X-Table-Code": service.code})
        self.box = self._of_the_box()

    def _note_shown(self, change: Change) -> None:
        for record in change.records:
            self.shown |= {line["facts"]["card"] for line in record.lines if line["key"] in ("plays", "throws")}

    def look(self, what: str, received: bytes | str) -> None:
        text = received.decode(errors="replace") if isinstance(received, bytes) else received
        # Paths of values of the box ("event.event_9.copies") are the same in every game, and count as one word.
        words = {word.strip(".") for word in re.findall(r"[A-Za-z0-9_./]+", text)}
        found = (words & self.cards) - self.shown
        assert not found, f"{what} names {sorted(found)[:3]}: … {text[:300]}"
        self.looked_at += len(text)

    def look_at_messages(self) -> None:
        for client in (self.seat, self.watcher, self.host):
            with client._news:
                received, client.received = client.received, []
            for event, data in received:
                self.look(event, json.dumps(data))

    # -- the doors -----------------------------------------------------------------------------------------------------

    def _paths(self, box: bool) -> Iterator[str]:
        """All but the list of cameras, which opens each of them and takes a second."""
        for route in ROUTES:
            if route.method == "GET" and route.path != "/api/cameras" and bool(OF_THE_BOX.fullmatch(route.path)) is box:
                path = route.path.replace("games/<name>", f"games/{self.table.name}").replace("<scenario>", "survivors")
                yield path.replace("<name>", "roll-1")

    def _of_the_box(self) -> dict[str, Any]:
        return {path: self.service.ask(path, **self.credentials[0]) for path in self._paths(box=True)}

    def every_route(self) -> None:
        self._turn += 1
        for number, path in enumerate(self._paths(box=False)):
            # One after the other, so that in the end each was tried with each.
            who = self.credentials[(self._turn + number) % len(self.credentials)]
            self.look(path, json.dumps(self.service.ask(path, **who), default=repr))

    def exports(self) -> None:
        for who in self.credentials:
            self.look("export", self.service.ask(f"/api/games/{self.table.name}/export", **who)[1])

    def winner_by_hand(self) -> None:
        """The game counts as over for a moment; one side alone confirms it."""
        if submit(self.table, {"override": {"winner": self.side}}, self.side).ok:
            assert submit(self.table, {"confirm_end": True}, self.side).ok
            self.exports()
            for client in (self.seat, self.host):
                self.look("answer", json.dumps(client.intend({"confirm_end": True}, version=self.table.version)))
            done(self.table, {"undo": True}, self.side)

    def other_seats(self) -> None:
        for seat in ("both", "demon", "human", "squamata"):
            if seat == self.side:
                continue
            for game in (self.table.name, None):
                client = self.connect()
                answer = client.join(game, seat, self.service.code)
                assert not answer["ok"], answer
                self.look("join", json.dumps(answer))
                client.close()

    def imports(self) -> None:
        """Their own export, taken in as a game of its own, with both seats."""
        file = self.service.ask(f"/api/games/{self.table.name}/export", **self.credentials[0])[1]
        status, answer = self.service.post("/api/games/import", file)
        self.look("import", json.dumps(answer))
        if status != 201:
            return
        client = self.connect()
        imported = client.join(answer["game"], "both", self.service.code)
        # The cards of a hand are face down in it, so all of them are still in their deck: that names none of the hand.
        unseen = imported["view"].pop("piles").get(HIDDEN[self.side], [])
        assert not unseen or self.cards - self.shown - OUT_OF_PLAY <= set(unseen)
        self.look("imported", json.dumps(imported))
        client.close()
        self.service.web.service.use(self.table)

    def log(self) -> None:
        for client in (self.seat, self.watcher):
            self.look("log", json.dumps(client.call("log", {"before": self.table.version // 2})))

    def undo_and_redo(self) -> None:
        if submit(self.table, {"undo": True}, "host").ok:
            submit(self.table, {"redo": True}, "table")


@pytest.mark.parametrize(
    ("side", "scenario"), [("human", "who_dares"), ("demon", "holding_back"), ("squamata", "three_ways")]
)
def test_no_byte_names_a_hidden_card(
    service: RunningService, connect: Callable[[], WireClient], reader: SimulatedTray, side: str, scenario: str
) -> None:
    rng = random.Random(7)
    table = service.web.service.games.table(service.new_game(scenario))
    other, deck = ("demon" if side == "human" else "human"), HIDDEN[side]
    for one in table.state.game.sides:
        assert one == side or connect().join(table.name, one, service.code)["ok"]
    attacker = Attacker(service, table, side, connect)
    done(table, {"override": {"hands": {deck: sorted(attacker.cards)[:3]}}}, other)
    doors = [
        attacker.every_route,
        attacker.winner_by_hand,
        attacker.other_seats,
        attacker.imports,
        attacker.log,
        attacker.undo_and_redo,
    ]
    for step in range(STEPS):
        view = table.view("both")
        if view["waiting"]["kind"] == "over":
            break
        if step % EVERY == 0:
            doors[step // EVERY % len(doors)]()
            service.web.service.submit(_card_shown(table, deck, step))
        # Cards are played now and then: that is what may be seen of them.
        cards = [do for do in view["legal"] if "play" in do]
        done(table, rng.choice(cards) if cards and rng.random() < 0.1 else choose_boldly(view, rng))
        attacker.look_at_messages()
    for door in (*doors, *[attacker.every_route] * len(attacker.credentials)):
        door()
    _tried_on_the_reader(attacker, reader, deck)
    attacker.look_at_messages()
    assert attacker._of_the_box() == attacker.box
    assert attacker.looked_at > 1_000_000


def _card_shown(table: Table, deck: str, step: int) -> Reading:
    """The other player holds a card of the hand to the camera, to see what it can do."""
    held = [card for card in table.state.hands[deck] if card != "unknown"]
    return Reading(id=f"shown-{step}", kind=TAG, source="tray", tag=held[0] if held else "grenade", sure=step % 2 == 0)


def _tried_on_the_reader(attacker: Attacker, reader: SimulatedTray, deck: str) -> None:
    """The attacker begins a test; the other player lays a card on the reader, by its label or as a known sticker."""
    box = LoadedBox()
    tag = next(tag for tag, name in box.tag_names().items() if name in attacker.cards - attacker.shown)
    text = tag_from_id(tag).text
    attacker.service.post("/api/tray/test", b'{"on": true}', **attacker.credentials[0])

    def told() -> Any:
        return attacker.service.ask("/api/devices", **attacker.credentials[0])[1]

    wait_for(lambda: told()["tray"]["state"] == "connected")
    reader.put_card("04a1b2c3d4", text)
    wait_for(lambda: told()["tray"]["test"]["card"] is not None)
    assert told()["tray"]["test"]["card"] == {"kind": deck}
    for who in attacker.credentials:
        for path in ("/api/devices", "/api/support.json", "/api/box/scan"):
            shown = json.dumps(attacker.service.ask(path, **who)[1])
            assert text not in shown
            assert "04a1b2c3d4" not in shown
            attacker.look(path, shown)
