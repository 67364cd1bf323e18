"""How fast and how right the dice reader is on rendered images, beside the usual tutorial's method."""

from __future__ import annotations

import resource
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import cv2
import numpy as np

from vision.dice.reader import DiceReader
from vision.dice.reading import DiceReading, Hints
from vision.evaluation.roll_trial import try_rolls
from vision.images import Image
from vision.render.scene import RenderedScene, SceneOptions, make_scene

FRAME = SceneOptions(
    long_side=1280,
    shape=0.5625,
    die_size=(24, 40),
    dice=12,
    kind="d6-pips",
    oblique=0.0,
    cocked=0.0,
    things=0.0,
    hand=0.0,
    ordinary=True,
    margin=0.05,
)


def dice_measurements() -> Iterator[dict[str, object]]:
    cv2.setNumThreads(1)
    reader = DiceReader()
    frames = [make_scene(900_000 + k, FRAME) for k in range(12)]
    sizes = [_size_of(reader.read(frame.image)) for frame in frames]
    for name, seconded in (("one frame of a roll", False), ("the one that the second reader sees too", True)):
        read = partial(_in_a_roll, reader, iter(enumerate([sizes[0], *sizes])), seconded)
        yield _timed(f"dice 1280x720, 12 dice, their size learned, {name}", frames, read)
    yield _timed(
        "the same as lone pictures of a camera never seen before", frames, lambda image: reader.read(image).faces
    )
    yield _timed("tutorial method, same frames", frames, _tutorial_faces)
    yield {"bench": "dice memory", "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)}
    yield {"bench": "rolls through vision/roll", **try_rolls(reader, first_seed=1, rolls=40).to_json()}


def _in_a_roll(reader: DiceReader, ways: Iterator[tuple[int, float]], seconded: bool, image: Image) -> Sequence[int]:
    """As the watcher has it read: several frames of a roll, each in a way of its own, then decide together."""
    way, die_size = next(ways)
    return reader.read(image, hints=Hints(die_size, way, second_reader=seconded)).faces


def _size_of(reading: DiceReading) -> float:
    """What the first rolls teach: the middle of the dice's sizes."""
    return statistics.median(die.size for die in reading.dice)


def _timed(name: str, frames: list[RenderedScene], faces_of: Callable[[Image], Sequence[int]]) -> dict[str, object]:
    """By the clock on the wall and by the processor's own: on a busy machine only the second one means anything."""
    walls, works, exact = [], [], 0
    faces_of(frames[0].image)
    for frame in frames:
        wall, work = time.perf_counter(), time.process_time()
        faces = faces_of(frame.image)
        works.append((time.process_time() - work) * 1000)
        walls.append((time.perf_counter() - wall) * 1000)
        exact += list(faces) == sorted(die.face for die in frame.dice)
    return {
        "bench": name,
        "median_ms": round(statistics.median(walls), 2),
        "max_ms": round(max(walls), 2),
        "median_cpu_ms": round(statistics.median(works), 2),
        "frames": len(frames),
        "exact": exact,
    }


def _tutorial_faces(image: Image) -> list[int]:
    """Finds dark round blobs with fixed settings and groups those that lie near each other."""
    settings = cv2.SimpleBlobDetector.Params()
    settings.filterByInertia = True
    settings.minInertiaRatio = 0.6
    blobs = cv2.SimpleBlobDetector.create(settings).detect(cv2.medianBlur(image, 7))
    places = [np.array(blob.pt) for blob in blobs]
    sizes = [blob.size for blob in blobs]
    groups: list[list[int]] = []
    for k, place in enumerate(places):
        near = [g for g in groups if any(np.linalg.norm(place - places[j]) < 3 * max(sizes[k], sizes[j]) for j in g)]
        merged = [k, *(j for g in near for j in g)]
        groups = [g for g in groups if g not in near] + [merged]
    return sorted(len(group) for group in groups)
