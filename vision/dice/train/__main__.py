"""`python -m vision.dice.train`: from nothing to new weights, in steps that can be repeated one by one."""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
from pathlib import Path

from vision.dice.network import WEIGHTS

MARKS = Path(__file__).parent / "marks.json"
SCENES = 4000
# Further scenes of only numerals, with leaning dice, of no dice, of a tray from above, of printed dice, of a tray with
# huddled dice, with ten-sided ones and with mostly leaning ones, as a share.
NUMERALS, LEANING, THINGS, TRAYS, PRINTED, HUDDLED, TENS, TIPPED = 0.3, 0.2, 0.12, 0.7, 0.2, 0.35, 0.25, 0.25
# And scenes for one network each: with numerals seen from near; with dice that are only shown, and such on paper.
CLOSE, SHOWN, PAPER = 1.0, 0.6, 0.15
# Steps of training for each network, in the order in which they are taught.
TAUGHT = {"finder": 11_000, "tray_finder": 3_000, "classifier": 20_000, "numerals": 30_000, "shown": 14_000}
STEPS = ["render", *TAUGHT, "export"]


def main() -> int:
    args = _arguments()
    if importlib.util.find_spec("torch") is None:
        sys.stderr.write("Training needs torch, which the companion itself does not: pip install torch==2.13.0\n")
        return 2
    work = Path(args.work)
    if "render" in args.steps:
        _render(work, args.seed, args.scenes, args.workers)
    if set(TAUGHT) & set(args.steps):
        _teach(work, args)
    if "export" in args.steps:
        from vision.dice.train.export import export_all

        export_all(work, Path(args.out))
    return 0


def _render(work: Path, seed: int, scenes: int, workers: int) -> None:
    from vision.dice.train import rendered

    bands = {
        seed: 1.0,
        rendered.NUMERALS_FROM: NUMERALS,
        rendered.LEANING_FROM: LEANING,
        rendered.THINGS_FROM: THINGS,
        rendered.TRAY_FROM: TRAYS,
        rendered.PRINTED_FROM: PRINTED,
        rendered.HUDDLED_FROM: HUDDLED,
        rendered.TENS_FROM: TENS,
        rendered.TIPPED_FROM: TIPPED,
    }
    for first, share in bands.items():
        rendered.render_folder(work / "scenes", first, round(share * scenes), workers)
    rendered.render_folder(work / "close", rendered.CLOSE_FROM, round(CLOSE * scenes), workers)
    rendered.render_folder(work / "paper", rendered.PAPER_FROM, round(PAPER * scenes), workers)
    rendered.render_folder(work / "shown", rendered.SHOWN_FROM, round(SHOWN * scenes), workers)


def _teach(work: Path, args: argparse.Namespace) -> None:
    import torch

    from vision.dice.train.lessons import LESSONS, Course
    from vision.dice.train.scenes import photo_scenes

    torch.set_num_threads(args.workers)
    photos = photo_scenes(Path(args.photos), MARKS) if args.photos else []
    photos = [scene for scene in photos if scene.source not in args.leave_out]
    course = Course(work, photos, args.rate, args.photo_share, args.seed, args.thaw, args.resume)
    for name, lesson in LESSONS.items():
        if name in args.steps:
            lesson(course, args.length or TAUGHT[name])


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m vision.dice.train", description=__doc__)
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
    sys.exit(main())
