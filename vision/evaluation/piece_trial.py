"""How well taught pieces are known again, on pieces and sources that no limit was chosen on.

`python -m vision.evaluation.piece_trial --pictures FOLDER --side report` prints the figures. The folder holds pictures
of printed things, called `<package>/<source>-<row>-<column>.png` (MEASUREMENTS.md says which were used, and where they
are from). Packages in CHOOSING are for choosing limits, all others for the report; our own drawn pieces are split by
their seeds.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

import cv2
import numpy as np

from vision.evaluation.piece_scenes import Cover, PieceScene, photograph
from vision.images import Image
from vision.pieces.knowing import PieceReader, PieceReading
from vision.pieces.likeness import compare, face_of, seen_face
from vision.pieces.taught import TaughtBox, teach
from vision.render.floor import PATTERNS, draw_floor_piece

CHOOSING = frozenset({"gnome-cards-data", "lomiri-wallpapers", "mate-backgrounds"})
SHAPES = ("NS", "NE", "NES", "NESW", "N")
TRIALS_PER_BOX = 50
_OWN, _CARDS, _OTHERS = 36, 16, 8

Side = Literal["choose", "report"]
# What lies there: a taught piece, perhaps covered; one that was not taught but is of the same deck or drawn on the same
# floor; a piece of something else; nothing; two pieces.
Kind = Literal["plain", "hand", "figure", "sibling", "foreign", "empty", "two"]
_SHARES: Mapping[Kind, float] = {
    "plain": 0.42, "hand": 0.12, "figure": 0.12, "sibling": 0.16, "foreign": 0.1, "empty": 0.04, "two": 0.04,
}  # fmt: skip


class Face(NamedTuple):
    id: str
    group: str
    image: Image


@dataclass(slots=True)
class PieceScore:
    """Counts of trials with one kind of thing."""

    trials: int = 0
    known: int = 0  # sure and right
    asked: int = 0
    asked_right: int = 0
    wrong_sure: int = 0
    turned_wrong: int = 0
    wrong_seeds: list[int] = field(default_factory=list)

    def to_json(self) -> dict[str, object]:
        return {
            "trials": self.trials,
            "sure_right": self.known,
            "asked": self.asked,
            "asked_right": self.asked_right,
            "none": self.trials - self.known - self.asked - self.wrong_sure,
            "sure_wrong": self.wrong_sure,
            "turned_wrong": self.turned_wrong,
            "wrong_seeds": self.wrong_seeds,
        }


class Trial(NamedTuple):
    seed: int
    kind: Kind
    truth: Face | None
    scene: PieceScene


def own_faces(side: Side, number: int) -> list[Face]:
    """Drawn pieces of a box: most differ in their stones only; the last six lie on the floors of the first six."""
    first = (0 if side == "choose" else 1_000_000) + number * 100
    faces = []
    for k in range(_OWN + 12):
        twin = k >= _OWN - 6
        seed, pattern = (first + k % 6, 1 + k % (PATTERNS - 1)) if twin else (first + k, k % 6 if k % 2 else 0)
        edges = SHAPES[k % 6 % 5] if twin else SHAPES[k % 5]
        faces.append(Face(f"own-{first + k}", f"{edges}/{pattern}", draw_floor_piece(seed, edges, pattern)))
    return faces


def pictures_of(folder: Path, side: Side) -> dict[str, list[Path]]:
    """The files of each source of that side."""
    found: dict[str, list[Path]] = {}
    for path in sorted(folder.rglob("*.png")):
        source = path.stem.rsplit("-", 2)[0]
        if (path.parent.name in CHOOSING) == (side == "choose"):
            found.setdefault(source, []).append(path)
    return found


class TrialBox:
    """A box of taught pieces, with those that are kept apart: siblings of them, and pieces of other things."""

    def __init__(self, side: Side, number: int, sources: Mapping[str, list[Path]]) -> None:
        rng = np.random.default_rng((81, side == "report", number))
        decks = [name for name, files in sources.items() if len(files) > 20]
        others = [name for name in sources if name not in decks]
        deck = decks[number % len(decks)]
        own, cards = own_faces(side, number), _read(sources[deck], rng)
        photos = _read([path for name in rng.permutation(others)[:3] for path in sources[name]], rng)
        elsewhere = [path for name, files in sources.items() if name != deck for path in files]
        self.taught = [*own[:_OWN], *cards[:_CARDS], *photos[:_OTHERS]]
        self.siblings = [*own[_OWN:], *cards[_CARDS:]]
        named = {face.id for face in (*cards, *photos)}
        strangers = [path for path in elsewhere if path.stem not in named]
        self.foreign = _read([strangers[int(k)] for k in rng.permutation(len(strangers))[:12]], rng)
        self.reader = PieceReader(TaughtBox([teach(*face) for face in self.taught]))

    def trial(self, seed: int) -> Trial:
        rng = np.random.default_rng((82, seed))
        kind: Kind = list(_SHARES)[int(rng.choice(len(_SHARES), p=np.array(list(_SHARES.values()))))]
        faces = {"sibling": self.siblings, "foreign": self.foreign}.get(kind, self.taught)
        face = None if kind == "empty" else faces[int(rng.integers(len(faces)))]
        second = self.taught[int(rng.integers(len(self.taught)))].image if kind == "two" else None
        cover: Cover = kind if kind in ("hand", "figure") else "none"
        scene = photograph((seed,), face.image if face else None, cover, second)
        return Trial(seed, kind, face if kind in ("plain", "hand", "figure") else None, scene)


def _read(paths: list[Path], rng: np.random.Generator) -> list[Face]:
    order = [paths[int(k)] for k in rng.permutation(len(paths))]
    return [Face(path.stem, path.stem, np.asarray(cv2.imread(str(path)), np.uint8)) for path in order]


def run(side: Side, trials: int, first: int, folder: Path, rows: Path | None = None) -> Iterator[dict[str, object]]:
    cv2.setNumThreads(1)
    sources = pictures_of(folder, side)
    scores: dict[Kind, PieceScore] = {kind: PieceScore() for kind in _SHARES}
    times, doubts = [], Counter[str]()
    box: TrialBox | None = None
    for seed in range(first, first + trials):
        if box is None or seed % TRIALS_PER_BOX == 0:
            box = TrialBox(side, seed // TRIALS_PER_BOX, sources)
        trial = box.trial(seed + (10_000_000 if side == "report" else 0))
        begun = time.process_time()
        reading = box.reader.read(trial.scene.image)
        times.append((time.process_time() - begun) * 1000)
        count(scores[trial.kind], trial, reading)
        doubts[f"{trial.kind}: {reading.doubt or 'sure'}"] += 1
        if rows is not None:
            # At once: of a run that is stopped before its end, what was tried is known.
            with rows.open("a") as file:
                file.write(json.dumps({**_row(trial, reading), "cpu_ms": times[-1]}) + "\n")
    for kind, score in scores.items():
        yield {"pieces": kind, **score.to_json()}
    wrong, ms = sum(score.wrong_sure for score in scores.values()), np.percentile(times, (50, 95))
    yield {
        "side": side, "sources": len(sources), "pictures": sum(len(files) for files in sources.values()),
        "trials": trials, "sure_wrong": wrong, "sure_wrong_at_most": round(upper_limit(wrong, trials), 5),
        "cpu_ms": round(float(ms[0]), 1), "cpu_ms_p95": round(float(ms[1]), 1), "doubts": dict(doubts),
    }  # fmt: skip


def count(score: PieceScore, trial: Trial, reading: PieceReading) -> None:
    score.trials += 1
    right = trial.truth is not None and trial.truth.id in reading.ids
    if reading.level == "sure":
        score.known += right
        if not right:
            score.wrong_sure += 1
            score.wrong_seeds.append(trial.seed)
    if reading.level == "asked":
        score.asked += 1
        score.asked_right += right
    if right and reading.level == "sure" and trial.truth is not None:
        score.turned_wrong += (reading.turn - trial.scene.turn) % symmetry(trial.truth.image) != 0


def symmetry(face: Image) -> int:
    """After how many degrees it looks the same again: 90, 180 or 360."""
    square = face_of(face)
    side = float(square.shape[0])
    corners = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    for degrees, steps in ((90, 1), (180, 2)):
        turned = seen_face(square, np.roll(corners, steps, axis=0))
        if degrees == 180 or face.shape[0] == face.shape[1]:
            cells, _ = compare(square, turned)
            if float((cells > 0.7).mean()) > 0.9:
                return degrees
    return 360


def upper_limit(wrong: int, trials: int) -> float:
    """The share that is not exceeded with 95 % confidence (Wilson; the rule of three for none)."""
    if wrong == 0:
        return 3.0 / trials
    z, share = 1.645, wrong / trials
    middle = share + z * z / (2 * trials)
    return float((middle + z * np.sqrt(share * (1 - share) / trials + z * z / (4 * trials**2))) / (1 + z * z / trials))


def _row(trial: Trial, reading: PieceReading) -> dict[str, object]:
    """A trial as a line of its own, to choose limits by."""
    truth = {"seed": trial.seed, "kind": trial.kind, "truth": trial.truth.id if trial.truth else ""}
    scene = {"true_turn": trial.scene.turn, "covered": trial.scene.covered, "tilt": float(np.degrees(trial.scene.tilt))}
    return {**truth, **asdict(reading), **scene}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m vision.evaluation.piece_trial", description=__doc__)
    parser.add_argument("--pictures", type=Path, required=True)
    parser.add_argument("--side", choices=("choose", "report"), default="choose")
    parser.add_argument("--trials", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--rows", type=Path, help="every trial as a line of JSON")
    args = parser.parse_args()
    worst = 0
    for figures in run(args.side, args.trials, args.first, args.pictures, args.rows):
        sys.stdout.write(json.dumps(figures) + "\n")
        worst = max(worst, int(str(figures["sure_wrong"])))
    return 1 if worst else 0


if __name__ == "__main__":
    sys.exit(main())
