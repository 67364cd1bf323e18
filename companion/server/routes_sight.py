"""Routes of the pieces that are known by their faces: teaching them, throwing them away, trying it out."""

from __future__ import annotations

from flask import Blueprint, Response

from companion.devices.camera_source import CameraSource
from companion.protocol.refusal import Refused
from companion.protocol.sight import ForgetRequest, KnownAnswer, SightAnswer, TeachAnswer, TeachRequest
from companion.server.http import jpeg_answer, read_message, require_seat
from companion.server.service import Service


def sight_routes(service: Service) -> Blueprint:
    api = Blueprint("sight", __name__, url_prefix="/api/sight")
    access, teaching, taught = service.access, service.teaching, service.taught

    def camera() -> CameraSource:
        """The camera, if this seat may see its image now: a card of somebody's hand is not to be learned from."""
        seat = require_seat(access)
        if service.devices.camera is None:
            raise Refused("camera/none", "no_camera")
        if service.devices.hides_camera(seat):
            raise Refused("camera/hidden", "camera_hidden")
        return service.devices.camera

    @api.get("")
    def all_pieces() -> SightAnswer:
        require_seat(access)
        return teaching.to_json(service.devices.camera)

    @api.post("/teach")
    def teach() -> TeachAnswer:
        used = camera()
        wanted = read_message(TeachRequest)
        return teaching.look(used, wanted.piece, wanted.now, wanted.lay)

    @api.post("/forget")
    def forget() -> SightAnswer:
        require_seat(access)
        taught.forget(read_message(ForgetRequest).piece)
        return teaching.to_json(service.devices.camera)

    @api.get("/look")
    def look() -> KnownAnswer:
        return teaching.try_out(camera())

    @api.get("/<piece>.jpg")
    def picture(piece: str) -> Response:
        require_seat(access)
        return jpeg_answer(taught.picture(piece))

    return api
