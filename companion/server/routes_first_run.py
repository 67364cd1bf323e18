"""Routes of the first ten minutes."""

from __future__ import annotations

from flask import Blueprint

from companion.protocol.first_run import FirstRunAnswer, FirstStepRequest, PracticeRequest, PracticeRollRequest
from companion.protocol.refusal import Refused
from companion.server.first_run import ROLLS
from companion.server.http import read_message, require_seat
from companion.server.service import Service


def first_run_routes(service: Service) -> Blueprint:
    api = Blueprint("first_run", __name__, url_prefix="/api/first-run")
    access, first_run = service.access, service.first_run

    @api.get("")
    def now() -> FirstRunAnswer:
        require_seat(access)
        return first_run.to_json()

    @api.post("/step")
    def step() -> FirstRunAnswer:
        require_seat(access)
        wanted = read_message(FirstStepRequest)
        first_run.set_step(wanted.step, wanted.state, wanted.seconds)
        return first_run.to_json()

    @api.post("/practice")
    def practice() -> FirstRunAnswer:
        seat = require_seat(access)
        if service.devices.camera is None:
            # Nothing to practise with; the tablet shows that.
            return first_run.to_json()
        if service.devices.hides_camera(seat):
            # A card may lie there that nobody else may see: no time for dice.
            raise Refused("camera/hidden", "camera_hidden")
        if read_message(PracticeRequest).on:
            service.begin_practice()
        else:
            first_run.end()
            service.stop_practising()
        return first_run.to_json()

    @api.post("/roll")
    def roll() -> FirstRunAnswer:
        require_seat(access)
        told = read_message(PracticeRollRequest)
        first_run.answer(told.reading, told.faces)
        if service.devices.camera is not None:
            service.devices.camera.told(told.reading, told.faces, looked=True)
        answer = first_run.to_json()
        if answer["practising"] and len(answer["rolls"]) < ROLLS:
            service.practise()
        return answer

    return api
