"""The figures of the tag reader: rates, wrong ids, turns and milliseconds on rendered frames, and on photographs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2

from vision.tags.decoders import read_pyzbar, read_zxing
from vision.tags.reader import to_grey
from vision.tags.render import Stage
from vision.tags.scenes import TRAY_SIZE, board, empty, tray
from vision.tags.score import score_boards, score_frames, score_votes
from vision.tags.seen import Picture
from vision.tags.still import load_picture, read_still

# far from every seed that was looked at while the reader was made
SEED = 1_000_000

_FILMS = 400
_BOARDS_24 = 30
_BOARDS_36 = 12
_MIXED_FRAMES = 2000


def run(photos: Path | None = None) -> Iterator[dict[str, object]]:
    """One dictionary for each measurement; with a folder of photographs (text beside each) also theirs."""
    cv2.setNumThreads(1)
    films = ([tray(SEED + seed, frame=frame) for frame in range(3)] for seed in range(_FILMS))
    yield {"bench": "tags tray 1280x720, read within 3 frames", **score_votes(films).as_json(), "goal_ms": 30}
    boards = (board(SEED + seed, 24, *_shape_24(seed), (2304, 1296)) for seed in range(_BOARDS_24))
    yield {"bench": "tags board of 24 at 2304x1296", **score_boards(boards).as_json()}
    boards = (board(SEED + seed, 36, *_shape_36(seed), (4608, 2592)) for seed in range(_BOARDS_36))
    yield {"bench": "tags board of 36 at 4608x2592", **score_boards(boards).as_json(), "goal_ms": 600}
    mixed = (mixed_frame(SEED + seed) for seed in range(_MIXED_FRAMES))
    yield {"bench": "tags with and without foreign codes", **score_frames(mixed).as_json()}
    if photos is not None:
        yield from _photographs(photos)


def mixed_frame(seed: int) -> Stage:
    """A tile alone, a tile beside a foreign code, foreign codes alone, an empty table: by turns."""
    kind = seed % 4
    if kind < 2:
        return tray(seed, foreign=kind == 1)
    return empty(seed, TRAY_SIZE, foreign=1 + seed // 4 % 3 if kind == 2 else 0)


def _shape_24(seed: int) -> tuple[int, int]:
    return ((6, 4), (7, 4))[seed % 2]


def _shape_36(seed: int) -> tuple[int, int]:
    return ((6, 6), (8, 5), (9, 5))[seed % 3]


def _photographs(folder: Path) -> Iterator[dict[str, object]]:
    readers: dict[str, Callable[[Picture], list[str]]] = {
        "ours": lambda picture: [seen.text for seen in read_still(picture, foreign=True)],
        "plain pyzbar": lambda picture: [code.text for code in read_pyzbar(to_grey(picture))],
        "plain zxing-cpp": lambda picture: [code.text for code in read_zxing(to_grey(picture), hard=True)],
    }
    texts = {path: _text_beside(path) for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix != ".txt"}
    for name, read in readers.items():
        right = false = 0
        spent = worked = 0.0
        for path, text in texts.items():
            picture = load_picture(path)
            start, cpu_start = time.perf_counter(), time.process_time()
            found = [one.strip() for one in read(picture)]
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
