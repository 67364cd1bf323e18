"""Pieces known by their own faces: the list to teach, one look of the camera while teaching, what is known again."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple, NotRequired, TypeAlias, TypedDict

from pydantic import Field

from companion.protocol.answers import OkAnswer
from companion.protocol.strict import StrictMessage

PieceId = Annotated[str, Field(pattern=r"^[a-z]+-[a-z0-9_]{1,40}$")]
# A tile, a card, or the back of one.
SightKind: TypeAlias = Literal["tile", "card", "back"]


class BoxPiece(NamedTuple):
    """A piece that can be taught: `id` as a label has it ("tile-14", "card-3"), `name` as the game has it."""

    id: str
    name: str
    kind: SightKind
    # Pieces of one group are the same to the game: they need not be told apart.
    group: str
    # The kind of a tile, or the deck of a card.
    sort: str
    # Of a tile: "NES".
    openings: str = ""


class SightPieceJson(TypedDict):
    id: str
    name: str
    kind: SightKind
    sort: str
    openings: str
    taught: bool


class SightAnswer(OkAnswer):
    """The pieces of the chosen box in the order in which to teach them."""

    pieces: list[SightPieceJson]
    # Whether a camera is there, and whether it is a simulated one.
    camera: bool
    simulated: bool
    # Whether the titles of cards are read: only where the program for it is installed.
    titles: bool


class TeachRequest(StrictMessage):
    """One look at the piece that lies there, to be taught as this one."""

    piece: PieceId
    # Take the picture as it is, without waiting for it to lie still and sharp.
    now: bool = False
    # Only for the simulated camera: the piece that hands lay there.
    lay: PieceId | None = None


class ForgetRequest(StrictMessage):
    """A piece whose picture goes, or all of them."""

    piece: PieceId | None = None


# Why a picture was not taken: a sentence for each. "same": it is a piece that was taught already.
TeachTrouble: TypeAlias = Literal["wrong_shape", "same", "not_whole"]


class TeachAnswer(OkAnswer):
    """What the camera saw just now."""

    piece: str
    # The corners of what lies there, in pixels of the camera's image; and that image's width and height.
    outline: list[list[float]]
    size: list[int]
    alone: bool
    sharp: bool
    still: bool
    no_glare: bool
    light: bool
    # Of the time it has to lie like this, 0 to 1.
    progress: float
    taken: bool
    trouble: TeachTrouble | None
    # The piece that lies there instead, where it is known.
    other: str
    # Whether the shape of a tile was seen to be right; null where that cannot be said.
    shape_agrees: bool | None
    # Pieces that look alike and are the same to the game.
    twins: list[str]
    # It has too little on it: it will be known, but always asked about.
    plain: bool


SightLevel: TypeAlias = Literal["sure", "asked", "none"]
SightDoubt: TypeAlias = Literal[
    "close",
    "plain",
    "covered",
    "unlike",
    "two_pieces",
    "nothing",
    "dark",
    "blurred",
    "face_down",
    "differ",
    "untaught",
    "titles",
    "unknown_title",
]


class KnownJson(TypedDict):
    """What was known again."""

    level: SightLevel
    # Several where they are the same to the game and look alike.
    pieces: list[str]
    turn: int
    outline: list[list[float]]
    # Share of the piece that looks as it was taught.
    alike: float
    doubt: SightDoubt | None
    # The next best piece, and by how many parts of 64 it is behind.
    other: str
    ahead: float
    # The label that was read; empty for none.
    tag: NotRequired[str]
    # What was read on the card; and whether that is the name of the piece that was known by its face.
    title: NotRequired[str]
    title_agrees: NotRequired[bool]


class KnownAnswer(OkAnswer, KnownJson):
    """Anything that is shown to the camera, tried out: nothing comes of it."""

    size: list[int]
