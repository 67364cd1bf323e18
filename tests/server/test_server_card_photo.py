"""A photo of a card over HTTP: numbers come back, nothing else happens."""

from __future__ import annotations

import cv2

from tests.server.service_rig import RunningService
from vision.cards.render.glyphs import proof_faces
from vision.cards.render.photo import photograph


def test_a_photo_gives_proposals_and_changes_nothing(service: RunningService) -> None:
    before = service.ask("/api/box")[1]
    photo = photograph(7_000_001, "warrior", proof_faces(), long_side=900, bare=True)
    data = cv2.imencode(".jpg", photo.image)[1].tobytes()
    status, answer = service.post("/api/box/photo?kind=warrior", data)
    assert (status, answer["card"]["kind"]) == (200, "warrior")
    assert len(answer["card"]["numbers"]) == 18
    assert service.ask("/api/box")[1] == before


def test_what_is_no_photo_of_a_card_is_refused(service: RunningService) -> None:
    assert service.ask("/api/box/photo", b"x")[1]["code"] == "table/wrong_code"
    for path, body, code in (
        ("/api/box/photo", b"", "table/bad_picture"),
        ("/api/box/photo?kind=warrior", b"\xff\xd8\xff" + b"0" * 100, "table/bad_picture"),
        ("/api/box/photo?kind=tile", b"x", "box/refused"),
    ):
        status, answer = service.post(path, body)
        assert (status, answer["code"]) == (400, code)
