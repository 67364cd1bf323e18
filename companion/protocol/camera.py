"""What the tablet is shown of the cameras: the live image, setting a camera up, the table check, photos of cards."""

from __future__ import annotations

from typing import Literal, TypedDict

from companion.protocol.refusal import RefusalJson

CameraHealth = Literal["none", "starting", "good", "frozen", "gone"]
# What the watcher makes of the tray; "scan" while tags are looked for; "starting", "gone", "none" without an image.
TrayImageState = Literal["empty", "moving", "hand", "settled", "cocked", "unsure", "scan", "starting", "gone", "none"]


class LiveDieJson(TypedDict):
    face: int
    confidence: float
    # Need nobody look at this die?
    sure: bool
    # x, y, width, height in pixels of the camera's image.
    box: list[int]


class LiveImageJson(TypedDict):
    """The camera's newest image and what is read in it."""

    health: CameraHealth
    # Of the newest frame; 0 for none.
    number: int
    # Width and height that boxes are measured in.
    size: list[int] | None
    state: TrayImageState
    sure: bool
    dice: list[LiveDieJson]
    # Boxes of dice beside the tray.
    outside: list[list[int]]


class CameraStatusJson(LiveImageJson):
    # The camera's name; null where there is none.
    camera: str | None
    simulated: bool
    # A card may lie there that this seat must not see.
    hidden: bool


class FoundCameraJson(TypedDict):
    id: str
    name: str
    real: bool
    used: bool


CameraProblemName = Literal[
    "blurred",
    "dark",
    "bright",
    "glare",
    "dark_left",
    "dark_right",
    "dark_far",
    "dark_near",
    "small",
    "no_marks",
    "moved",
    "other_size",
    "other_light",
    "out_of_focus",
    "cropped",
    "focus_not_kept",
]


class LearningJson(TypedDict):
    """What was learned from the players about the dice of this table."""

    # Whether dice can be read here at all: otherwise there is nothing to learn.
    can_read: bool
    on: bool
    # Dice that were read right and confirmed, and those that were corrected.
    confirmed: int
    corrected: int


class CameraSetupJson(TypedDict):
    """Help for the person who sets the camera up. Corners are clockwise from the far left."""

    size: list[int]
    saved: list[list[float]] | None
    # Corners by the printed marks, if they are seen.
    marks: list[list[float]] | None
    problems: list[CameraProblemName]
    # How sharp the image is, and from where on that is enough.
    sharpness: int
    sharp_from: int
    # Pixels of a die, if one is read.
    die: int | None


class TilePlaceJson(TypedDict):
    # The number of the tile in the box.
    tile: str
    at: list[int]
    rotation: int


class BoardDifferenceJson(TypedDict):
    """A tile that lies otherwise on the table than in the game, by its name in the game, its number or its tag."""

    change: Literal["missing", "unexpected", "moved", "turned", "twice", "loose", "stranger"]
    tile: str
    expected: TilePlaceJson | None
    seen: TilePlaceJson | None
    # By its face the tile may be another one, or lie here after all: hands must look.
    doubt: bool


class TilePositionJson(TypedDict):
    at: list[int]
    rotation: int


class TakeOverJson(TypedDict):
    """One correction that makes the game like the table, or why it cannot be made."""

    # Tiles that the camera does not see stay in the game.
    keeps_unseen: bool
    # By the tile's name in the game; null takes the tile away.
    tiles: dict[str, TilePositionJson | None]
    refusal: RefusalJson | None


class BoardCheckJson(TypedDict):
    version: int
    differences: list[BoardDifferenceJson]
    # Tiles that were seen and that nobody taught.
    unknown: int
    seen: list[TilePlaceJson]
    take_over: list[TakeOverJson]


class CardNumberJson(TypedDict):
    # 1 to 6 on a warrior's card, 0 on a demon's.
    line: int
    # mvt, cbt, def, or health on a demon's card.
    value: str
    digit: int
    confidence: float
    sure: bool
    # Other digits it might be, best first.
    guesses: list[int]
    box: list[int]


class CardPhotoJson(TypedDict):
    """The numbers that a photo of a card seems to show. Proposals only."""

    # Null where no card could be made out.
    kind: Literal["warrior", "demon"] | None
    numbers: list[CardNumberJson]
    doubts: list[str]
    corners: list[list[int]]
    sure: bool
    ms: float
