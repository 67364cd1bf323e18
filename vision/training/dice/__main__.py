"""`python -m vision.training.dice`: from nothing to new weights, in steps that can be repeated one by one."""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
from math import inf
from pathlib import Path

from vision.dice.network import WEIGHTS
from vision.training.dice import rendering

SCENES = 4000
# Further scenes of only numerals, with leaning dice, of no dice, of a tray from above, of printed dice, of a tray with
# huddled dice, with ten-sided ones and with mostly leaning ones, as a share.
NUMERALS, LEANING, THINGS, TRAYS, PRINTED, HUDDLED, TENS, TIPPED = 0.3, 0.2, 0.12, 0.7, 0.2, 0.35, 0.25, 0.25
# And seen by low cameras, and with odd dice.
LOW, ODD = 0.2, 0.4
# And scenes for one network each: with near numerals; with dice that are only depicted; with dice on paper.
CLOSE, DEPICTED, PAPER = 1.0, 0.6, 0.15
# And a few of each kind for the witness, other ones than the other networks see.
WITNESS_SKIPS = 20_000
OTHERS_SKIP = 5_000  # of the scenes that were made for the witness
WITNESS = {
    WITNESS_SKIPS: 0.105,
    rendering.TRAY_FROM + WITNESS_SKIPS: 0.075,
    rendering.HUDDLED_FROM + WITNESS_SKIPS: 0.05,
    rendering.THINGS_FROM + WITNESS_SKIPS: 0.03,
    rendering.PRINTED_FROM + WITNESS_SKIPS: 0.02,
    rendering.NUMERALS_FROM + WITNESS_SKIPS: 0.02,
    rendering.LOW_FROM: 0.125,
    rendering.ODD_FROM: 0.2,
}
# Steps of training for each network, in the order in which they are trained.
LENGTHS = {
    "finder": 11_000,
    "tray_finder": 3_000,
    "classifier": 20_000,
    "numerals": 30_000,
    "depicted": 14_000,
    "witness": 3_000,
}
STEPS = ["render", *LENGTHS, "export"]


def train_dice() -> int:
    args = _arguments()
    if importlib.util.find_spec("torch") is None:
        sys.stderr.write("Training needs torch, which the companion itself does not: pip install torch==2.13.0\n")
        return 2
    work = Path(args.work)
    if "render" in args.steps:
        _render(work, args)
    if set(LENGTHS) & set(args.steps):
        _train(work, args)
    if "export" in args.steps:
        from vision.training.dice.networks import export_all

        export_all(work, Path(args.out))
    return 0


def _render(work: Path, args: argparse.Namespace) -> None:
    """What the networks that are to be trained learn from."""
    general = {
        args.seed: 1.0,
        rendering.NUMERALS_FROM: NUMERALS,
        rendering.LEANING_FROM: LEANING,
        rendering.THINGS_FROM: THINGS,
        rendering.TRAY_FROM: TRAYS,
        rendering.PRINTED_FROM: PRINTED,
        rendering.HUDDLED_FROM: HUDDLED,
        rendering.TENS_FROM: TENS,
        rendering.TIPPED_FROM: TIPPED,
        rendering.LOW_FROM + OTHERS_SKIP: LOW,
        rendering.ODD_FROM + OTHERS_SKIP: ODD,
    }
    folders: dict[str, tuple[set[str], dict[int, float]]] = {
        "scenes": (set(LENGTHS) - {"witness"}, general),
        "close": ({"numerals"}, {rendering.CLOSE_FROM: CLOSE}),
        "paper": ({"depicted"}, {rendering.PAPER_FROM: PAPER}),
        "witness": ({"witness"}, WITNESS),
        "depicted": ({"depicted"}, {rendering.DEPICTED_FROM: DEPICTED}),
    }
    trained = set(LENGTHS) & set(args.steps) or set(LENGTHS)
    for name, (learners, bands) in folders.items():
        for first, share in bands.items() if learners & trained else ():
            rendering.render_folder(work / name, first, round(share * args.scenes), args.workers)


def _train(work: Path, args: argparse.Namespace) -> None:
    import torch

    from vision.training.dice.runs import TRAININGS, TrainingRun
    from vision.training.dice.scenes import boxed_scenes, photo_scenes
    from vision.training.sources import training_photos

    torch.set_num_threads(args.workers)
    photos = training_photos(Path(args.photos)) if args.photos else []
    marked, boxed = photo_scenes(photos), boxed_scenes(photos)
    run = TrainingRun(work, marked, boxed, args.rate, args.photo_share, args.seed, args.thaw, args.resume, args.minutes)
    for name, training in TRAININGS.items():
        if name in args.steps:
            training(run, args.length or LENGTHS[name])


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m vision.training.dice", description=__doc__)
    parser.add_argument("--work", required=True, metavar="DIR", help="folder for scenes and checkpoints")
    parser.add_argument("--photos", metavar="DIR", help="folder of labelled photos; only sources to train on are used")
    parser.add_argument("--steps", nargs="*", default=STEPS, choices=STEPS)
    parser.add_argument("--scenes", type=int, default=SCENES)
    parser.add_argument("--length", type=int, metavar="N", help="N steps of training for each network")
    parser.add_argument("--minutes", type=float, default=inf, help="and at most so long for each, if that ends sooner")
    parser.add_argument("--rate", type=float, default=1.5e-3)
    parser.add_argument("--photo-share", type=float, default=0.25, help="share of photos among the examples")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoints in the work folder")
    parser.add_argument("--thaw", action="store_true", help="go on from the committed weights")
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", default=str(WEIGHTS), metavar="DIR", help="where the ONNX files go")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(train_dice())
