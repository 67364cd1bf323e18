"""The way in: what the host sees and changes, and what passes between a tablet that asks for a seat and its holder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypedDict

from pydantic import Field

from companion.protocol.answers import OkAnswer
from companion.protocol.strict import StrictMessage
from companion.protocol.views import Seat

# -- the host ----------------------------------------------------------------------------------------------------------


class WrongCodes(TypedDict):
    """Wrong table codes that came from one address."""

    # Of IPv6 the network: "fd00:1:2:3::/64".
    address: str
    wrong: int
    # Since the last one.
    seconds_ago: int


class HostAnswer(OkAnswer):
    """The way in, for the host."""

    # Typed in by tablets in the same network.
    code: str
    # For tablets elsewhere, and always good; it is in the QR code.
    long_code: str
    address: str
    # Whether there is a new code every evening.
    evenings: bool
    # Wrong codes since the service was started: how many in all, and from where last.
    wrong: int
    wrong_from: Sequence[WrongCodes]


class CodeRequest(StrictMessage):
    """What becomes of the table code; what is left out stays as it is."""

    # A new code now. Whoever sits at a game keeps the seat, unless `everybody_out`.
    new: bool = False
    everybody_out: bool = False
    # A new code every evening.
    evenings: bool | None = None


# -- seats -------------------------------------------------------------------------------------------------------------


class Leave(StrictMessage):
    """Give up the seat of a token: nobody is asked when somebody else takes it."""

    token: Annotated[str, Field(max_length=200)]


class SeatRequestJson(TypedDict):
    """Somebody asks for a seat that this tablet, or another one of the same side, holds."""

    request: str
    seat: Seat
    # Where the other tablet is in the network.
    address: str


class SeatRequestsEvent(TypedDict):
    """All who ask for a seat that this one has a say in."""

    requests: Sequence[SeatRequestJson]


class SeatAnswer(StrictMessage):
    """Whether somebody else may have the seat this tablet holds."""

    request: Annotated[str, Field(max_length=40)]
    allow: bool
