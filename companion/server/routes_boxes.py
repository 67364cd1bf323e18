"""Routes of the owner's boxes: the list, the values of the chosen one, its cards and scenarios, and trials."""

from __future__ import annotations

import json

from flask import Blueprint, Response, request

from companion.devices.labels import bind_sticker, card_number, find_unknown_label
from companion.protocol.answers import (
    BoundAnswer,
    BoxCheckAnswer,
    BoxesAnswer,
    BoxValuesAnswer,
    CardAnswer,
    CheckedCardAnswer,
    CheckedScenarioAnswer,
    ContentAnswer,
    KeptCardAnswer,
    KeptScenarioAnswer,
    NewBoxAnswer,
    NewTrialAnswer,
    OkAnswer,
    PaletteAnswer,
    RehearsedCardAnswer,
    ScanAnswer,
    ScenarioAnswer,
    ScenariosAnswer,
    TrialAnswer,
)
from companion.protocol.box import box_refusal
from companion.protocol.messages import (
    BindRequest,
    BoxValuesRequest,
    NewBox,
    NewTitle,
    SheetTrialRequest,
    TrialRequest,
)
from companion.protocol.refusal import Refused
from companion.server.access import SeatAt
from companion.server.http import file_answer, read_json, read_message, require_seat
from companion.server.service import Service
from companion.table import box_editing
from companion.table.file_checks import check_box_file
from companion.table.loaded_box import LoadedBox


def box_routes(service: Service) -> Blueprint:
    api = Blueprint("boxes", __name__, url_prefix="/api")
    _add_boxes(api, service)
    _add_values(api, service)
    _add_cards(api, service)
    _add_scenarios(api, service)
    _add_trials(api, service)
    return api


def _add_boxes(api: Blueprint, service: Service) -> None:
    boxes, access = service.boxes, service.access

    @api.get("/boxes")
    def all_boxes() -> BoxesAnswer:
        return {"ok": True, "chosen": boxes.chosen, "boxes": boxes.summaries()}

    @api.post("/boxes")
    def new_box() -> tuple[NewBoxAnswer, int]:
        require_seat(access)
        wanted = read_message(NewBox)
        return {"ok": True, "box": boxes.create(wanted.name.by_language(), wanted.copy_of)}, 201

    @api.post("/boxes/<name>/choose")
    def choose_box(name: str) -> ContentAnswer:
        require_seat(access)
        return {"ok": True, "content": boxes.choose(name).content}

    @api.post("/boxes/<name>/rename")
    def rename_box(name: str) -> OkAnswer:
        require_seat(access)
        boxes.rename(name, read_message(NewTitle).name.by_language())
        return {"ok": True}

    @api.post("/boxes/<name>/delete")
    def delete_box(name: str) -> OkAnswer:
        require_seat(access)
        boxes.delete(name)
        return {"ok": True}

    @api.get("/boxes/<name>/export")
    def export_box(name: str) -> Response:
        require_seat(access)
        return file_answer(boxes.give_out(name), "application/toml", f"{name}.toml")

    @api.post("/boxes/import")
    def import_box() -> tuple[NewBoxAnswer, int]:
        require_seat(access)
        try:
            text = request.get_data().decode()
        except UnicodeDecodeError as error:
            facts = {"key": "file", "reason": "not UTF-8 text"}
            raise Refused("box/bad_file", "bad_box_file", facts) from error
        check_box_file(service.apart, text)
        return {"ok": True, "box": boxes.take_in(text)}, 201


def _add_values(api: Blueprint, service: Service) -> None:
    @api.get("/box")
    def chosen_box() -> Response:
        return _box_answer(service.loaded_box)

    @api.get("/games/<name>/box")
    def box_of_game(name: str) -> Response:
        return _box_answer(service.games.table(name).loaded_box())

    @api.get("/box/check/<scenario>")
    def box_check(scenario: str) -> BoxCheckAnswer:
        return {"ok": True, **box_editing.check_of(service.loaded_box, scenario)}

    @api.post("/box/values")
    def set_values() -> BoxValuesAnswer:
        require_seat(service.access)
        wanted = read_message(BoxValuesRequest)
        if wanted.scenario is not None:
            # An unknown scenario is refused before anything is changed.
            box_editing.check_of(service.loaded_box, wanted.scenario)
        box = box_editing.state_values(service.boxes, wanted.values, wanted.confirm, wanted.forget)
        check = None if wanted.scenario is None else box_editing.check_of(box, wanted.scenario)
        return {"ok": True, "content": box.content, "check": check}


def _box_answer(box: LoadedBox) -> Response:
    """All values of a box; a tablet that has them already gets 304 instead."""
    answer = Response(mimetype="application/json")
    answer.set_etag(box.content)
    if answer.make_conditional(request).status_code != 304:
        answer.set_data(json.dumps(box.to_json(), ensure_ascii=False))
    return answer


def _add_cards(api: Blueprint, service: Service) -> None:
    boxes, access = service.boxes, service.access

    @api.get("/box/palette")
    def palette() -> PaletteAnswer:
        return {"ok": True, **box_editing.palette_of(service.loaded_box)}

    @api.get("/box/cards/<name>")
    def card(name: str) -> CardAnswer:
        return {"ok": True, **box_editing.card_of_box(service.loaded_box, name)}

    @api.post("/box/cards/check")
    def check_card() -> CheckedCardAnswer:
        require_seat(access)
        return {"ok": True, **box_editing.check_card(boxes, read_json())}

    @api.post("/box/cards/rehearse")
    def rehearse_card() -> RehearsedCardAnswer:
        require_seat(access)
        return {"ok": True, **box_editing.rehearse_card(boxes, read_json())}

    @api.post("/box/cards")
    def keep_card() -> tuple[KeptCardAnswer, int]:
        require_seat(access)
        return {"ok": True, **box_editing.keep_card(boxes, read_json())}, 201

    @api.post("/box/cards/<name>/delete")
    def delete_card(name: str) -> ContentAnswer:
        require_seat(access)
        return {"ok": True, "content": box_editing.drop_card(boxes, name).content}

    @api.post("/box/cards/<name>/bind")
    def bind_card(name: str) -> BoundAnswer:
        require_seat(access)
        wanted = read_message(BindRequest)
        box = service.loaded_box if wanted.tag is None else box_editing.bind_card(boxes, name, card_number(wanted.tag))
        tags = box_editing.card_of_box(box, name)["tags"]
        if wanted.uid is not None:
            if not tags:
                raise box_refusal(name, "not in this box")
            bind_sticker(service.settings.data, wanted.uid, tags[0])
        return {"ok": True, "tags": tags, "content": box.content}

    @api.get("/box/scan")
    def last_scan() -> ScanAnswer:
        _look_for_label(service, require_seat(access))
        return {"ok": True, "scan": service.last_scan}


def _look_for_label(service: Service, seat: SeatAt) -> None:
    """Whoever asks wants to bind a label: the camera looks for it, whatever the game waits for."""
    camera = service.devices.camera
    frame = camera.live.frame() if camera is not None and not service.devices.hides_camera(seat) else None
    label = find_unknown_label(frame.image, service.loaded_box.tag_names()) if frame is not None else None
    if label is not None:
        service.remember_scan(label)


def _add_scenarios(api: Blueprint, service: Service) -> None:
    boxes, access = service.boxes, service.access

    @api.get("/box/scenarios")
    def scenarios() -> ScenariosAnswer:
        return {"ok": True, **box_editing.list_scenarios(service.loaded_box)}

    @api.get("/box/scenarios/<name>")
    def scenario(name: str) -> ScenarioAnswer:
        return {"ok": True, **box_editing.scenario_of_box(service.loaded_box, name)}

    @api.post("/box/scenarios/check")
    def check_scenario() -> CheckedScenarioAnswer:
        require_seat(access)
        return {"ok": True, **box_editing.check_scenario(boxes, read_json())}

    @api.post("/box/scenarios")
    def keep_scenario() -> tuple[KeptScenarioAnswer, int]:
        require_seat(access)
        return {"ok": True, **box_editing.keep_scenario(boxes, read_json())}, 201

    @api.post("/box/scenarios/<name>/delete")
    def delete_scenario(name: str) -> ContentAnswer:
        require_seat(access)
        return {"ok": True, "content": box_editing.drop_scenario(boxes, name).content}


def _add_trials(api: Blueprint, service: Service) -> None:
    trials, access = service.trials, service.access

    def begin(box: LoadedBox, scenario: str, games: int) -> tuple[NewTrialAnswer, int]:
        return {"ok": True, "trial": trials.start(box.overlay, scenario, games)}, 202

    @api.post("/box/scenarios/<name>/trial")
    def try_scenario(name: str) -> tuple[NewTrialAnswer, int]:
        require_seat(access)
        wanted = read_message(TrialRequest)
        box = service.loaded_box
        box.require(name)
        return begin(box, name, wanted.games)

    @api.post("/box/scenarios/trial")
    def try_sheet() -> tuple[NewTrialAnswer, int]:
        require_seat(access)
        wanted = SheetTrialRequest.model_validate(read_json())
        box, name = box_editing.try_scenario(service.boxes, wanted.sheet)
        return begin(box, name, wanted.games)

    @api.get("/box/trials/<name>")
    def trial(name: str) -> TrialAnswer:
        return {"ok": True, **trials.trial(name).to_json()}

    @api.post("/box/trials/<name>/stop")
    def stop_trial(name: str) -> OkAnswer:
        require_seat(access)
        trials.trial(name).stop()
        return {"ok": True}
