"""Pictures of pictures: dice that are only shown, on a screen or on a page that lies on a table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.arrays import Image, floats
from vision.render import clutter
from vision.render.lens import load_film
from vision.render.page import page
from vision.render.scene import Wish, make_scene, on_table, sample_light, sample_view
from vision.render.screen import screen
from vision.render.sheet import Sheet, lay
from vision.render.surface import lay_table

SCREENS = 0.6  # share of screens; the others are pages
DIE = 40.0  # pixels of a die that would lie beside it, by which the table's pattern is measured


def show(seed: Sequence[int], picture: Image | None = None, long_side: int = 400) -> Image:
    """Something on a table that shows this picture of dice, or else a rendered one."""
    rng = np.random.default_rng(seed)
    shown = make_scene((*seed, 1), Wish(long_side=320, cocked=0.0, hand=0.0)).image if picture is None else picture
    wish = Wish(long_side=long_side, oblique=0.15)
    view, light = sample_view(rng, wish, DIE), sample_light(rng)
    table = lay_table(rng, view) * on_table(light)
    if rng.random() < 0.3:
        clutter.scatter(rng, table, DIE, int(rng.integers(1, 4)))
    on_it = floats(shown) / np.float32(255)
    on_it = floats(on_it ** np.float32(1.5))  # from what a camera has written back to light
    if rng.random() < SCREENS:
        lay(rng, table, screen(rng, on_it))
    else:
        sheet = page(rng, on_it)
        lay(rng, table, Sheet(sheet.colours * on_table(light), sheet.shape))
    return load_film(rng, table, DIE / 2).develop(rng, table)
