"""The owner's boxes over HTTP: which there are, which is chosen, as files, and the values of one."""

from __future__ import annotations

import json
from typing import Annotated, Any

from flask import Blueprint, Response, request
from pydantic import Field

from companion.server.asking import as_json, must_be_in
from companion.server.messages import Message
from companion.server.service import Service
from companion.table.box_values import check_of, say_values
from companion.table.library import Library
from companion.table.problems import TableRefusal

Path = Annotated[str, Field(max_length=200)]
Word = Annotated[str, Field(min_length=1, max_length=200)]


class Title(Message):
    en: Word
    fr: Word | None = None
    ru: Word | None = None

    def said(self) -> dict[str, str]:
        return {language: text for language, text in self.model_dump().items() if text}


class NewBox(Message):
    """A box to begin: empty, or a variant of another."""

    name: Title
    copy_of: Annotated[str, Field(max_length=40)] | None = None


class NewTitle(Message):
    name: Title


class Said(Message):
    """What the owner says: new values by path, paths or items that match the card, and what is taken back."""

    values: Annotated[dict[Path, Any], Field(max_length=200)] = {}
    confirm: Annotated[list[Path], Field(max_length=200)] = []
    forget: Annotated[list[Path], Field(max_length=200)] = []
    scenario: Annotated[str, Field(max_length=40)] | None = None


def box_api(service: Service) -> Blueprint:
    api = Blueprint("boxes", __name__, url_prefix="/api")
    boxes = service.boxes

    @api.get("/box")
    def the_box() -> Response:
        return box_answer(service.library)

    @api.get("/games/<name>/box")
    def box_of_game(name: str) -> Response:
        return box_answer(service.games.table(name).library())

    @api.get("/boxes")
    def all_boxes() -> Response:
        return as_json({"ok": True, "chosen": boxes.chosen, "boxes": boxes.summaries()})

    @api.post("/boxes")
    def new_box() -> Response:
        must_be_in(service)
        wanted = NewBox.model_validate_json(request.get_data())
        return as_json({"ok": True, "box": boxes.create(wanted.name.said(), wanted.copy_of)}, 201)

    @api.post("/boxes/<name>/choose")
    def choose(name: str) -> Response:
        must_be_in(service)
        return as_json({"ok": True, "content": boxes.choose(name).content})

    @api.post("/boxes/<name>/rename")
    def rename(name: str) -> Response:
        must_be_in(service)
        boxes.rename(name, NewTitle.model_validate_json(request.get_data()).name.said())
        return as_json({"ok": True})

    @api.post("/boxes/<name>/delete")
    def delete(name: str) -> Response:
        must_be_in(service)
        boxes.delete(name)
        return as_json({"ok": True})

    @api.get("/boxes/<name>/export")
    def give_out(name: str) -> Response:
        must_be_in(service)
        answer = Response(boxes.give_out(name), mimetype="application/toml")
        answer.headers["Content-Disposition"] = f'attachment; filename="{name}.toml"'
        return answer

    @api.post("/boxes/import")
    def take_in() -> Response:
        must_be_in(service)
        try:
            text = request.get_data().decode()
        except UnicodeDecodeError as error:
            facts = {"key": "file", "reason": "not UTF-8 text"}
            raise TableRefusal("box/bad_file", "bad_box_file", facts) from error
        return as_json({"ok": True, "box": boxes.take_in(text)}, 201)

    @api.get("/box/check/<scenario>")
    def box_check(scenario: str) -> Response:
        return as_json({"ok": True, **check_of(service.library, scenario)})

    @api.post("/box/values")
    def say() -> Response:
        must_be_in(service)
        said = Said.model_validate_json(request.get_data())
        if said.scenario is not None:
            check_of(service.library, said.scenario)
        library = say_values(boxes, said.values, said.confirm, said.forget)
        check = None if said.scenario is None else check_of(library, said.scenario)
        return as_json({"ok": True, "content": library.content, "check": check})

    return api


def box_answer(library: Library) -> Response:
    """All values of a box; a tablet that has them already is told so."""
    answer = Response(mimetype="application/json")
    answer.set_etag(library.content)
    if answer.make_conditional(request).status_code != 304:
        answer.set_data(json.dumps(library.public(), ensure_ascii=False))
    return answer
