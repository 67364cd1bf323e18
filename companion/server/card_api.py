"""The owner's own cards over HTTP: the palette they are built from, checking, rehearsing, keeping, labels."""

from __future__ import annotations

from typing import Annotated

from flask import Blueprint, Response, request
from pydantic import Field

from companion.devices.new_labels import new_label
from companion.devices.stickers import bind_sticker, number_of
from companion.server.asking import as_json, must_be_in, plain_body
from companion.server.camera_api import is_hidden
from companion.server.messages import Message
from companion.server.service import Service
from companion.table.owner_cards import bound_to, card_sheet, checked, dropped, kept, palette_of, rehearsed
from companion.table.problems import TableRefusal


class Binding(Message):
    """The label or the sticker that is on a card from now on."""

    tag: Annotated[str, Field(max_length=40)] | None = None
    uid: Annotated[str, Field(max_length=40)] | None = None


def card_api(service: Service) -> Blueprint:
    api = Blueprint("cards", __name__, url_prefix="/api/box")
    boxes = service.boxes

    @api.get("/palette")
    def palette() -> Response:
        return as_json({"ok": True, **palette_of(service.library)})

    @api.get("/cards/<name>")
    def sheet(name: str) -> Response:
        return as_json({"ok": True, **card_sheet(service.library, name)})

    @api.post("/cards/check")
    def check() -> Response:
        must_be_in(service)
        return as_json({"ok": True, **checked(boxes, plain_body())})

    @api.post("/cards/rehearse")
    def rehearsal() -> Response:
        must_be_in(service)
        return as_json({"ok": True, **rehearsed(boxes, plain_body())})

    @api.post("/cards")
    def keep() -> Response:
        must_be_in(service)
        return as_json({"ok": True, **kept(boxes, plain_body())}, 201)

    @api.post("/cards/<name>/delete")
    def drop(name: str) -> Response:
        must_be_in(service)
        return as_json({"ok": True, "content": dropped(boxes, name).content})

    @api.post("/cards/<name>/bind")
    def bind(name: str) -> Response:
        must_be_in(service)
        binding = Binding.model_validate_json(request.get_data())
        library = service.library if binding.tag is None else bound_to(boxes, name, number_of(binding.tag))
        tags = card_sheet(library, name)["tags"]
        if binding.uid is not None:
            if not tags:
                raise TableRefusal("box/refused", "box_refused", {"key": name, "reason": "not in this box"})
            bind_sticker(service.settings.data, binding.uid, tags[0])
        return as_json({"ok": True, "tags": tags, "content": library.content})

    @api.get("/scan")
    def scan() -> Response:
        _look_for_label(service, must_be_in(service))
        return as_json({"ok": True, "scan": service.last_scan})

    return api


def _look_for_label(service: Service, seat: str) -> None:
    """Whoever asks wants to bind a label: the camera looks for it, whatever the game waits for."""
    eye = service.eye
    frame = eye.live.frame() if eye is not None and not is_hidden(eye, seat) else None
    label = new_label(frame.image, service.library.tag_names()) if frame is not None else None
    if label is not None:
        service.saw_stranger(label)
