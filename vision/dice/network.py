"""The trained networks and the classes they know."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import onnxruntime

from vision.images import Floats, Image, floats

WEIGHTS = Path(__file__).parent / "weights"


class Network:
    """One ONNX file: a batch of images (n, h, w, 3) in, one or more arrays out."""

    def __init__(self, path: Path) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.enable_cpu_mem_arena = False  # memory goes back after a large image
        self._session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        self._input = self._session.get_inputs()[0].name

    def run(self, images: Image) -> list[Floats]:
        return [floats(out) for out in self._session.run(None, {self._input: to_input(images)})]


def to_input(images: Image) -> Floats:
    """Images (n, h, w, 3) as the networks take them: planes of values around zero."""
    planes = np.ascontiguousarray(images.transpose(0, 3, 1, 2), dtype=np.float32)
    planes *= np.float32(1 / 255)
    planes -= np.float32(0.5)
    return planes


@lru_cache(maxsize=8)
def load_network(name: str) -> Network:
    """The committed network of that name, loaded at its first use."""
    return Network(WEIGHTS / f"{name}.onnx")


class FaceClass(NamedTuple):
    """What can lie on top of a die, or that no top face is there."""

    kind: str  # d6-pips, d6-numeral, d10-numeral, cocked, none
    sides: int
    face: int


NONE = 0
_DICE = (
    [FaceClass("d6-pips", 6, f) for f in range(1, 7)]
    + [FaceClass("d6-numeral", 6, f) for f in range(1, 7)]
    + [FaceClass("d10-numeral", 10, f) for f in range(10)]
)
CLASSES: tuple[FaceClass, ...] = (FaceClass("none", 0, -1), *_DICE, FaceClass("cocked", 0, -1))
COCKED = len(CLASSES) - 1


def class_of(kind: str, face: int, cocked: bool = False) -> int:
    """The class of a die with `face` on top."""
    if cocked:
        return COCKED
    for number, known in enumerate(CLASSES):
        if known.kind == kind and known.face == face:
            return number
    raise ValueError(f"no class for face {face} of a {kind} die")
