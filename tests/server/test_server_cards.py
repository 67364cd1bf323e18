"""An owner's own card over the wire: typed in, rehearsed, bound to a sticker, drawn, played and undone."""

from __future__ import annotations

import json
from typing import Any

from companion.protocol.readings import TAG, Reading
from tests.server.service_rig import RunningService
from tests.table.table_rig import done

HOWLS: dict[str, Any] = {
    "deck": "event",
    "name": {"en": "Howls", "fr": "Hurlements"},
    "when": ["any"],
    "effect": [{"verb": "tp", "amount": 2}],
}


def post(service: RunningService, path: str, body: Any) -> tuple[int, Any]:
    return service.post(path, json.dumps(body).encode())


def test_a_card_is_typed_in_bound_drawn_played_and_undone(service: RunningService) -> None:
    assert "hit" in service.ask("/api/box/palette")[1]["verbs"]
    checked = post(service, "/api/box/cards/check", HOWLS)[1]
    assert checked["preview"]["steps"][0]["facts"] == {"amount": 2}
    told = post(service, "/api/box/cards/rehearse", HOWLS)[1]
    assert [h["key"] for h in told["ways"][0]["happenings"]] == ["plays", "tp"]
    assert "howls" not in service.web.service.loaded_box.box.cards
    status, kept = post(service, "/api/box/cards", HOWLS)
    assert (status, kept["id"], kept["tags"]) == (201, "howls", [51])

    # A sticker nobody knows is held to the reader, and bound.
    service.web.service.submit(
        Reading(id="r1", kind=TAG, source="tray", tag="04a1b2c3", facts={"unknown": "unknown_tag"})
    )
    scan = service.ask("/api/box/scan", **{"X-Table-Code": service.code})[1]["scan"]
    assert (scan["kind"], scan["value"]) == ("uid", "04a1b2c3")
    assert post(service, "/api/box/cards/howls/bind", {"uid": scan["value"]})[0] == 200
    book = json.loads((service.web.service.settings.data / "cards.json").read_text())
    assert book["04a1b2c3"].startswith("CL:AC0051")

    table = service.web.service.games.table(service.new_game())
    done(table, {"override": {"phase": "threat", "hands": {"event": ["howls"]}}})
    tp = table.view("both")["tp"]
    done(table, {"play": "howls"})
    assert table.view("both")["tp"] == tp + 2
    done(table, {"undo": True})
    view = table.view("both")
    assert (view["tp"], view["hands"]["event"]) == (tp, ["howls"])

    assert post(service, "/api/box/cards/howls/delete", {})[0] == 200
    assert service.ask("/api/box/cards/howls")[0] == 404


def test_a_known_card_is_shown_as_a_sheet(service: RunningService) -> None:
    answer = service.ask("/api/box/cards/event_9")[1]
    assert answer["sheet"]["deck"] == "event"
    renamed = {**answer["sheet"], "name": {"en": "Darkness"}}
    assert post(service, "/api/box/cards", renamed)[1]["tags"] == answer["tags"]
    assert service.ask("/api/box/cards/event_9")[1]["preview"]["name"] == {"en": "Darkness"}


def test_bad_cards_and_bindings_change_nothing(service: RunningService) -> None:
    before = service.ask("/api/box")[1]
    for path, body, code in (
        ("/api/box/cards", b"{", "box/refused"),
        ("/api/box/cards", b"[" * 60_000, "box/refused"),
        ("/api/box/cards", b" " * 70_000, "box/refused"),
        ("/api/box/cards", b"[]", "box/refused"),
        ("/api/box/cards", json.dumps({**HOWLS, "effect": [{"verb": "win"}]}).encode(), "box/refused"),
        ("/api/box/cards/rehearse", json.dumps({**HOWLS, "when": None}).encode(), "box/refused"),
        ("/api/box/cards/nobody/delete", b"", "box/no_such_card"),
        ("/api/box/cards/panic/delete", b"", "box/refused"),
        ("/api/box/cards/nobody/bind", b'{"tag": "card-3"}', "box/no_such_card"),
        ("/api/box/cards/panic/bind", b'{"tag": "tile-3"}', "box/refused"),
        ("/api/box/cards/panic/bind", b'{"tag": "card-0"}', "box/refused"),
        ("/api/box/cards/panic/bind", b'{"uid": "../../x"}', "box/refused"),
        ("/api/box/cards/panic/bind", b'{"uid": 5}', "wire/bad_message"),
    ):
        status, answer = service.post(path, body)
        assert (status in (400, 404), answer["code"]) == (True, code), (path, body[:60], answer)
    assert service.ask("/api/box")[1] == before
