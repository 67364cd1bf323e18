"""The one base of whatever is read from outside: requests, sheets, packs, position files."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class StrictModel(BaseModel):
    """Unknown keys are errors: a misspelt key must not be a silent default. Once read, nothing changes."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class StrictMessage(StrictModel):
    """What a tablet sends: no text counts as a number either, no number as yes."""

    model_config = ConfigDict(strict=True)
