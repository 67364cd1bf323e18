"""How calls are timed, and how the times are told: the same words in every bench."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence


def elapsed_ms(call: Callable[[], object]) -> float:
    """By the clock on the wall: what a player waits."""
    begun = time.perf_counter()
    call()
    return (time.perf_counter() - begun) * 1000


def cpu_ms(call: Callable[[], object]) -> float:
    """By the processor's own clock: on a busy machine the one on the wall means little."""
    begun = time.process_time()
    call()
    return (time.process_time() - begun) * 1000


def median_and_p99(taken: Sequence[float]) -> dict[str, object]:
    ordered = sorted(taken)
    return {"p50_ms": round(statistics.median(ordered), 2), "p99_ms": round(ordered[int(len(ordered) * 0.99)], 2)}
