"""The camera over HTTP: its live picture, what the eye makes of it, and setting its corners."""

from __future__ import annotations

from typing import Annotated, Any

from flask import Blueprint, Response, request
from pydantic import Field

from companion.devices.cameras import find_cameras, must_give_a_picture
from companion.devices.eye import Eye
from companion.server.asking import as_json, must_be_in
from companion.server.messages import Message
from companion.server.service import Service
from companion.table.problems import TableRefusal
from companion.table.seats import sees_deck

NO_CAMERA: dict[str, Any] = {
    "camera": None,
    "simulated": False,
    "health": "none",
    "number": 0,
    "size": None,
    "state": "none",
    "sure": False,
    "dice": [],
    "outside": [],
}


Place = tuple[float, float]


class CornersRequest(Message):
    """The tray's corners, clockwise from the far left, in pixels of the picture; null forgets them."""

    corners: Annotated[list[Place], Field(min_length=4, max_length=4)] | None


class CameraRequest(Message):
    """One of the cameras that were found, by its id."""

    camera: Annotated[str, Field(max_length=300)]


def register_camera(api: Blueprint, service: Service) -> None:
    @api.get("/camera")
    def camera_state() -> Response:
        seat, eye = must_be_in(service), service.eye
        if eye is None:
            return as_json({"ok": True, **NO_CAMERA, "hidden": False})
        told = {"camera": eye.name, "simulated": eye.simulated, **eye.live.glimpse()}
        return as_json({"ok": True, **told, "hidden": is_hidden(eye, seat)})

    @api.get("/cameras")
    def cameras() -> Response:
        must_be_in(service)
        used = service.eye.name if service.eye is not None else None
        found = [{"id": c.word, "name": c.name, "real": c.real, "used": c.name == used} for c in find_cameras()]
        return as_json({"ok": True, "cameras": found})

    @api.post("/camera/use")
    def use_camera() -> Response:
        must_be_in(service)
        wanted = CameraRequest.model_validate_json(request.get_data()).camera
        found = next((camera for camera in find_cameras() if camera.word == wanted), None)
        if found is None:
            raise TableRefusal("camera/unknown", "camera_unknown", {"camera": wanted})
        if service.eye is not None and service.eye.name == found.name:
            service.eye.restart()
        else:
            # Only a camera that works takes the place of the one in use.
            must_give_a_picture(wanted)
            service.use_camera(wanted)
        return as_json({"ok": True})

    @api.post("/camera/restart")
    def restart_camera() -> Response:
        must_be_in(service)
        if service.eye is None:
            raise TableRefusal("camera/none", "no_camera")
        service.eye.restart()
        return as_json({"ok": True})

    @api.get("/camera.jpg")
    def live_picture() -> Response:
        eye = picture_for(service, must_be_in(service))
        jpeg = eye.live.jpeg()
        # No picture just now is nothing a tablet should complain of: it asks again in a moment.
        return jpeg_answer(jpeg) if jpeg is not None else Response(status=204)

    @api.get("/camera/setup")
    def camera_setup() -> Response:
        eye = picture_for(service, must_be_in(service))
        return as_json({"ok": True, **eye.corners.advice(_wanted())})

    @api.get("/camera/flat.jpg")
    def flat_picture() -> Response:
        eye = picture_for(service, must_be_in(service))
        return jpeg_answer(eye.corners.flat(_wanted() or ()))

    @api.post("/camera/corners")
    def set_corners() -> Response:
        eye = picture_for(service, must_be_in(service))
        wanted = CornersRequest.model_validate_json(request.get_data()).corners
        eye.corners.save(tuple(wanted) if wanted is not None else None)
        return as_json({"ok": True})


def _wanted() -> tuple[Place, ...] | None:
    """The corners in the address: eight numbers with commas between them."""
    text = request.args.get("corners", "")
    if not text:
        return None
    try:
        numbers = [float(word) for word in text[:200].split(",")]
        return tuple(zip(numbers[::2], numbers[1::2], strict=True))
    except ValueError as error:
        raise TableRefusal("camera/bad_corners", "bad_corners") from error


def picture_for(service: Service, seat: str) -> Eye:
    """The eye whose picture this seat may see."""
    if service.eye is None:
        raise TableRefusal("camera/none", "no_camera")
    if is_hidden(service.eye, seat):
        raise TableRefusal("camera/hidden", "camera_hidden")
    return service.eye


def is_hidden(eye: Eye, seat: str) -> bool:
    """Whether a card may lie under the camera that this seat must not see."""
    return not all(sees_deck(seat, deck) for deck in eye.curtain.decks())


def jpeg_answer(jpeg: bytes) -> Response:
    answer = Response(jpeg, mimetype="image/jpeg")
    answer.headers["Cache-Control"] = "no-store"
    return answer
