"""Running the trained networks on one core, and nothing else."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
import onnxruntime

from vision.arrays import Floats, Image, floats

WEIGHTS = Path(__file__).parent / "weights"


class Network:
    """One ONNX file: a batch of pictures (n, h, w, 3) in, one or more arrays out."""

    def __init__(self, path: Path) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.enable_cpu_mem_arena = False  # memory goes back after a large picture
        self._session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        self._input = self._session.get_inputs()[0].name

    def run(self, pictures: Image) -> list[Floats]:
        planes = np.ascontiguousarray(pictures.transpose(0, 3, 1, 2), dtype=np.float32)
        planes *= np.float32(1 / 255)
        planes -= np.float32(0.5)
        return [floats(out) for out in self._session.run(None, {self._input: planes})]


@lru_cache(maxsize=8)
def load(name: str) -> Network:
    """The committed network of that name, loaded at its first use."""
    return Network(WEIGHTS / f"{name}.onnx")


def softmax(scores: Floats) -> Floats:
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return floats(raised / raised.sum(axis=-1, keepdims=True))
