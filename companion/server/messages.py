"""What tablets may send over the socket. Everything else is refused before anything looks at it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

# Verbs of the longest kind (an override of a whole table) stay well below this.
MOST_BYTES = 64_000

Game = Annotated[str, Field(max_length=40)]
Code = Annotated[str, Field(max_length=32)]
Token = Annotated[str, Field(max_length=200)]


class Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Join(Message):
    """Take a seat at a game, or only at the service (`game` null). A token from an earlier join replaces the code."""

    game: Game | None = None
    seat: Literal["human", "demon", "table", "host", "both"]
    code: Code = ""
    token: Token | None = None


class IntentMessage(Message):
    """Do something: `id` is the sender's own and never used twice, `version` is the one of the view it was made on."""

    id: Annotated[str, Field(min_length=8, max_length=64)]
    version: Annotated[int, Field(ge=0, le=10_000_000)]
    do: Annotated[dict[str, Any], Field(min_length=1, max_length=8)]


class LogRequest(Message):
    """Older lines of the log: the page before a record."""

    before: Annotated[int, Field(ge=0, le=10_000_000)]


EVENTS: dict[str, type[Message]] = {"join": Join, "intent": IntentMessage, "log": LogRequest}
