"""The socket: join, intent and log come in, each with an answer; views and log lines go out by seat."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from typing import Any, TypeVar
from uuid import uuid4

import simple_websocket  # type: ignore[import-untyped]
from engineio.async_drivers._websocket_wsgi import SimpleWebSocketWSGI  # type: ignore[import-untyped]
from flask import request
from flask_socketio import SocketIO, join_room, leave_room
from pydantic import ValidationError

from companion.protocol.access import Leave, SeatAnswer, SeatRequestsEvent
from companion.protocol.answers import (
    BoxEvent,
    GoingBackAnswer,
    HappenedEvent,
    IntentAnswer,
    JoinAnswer,
    LogAnswer,
    OkAnswer,
    RefusedAnswer,
)
from companion.protocol.devices import DeviceStatuses
from companion.protocol.intents import Intent, SeatTaken, read_verb
from companion.protocol.messages import MOST_BYTES, GoingBackRequest, IntentMessage, Join, LogRequest
from companion.protocol.refusal import NoticeJson, Refused
from companion.protocol.story import RematchEvent
from companion.protocol.strict import StrictMessage
from companion.protocol.views import Seat
from companion.server.access import SeatAt
from companion.server.clients import Clients
from companion.server.held_seats import SeatRequests
from companion.server.http import fault_answer, invalid_answer, refused_answer
from companion.server.load import PacedServer
from companion.server.service import Service
from companion.table.seats import BOTH, SEATS, sides_of
from companion.table.table import Change, Table

log = logging.getLogger("companion")

Received = TypeVar("Received", bound=StrictMessage)


def room_of(game: str | None, seat: Seat) -> str:
    """All who sit at a seat get the same messages."""
    return f"{game or ''}/{seat}"


class Sockets:
    """Handlers of the events. None of them changes the game: they hand intents to the table."""

    def __init__(self, service: Service, io: SocketIO) -> None:
        self._service = service
        self._io = io
        self._clients = Clients()
        self._requests = SeatRequests(service.access.held, self._clients.plays)
        io.on_event("join", self._handler(Join, self._join))
        io.on_event("leave", self._handler(Leave, self._leave))
        io.on_event("answer_seat", self._handler(SeatAnswer, self._answer_seat))
        io.on_event("intent", self._handler(IntentMessage, self._intent))
        io.on_event("log", self._handler(LogRequest, self._log))
        io.on_event("going_back", self._handler(GoingBackRequest, self._going_back))
        io.on_event("disconnect", self._disconnect)
        service.games.listen(self._publish)
        service.on_notice(self._send_notice)
        service.devices.on_status(self._send_device_status)
        service.boxes.listen(self._send_box)
        service.on_people(self._send_people)
        service.on_rematch(self._send_rematch)
        service.network.reach.listen(self._send_places)

    def _handler(
        self, model: type[Received], handle: Callable[[Received], OkAnswer | RefusedAnswer]
    ) -> Callable[..., OkAnswer | RefusedAnswer]:
        """A handler that answers bad input with a coded refusal, to this client only."""

        def receive(*messages: Any) -> OkAnswer | RefusedAnswer:
            try:
                return handle(model.model_validate(messages[0] if len(messages) == 1 else None))
            except ValidationError as error:
                return invalid_answer(error)
            except Refused as refusal:
                return refused_answer(refusal)
            except Exception:
                log.exception("a message could not be handled")
                return fault_answer()

        return receive

    # -- coming in -----------------------------------------------------------------------------------------------------

    def _join(self, message: Join) -> JoinAnswer:
        access = self._service.access
        proven = access.seat_of(message.token) if message.token else None
        if proven is None:
            access.check_code(message.code, request.remote_addr or "")
        table = None if message.game is None else self._service.games.table(message.game)
        seat_at = SeatAt(message.game, message.seat, proven.holder if proven else "")
        if seat_at != proven:
            seat_at = self._take(table, message.seat, proven)
        self._sit(seat_at)
        if table is not None:
            self._service.opponent.look(table)
        # The view is taken after the room is entered, so that no change can fall between the two.
        return {
            "ok": True,
            "token": access.token_for(seat_at),
            "game": message.game,
            "seat": message.seat,
            "view": table.view(message.seat) if table else None,
            "log": table.log(message.seat) if table else [],
            "notices": list(self._service.games.notices),
            "devices": self._service.devices.status(),
        }

    def _take(self, table: Table | None, seat: Seat, proven: SeatAt | None) -> SeatAt:
        """A seat this tablet does not hold yet. One that another holds goes over only after everybody was told."""
        if not sides_of(seat):
            return SeatAt(table.name if table else None, seat)
        if table is None:
            raise Refused("table/seat_needs_game", "seat_needs_game", {"seat": seat})
        if not table.has_seat(seat):
            raise Refused("table/no_such_seat", "no_such_seat", {"seat": seat})
        sid: str = request.sid  # type: ignore[attr-defined]
        here = [one for one in (proven, self._clients.get(sid)) if one is not None and one.game == table.name]
        own = next(((one.seat, one.holder) for one in here if sides_of(one.seat)), None)
        held, asked = self._service.access.held, self._requests.concerning(table.name, BOTH)
        try:
            grant = self._requests.ask(sid, table.name, seat, request.remote_addr or "", own)
        except Refused as refusal:
            if self._requests.concerning(table.name, BOTH) != asked:
                self._notify(table.name, {"code": "table/seat_asked", "key": "seat_asked", "facts": refusal.facts})
                self._send_requests(table.name)
            raise
        if grant.taken:
            verb = SeatTaken(seat, grant.allowed)
            answer = table.submit(seat, Intent(f"seat-{uuid4()}", None, verb))
            if not answer.ok:
                # What cannot be written down does not happen.
                held.drop(table.name, grant.holder)
                raise Refused(answer.code, answer.key, answer.facts)
            self._send_requests(table.name)
        if own is not None:
            held.drop(table.name, own[1])
        return SeatAt(table.name, seat, grant.holder)

    def _sit(self, seat_at: SeatAt) -> None:
        sid: str = request.sid  # type: ignore[attr-defined]
        before = self._clients.put(sid, seat_at)
        if before == seat_at:
            return
        if before is not None:
            leave_room(room_of(before.game, before.seat))
            self._send_people(before.game)
        if seat_at.game is not None:
            # Nobody sits down at a player's seat unnoticed.
            notice: NoticeJson = {"code": "table/seat_taken", "key": "seat_taken", "facts": {"seat": seat_at.seat}}
            self._notify(seat_at.game, notice)
        join_room(room_of(seat_at.game, seat_at.seat))
        if seat_at.game is not None:
            self._send_requests(seat_at.game)
            self._send_people(seat_at.game)

    def _leave(self, message: Leave) -> OkAnswer:
        """The seat is free again, and this client hears nothing more of its game."""
        sid: str = request.sid  # type: ignore[attr-defined]
        self._stop_asking(sid)
        given_up = self._service.access.seat_of(message.token)
        if given_up is not None and given_up.game is not None:
            self._service.access.held.drop(given_up.game, given_up.holder)
        before = self._clients.get(sid)
        if before is not None and before == given_up:
            self._clients.drop(sid)
            leave_room(room_of(before.game, before.seat))
            self._send_people(before.game)
        return {"ok": True}

    def _answer_seat(self, message: SeatAnswer) -> OkAnswer:
        table, seat = self._seated()
        self._requests.answer(seat, table.name, message.request, message.allow)
        self._send_requests(table.name)
        return {"ok": True}

    def _disconnect(self, *_reason: Any) -> None:
        sid: str = request.sid  # type: ignore[attr-defined]
        left = self._clients.get(sid)
        self._clients.drop(sid)
        self._stop_asking(sid)
        if left is not None:
            self._send_people(left.game)

    def _stop_asking(self, sid: str) -> None:
        game = self._requests.give_up(sid)
        if game is not None:
            self._send_requests(game)

    def _send_requests(self, game: str) -> None:
        for seat in self._clients.seats(game):
            if sides_of(seat):
                event: SeatRequestsEvent = {"requests": self._requests.concerning(game, seat)}
                self._io.emit("seat_requests", event, to=room_of(game, seat))

    def _send_people(self, game: str | None) -> None:
        """Who is there, to everybody at the game."""
        # That somebody went away is no reason to open a game.
        table = None if game is None else self._service.games.opened_already(game)
        if game is None or table is None:
            return
        event = self._clients.people(table, self._service.access.held.sides(game))
        for seat in self._clients.seats(game):
            self._io.emit("people", event, to=room_of(game, seat))

    def _send_rematch(self, game: str, rematch: str) -> None:
        event: RematchEvent = {"game": rematch}
        for seat in self._clients.seats(game):
            self._io.emit("rematch", event, to=room_of(game, seat))

    def _seated(self) -> tuple[Table, Seat]:
        """The game and the seat of whoever sent the message."""
        seat_at = self._clients.get(request.sid)  # type: ignore[attr-defined]
        if seat_at is None or seat_at.game is None:
            raise Refused("table/not_joined", "not_joined")
        return self._service.games.table(seat_at.game), seat_at.seat

    def _intent(self, message: IntentMessage) -> IntentAnswer | RefusedAnswer:
        table, seat = self._seated()
        answer = table.submit(seat, Intent(message.id, message.version, read_verb(message.do)))
        if answer.ok:
            return {"ok": True, "version": answer.version}
        view = table.view(seat) if answer.code == "table/stale" else None
        return {"ok": False, "code": answer.code, "key": answer.key, "facts": answer.facts, "view": view}

    def _log(self, message: LogRequest) -> LogAnswer:
        table, seat = self._seated()
        return {"ok": True, "log": table.log(seat, message.before)}

    def _going_back(self, message: GoingBackRequest) -> GoingBackAnswer:
        table, seat = self._seated()
        return {"ok": True, "going_back": table.going_back(seat, message.undo_to)}

    # -- going out -----------------------------------------------------------------------------------------------------

    def _publish(self, change: Change) -> None:
        """Called by the table in order, while it holds its lock: every seat gets every change once, in order."""
        table = change.table
        for seat in self._clients.seats(table.name):
            room = room_of(table.name, seat)
            if change.records:
                happened: HappenedEvent = {"version": change.version, "lines": table.lines_of(seat, change.records)}
                self._io.emit("happened", happened, to=room)
            if change.whole:
                self._io.emit("view", table.view(seat), to=room)
            else:
                # In a tuple, because the library sends nothing at all for None.
                self._io.emit("reading", (table.reading(seat),), to=room)

    def _notify(self, game: str, notice: NoticeJson) -> None:
        for seat in SEATS:
            self._io.emit("notice", notice, to=room_of(game, seat))

    def _send_notice(self, notice: NoticeJson) -> None:
        """News of the devices on the table, for everybody at the game that is played on it."""
        table = self._service.current()
        if table is not None:
            self._notify(table.name, notice)

    def _send_device_status(self, status: DeviceStatuses) -> None:
        """To every tablet, at whatever game: there is one camera and one tray."""
        self._io.emit("devices", status)

    def _send_places(self) -> None:
        """To every tablet that can still be reached: where to look when it cannot any more."""
        self._io.emit("places", self._service.network.places())

    def _send_box(self) -> None:
        """To every tablet, at whatever game: names and numbers must be fetched anew."""
        event: BoxEvent = {"content": self._service.loaded_box.content}
        self._io.emit("box", event)


# -- in front of the socket library ------------------------------------------------------------------------------------

UNREADABLE: NoticeJson = {"code": "wire/bad_packet", "key": "bad_packet", "facts": {}}


class GuardedWebSocket(SimpleWebSocketWSGI):  # type: ignore[misc]
    """The library's websocket, which closes at messages that are too long instead of gathering them first."""

    def __init__(self, handler: Any, server: Any, **options: Any) -> None:
        super().__init__(handler, server, **{**options, "max_message_size": MOST_BYTES})

    def __call__(self, environ: Any, start_response: Any) -> Any:
        """As the library's own, with a socket that is read at the pace of one tablet."""
        self.ws = PacedServer(environ, **self.server_args)
        answer = self.app(self)
        if self.ws.mode == "gunicorn":
            raise StopIteration
        if self.ws.mode == "werkzeug":
            raise ConnectionError
        return answer

    def close(self) -> None:
        """A tablet that was switched off cannot be told goodbye."""
        with contextlib.suppress(OSError, simple_websocket.ConnectionClosed):
            super().close()


def guard(io: SocketIO) -> None:
    """Junk is answered with a coded notice; the library itself would answer with a traceback."""
    engine = io.server.eio
    engine._async = {**engine._async, "websocket": GuardedWebSocket}
    server = io.server
    read = engine.handlers["message"]

    def guarded(client: str, data: Any) -> None:
        try:
            read(client, data)
        except Exception as error:  # noqa: BLE001 (the library's reader raises anything)
            # The message itself is not logged: it may be megabytes of anything.
            log.warning("a packet could not be read: %s", type(error).__name__)
            # A packet that was begun must not swallow the next one.
            server._binary_packet.pop(client, None)
            sid = server.manager.sid_from_eio_sid(client, "/")
            if sid is not None:
                io.emit("notice", UNREADABLE, to=sid)

    engine.on("message", guarded)
