"""What looking through the camera costs; one JSON object a line."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator

from companion.devices.live import LONGEST, pack, within
from vision.calibrate.flat import flatten
from vision.calibrate.session import CalibrationSession
from vision.cameras.rendered import RenderedCamera

ROUNDS = 20
CORNERS = ((100.0, 80.0), (1180.0, 80.0), (1200.0, 900.0), (80.0, 900.0))


def run() -> Iterator[dict[str, object]]:
    image = RenderedCamera(long_side=LONGEST, rate=0).grab()
    jpeg = pack(within(image, LONGEST))
    size = f"{image.shape[1]}x{image.shape[0]}"
    yield {"bench": f"live picture {size}", **_cost(lambda: pack(within(image, LONGEST))), "bytes": len(jpeg)}
    yield {"bench": f"corners, advice {size}", **_cost(lambda: CalibrationSession("bench", image).look(image))}
    yield {"bench": f"corners, flat picture {size}", **_cost(lambda: pack(flatten(image, CORNERS)))}


def _cost(work: Callable[[], object]) -> dict[str, object]:
    """By the processor's own clock: on a busy machine the one on the wall means little."""
    spent = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        work()
        spent.append((time.process_time() - begun) * 1000)
    return {"median_cpu_ms": round(statistics.median(spent), 2), "max_cpu_ms": round(max(spent), 2)}
