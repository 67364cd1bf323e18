"""How well tags are read: readings held against the truth of rendered scenes."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from vision.tags.compare import compare
from vision.tags.layout import Placed, arrange
from vision.tags.reader import read_tags
from vision.tags.render import Scene, Stage, draw
from vision.tags.scenes import TILES
from vision.tags.seen import TagSeen
from vision.tags.votes import WINDOW, TagVotes

KNOWN = frozenset(TILES)


@dataclass(slots=True)
class Score:
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

    def as_json(self) -> dict[str, object]:
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


def score_frames(stages: Iterable[Stage]) -> Score:
    """Every frame on its own."""
    score = Score()
    for stage in stages:
        _score_frame(score, draw(stage))
    return score


def score_boards(stages: Iterable[Stage]) -> Score:
    """Every frame on its own, and the grid made of it held against the true one."""
    score = Score()
    for stage in stages:
        scene = draw(stage)
        seen = _score_frame(score, scene)
        truth = [Placed(true.tag, true.cell, true.turn) for true in scene.tags]
        score.grids += 1
        score.grids_right += not compare(truth, arrange(seen).placed, rotation=0).differences
    return score


def score_votes(films: Iterable[Sequence[Stage]]) -> Score:
    """Each film is a few frames of the same tiles; read is what the votes carry by its end."""
    score = Score()
    for film in films:
        votes = TagVotes()
        for stage in film[:WINDOW]:
            scene = draw(stage)
            carried = votes.feed(_timed(score, scene))
            right = _count(score, scene, carried)
            if right == len(scene.tags):
                break
        score.tags += len(scene.tags)
        score.read += right
    return score


def _score_frame(score: Score, scene: Scene) -> tuple[TagSeen, ...]:
    seen = _timed(score, scene)
    score.tags += len(scene.tags)
    score.read += _count(score, scene, seen)
    return seen


def _timed(score: Score, scene: Scene) -> tuple[TagSeen, ...]:
    start, cpu_start = time.perf_counter(), time.process_time()
    seen = read_tags(scene.picture, KNOWN)
    score.ms.append((time.perf_counter() - start) * 1000)
    # beside other work on a small machine the clock says little about the reader
    score.cpu_ms.append((time.process_time() - cpu_start) * 1000)
    score.frames += 1
    return seen


def _count(score: Score, scene: Scene, seen: Sequence[TagSeen]) -> int:
    """Adds what is wrong to the score; returns how many true tags were read."""
    right = set()
    for one in seen:
        true = next((true for true in scene.tags if true.tag == one.tag), None)
        if true is None or np.abs(true.corners.mean(axis=0) - one.centre).max() > one.edge / 2:
            score.wrong += 1
        else:
            score.turned_wrong += true.turn != one.turn
            right.add(true.tag)
    return len(right)
