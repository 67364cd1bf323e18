"""A label of a card that lies under the camera and is on nothing yet: looked for when somebody wants to bind it."""

from __future__ import annotations

from collections.abc import Container

from vision.arrays import Image
from vision.tags.grammar import Kind
from vision.tags.reader import read_tags


def new_label(image: Image, known: Container[str]) -> str | None:
    """The one card's label in the picture that is not known; none where there are several to choose from."""
    tags = [one.tag for one in read_tags(image) if one.tag is not None and one.tag.kind is Kind.CARD]
    strange = [tag.id for tag in tags if tag.id not in known]
    return strange[0] if len(strange) == 1 else None
