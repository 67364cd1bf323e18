"""Routes of the cameras: the live image, setting up the tray's corners, photos of dice, cards and the board."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, request

from companion.devices.board_check import BoardChecks, GivesBoardImage
from companion.devices.board_reading import BoardReading, read_board_image
from companion.devices.camera_setup import found_cameras, must_give_image
from companion.devices.camera_source import CameraSource, camera_to_json
from companion.devices.home_learning import HomeLearner
from companion.devices.photo_source import CardPhotos, PiecePhotos, card_kind
from companion.devices.tablet_camera import MOST_BYTES as MOST_FRAME_BYTES
from companion.devices.uploaded_images import MOST_BYTES
from companion.protocol.answers import (
    BoardAnswer,
    CameraAnswer,
    CamerasAnswer,
    CameraSetupAnswer,
    CardPhotoAnswer,
    LearningAnswer,
    OkAnswer,
    PhotoAnswer,
    TabletFrameAnswer,
)
from companion.protocol.messages import CameraRequest, Corner, CornersRequest, LearningRequest
from companion.protocol.readings import InputRequest
from companion.protocol.refusal import Refused
from companion.protocol.sight import KnownAnswer
from companion.protocol.views import Seat
from companion.server.access import SeatAt
from companion.server.http import jpeg_answer, read_message, read_upload, require_seat
from companion.server.service import Service
from companion.table.seats import plays_side
from companion.table.table import Table


def camera_routes(service: Service) -> Blueprint:
    api = Blueprint("camera", __name__, url_prefix="/api")
    _add_camera(api, service)
    _add_corners(api, service)
    _add_learning(api, service)
    _add_photos(api, service)
    _add_board(api, service)
    return api


def _camera(service: Service) -> CameraSource:
    if service.devices.camera is None:
        raise Refused("camera/none", "no_camera")
    return service.devices.camera


def _camera_shown_to(service: Service, seat: SeatAt) -> CameraSource:
    """The camera, if this seat may see its image now."""
    camera = _camera(service)
    if service.devices.hides_camera(seat):
        raise Refused("camera/hidden", "camera_hidden")
    return camera


def _add_camera(api: Blueprint, service: Service) -> None:
    access, tablet = service.access, service.settings.tablet

    def used_camera() -> str | None:
        return service.devices.camera.name if service.devices.camera is not None else None

    @api.get("/camera")
    def camera_now() -> CameraAnswer:
        seat, camera = require_seat(access), service.devices.camera
        return {"ok": True, **camera_to_json(camera, service.devices.hides_camera(seat))}

    @api.get("/camera.jpg")
    def camera_image() -> Response:
        jpeg = _camera_shown_to(service, require_seat(access)).live.jpeg()
        # No image just now is nothing a tablet should complain of: it asks again in a moment.
        return jpeg_answer(jpeg) if jpeg is not None else Response(status=204)

    @api.get("/cameras")
    def cameras() -> CamerasAnswer:
        require_seat(access)
        return {"ok": True, "cameras": found_cameras(used_camera(), tablet)}

    @api.post("/camera/use")
    def use_camera() -> OkAnswer:
        require_seat(access)
        wanted = read_message(CameraRequest).camera
        found = next((camera for camera in found_cameras(used_camera(), tablet) if camera["id"] == wanted), None)
        if found is None:
            raise Refused("camera/unknown", "camera_unknown", {"camera": wanted})
        if service.devices.camera is not None and found["used"]:
            service.devices.camera.restart()
        else:
            # Only a camera that works takes the place of the one in use.
            must_give_image(wanted, tablet)
            service.use_camera(wanted)
        return {"ok": True}

    @api.post("/camera/restart")
    def restart_camera() -> OkAnswer:
        require_seat(access)
        _camera(service).restart()
        return {"ok": True}

    @api.post("/camera/frame")
    def frame_of_tablet() -> TabletFrameAnswer:
        require_seat(access)
        if tablet is None:
            raise Refused("table/no_reader", "no_reader")
        if tablet.admit(request.args.get("eye", "")[:64]):
            with service.uploads.image(read_upload(MOST_FRAME_BYTES)) as image:
                tablet.put(image)
        return {"ok": True, "used": used_camera() == tablet.name}


def _add_corners(api: Blueprint, service: Service) -> None:
    access = service.access

    @api.get("/camera/setup")
    def camera_setup() -> CameraSetupAnswer:
        camera = _camera_shown_to(service, require_seat(access))
        return {"ok": True, **camera.setup.advice(_corners_of_address())}

    @api.get("/camera/flat.jpg")
    def flat_image() -> Response:
        camera = _camera_shown_to(service, require_seat(access))
        return jpeg_answer(camera.setup.from_above(_corners_of_address()))

    @api.post("/camera/corners")
    def set_corners() -> OkAnswer:
        camera = _camera_shown_to(service, require_seat(access))
        wanted = read_message(CornersRequest).corners
        camera.setup.save(tuple(wanted or ()))
        return {"ok": True}


def _corners_of_address() -> tuple[Corner, ...]:
    """`?corners=`: eight numbers with commas between them."""
    text = request.args.get("corners", "")
    if not text:
        return ()
    try:
        numbers = [float(word) for word in text[:200].split(",")]
        return tuple(zip(numbers[::2], numbers[1::2], strict=True))
    except ValueError as error:
        raise Refused("camera/bad_corners", "bad_corners") from error


def _add_learning(api: Blueprint, service: Service) -> None:
    access = service.access

    def learner() -> HomeLearner:
        if service.devices.photos is None:
            raise Refused("table/no_reader", "no_reader")
        return service.devices.photos.learner

    @api.get("/camera/learning")
    def learning() -> LearningAnswer:
        require_seat(access)
        if service.devices.photos is None:
            return {"ok": True, "can_read": False, "on": False, "confirmed": 0, "corrected": 0}
        return {"ok": True, **learner().to_json()}

    @api.post("/camera/learning")
    def switch_learning() -> LearningAnswer:
        require_seat(access)
        learner().switch(read_message(LearningRequest).on)
        return {"ok": True, **learner().to_json()}


def _add_photos(api: Blueprint, service: Service) -> None:
    access = service.access
    cards, pieces = CardPhotos(), PiecePhotos(service.taught, service.titles)

    @api.post("/games/<name>/photo")
    def photo_of_dice(name: str) -> PhotoAnswer:
        seat = require_seat(access).seat_in(name)
        table = service.games.table(name)
        _must_await_roll_of(table, seat)
        if service.devices.photos is None:
            raise Refused("table/no_reader", "no_reader")
        with service.uploads.image(read_upload(MOST_BYTES)) as image:
            reading = service.devices.photos.read(image)
        table.submit_event(reading)
        return {"ok": True, "reading": reading.id, "state": reading.state, "dice": len(reading.faces)}

    @api.post("/games/<name>/piece")
    def photo_of_piece(name: str) -> KnownAnswer:
        seat = require_seat(access).seat_in(name)
        table = service.games.table(name)
        awaited = _must_await_draw_of(table, seat)
        with service.uploads.image(read_upload(MOST_BYTES)) as image:
            names = table.loaded_box().tag_names()
            known, reading = pieces.read(image, names, is_card=awaited.what != "tile")
            size = [image.shape[1], image.shape[0]]
        if reading is not None:
            table.submit_event(reading)
        return {"ok": True, "size": size, **known}

    @api.post("/box/photo")
    def photo_of_card() -> CardPhotoAnswer:
        require_seat(access)
        kind = card_kind(request.args.get("kind", ""))
        with service.uploads.image(read_upload(MOST_BYTES)) as image:
            return {"ok": True, "card": cards.read(image, kind)}

    @api.post("/box/photo/camera")
    def card_under_camera() -> CardPhotoAnswer:
        image = _camera_shown_to(service, require_seat(access)).live.image()
        return {"ok": True, "card": cards.read(image, card_kind(request.args.get("kind", "")))}


def _must_await_roll_of(table: Table, seat: Seat) -> None:
    """Dice are awaited, and of whoever sends the photo: nobody rolls for the other player."""
    awaited = table.input_request()
    if awaited is None or awaited.kind != "roll":
        raise Refused("table/no_roll_awaited", "no_roll_awaited", {"what": awaited.what if awaited else "over"})
    _must_play_side_of(awaited, seat)


def _must_await_draw_of(table: Table, seat: Seat) -> InputRequest:
    """A tile or card is drawn, by whoever sends the photo: nobody draws for the other player."""
    awaited = table.input_request()
    if awaited is None or awaited.kind != "draw":
        raise Refused("table/no_draw_awaited", "no_draw_awaited", {"what": awaited.what if awaited else "over"})
    _must_play_side_of(awaited, seat)
    return awaited


def _must_play_side_of(awaited: InputRequest, seat: Seat) -> None:
    if not plays_side(seat, awaited.side):
        facts = {"seat": seat, "side": awaited.side, "what": awaited.what}
        raise Refused("table/not_your_seat", "not_your_seat", facts)


def _add_board(api: Blueprint, service: Service) -> None:
    names = service.loaded_box.tag_names()
    checks = BoardChecks()

    def compare(name: str, seat: Seat) -> BoardAnswer:
        return {"ok": True, "check": checks.result(service.games.table(name), seat)}

    def take(name: str, read: Callable[[], BoardReading]) -> BoardAnswer:
        seat = require_seat(service.access).seat_in(name)
        game = service.games.table(name).name
        checks.remember(game, read())
        return compare(name, seat)

    def read_photo() -> BoardReading:
        with service.uploads.image(read_upload(MOST_BYTES), full=True) as image:
            return read_board_image(image, names, service.taught)

    def read_camera() -> BoardReading:
        with service.uploads.turn():
            return read_board_image(_board_camera(service).grab(), names, service.taught)

    @api.get("/games/<name>/board")
    def last_board(name: str) -> BoardAnswer:
        return compare(name, require_seat(service.access).seat_in(name))

    @api.post("/games/<name>/board")
    def photo_of_board(name: str) -> BoardAnswer:
        return take(name, read_photo)

    @api.post("/games/<name>/board/camera")
    def board_under_camera(name: str) -> BoardAnswer:
        return take(name, read_camera)


def _board_camera(service: Service) -> GivesBoardImage:
    if service.settings.board is None:
        raise Refused("table/no_board_camera", "no_board_camera")
    return service.settings.board
