"""Routes of the coach: a question of a player, and the analysis of a game that is over."""

from __future__ import annotations

from uuid import uuid4

from flask import Blueprint

from companion.protocol.answers import OkAnswer
from companion.protocol.coach import AnalysisAnswer, CoachAnswer
from companion.protocol.intents import Intent, PolicyChange, SetPolicy
from companion.protocol.messages import CoachQuestion, CoachRequest
from companion.protocol.refusal import Refused
from companion.server.http import read_message, require_host, require_seat
from companion.server.service import Service
from companion.table.seats import HOST


def coach_routes(service: Service) -> Blueprint:
    api = Blueprint("coach", __name__, url_prefix="/api")
    games, access, coach, analyses = service.games, service.access, service.coach, service.analyses

    @api.post("/games/<name>/coach")
    def ask(name: str) -> tuple[CoachAnswer, int]:
        seat = require_seat(access).seat_in(name)
        return coach.ask(games.table(name), seat, read_message(CoachQuestion).idea), 202

    @api.get("/games/<name>/coach")
    def answer(name: str) -> CoachAnswer:
        return coach.look(games.table(name), require_seat(access).seat_in(name))

    @api.post("/games/<name>/coach/stop")
    def stop_coach(name: str) -> OkAnswer:
        coach.stop(games.table(name), require_seat(access).seat_in(name))
        return {"ok": True}

    @api.post("/games/<name>/coach/allow")
    def allow(name: str) -> OkAnswer:
        require_host(access)
        on = read_message(CoachRequest).on
        intent = Intent(f"coach-{uuid4()}", None, SetPolicy(policy=PolicyChange(coach=on)))
        answered = games.table(name).submit(HOST, intent)
        if not answered.ok:
            raise Refused(answered.code, answered.key, answered.facts)
        return {"ok": True}

    @api.post("/games/<name>/analysis")
    def analyse(name: str) -> tuple[AnalysisAnswer, int]:
        require_seat(access)
        return analyses.begin(games.table(name)), 202

    @api.get("/games/<name>/analysis")
    def analysis(name: str) -> AnalysisAnswer:
        require_seat(access)
        return analyses.look(games.table(name))

    @api.post("/games/<name>/analysis/stop")
    def stop_analysis(name: str) -> OkAnswer:
        require_seat(access)
        analyses.stop(games.table(name))
        return {"ok": True}

    return api
