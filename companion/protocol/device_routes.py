"""Routes of the devices: pieces taught under the camera, the camera itself, the tray, the check of all of them."""

from __future__ import annotations

from typing import Final

from companion.protocol import answers, messages, sight
from companion.protocol.route import Route

DEVICE_ROUTES: Final[tuple[Route, ...]] = (
    Route("GET", "/api/sight", "The pieces of the box, and which are known by their faces.", sight.SightAnswer),
    Route(
        "POST",
        "/api/sight/teach",
        "One look at the piece that lies under the camera; its picture is taken when it lies still and sharp.",
        sight.TeachAnswer,
        sight.TeachRequest,
    ),
    Route(
        "POST",
        "/api/sight/forget",
        "Throws the picture of a piece away, or all.",
        sight.SightAnswer,
        sight.ForgetRequest,
    ),
    Route("GET", "/api/sight/look", "What lies under the camera, tried out; nothing comes of it.", sight.KnownAnswer),
    Route("GET", "/api/sight/<piece>.jpg", "The small picture of a taught piece.", "image/jpeg"),
    Route("GET", "/api/camera", "What the camera over the tray shows and what is read of it.", answers.CameraAnswer),
    Route(
        "GET",
        "/api/camera.jpg",
        "The newest image; 204 while there is none. Not for a seat that may not see the card under it.",
        "image/jpeg",
    ),
    Route(
        "GET",
        "/api/camera/setup",
        "The tray's corners and what is wrong with the image; `?corners=` eight numbers tries others.",
        answers.CameraSetupAnswer,
    ),
    Route("GET", "/api/camera/flat.jpg", "The tray between `?corners=`, as seen from above.", "image/jpeg"),
    Route(
        "POST",
        "/api/camera/corners",
        "Keeps the corners of the tray, or forgets them.",
        answers.OkAnswer,
        messages.CornersRequest,
    ),
    Route(
        "GET",
        "/api/cameras",
        "The cameras that can be used: plugged in, a tablet's, the simulated one.",
        answers.CamerasAnswer,
    ),
    Route(
        "POST",
        "/api/camera/frame",
        "A picture of the tablet's own camera; `?eye=` tells one tablet from another, and there is one at a time.",
        answers.TabletFrameAnswer,
        "the JPEG",
    ),
    Route(
        "POST",
        "/api/camera/use",
        "Uses another camera; it must give an image first.",
        answers.OkAnswer,
        messages.CameraRequest,
    ),
    Route(
        "POST",
        "/api/camera/restart",
        "Closes the camera and opens it again; answers when an image came.",
        answers.OkAnswer,
    ),
    Route(
        "GET",
        "/api/camera/learning",
        "Whether dice that players confirm and correct teach the reader, and how many did.",
        answers.LearningAnswer,
    ),
    Route(
        "POST",
        "/api/camera/learning",
        "Switches that on or off. Off: nothing more is kept, and what is kept is not used.",
        answers.LearningAnswer,
        messages.LearningRequest,
    ),
    Route(
        "GET",
        "/api/devices",
        "The tray with its problem and faults, the camera, disk space and temperature.",
        answers.DevicesAnswer,
    ),
    Route(
        "POST",
        "/api/tray/test",
        "Buttons and cards are only shown on the devices page, for a minute.",
        answers.TrayTestAnswer,
        messages.TrayTestRequest,
    ),
    Route("POST", "/api/tray/search", "Looks for trays at once.", answers.TrayAnswer),
    Route(
        "POST",
        "/api/tray/blink",
        "The ring blinks three times; answers when the board has confirmed.",
        answers.OkAnswer,
    ),
    Route("POST", "/api/tray/sim", "A verb for the simulated tray.", answers.TrayLineAnswer, messages.TrayLineRequest),
    Route("GET", "/api/check", "What the last check found so far.", answers.CheckAnswer),
    Route("POST", "/api/check", "Begins a check, the same as `companion check`.", answers.CheckAnswer),
)
