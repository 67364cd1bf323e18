"""How far an update is: written by the updater, read by the service, which tells the tablets."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import NamedTuple, get_args

from companion.files import read_text, write_atomically
from companion.protocol.update_words import UpdateStep

BOOT = Path("/proc/sys/kernel/random/boot_id")

UNDER_WAY: tuple[UpdateStep, ...] = ("checking", "environment", "trial", "switching")


class UpdateState(NamedTuple):
    step: UpdateStep = "idle"
    # The version it is about.
    version: str = ""
    # Of the environment that is being made.
    percent: int = 0
    # Why it failed: a word the tablets have a sentence for, and a line for whoever looks after the machine.
    why: str = ""
    detail: str = ""
    # The version that ran before.
    before: str = ""
    # Which start of the machine it belongs to, and when it was written.
    boot: str = ""
    at: int = 0


def boot_id() -> str:
    try:
        return read_text(BOOT).strip()
    except (OSError, ValueError):
        return ""


def write_state(path: Path, state: UpdateState) -> UpdateState:
    written = state._replace(boot=boot_id(), at=int(time.time()), detail=state.detail[-1000:])
    write_atomically(path, json.dumps(written._asdict()), mode=0o644)
    return written


def read_state(path: Path) -> UpdateState:
    """As it was written; what was under way when the power went is not any more."""
    try:
        found = json.loads(read_text(path))
        state = UpdateState(
            **{name: type(UpdateState._field_defaults[name])(found[name]) for name in UpdateState._fields}
        )
    except (OSError, ValueError, KeyError, TypeError):
        return UpdateState()
    if state.step not in get_args(UpdateStep):
        return UpdateState()
    if state.step in UNDER_WAY and state.boot != boot_id():
        return state._replace(step="failed", why="interrupted")
    return state
