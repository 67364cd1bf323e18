"""The socket: join, intent and log come in, each with an answer; views and log lines go out by seat."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from flask import request
from flask_socketio import SocketIO, join_room, leave_room
from pydantic import ValidationError

from companion.server.answers import from_answer, from_invalid, from_refusal, refused
from companion.server.clients import Clients, Place, room
from companion.server.messages import IntentMessage, Join, LogRequest, Message
from companion.server.service import Service
from companion.server.standing import Standing
from companion.table.game import Change
from companion.table.intents import Intent
from companion.table.problems import TableRefusal
from companion.table.seats import SEATS

log = logging.getLogger("companion")


class Sockets:
    """Handlers of the events. None of them changes the game: they hand intents to the table."""

    def __init__(self, service: Service, io: SocketIO) -> None:
        self._service = service
        self._io = io
        self._clients = Clients()
        io.on_event("join", self._guarded(Join, self._join))
        io.on_event("intent", self._guarded(IntentMessage, self._intent))
        io.on_event("log", self._guarded(LogRequest, self._log))
        io.on_event("disconnect", self._disconnect)
        service.games.listen(self._publish)
        service.on_notice(self._tell_notice)
        service.on_standing(self._tell_standing)
        service.boxes.listen(self._tell_box)

    def _guarded(self, model: type[Any], handler: Callable[[Any], dict[str, Any]]) -> Callable[..., dict[str, Any]]:
        """A handler that answers bad input with a coded error, to this client only."""

        def handle(*messages: Any) -> dict[str, Any]:
            try:
                message: Message = model.model_validate(messages[0] if len(messages) == 1 else None)
                return handler(message)
            except ValidationError as error:
                return from_invalid(error)
            except TableRefusal as refusal:
                return from_refusal(refusal)
            except Exception:
                log.exception("a message could not be handled")
                return refused("server/error", "server_error")

        return handle

    # -- coming in -----------------------------------------------------------------------------------------------------

    def _join(self, message: Join) -> dict[str, Any]:
        access = self._service.access
        known = message.token is not None and access.seat_of(message.token) == message.seat
        if not known and not access.knows_code(message.code):
            raise TableRefusal("table/wrong_code", "wrong_code")
        table = None if message.game is None else self._service.games.table(message.game)
        place = Place(message.game, message.seat)
        self._sit(place)
        # The view is taken after the room is entered, so that no change can fall between the two.
        return {
            "ok": True,
            "token": message.token if known else access.token_for(message.seat),
            "game": message.game,
            "seat": message.seat,
            "view": table.view(message.seat) if table else None,
            "log": table.log(message.seat) if table else [],
            "notices": list(self._service.games.notices),
            "devices": self._service.standing(),
        }

    def _sit(self, place: Place) -> None:
        sid: str = request.sid  # type: ignore[attr-defined]
        before = self._clients.put(sid, place)
        if before == place:
            return
        if before is not None:
            leave_room(before.room)
        join_room(place.room)
        if place.game is not None:
            # Nobody sits down at a player's seat unnoticed.
            self._notice(place.game, "table/seat_taken", "seat_taken", {"seat": place.seat})

    def _notice(self, game: str, code: str, message: str, facts: dict[str, Any]) -> None:
        for seat in SEATS:
            self._io.emit("notice", {"code": code, "message": message, "facts": facts}, to=room(game, seat))

    def _tell_notice(self, notice: dict[str, Any]) -> None:
        """News of the devices on the table, for everybody at the game that is played on it."""
        table = self._service.current()
        if table is not None:
            self._notice(table.name, notice["code"], notice["message"], notice["facts"])

    def _tell_standing(self, standing: Standing) -> None:
        """Every tablet, at whatever table: there is one camera and one tray."""
        self._io.emit("devices", standing)

    def _disconnect(self, *_reason: Any) -> None:
        self._clients.drop(request.sid)  # type: ignore[attr-defined]

    def _place(self) -> Place:
        place = self._clients.place(request.sid)  # type: ignore[attr-defined]
        if place is None or place.game is None:
            raise TableRefusal("table/not_joined", "not_joined")
        return place

    def _intent(self, message: IntentMessage) -> dict[str, Any]:
        place = self._place()
        table = self._service.games.table(place.game or "")
        answer = table.submit(place.seat, Intent(message.id, message.version, message.do))
        stale = answer.code == "table/stale"
        return from_answer(answer, table.view(place.seat) if stale else None)

    def _log(self, message: LogRequest) -> dict[str, Any]:
        place = self._place()
        return {"ok": True, "log": self._service.games.table(place.game or "").log(place.seat, message.before)}

    def _tell_box(self) -> None:
        """Every tablet, at whatever table: names and numbers must be fetched anew."""
        self._io.emit("box", {"content": self._service.library.content})

    # -- going out -----------------------------------------------------------------------------------------------------

    def _publish(self, change: Change) -> None:
        """Called by the table in order, while it holds its lock: every seat gets every change once, in order."""
        table = change.table
        for seat in self._clients.seats(table.name):
            to = room(table.name, seat)
            if change.records:
                lines = table.lines_of(seat, change.records)
                self._io.emit("happened", {"version": change.version, "lines": lines}, to=to)
                self._io.emit("view", table.view(seat), to=to)
            else:
                # In a tuple, because the library sends nothing at all for None.
                self._io.emit("reading", (table.reading(seat),), to=to)
