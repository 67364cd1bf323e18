"""A rendered tray under a fixed camera: empty, with a hand, with rolling dice, with dice at rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, radians

import cv2
import numpy as np

from vision.images import Floats, Image, floats, pixels
from vision.render import clutter
from vision.render.body import lean
from vision.render.camera import sample_settings
from vision.render.die import DieMaterial, RenderedDie
from vision.render.piece import LaidPiece, lay_piece
from vision.render.scene import (
    SceneOptions,
    TrueDie,
    draw_dice,
    lay_down,
    on_table,
    sample_light,
    sample_view,
    throw_dice,
    true_die,
)
from vision.render.surface import lay_table

TRAY_OPTIONS = SceneOptions(
    die_size=(26, 44), oblique=0.0, cocked=0.0, things=0.0, hand=0.0, shape=0.75, ordinary=True, margin=0.1
)
LEAST_LEAN = radians(16)


@dataclass(frozen=True, slots=True)
class ThrownDice:
    """Dice in the tray."""

    dice: tuple[RenderedDie, ...]
    cocked: tuple[bool, ...]

    @property
    def leaning(self) -> bool:
        return any(self.cocked)


EMPTY = ThrownDice((), ())


class RenderedTray:
    """Camera, lamp and table are chosen once by the seed; every image has its own noise.

    Which dice are thrown does not depend on how many images were taken of those before.
    """

    def __init__(self, seed: int | Sequence[int], options: SceneOptions = TRAY_OPTIONS) -> None:
        self._rng = np.random.default_rng(seed)
        self._grain = self._rng.spawn(1)[0]
        self._options = options
        self._edge = float(np.exp(self._rng.uniform(*np.log(options.die_size)))) * options.long_side / 640
        self.view = sample_view(self._rng, options, self._edge)
        self._light = sample_light(self._rng)
        self._table = lay_table(self._rng, self.view, printed=False) * on_table(self._light)
        self._settings = sample_settings(self._rng, self._table, self._edge)
        self._drawn: tuple[ThrownDice, Floats] = (EMPTY, self._table)
        self._exposed: tuple[ThrownDice, Floats] = (EMPTY, self._settings.expose(self._table))

    def throw(
        self, dice: int, cocked: int = 0, kind: str = "d6-pips", material: DieMaterial | None = None
    ) -> ThrownDice:
        """New dice at rest at random places, all of one `material` if given; so many of them lean."""
        options = replace(self._options, dice=dice, kind=kind, cocked=0.0, material=material or self._options.material)
        thrown, _ = throw_dice(self._rng, options, self.view, self._edge)
        flags = [False] * len(thrown)
        for k in range(min(cocked, len(thrown))):
            thrown[k], flags[k] = self._askew(thrown[k]), True
        return ThrownDice(tuple(thrown), tuple(flags))

    def _askew(self, die: RenderedDie) -> RenderedDie:
        """The die, leaning; a ten-sided one may tip so far that the next face is as good as level, which is no lean."""
        laid = lay_down(self._rng, die, True)
        while (laid.turn @ laid.body.normals.T)[2].max() > cos(LEAST_LEAN):
            laid = lay_down(self._rng, die, True)
        return replace(laid, place=floats([*die.place[:2], laid.place[2]]))

    def truths(self, thrown: ThrownDice) -> tuple[TrueDie, ...]:
        return tuple(true_die(die, self.view, flag) for die, flag in zip(thrown.dice, thrown.cocked, strict=True))

    def image(self, thrown: ThrownDice, hand: bool = False) -> Image:
        if hand:
            light = self._light_of(thrown).copy()
            clutter.draw_hand(self._grain, light, self._hand_spot())
            return self._settings.develop(self._grain, light)
        if self._exposed[0] is not thrown:
            self._exposed = (thrown, self._settings.expose(self._light_of(thrown)))
        return self._settings.take(self._grain, self._exposed[1])

    def with_piece(self, face: Image, width: float, turn: float, at: tuple[float, float]) -> Image:
        """A flat piece in the tray instead of dice: so many edges of a die wide, turned clockwise."""
        lit = pixels(np.clip(floats(face) * on_table(self._light), 0, 255))
        light = self._table.copy()
        lay_piece(light, self.view, LaidPiece(lit, at, width, turn + self.view.roll))
        return self._settings.develop(self._grain, light)

    def moving(self, thrown: ThrownDice) -> Image:
        """The dice somewhere on their way, smeared by their speed."""
        tumbling = tuple(
            replace(
                die,
                turn=floats(lean(float(self._grain.uniform(0, 3)), float(self._grain.uniform(0, 6))) @ die.turn),
                place=floats(die.place + np.array([*self._grain.normal(0, 1.5, 2), self._grain.uniform(0.2, 1)])),
            )
            for die in thrown.dice
        )
        light = self._table.copy()
        draw_dice(light, tumbling, self.view, self._light)
        length = max(3, int(self._edge * 0.5))
        smear = np.zeros((length, length), np.float32)
        smear[length // 2] = 1 / length
        return self._settings.develop(self._grain, floats(cv2.filter2D(light, -1, smear)))

    def _light_of(self, thrown: ThrownDice) -> Floats:
        if self._drawn[0] is not thrown:
            light = self._table.copy()
            draw_dice(light, thrown.dice, self.view, self._light)
            self._drawn = (thrown, light)
        return self._drawn[1]

    def _hand_spot(self) -> tuple[int, int, int]:
        angle = self._grain.uniform(0, 2 * np.pi)
        wide, tall = self.view.width, self.view.height
        return (
            int(wide * (0.5 + 0.35 * np.cos(angle))),
            int(tall * (0.5 + 0.35 * np.sin(angle))),
            int(max(wide, tall) * self._grain.uniform(0.06, 0.1)),
        )
