"""`python -m vision.dice.train`: from nothing to new weights, in steps that can be repeated one by one."""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
from pathlib import Path

from vision.dice.network import WEIGHTS

MARKS = Path(__file__).parent / "marks.json"
SCENES = 3000
STEPS = 2600
MINED = 600  # rendered scenes that are searched for the finder's mistakes


def main() -> int:
    args = _arguments()
    if importlib.util.find_spec("torch") is None:
        sys.stderr.write("Training needs torch, which the companion itself does not: pip install torch==2.13.0\n")
        return 2
    work = Path(args.work)
    if "render" in args.steps:
        from vision.dice.train.rendered import NUMERALS_FROM, render_folder

        render_folder(work / "scenes", args.seed, args.scenes, args.workers)
        render_folder(work / "scenes", NUMERALS_FROM, args.scenes // 6, args.workers)
    if "finder" in args.steps or "classifier" in args.steps:
        _fit(args, work)
    if "export" in args.steps:
        from vision.dice.train.export import export

        export(work / "finder.pt", work / "classifier.pt", Path(args.out))
    return 0


def _fit(args: argparse.Namespace, work: Path) -> None:
    import torch

    from vision.dice.network import Network
    from vision.dice.train import fit
    from vision.dice.train.crops import collect
    from vision.dice.train.scenes import photo_scenes, rendered_scenes

    torch.set_num_threads(args.workers)
    rendered = rendered_scenes(work / "scenes")
    photos = photo_scenes(Path(args.photos), MARKS) if args.photos else []
    photos = [scene for scene in photos if scene.source not in args.leave_out]
    share = args.photo_share if photos else 0.0
    for name in ("finder", "classifier"):
        if name not in args.steps:
            continue
        out = work / f"{name}.pt"
        start = out if args.resume and out.exists() else None
        plan = fit.Plan(args.fit_steps, args.rate, share, start, args.seed)
        if name == "finder":
            fit.fit_finder(out, rendered, photos, plan)
        else:
            finder = Network(Path(args.mistakes_of)) if args.mistakes_of else None
            store = collect(rendered[:MINED], args.seed, finder=finder)
            store.extend(collect(rendered[MINED:], args.seed + 2))
            fit.fit_classifier(out, store, collect(photos, args.seed + 1, 8, finder), plan)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m vision.dice.train", description=__doc__)
    parser.add_argument("--work", required=True, metavar="DIR", help="folder for scenes and checkpoints")
    parser.add_argument("--photos", metavar="DIR", help="folder with labels.jsonl; only open licences are used")
    parser.add_argument("--leave-out", nargs="*", default=[], metavar="SOURCE", help="sources to validate on")
    parser.add_argument(
        "--steps",
        nargs="*",
        default=["render", "finder", "classifier", "export"],
        choices=["render", "finder", "classifier", "export"],
    )
    parser.add_argument("--scenes", type=int, default=SCENES)
    parser.add_argument("--fit-steps", type=int, default=STEPS)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--photo-share", type=float, default=0.25, help="share of photos among the examples")
    parser.add_argument(
        "--mistakes-of", metavar="FINDER.onnx", help="an earlier finder whose mistakes the classifier shall know"
    )
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoints in the work folder")
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", default=str(WEIGHTS), metavar="DIR", help="where the ONNX files go")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
