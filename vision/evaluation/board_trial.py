"""How well a whole board without labels is read: rendered boards of drawn tiles, with figures, dice and strangers.

`python -m vision.evaluation.board_trial --side report --boards 40` prints the figures. Tiles of the choosing side are
drawn from other seeds than those of the report.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import radians
from typing import NamedTuple

import cv2
import numpy as np

from vision.evaluation.piece_scenes import lay_figure, printed
from vision.evaluation.piece_trial import Face, Side, own_faces, symmetry, upper_limit
from vision.images import Image, floats
from vision.pieces.board import BoardReader, BoardView
from vision.pieces.knowing import PieceReader
from vision.pieces.shape import EDGES
from vision.pieces.taught import TaughtBox, teach
from vision.render.camera import CameraView, sample_settings
from vision.render.materials import make_die, sample_kind, sample_material
from vision.render.piece import LaidPiece, lay_piece
from vision.render.scene import draw_dice, lay_down, on_table, sample_light
from vision.render.surface import lay_table

SIZE = (2000, 1500)
_STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
_UNTAUGHT = 0.12  # share of the tiles on a board
_FIGURES = 0.4  # share of tiles that a figure stands on


class Lain(NamedTuple):
    """A tile as it truly lies."""

    face: Face
    turn: int
    taught: bool


class BoardScene(NamedTuple):
    image: Image
    tiles: Mapping[tuple[int, int], Lain]


@dataclass(slots=True)
class BoardScore:
    boards: int = 0
    whole: int = 0  # boards on which every taught tile is named or asked about, in its place
    tiles: int = 0
    sure_right: int = 0
    sure_wrong: int = 0  # another tile, another place or another turn
    asked: int = 0
    asked_right: int = 0
    missed: int = 0
    untaught: int = 0
    strange: int = 0  # of those: seen as tiles nobody knows
    invented: int = 0  # places without a tile where one was seen
    lost: int = 0  # boards of which nothing was found
    wrong_seeds: list[int] = field(default_factory=list)

    def to_json(self) -> dict[str, object]:
        return {slot: getattr(self, slot) for slot in self.__slots__}


def edges_of(face: Face) -> str:
    return face.group.split("/")[0]


def lay_out(rng: np.random.Generator, faces: list[Face], count: int) -> dict[tuple[int, int], tuple[Face, int]]:
    """Tiles joined by their ways, as explorers lay them."""
    order = [faces[int(k)] for k in rng.permutation(len(faces))]
    wide = [face for face in order if len(edges_of(face)) > 2]
    first = wide[0]
    board = {(0, 0): (first, int(rng.integers(4)) * 90)}
    for face in [one for one in order if one is not first]:
        ends = [(at, edge) for at, (one, turn) in board.items() for edge in _turned(edges_of(one), turn)]
        free = [(at, edge) for at, edge in ends if (at[0] + _STEPS[edge][0], at[1] + _STEPS[edge][1]) not in board]
        if len(board) == count or not free:
            break
        if len(free) == 1 and len(edges_of(face)) == 1 and len(board) < count - 1:
            continue
        at, edge = free[int(rng.integers(len(free)))]
        way = edges_of(face)[int(rng.integers(len(edges_of(face))))]
        # The way that leads back is turned to the edge it came through.
        turn = (EDGES.index(edge) + 2 - EDGES.index(way)) % 4 * 90
        board[at[0] + _STEPS[edge][0], at[1] + _STEPS[edge][1]] = face, turn
    return board


def photograph_board(seed: tuple[int, ...], faces: list[Face], taught: int) -> BoardScene:
    """`taught`: so many of the faces, the first ones, are known."""
    rng = np.random.default_rng((95, *seed))
    known, strangers = faces[:taught], faces[taught:]
    board = lay_out(rng, [*known, *strangers[: round(_UNTAUGHT * taught)]], int(rng.integers(6, 19)))
    spread = np.array(list(board))
    middle, reach = (spread.max(axis=0) + spread.min(axis=0)) / 2, np.ptp(spread, axis=0) + 1.6
    pixels_each = min(SIZE[0] / reach[0], SIZE[1] / reach[1]) * float(rng.uniform(0.7, 0.9))
    tilt = radians(min(28.0, abs(float(rng.normal(0, 12)))))
    focal = SIZE[0] * float(rng.uniform(0.8, 1.3))
    view = CameraView(*SIZE, focal, focal / pixels_each, tilt, float(rng.normal(0, 0.08)), float(rng.normal(0, 0.02)))
    table = lay_table(rng, view)
    masks = []
    for (x, y), (face, turn) in board.items():
        # Hands lay tiles nearly edge to edge; the table's y goes up.
        off, askew = rng.normal(0, 0.012, 2), float(rng.normal(0, 0.012))
        place = (float(x - middle[0] + off[0]), float(-(y - middle[1]) + off[1]))
        piece = LaidPiece(printed(rng, face.image), place, 0.985, radians(turn) + askew, float(rng.normal(0, 0.006)))
        masks.append(lay_piece(table, view, piece))
    light = sample_light(rng)
    table *= on_table(light)
    _lay_things(rng, table, view, masks, pixels_each)
    dice = []
    for _ in range(int(rng.integers(0, 6))):
        die = replace(make_die(rng, sample_kind(rng), sample_material(rng)), edge=0.27)
        lain = lay_down(rng, die, False)
        x, y = rng.uniform(-0.5, 0.5, 2) * reach
        dice.append(replace(lain, place=floats([x, y, lain.place[2]])))
    draw_dice(table, dice, view, light)
    image = sample_settings(rng, table, 40).develop(rng, table)
    names = {face.id for face in known}
    return BoardScene(image, {at: Lain(face, turn, face.id in names) for at, (face, turn) in board.items()})


def _lay_things(
    rng: np.random.Generator, table: np.ndarray, view: CameraView, masks: list[np.ndarray], size: float
) -> None:
    """Figures on some of the tiles."""
    for mask in masks:
        if rng.random() < _FIGURES:
            ys, xs = np.nonzero(mask > 0.5)
            if len(xs):
                spot = int(rng.integers(len(xs)))
                lay_figure(rng, floats(table), (int(xs[spot]), int(ys[spot]), max(8, int(size * 0.16))))


def _turned(edges: str, turn: int) -> str:
    return "".join(EDGES[(EDGES.index(edge) + turn // 90) % 4] for edge in edges)


def judge(score: BoardScore, seed: int, scene: BoardScene, view: BoardView) -> None:
    score.boards += 1
    score.lost += not view.pieces
    shift = _shift(scene, view)
    seen = {(one.cell[0] + shift[0], one.cell[1] + shift[1]): one for one in view.pieces}
    before = score.missed, score.sure_wrong
    for at, true in scene.tiles.items():
        one = seen.pop(at, None)
        if not true.taught:
            score.untaught += 1
            score.strange += one is not None and one.level == "unknown"
        score.tiles += true.taught
        if one is None or one.level == "unknown":
            score.missed += true.taught
            continue
        right = [
            name == true.face.id and (turn - true.turn) % symmetry(true.face.image) == 0
            for name, turn in zip(one.names, one.turns, strict=True)
        ]
        if one.level == "asked":
            score.asked += 1
            score.asked_right += any(right)
        elif any(right):
            score.sure_right += 1
        else:
            score.sure_wrong += 1
            score.wrong_seeds.append(seed)
    for extra in seen.values():
        score.invented += 1
        score.sure_wrong += extra.level == "sure"
        score.wrong_seeds += [seed] if extra.level == "sure" else []
    score.whole += before == (score.missed, score.sure_wrong)


def _shift(scene: BoardScene, view: BoardView) -> tuple[int, int]:
    """From the cells of the view to the true ones: as most of the known tiles say."""
    places = {lain.face.id: at for at, lain in scene.tiles.items()}
    votes: dict[tuple[int, int], int] = {}
    for one in view.pieces:
        for name in one.names:
            if name in places:
                shift = (places[name][0] - one.cell[0], places[name][1] - one.cell[1])
                votes[shift] = votes.get(shift, 0) + 1
    return max(votes, key=lambda shift: votes[shift], default=(0, 0))


def run(side: Side, boards: int, first: int) -> Iterator[dict[str, object]]:
    cv2.setNumThreads(1)
    score, times, reader, faces = BoardScore(), [], None, list[Face]()
    for seed in range(first, first + boards):
        if reader is None or seed % 10 == 0:
            faces = own_faces(side, 50 + seed // 10)
            box = TaughtBox([teach(*face) for face in faces[:36]])
            reader = BoardReader(PieceReader(box), {face.id: edges_of(face) for face in faces[:36]})
        scene = photograph_board((side == "report", seed), faces, 36)
        begun = time.process_time()
        view = reader.read(scene.image)
        times.append((time.process_time() - begun) * 1000)
        judge(score, seed, scene, view)
    ms = np.percentile(times, (50, 95))
    yield {
        "side": side, **score.to_json(), "sure_wrong_at_most": round(upper_limit(score.sure_wrong, score.tiles), 5),
        "cpu_ms": round(float(ms[0])), "cpu_ms_p95": round(float(ms[1])),
    }  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m vision.evaluation.board_trial", description=__doc__)
    parser.add_argument("--side", choices=("choose", "report"), default="choose")
    parser.add_argument("--boards", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    args = parser.parse_args()
    for figures in run(args.side, args.boards, args.first):
        sys.stdout.write(json.dumps(figures) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
