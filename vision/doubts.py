"""Why a reading of dice is not sure."""

from __future__ import annotations

from enum import StrEnum


class Doubt(StrEnum):
    LEANS = "leans"
    MIGHT_LEAN = "might_lean"
    NEW_CAMERA = "new_camera"  # too few dice were seen here to tell a leaning one
    ON_ANOTHER = "on_another"
    UNCLEAR = "unclear"  # a face
    ANOTHER_DIE = "another_die"  # something might be one
    NO_DIE = "no_die"  # something lies there that is none
    CUT_OFF = "cut_off"
    PRINTED = "printed"
    TOO_MANY = "too_many"
    TOO_NEAR = "too_near"
    UNEVEN = "uneven"  # dice of very different sizes
    HAND = "hand"
    DISAGREE = "disagree"  # the pictures of one roll
    LIGHT = "light"  # with it on and off the dice look different


IN_WORDS = {
    Doubt.LEANS: "a die leans",
    Doubt.MIGHT_LEAN: "a die might lean",
    Doubt.NEW_CAMERA: "the camera is new: a die might lean",
    Doubt.ON_ANOTHER: "a die lies on another",
    Doubt.UNCLEAR: "a face is not clear",
    Doubt.ANOTHER_DIE: "something might be a die",
    Doubt.NO_DIE: "something lies there that is no die",
    Doubt.CUT_OFF: "a die is cut off by the border",
    Doubt.PRINTED: "the dice might be in print or on a screen",
    Doubt.TOO_MANY: "too many dice",
    Doubt.TOO_NEAR: "two dice are too near to each other",
    Doubt.UNEVEN: "dice of very different sizes",
    Doubt.HAND: "a hand might be in view",
    Doubt.DISAGREE: "the pictures do not agree",
    Doubt.LIGHT: "with the light on and off the dice look different",
}
