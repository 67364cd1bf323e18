"""How well and how fast tags are read: on rendered scenes, and on photographs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from vision.evaluation.tag_images import TagImage, TagScene, draw_tag_scene
from vision.evaluation.tag_scenes import TILES, TRAY_SIZE, board_scene, empty_scene, tray_scene
from vision.images import Image, read_full_image
from vision.tags.decoders import read_pyzbar, read_zxing
from vision.tags.layout import PlacedTag, arrange_board, compare_layouts
from vision.tags.reader import read_photo_tags, read_tags, to_grey
from vision.tags.reading import WINDOW, TagReading, TagVotes

KNOWN = frozenset(TILES)
# far from every seed that was looked at while the reader was made
SEED = 1_000_000

_FILMS = 400
_BOARDS_24 = 30
_BOARDS_36 = 12
_MIXED_FRAMES = 2000


@dataclass(slots=True)
class TagScore:
    """Counts over many frames. A wrong id is a reading of a tag that does not lie at that place."""

    frames: int = 0
    tags: int = 0
    read: int = 0
    wrong: int = 0
    turned_wrong: int = 0
    grids: int = 0
    grids_right: int = 0
    ms: list[float] = field(default_factory=list)
    cpu_ms: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return self.read / self.tags if self.tags else 1.0

    def to_json(self) -> dict[str, object]:
        times, work = (np.percentile(taken or [0.0], (50, 95)) for taken in (self.ms, self.cpu_ms))
        counts = {
            "frames": self.frames,
            "tags": self.tags,
            "rate": round(self.rate, 5),
            "wrong": self.wrong,
            "turned_wrong": self.turned_wrong,
            "ms": round(float(times[0]), 1),
            "ms_p95": round(float(times[1]), 1),
            "cpu_ms": round(float(work[0]), 1),
            "cpu_ms_p95": round(float(work[1]), 1),
        }
        return {**counts, "grids": self.grids, "grids_right": self.grids_right} if self.grids else dict(counts)


def score_frames(scenes: Iterable[TagScene]) -> TagScore:
    """Every frame on its own."""
    score = TagScore()
    for scene in scenes:
        _score_frame(score, draw_tag_scene(scene))
    return score


def score_boards(scenes: Iterable[TagScene]) -> TagScore:
    """Every frame on its own, and the grid made of it held against the true one."""
    score = TagScore()
    for scene in scenes:
        drawn = draw_tag_scene(scene)
        read = _score_frame(score, drawn)
        truth = [PlacedTag(true.tag, true.cell, true.turn) for true in drawn.tags]
        score.grids += 1
        score.grids_right += not compare_layouts(truth, arrange_board(read).placed, rotation=0).differences
    return score


def score_votes(films: Iterable[Sequence[TagScene]]) -> TagScore:
    """Each film is a few frames of the same tiles; read is what the votes confirm by its end."""
    score = TagScore()
    for film in films:
        votes = TagVotes()
        for scene in film[:WINDOW]:
            drawn = draw_tag_scene(scene)
            confirmed = votes.feed(_timed(score, drawn))
            right = _count(score, drawn, confirmed)
            if right == len(drawn.tags):
                break
        score.tags += len(drawn.tags)
        score.read += right
    return score


def _score_frame(score: TagScore, drawn: TagImage) -> tuple[TagReading, ...]:
    readings = _timed(score, drawn)
    score.tags += len(drawn.tags)
    score.read += _count(score, drawn, readings)
    return readings


def _timed(score: TagScore, drawn: TagImage) -> tuple[TagReading, ...]:
    start, cpu_start = time.perf_counter(), time.process_time()
    readings = read_tags(drawn.image, KNOWN)
    score.ms.append((time.perf_counter() - start) * 1000)
    # beside other work on a small machine the clock says little about the reader
    score.cpu_ms.append((time.process_time() - cpu_start) * 1000)
    score.frames += 1
    return readings


def _count(score: TagScore, drawn: TagImage, readings: Sequence[TagReading]) -> int:
    """Adds what is wrong to the score; returns how many true tags were read."""
    right = set()
    for one in readings:
        true = next((true for true in drawn.tags if true.tag == one.tag), None)
        if true is None or np.abs(true.corners.mean(axis=0) - one.centre).max() > one.edge / 2:
            score.wrong += 1
        else:
            score.turned_wrong += true.turn != one.turn
            right.add(true.tag)
    return len(right)


def tag_measurements(photos: Path | None = None) -> Iterator[dict[str, object]]:
    """One dictionary for each measurement; with a folder of photographs (text beside each) also theirs."""
    cv2.setNumThreads(1)
    films = ([tray_scene(SEED + seed, frame=frame) for frame in range(3)] for seed in range(_FILMS))
    yield {"bench": "tags tray 1280x720, read within 3 frames", **score_votes(films).to_json(), "goal_ms": 30}
    boards = (board_scene(SEED + seed, 24, *_shape_24(seed), (2304, 1296)) for seed in range(_BOARDS_24))
    yield {"bench": "tags board of 24 at 2304x1296", **score_boards(boards).to_json()}
    boards = (board_scene(SEED + seed, 36, *_shape_36(seed), (4608, 2592)) for seed in range(_BOARDS_36))
    yield {"bench": "tags board of 36 at 4608x2592", **score_boards(boards).to_json(), "goal_ms": 600}
    mixed = (mixed_frame(SEED + seed) for seed in range(_MIXED_FRAMES))
    yield {"bench": "tags with and without foreign codes", **score_frames(mixed).to_json()}
    if photos is not None:
        yield from _photographs(photos)


def mixed_frame(seed: int) -> TagScene:
    """A tile alone, a tile beside a foreign code, foreign codes alone, an empty table: by turns."""
    kind = seed % 4
    if kind < 2:
        return tray_scene(seed, foreign=kind == 1)
    return empty_scene(seed, TRAY_SIZE, foreign=1 + seed // 4 % 3 if kind == 2 else 0)


def _shape_24(seed: int) -> tuple[int, int]:
    return ((6, 4), (7, 4))[seed % 2]


def _shape_36(seed: int) -> tuple[int, int]:
    return ((6, 6), (8, 5), (9, 5))[seed % 3]


def _photographs(folder: Path) -> Iterator[dict[str, object]]:
    readers: dict[str, Callable[[Image], list[str]]] = {
        "ours": lambda image: [reading.text for reading in read_photo_tags(image, foreign=True)],
        "plain pyzbar": lambda image: [code.text for code in read_pyzbar(to_grey(image))],
        "plain zxing-cpp": lambda image: [code.text for code in read_zxing(to_grey(image), hard=True)],
    }
    texts = {path: _text_beside(path) for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix != ".txt"}
    for name, read in readers.items():
        right = false = 0
        spent = worked = 0.0
        for path, text in texts.items():
            image = read_full_image(path)
            start, cpu_start = time.perf_counter(), time.process_time()
            found = [one.strip() for one in read(image)]
            worked += time.process_time() - cpu_start
            spent += time.perf_counter() - start
            right += text is not None and text in found
            false += len(found) if text is None else 0
        with_text = sum(text is not None for text in texts.values())
        ms, cpu_ms = (round(seconds * 1000 / max(1, len(texts)), 1) for seconds in (spent, worked))
        counts = {"codes": with_text, "read": right, "false": false}
        yield {"bench": f"tags photographs, {name}", **counts, "ms": ms, "cpu_ms": cpu_ms}


def _text_beside(path: Path) -> str | None:
    beside = path.with_suffix(".txt")
    # as bytes: line ends are part of what a code says
    return beside.read_bytes().decode("utf-8", "replace").strip() if beside.exists() else None
