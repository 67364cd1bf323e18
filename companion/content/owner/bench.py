"""How long an owner waits: a box with every open value confirmed is built, and its box check drawn up."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

from companion.content.owner.check import box_check, open_values
from companion.content.owner.edits import confirmed, with_value
from companion.content.owner.overlay import base_box, box_with, plain_box

TIMES = 15
SCENARIO = "survivors"


def run() -> Iterator[dict[str, object]]:
    overlay: dict[str, Any] = {}
    data = plain_box(base_box())
    for path in open_values(base_box(), SCENARIO):
        overlay = confirmed(overlay, data, path)
    variants = [with_value(overlay, f"scenario.{SCENARIO}.tp", n) for n in range(TIMES)]
    box = box_with(overlay)
    yield {
        "bench": "owner's box",
        "build_ms": _median_ms([lambda v=v: box_with(v) for v in variants]),  # type: ignore[misc]
        "check_ms": _median_ms([lambda: box_check(box, SCENARIO)] * TIMES),
        "bytes": len(json.dumps(overlay)),
    }


def _median_ms(calls: list[Callable[[], object]]) -> float:
    taken = []
    for call in calls:
        begun = time.process_time()
        call()
        taken.append((time.process_time() - begun) * 1000)
    return round(statistics.median(taken), 1)
