"""From checkpoints to the ONNX files that the reader runs."""

from __future__ import annotations

import warnings
from pathlib import Path

import torch
from torch import Tensor, nn

from vision.dice.crop import CROP
from vision.dice.train.nets import Classifier, Finder, Numerals


def export_finder(checkpoint: Path, out: Path) -> Path:
    net = Finder()
    net.load_state_dict(torch.load(checkpoint, weights_only=True))
    _write(net, torch.zeros(1, 3, 128, 160), ["out"], {0: "n", 2: "h", 3: "w"}, out)
    return out


def export_classifier(checkpoint: Path, out: Path) -> Path:
    net = Classifier()
    net.load_state_dict(torch.load(checkpoint, weights_only=True))
    _write(net, torch.zeros(2, 3, CROP, CROP), ["out", "aim", "features"], {0: "n"}, out)
    return out


def export_numerals(checkpoint: Path, out: Path) -> Path:
    net = Numerals()
    net.load_state_dict(torch.load(checkpoint, weights_only=True))
    _write(net, torch.zeros(2, 3, CROP, CROP), ["out"], {0: "n"}, out)
    return out


def _write(net: nn.Module, sample: Tensor, outputs: list[str], free: dict[int, str], out: Path) -> None:
    axes = dict.fromkeys(("pictures", *outputs), free)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the older exporter folds batch norms by itself
        torch.onnx.export(
            net.eval(),
            (sample,),
            str(out),
            input_names=["pictures"],
            output_names=outputs,
            dynamic_axes=axes,
            dynamo=False,
            opset_version=17,
        )
