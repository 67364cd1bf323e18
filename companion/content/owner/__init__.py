"""What the owner of a box says about it: values over ours, cards and scenarios of their own."""

from companion.content.owner.overlay import Overlay, box_with
from companion.content.owner.problems import OwnerError

__all__ = ["Overlay", "OwnerError", "box_with"]
