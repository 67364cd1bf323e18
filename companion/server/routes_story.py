"""Routes that look back: how a game went, its steps one by one, a rematch, and the record of all games."""

from __future__ import annotations

from flask import Blueprint

from companion.protocol.people import ChronicleAnswer
from companion.protocol.story import RematchAnswer, ReplayAnswer, ReplayedAnswer, StoryAnswer
from companion.server.http import require_seat
from companion.server.service import Service
from companion.table.chronicle import chronicle
from companion.table.story import replay, replayed, story


def story_routes(service: Service) -> Blueprint:
    api = Blueprint("story", __name__, url_prefix="/api")
    games, access = service.games, service.access

    @api.get("/chronicle")
    def all_that_was_played() -> ChronicleAnswer:
        require_seat(access)
        return chronicle(games.summaries())

    @api.get("/games/<name>/story")
    def how_it_went(name: str) -> StoryAnswer:
        require_seat(access)
        return story(games.table(name).past())

    @api.get("/games/<name>/replay")
    def steps(name: str) -> ReplayAnswer:
        require_seat(access)
        return {"ok": True, "steps": replay(games.table(name).past())}

    @api.get("/games/<name>/replay/<int:seq>")
    def step(name: str, seq: int) -> ReplayedAnswer:
        require_seat(access)
        return replayed(games.table(name).past(), seq)

    @api.post("/games/<name>/rematch")
    def rematch(name: str) -> tuple[RematchAnswer, int]:
        require_seat(access)
        table = games.rematch(name)
        service.use(table)
        service.rematched(name, table.name)
        return {"ok": True, "game": table.name}, 201

    return api
