"""Whether the dice of a picture are only shown there: on a screen, or in print."""

from __future__ import annotations

from collections.abc import Sequence

import cv2

from vision.arrays import Image, pixels
from vision.dice.network import Network, softmax
from vision.dice.rim import sides_around
from vision.reading import Die

SIDE = 160  # the whole picture is seen at this size, whatever its shape
SHOWN = 1  # the class of pictures of pictures
# The network alone takes one photo of real dice in ten for a picture of one, straight edges alone nearly as many; both
# together hardly any.
LIKELY = 0.5
RIM = 2  # sides on which there must be an edge: the others may lie outside the picture


def only_shown(network: Network, image: Image, dice: Sequence[Die]) -> bool:
    return chance_shown(network, image) > LIKELY and sides_around(image, dice) >= RIM


def chance_shown(network: Network, image: Image) -> float:
    whole = pixels(cv2.resize(image, (SIDE, SIDE), interpolation=cv2.INTER_AREA))
    return float(softmax(network.run(whole[None])[0])[0, SHOWN])
