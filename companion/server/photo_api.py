"""A photo of dice, taken with the tablet: it becomes a reading like any other."""

from __future__ import annotations

from flask import Blueprint, Response

from companion.devices.photos import BIGGEST
from companion.server.asking import as_json, must_be_in, uploaded
from companion.server.service import Service
from companion.table.game import Table
from companion.table.problems import TableRefusal
from companion.table.seats import plays


def register_photos(api: Blueprint, service: Service) -> None:
    @api.post("/games/<name>/photo")
    def photo_of_dice(name: str) -> Response:
        seat = must_be_in(service)
        table = service.games.table(name)
        _must_be_asked(table, seat)
        if service.photos is None:
            raise TableRefusal("table/no_reader", "no_reader")
        reading = service.photos.read(uploaded(BIGGEST))
        table.offer(reading)
        return as_json({"ok": True, "reading": reading.id, "state": reading.state, "dice": len(reading.faces)})


def _must_be_asked(table: Table, seat: str) -> None:
    """Dice are awaited, and of whoever sends the photo: nobody rolls for the other player."""
    awaited = table.awaited()
    if awaited is None or awaited.kind != "roll":
        raise TableRefusal("table/no_roll_awaited", "no_roll_awaited", {"what": awaited.what if awaited else "over"})
    if not plays(seat, awaited.side):
        numbers = {"seat": seat, "side": awaited.side, "what": awaited.what}
        raise TableRefusal("table/not_your_seat", "not_your_seat", numbers)
