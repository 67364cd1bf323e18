"""`python -m vision.dice.train`: from nothing to new weights, in steps that can be repeated one by one."""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from vision.dice.network import WEIGHTS

if TYPE_CHECKING:
    from vision.dice.train.crops import CropStore
    from vision.dice.train.numeral_crops import CloseStore
    from vision.dice.train.scenes import Scene

MARKS = Path(__file__).parent / "marks.json"
SCENES = 4000
# Further scenes of only numerals, with leaning dice, of no dice, of a tray from above, of printed dice, of a tray with
# huddled dice, with ten-sided ones and with mostly leaning ones, as a share.
NUMERALS, LEANING, THINGS, TRAYS, PRINTED, HUDDLED, TENS, TIPPED = 0.3, 0.2, 0.12, 0.7, 0.2, 0.35, 0.25, 0.25
CLOSE = 0.6  # and scenes with numerals seen from near, which only the network for numerals learns from
FINDER_STEPS, TRAY_STEPS, CLASSIFIER_STEPS, SECOND_STEPS, NUMERAL_STEPS = 11_000, 3_000, 20_000, 11_000, 9_000
GENTLY = 0.5  # share of the learning rate with which the finder is trained on for trays
STEPS = ["render", "finder", "tray_finder", "classifier", "second", "numerals", "export"]
PIPPED = 400  # scenes of all kinds of dice among those from which numerals are learned: pips are none
APART = 7  # from the seed of the first classifier to that of the second
MINED = 1500  # rendered scenes that are searched for the finder's mistakes


def main() -> int:
    args = _arguments()
    if importlib.util.find_spec("torch") is None:
        sys.stderr.write("Training needs torch, which the companion itself does not: pip install torch==2.13.0\n")
        return 2
    work = Path(args.work)
    if "render" in args.steps:
        from vision.dice.train import rendered

        bands = {
            args.seed: 1.0,
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
            rendered.render_folder(work / "scenes", first, round(share * args.scenes), args.workers)
        rendered.render_folder(work / "close", rendered.CLOSE_FROM, round(CLOSE * args.scenes), args.workers)
    if set(STEPS[1:-1]) & set(args.steps):
        _fit(args, work)
    if "export" in args.steps:
        from vision.dice.train.export import export_classifier, export_finder, export_numerals

        exports = {
            "finder": export_finder,
            "tray_finder": export_finder,
            "classifier": export_classifier,
            "second": export_classifier,
            "numerals": export_numerals,
        }
        for name, export in exports.items():
            if (work / f"{name}.pt").exists():
                export(work / f"{name}.pt", Path(args.out) / f"{name}.onnx")
    return 0


def _fit(args: argparse.Namespace, work: Path) -> None:
    import torch

    from vision.dice.train import fit
    from vision.dice.train.rendered import HUDDLED_FROM, LONE, TENS_FROM
    from vision.dice.train.scenes import photo_scenes, rendered_scenes

    torch.set_num_threads(args.workers)
    rendered = rendered_scenes(work / "scenes")
    photos = photo_scenes(Path(args.photos), MARKS) if args.photos else []
    photos = [scene for scene in photos if scene.source not in args.leave_out]
    share = args.photo_share if photos else 0.0
    plans = {
        "finder": args.finder_steps,
        "tray_finder": args.tray_steps,
        "classifier": args.classifier_steps,
        "second": args.second_steps,
        "numerals": args.numeral_steps,
    }
    for name, steps in plans.items():
        if name not in args.steps:
            continue
        out = work / f"{name}.pt"
        start = WEIGHTS / f"{name}.onnx" if args.thaw else None
        start = out if args.resume and out.exists() else start
        plan = fit.Plan(steps, args.rate, share, start, args.seed)
        if name == "finder":
            fit.fit_finder(out, rendered, photos, plan)
        elif name == "tray_finder":
            # The same network, taught on where dice huddle; it need not know oblique pictures as well any more.
            plan = replace(plan, rate=GENTLY * plan.rate, start=start or work / "finder.pt")
            huddled = rendered_scenes(work / "scenes", range(HUDDLED_FROM, TENS_FROM))
            fit.fit_finder(out, rendered + 2 * huddled, photos, plan)
        elif name == "numerals":
            fit.fit_numerals(out, _numerals(work, args.seed), plan)
        elif name == "second":
            # Another classifier for lone pictures: what both misread in the same way must be strange indeed.
            plan, lone = replace(plan, seed=args.seed + APART), rendered_scenes(work / "scenes", LONE)
            fit.fit_classifier(out, *_crops(work, lone, photos, plan.seed), plan)
        else:
            fit.fit_classifier(out, *_crops(work, rendered, photos, args.seed), plan)


def _crops(work: Path, rendered: list[Scene], photos: list[Scene], seed: int) -> tuple[CropStore, CropStore]:
    """What the classifier learns from: it shall know whatever the finder wrongly takes for dice."""
    from vision.dice.network import Network
    from vision.dice.train.crops import collect

    finder = Network(_finder(work))
    mined = [s for s in rendered if not len(s.dice)] + rendered[:MINED]
    store = collect(mined, seed, finder=finder)
    store.extend(collect(rendered[MINED:], seed + 2))
    return store, collect(photos, seed + 1, 8, finder)


def _numerals(work: Path, seed: int) -> CloseStore:
    """What the network for numerals learns from: no photos, so that those there are tell how it does on unknown dice."""
    from vision.dice.train.numeral_crops import collect_close
    from vision.dice.train.rendered import LEANING_FROM, NUMERALS_FROM, TENS_FROM, TIPPED_FROM
    from vision.dice.train.scenes import rendered_scenes

    scenes = rendered_scenes(work / "close")
    for band in (range(seed, seed + PIPPED), range(NUMERALS_FROM, LEANING_FROM), range(TENS_FROM, TIPPED_FROM)):
        scenes += rendered_scenes(work / "scenes", band)
    return collect_close(scenes, seed)


def _finder(work: Path) -> Path:
    """The finder trained here, or else the committed one."""
    from vision.dice.train.export import export_finder

    checkpoint = work / "finder.pt"
    return export_finder(checkpoint, work / "finder.onnx") if checkpoint.exists() else WEIGHTS / "finder.onnx"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m vision.dice.train", description=__doc__)
    parser.add_argument("--work", required=True, metavar="DIR", help="folder for scenes and checkpoints")
    parser.add_argument("--photos", metavar="DIR", help="folder with labels.jsonl; only open licences are used")
    parser.add_argument("--leave-out", nargs="*", default=[], metavar="SOURCE", help="sources to validate on")
    parser.add_argument(
        "--steps",
        nargs="*",
        default=STEPS,
        choices=STEPS,
    )
    parser.add_argument("--scenes", type=int, default=SCENES)
    parser.add_argument("--finder-steps", type=int, default=FINDER_STEPS)
    parser.add_argument("--tray-steps", type=int, default=TRAY_STEPS)
    parser.add_argument("--classifier-steps", type=int, default=CLASSIFIER_STEPS)
    parser.add_argument("--second-steps", type=int, default=SECOND_STEPS)
    parser.add_argument("--numeral-steps", type=int, default=NUMERAL_STEPS)
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
