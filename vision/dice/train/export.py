"""From checkpoints to the ONNX files that the reader runs."""

from __future__ import annotations

import warnings
from pathlib import Path

import torch
from torch import Tensor, nn

from vision.dice.crop import CROP
from vision.dice.shown import SIDE
from vision.dice.train.nets import Classifier, Finder, Numerals, Shown

_CROPS = {0: "n"}  # sides of the input that are not fixed


def export_finder(checkpoint: Path, out: Path) -> Path:
    return _export(Finder(), checkpoint, torch.zeros(1, 3, 128, 160), ["out"], {0: "n", 2: "h", 3: "w"}, out)


def export_classifier(checkpoint: Path, out: Path) -> Path:
    return _export(Classifier(), checkpoint, torch.zeros(2, 3, CROP, CROP), ["out", "aim", "features"], _CROPS, out)


def export_numerals(checkpoint: Path, out: Path) -> Path:
    return _export(Numerals(), checkpoint, torch.zeros(2, 3, CROP, CROP), ["out"], _CROPS, out)


def export_shown(checkpoint: Path, out: Path) -> Path:
    return _export(Shown(), checkpoint, torch.zeros(1, 3, SIDE, SIDE), ["out"], _CROPS, out)


EXPORTS = {
    "finder": export_finder,
    "tray_finder": export_finder,
    "classifier": export_classifier,
    "numerals": export_numerals,
    "shown": export_shown,
}


def export_all(work: Path, out: Path) -> None:
    """All networks that were trained in the work folder."""
    for name, export in EXPORTS.items():
        if (work / f"{name}.pt").exists():
            export(work / f"{name}.pt", out / f"{name}.onnx")


def _export(
    net: nn.Module, checkpoint: Path, sample: Tensor, outputs: list[str], free: dict[int, str], out: Path
) -> Path:
    net.load_state_dict(torch.load(checkpoint, weights_only=True))
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
    return out
