"""Processes of the service under test, watched through /proc."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path


def family(pid: int) -> list[int]:
    """A process and all it started, and those started by them."""
    found = [pid]
    for one in found:
        with suppress(OSError):
            for task in Path(f"/proc/{one}/task").iterdir():
                found += [int(child) for child in (task / "children").read_text().split()]
    return found


def memory_mb(pid: int) -> float:
    """What a process holds that no other process holds too: shared pages count for each a part."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    return 0.0
