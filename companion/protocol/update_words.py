"""Words of an update, for the updater and the tablets. It imports nothing: the updater runs out of a bare wheel."""

from __future__ import annotations

from typing import Literal, TypedDict

# How far an update is.
UpdateStep = Literal["idle", "checking", "environment", "trial", "ready", "switching", "done", "failed"]
# Why a release cannot be used.
ReleaseFault = Literal[
    "not_a_release", "damaged", "unsigned", "wrong_signature", "cannot_verify", "older", "same", "too_large", "no_space"
]
# Why an update went no further.
UpdateFault = Literal["environment", "trial", "no_answer", "no_way_back", "not_ready", "interrupted", "failed"]
# The headings of a changelog.
ChangeKind = Literal["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]


class UpdateStateJson(TypedDict):
    """How far the update is."""

    step: UpdateStep
    # The version it is about, and the one that ran before.
    version: str
    before: str
    # Of the environment that is being made.
    percent: int
    # "" unless it failed.
    why: UpdateFault | ReleaseFault | Literal[""]
    # A line for whoever looks after the machine.
    detail: str
