"""A photo of a card, by the tablet or by the camera over the tray: which numbers it seems to show. Nothing is taken
over by it."""

from __future__ import annotations

from flask import Blueprint, Response, request

from companion.devices.card_photos import BIGGEST, CardPhotos
from companion.server.asking import as_json, must_be_in, uploaded
from companion.server.camera_api import picture_for
from companion.server.service import Service


def register_card_photos(api: Blueprint, service: Service) -> None:
    photos = CardPhotos()

    @api.post("/box/photo/camera")
    def card_under_the_camera() -> Response:
        image = picture_for(service, must_be_in(service)).live.image()
        return as_json({"ok": True, "card": photos.look(image, request.args.get("kind", ""))})

    @api.post("/box/photo")
    def photo_of_card() -> Response:
        must_be_in(service)
        return as_json({"ok": True, "card": photos.read(uploaded(BIGGEST), request.args.get("kind", ""))})
