"""`python -m vision.training.dice`: from nothing to new weights, in steps that can be repeated one by one."""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
from pathlib import Path

from vision.dice.network import WEIGHTS
from vision.training.dice import rendering

MARKS = Path(__file__).parent / "marks.json"
SCENES = 4000
# Further scenes of only numerals, with leaning dice, of no dice, of a tray from above, of printed dice, of a tray with
# huddled dice, with ten-sided ones and with mostly leaning ones, as a share.
NUMERALS, LEANING, THINGS, TRAYS, PRINTED, HUDDLED, TENS, TIPPED = 0.3, 0.2, 0.12, 0.7, 0.2, 0.35, 0.25, 0.25
# And scenes for one network each: with near numerals; with dice that are only depicted; with dice on paper.
CLOSE, DEPICTED, PAPER = 1.0, 0.6, 0.15
# Steps of training for each network, in the order in which they are trained.
LENGTHS = {"finder": 11_000, "tray_finder": 3_000, "classifier": 20_000, "numerals": 30_000, "depicted": 14_000}
STEPS = ["render", *LENGTHS, "export"]


def train_dice() -> int:
    args = _arguments()
    if importlib.util.find_spec("torch") is None:
        sys.stderr.write("Training needs torch, which the companion itself does not: pip install torch==2.13.0\n")
        return 2
    work = Path(args.work)
    if "render" in args.steps:
        _render(work, args.seed, args.scenes, args.workers)
    if set(LENGTHS) & set(args.steps):
        _train(work, args)
    if "export" in args.steps:
        from vision.training.dice.networks import export_all

        export_all(work, Path(args.out))
    return 0


def _render(work: Path, seed: int, count: int, workers: int) -> None:
    bands = {
        seed: 1.0,
        rendering.NUMERALS_FROM: NUMERALS,
        rendering.LEANING_FROM: LEANING,
        rendering.THINGS_FROM: THINGS,
        rendering.TRAY_FROM: TRAYS,
        rendering.PRINTED_FROM: PRINTED,
        rendering.HUDDLED_FROM: HUDDLED,
        rendering.TENS_FROM: TENS,
        rendering.TIPPED_FROM: TIPPED,
    }
    for first, share in bands.items():
        rendering.render_folder(work / "scenes", first, round(share * count), workers)
    rendering.render_folder(work / "close", rendering.CLOSE_FROM, round(CLOSE * count), workers)
    rendering.render_folder(work / "paper", rendering.PAPER_FROM, round(PAPER * count), workers)
    rendering.render_folder(work / "depicted", rendering.DEPICTED_FROM, round(DEPICTED * count), workers)


def _train(work: Path, args: argparse.Namespace) -> None:
    import torch

    from vision.training.dice.runs import TRAININGS, TrainingRun
    from vision.training.dice.scenes import photo_scenes

    torch.set_num_threads(args.workers)
    photos = photo_scenes(Path(args.photos), MARKS) if args.photos else []
    photos = [scene for scene in photos if scene.source not in args.leave_out]
    run = TrainingRun(work, photos, args.rate, args.photo_share, args.seed, args.thaw, args.resume)
    for name, training in TRAININGS.items():
        if name in args.steps:
            training(run, args.length or LENGTHS[name])


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m vision.training.dice", description=__doc__)
    parser.add_argument("--work", required=True, metavar="DIR", help="folder for scenes and checkpoints")
    parser.add_argument("--photos", metavar="DIR", help="folder with labels.jsonl; only open licences are used")
    parser.add_argument("--leave-out", nargs="*", default=[], metavar="SOURCE", help="sources to validate on")
    parser.add_argument("--steps", nargs="*", default=STEPS, choices=STEPS)
    parser.add_argument("--scenes", type=int, default=SCENES)
    parser.add_argument("--length", type=int, metavar="N", help="N steps of training for each network")
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
