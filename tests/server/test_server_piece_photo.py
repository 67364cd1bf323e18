"""A photo of the card that is drawn, over HTTP: known by its title, shown to its side alone."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from companion.devices.card_titles import CardTitles
from tests.devices.test_card_titles import BOX, CARDS, Says, image_of, name_of
from tests.server.service_rig import RunningService
from tests.server.wire_client import WireClient

ADVANTAGE = next(piece for piece in CARDS if piece.sort == "advantage")
PHOTO = cv2.imencode(".jpg", image_of(ADVANTAGE.id))[1].tobytes()


@pytest.mark.parametrize("title", [name_of(ADVANTAGE.id), "Holy Water"])
def test_a_photographed_card_is_known_by_its_title(tmp_path: Path, title: str) -> None:
    """The Survivors begin with an Advantage card of the Human's, here off the real deck."""
    titles = CardTitles(BOX.card_names, lambda: Says(title))
    service = RunningService(tmp_path, titles=titles)
    human, demon = WireClient(service.address), WireClient(service.address)
    try:
        game = service.new_game(sources={"cards": "hand"})
        human.join(game, "human", service.code)
        demon.join(game, "demon", service.code)
        path = f"/api/games/{game}/piece"
        _, refused = service.ask(path, PHOTO, Authorization=f"Bearer {demon.token}")
        assert refused["key"] == "not_your_seat"
        status, seen = service.ask(path, PHOTO, Authorization=f"Bearer {human.token}")
        assert (status, seen["title"]) == (200, title)
        table = service.web.service.games.table(game)
        reading = table.view("human")["reading"]
        if title == "Holy Water":
            assert (reading["note"], reading["usable"], reading["facts"]["tag"]) == ("unknown_title", False, title)
        else:
            assert (reading["tag"], reading["usable"]) == (BOX.tag_names()[ADVANTAGE.id], True)
        assert table.view("demon")["reading"] is None
        assert title not in str(table.view("demon"))
        assert title not in str(demon.events("reading"))
    finally:
        for one in (human, demon):
            one.close()
        service.stop()
