"""The scenario editor over HTTP: what there is, checking and keeping, and trials by random games."""

from __future__ import annotations

from typing import Annotated, Any

from flask import Blueprint, Response, request
from pydantic import Field

from companion.server.asking import as_json, must_be_in, plain_body
from companion.server.messages import Message
from companion.server.service import Service
from companion.table.box_values import must_have
from companion.table.owner_scenarios import (
    all_scenarios,
    checked_scenario,
    dropped_scenario,
    kept_scenario,
    one_scenario,
    tried_scenario,
)
from companion.table.trials import GAMES, MOST_GAMES

Games = Annotated[int, Field(ge=1, le=MOST_GAMES)]


class TrialRequest(Message):
    """How many random games to play."""

    games: Games = GAMES


class SheetTrial(TrialRequest):
    """A trial of a scenario as its sheet is now, before it is kept."""

    sheet: dict[str, Any]


def scenario_api(service: Service) -> Blueprint:
    api = Blueprint("scenarios", __name__, url_prefix="/api/box")
    boxes, trials = service.boxes, service.trials

    @api.get("/scenarios")
    def scenarios() -> Response:
        return as_json({"ok": True, **all_scenarios(service.library)})

    @api.get("/scenarios/<name>")
    def scenario(name: str) -> Response:
        return as_json({"ok": True, **one_scenario(service.library, name)})

    @api.post("/scenarios/check")
    def check() -> Response:
        must_be_in(service)
        return as_json({"ok": True, **checked_scenario(boxes, plain_body())})

    @api.post("/scenarios")
    def keep() -> Response:
        must_be_in(service)
        return as_json({"ok": True, **kept_scenario(boxes, plain_body())}, 201)

    @api.post("/scenarios/<name>/delete")
    def drop(name: str) -> Response:
        must_be_in(service)
        return as_json({"ok": True, "content": dropped_scenario(boxes, name).content})

    @api.post("/scenarios/<name>/trial")
    def begin_trial(name: str) -> Response:
        must_be_in(service)
        wanted = TrialRequest.model_validate_json(request.get_data() or b"{}")
        library = service.library
        must_have(library, name)
        return as_json({"ok": True, "trial": trials.start(library.overlay, name, wanted.games)}, 202)

    @api.post("/scenarios/trial")
    def begin_trial_of_sheet() -> Response:
        must_be_in(service)
        wanted = SheetTrial.model_validate(plain_body())
        library, name = tried_scenario(boxes, wanted.sheet)
        return as_json({"ok": True, "trial": trials.start(library.overlay, name, wanted.games)}, 202)

    @api.get("/trials/<name>")
    def trial(name: str) -> Response:
        return as_json({"ok": True, **trials.trial(name).told()})

    @api.post("/trials/<name>/stop")
    def stop(name: str) -> Response:
        must_be_in(service)
        trials.trial(name).stop()
        return as_json({"ok": True})

    return api
