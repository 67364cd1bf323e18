"""The tray's buttons at the table: what a press comes to in the game as it stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.answers import Waiting
from companion.rules.state import State

ACCEPT, CORRECT, NEXT, UNDO = "accept-reading", "correct-reading", "end-activation", "undo"


def verb_of_press(press: str, state: State, asked: Waiting, reading: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The verb a press stands for; None where it means nothing now. To correct begins with time to look."""
    if press == UNDO:
        return {"undo": True}
    if press == ACCEPT:
        return {"accept": reading["id"]} if reading is not None else None
    if press == CORRECT:
        return {"hold": reading["id"]} if reading is not None and reading["countdown"] is not None else None
    if press == NEXT and asked.kind == "choice":
        if state.activation is not None and asked.what == "activate":
            return {"finish": state.activation.warrior}
        if asked.what in ("activate", "enter", "initiative"):
            return {"end_phase": True}
    return None
