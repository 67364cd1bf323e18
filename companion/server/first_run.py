"""The first ten minutes, kept in the data folder; and practice rolls, which teach the camera and reach no game."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import get_args

from companion.data_folder import FIRST_RUN
from companion.files import read_text, write_atomically
from companion.protocol.first_run import (
    FirstRunAnswer,
    FirstStep,
    FirstStepJson,
    FirstStepState,
    PracticeReadingJson,
    PracticeRollJson,
)
from companion.protocol.readings import InputRequest, Reading
from companion.protocol.refusal import Refused

log = logging.getLogger("companion")

STEPS: tuple[FirstStep, ...] = get_args(FirstStep)
STATES: tuple[FirstStepState, ...] = get_args(FirstStepState)
# So many rolls of so many dice: about as many dice as a new camera asks about.
ROLLS = 10
DICE = 2
# Nobody has asked for so long: whoever practised has gone away, and rolls are the game's again.
PATIENCE_S = 15.0
MOST_SECONDS = 24 * 3600
PRACTICE = InputRequest(game="", kind="roll", what="practice", number=DICE, side="human", by="camera")


class FirstRun:
    """Thread-safe: the camera hands in rolls while tablets ask."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._file = folder / FIRST_RUN
        self._clock = clock
        self._lock = threading.Lock()
        self._steps: dict[FirstStep, FirstStepJson] = {
            one: {"step": one, "state": "open", "seconds": 0} for one in STEPS
        }
        self._rolls: list[PracticeRollJson] = []
        self._waiting: PracticeReadingJson | None = None
        self._until = float("-inf")
        self._load()

    @property
    def practising(self) -> bool:
        return self._clock() < self._until

    def to_json(self) -> FirstRunAnswer:
        """Whoever asks is there: practising goes on."""
        with self._lock:
            if self.practising:
                self._until = self._clock() + PATIENCE_S
            return {
                "ok": True,
                "steps": [dict(step) for step in self._steps.values()],  # type: ignore[misc]
                "rolls": list(self._rolls),
                "wanted": ROLLS,
                "dice": DICE,
                "practising": self.practising,
                "waiting": self._waiting if self.practising else None,
            }

    def set_step(self, step: FirstStep, state: FirstStepState, seconds: int) -> None:
        with self._lock:
            before = self._steps[step]
            spent = min(before["seconds"] + seconds, MOST_SECONDS)
            self._steps[step] = {"step": step, "state": state, "seconds": spent}
            # Opened again the practice begins anew; left in the middle it goes on where it was.
            if step == "rolls" and state == "open" and before["state"] != "open":
                self._rolls = []
            self._keep()

    # -- practice ------------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        with self._lock:
            self._until = self._clock() + PATIENCE_S
            self._waiting = None

    def end(self) -> None:
        with self._lock:
            self._until = float("-inf")
            self._waiting = None

    def take(self, reading: Reading) -> bool:
        """A roll that was read: True if it belongs to the practice, and so not to the game."""
        with self._lock:
            if not self.practising or not reading.faces:
                return False
            self._waiting = {
                "reading": reading.id,
                "faces": [die.face for die in reading.faces],
                "sure": reading.sure,
            }
            return True

    def answer(self, reading: str, faces: list[int]) -> bool:
        """What truly lay there; True if it was read so."""
        with self._lock:
            waiting = self._waiting
            if waiting is None or waiting["reading"] != reading:
                raise Refused("table/no_such_reading", "no_such_reading")
            is_right = sorted(faces) == sorted(waiting["faces"])
            self._rolls.append({"faces": faces, "right": is_right})
            self._waiting = None
            self._keep()
            return is_right

    # -- the file ------------------------------------------------------------------------------------------------------

    def _load(self) -> None:
        """What cannot be understood counts as not begun."""
        try:
            kept = json.loads(read_text(self._file))
            for one in kept["steps"]:
                if one["step"] in STEPS and one["state"] in STATES and isinstance(one["seconds"], int):
                    seconds = min(max(one["seconds"], 0), MOST_SECONDS)
                    self._steps[one["step"]] = {"step": one["step"], "state": one["state"], "seconds": seconds}
            for roll in kept["rolls"][:ROLLS]:
                faces = [int(face) for face in roll["faces"] if 1 <= int(face) <= 6]
                self._rolls.append({"faces": faces, "right": roll["right"] is True})
        except FileNotFoundError:
            return
        except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
            log.warning("%s cannot be used: %s", self._file.name, error)

    def _keep(self) -> None:
        kept = {"steps": list(self._steps.values()), "rolls": self._rolls}
        try:
            write_atomically(self._file, json.dumps(kept))
        except OSError as error:
            log.warning("%s cannot be written: %s", self._file.name, error)
