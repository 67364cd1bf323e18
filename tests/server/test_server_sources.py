"""Sources at the service: told what the game waits for, heard when they see something, stopped at the end."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.devices.live_image import HiddenDeck
from companion.protocol.intents import Intent, read_verb
from companion.protocol.messages import GameRequest
from companion.protocol.readings import DICE, DieFace, InputRequest, Press, Reading, Sink
from companion.server import service as service_module
from companion.server.access import SeatAt
from companion.server.service import Service, Settings
from companion.table.seats import SEATS
from tests.table.choosing import choose


class Recorder:
    """A source that does what it is told and notes what it was told."""

    name = "recorder"
    simulated = True

    def __init__(self) -> None:
        self.heard: list[InputRequest | None] = []
        self.lessons: list[tuple[str, list[int]]] = []
        self.sink: Sink | None = None
        self.stopped = False

    def start(self, sink: Sink) -> None:
        self.sink = sink

    def request_input(self, awaited: InputRequest | None) -> None:
        self.heard.append(awaited)

    def told(self, reading: str, faces: Sequence[int]) -> None:
        self.lessons.append((reading, list(faces)))

    def stop(self) -> None:
        self.stopped = True


def test_the_way_of_a_reading(tmp_path: Path) -> None:
    source = Recorder()
    service = Service(Settings(data=tmp_path, sources=(source,), simulated={"camera": True}))
    service.start()
    assert source.sink is not None
    # Nobody plays yet: what is seen goes nowhere, and nothing happens.
    source.sink.submit(Reading("r0", DICE, "recorder", sure=True, faces=(DieFace(1),)))
    assert source.sink.submit(Press("undo"))
    table = service.games.begin(GameRequest.model_validate({"scenario": "survivors", "sources": {"dice": "camera"}}))
    service.use(table)
    assert source.heard[-1] == table.input_request()
    rng = random.Random(1)
    while table.view("both")["waiting"]["what"] != "action":
        table.submit("both", Intent(f"id-{table.version}", table.version, read_verb(choose(table.view("both"), rng))))
    awaited = source.heard[-1]
    assert awaited is not None
    assert (awaited.kind, awaited.what, awaited.by) == ("roll", "action", "camera")
    table.submit("both", Intent("policy-1", table.version, read_verb({"policy": {"dice": "sure"}})))
    source.sink.put_picture("pic-1", b"\xff\xd8")
    source.sink.put_picture("../evil", b"\xff\xd8")
    # Not all the same: those would be given to the warriors without a tap.
    rolled = [3, *[4] * (awaited.number - 1)]
    faces = tuple(DieFace(face, 0.99) for face in rolled)
    source.sink.submit(Reading("r1", DICE, "recorder", sure=True, faces=faces, picture="pic-1", simulated=True))
    assert table.records()[-1].do == {"roll": rolled}
    assert table.records()[-1].cause["simulated"] is True
    assert source.heard[-1] != awaited
    assert source.sink.submit(Press("undo"))
    assert table.records()[-1].kind == "undo"
    assert table.records()[-1].cause["kind"] == "button"
    assert service.pictures.path("pic-1", SeatAt(None, "table"))
    assert [f.name for f in tmp_path.glob("*evil*")] == []
    assert service.info()["simulated"]["camera"] is True
    service.close()
    assert source.stopped


def test_a_corrected_reading_teaches_its_source(tmp_path: Path) -> None:
    source = Recorder()
    service = Service(Settings(data=tmp_path, sources=(source,)))
    service.start()
    table = service.games.begin(GameRequest.model_validate({"scenario": "survivors", "sources": {"dice": "camera"}}))
    service.use(table)
    assert table.submit("both", Intent("id-1", table.version, read_verb({"draw": "grenade"}))).ok
    assert source.sink is not None
    source.sink.submit(Reading("r1", DICE, "recorder", faces=tuple(DieFace(3, 0.5) for _ in range(4))))
    assert source.lessons == []
    assert table.submit("both", Intent("id-2", table.version, read_verb({"correct": "r1", "faces": [3, 3, 3, 5]}))).ok
    assert source.lessons == [("r1", [3, 3, 3, 5])]
    service.close()


def test_after_a_restart_the_last_game_is_the_current_one(tmp_path: Path) -> None:
    service = Service(Settings(data=tmp_path))
    service.games.begin(GameRequest(scenario="survivors"))
    last = service.games.begin(GameRequest(scenario="ritual"))
    service.close()
    source = Recorder()
    again = Service(Settings(data=tmp_path, sources=(source,)))
    again.start()
    current = again.current()
    assert current is not None
    assert current.name in again.games.names()
    assert source.heard
    assert last.name in again.games.names()
    again.close()


def test_pictures_are_kept_for_a_while_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service_module, "MOST_PICTURES", 10)
    kept = service_module.PictureStore(tmp_path)
    for number in range(service_module.MOST_PICTURES + 5):
        kept.put(f"p{number}", b"x")
    assert len(list(tmp_path.glob("*.jpg"))) == service_module.MOST_PICTURES
    watcher = SeatAt(None, "table")
    assert kept.path(f"p{service_module.MOST_PICTURES + 4}", watcher)
    assert kept.path("no/such", watcher) is None


def test_a_picture_with_a_hidden_card_in_it_is_for_those_who_may_see_the_card(tmp_path: Path) -> None:
    kept = service_module.PictureStore(tmp_path)
    kept.put("roll-1", b"x", [HiddenDeck("one", "event")])
    kept.put("roll-2", b"x", [HiddenDeck("one", "event"), HiddenDeck("two", "advantage")])
    sees = {
        (game, seat): [bool(kept.path(name, SeatAt(game, seat))) for name in ("roll-1", "roll-2")]
        for game in ("one", "two")
        for seat in SEATS
    }
    assert {who for who, (first, _) in sees.items() if first} == {("one", "demon"), ("one", "both")}
    assert not any(second for _, second in sees.values())
