"""Rendered trays whose camera and lamp a player would leave as they are: calibration has nothing against them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from vision.calibrate.quality import dice_problem, measure
from vision.render.materials import CLASSIC
from vision.render.tray import TRAY_OPTIONS, RenderedTray

# Dice as large as calibration wants them in the frames of a tray camera, in images that are cheaper to draw; a camera
# that hangs over the tray as straight as people hang things, and sees all of it.
TRAY = replace(TRAY_OPTIONS, die_size=(36, 64), tilt=4.0, margin=0.13)
GLARING = replace(CLASSIC, base=(0.95, 0.95, 0.95), gloss=1.2, shine=12.0)  # what a camera is set up with


def well_set_up_tray(seed: Sequence[int]) -> RenderedTray:
    trays = (RenderedTray((*seed, attempt), TRAY) for attempt in count())
    return next(tray for tray in trays if _well_set_up(tray))


def _well_set_up(tray: RenderedTray) -> bool:
    white = tray.throw(5, material=GLARING)
    image = tray.image(white)
    spots = [(t.x, t.y, t.size) for t in tray.truths(white)]
    return not measure(image).problems() and not dice_problem(image, spots)
