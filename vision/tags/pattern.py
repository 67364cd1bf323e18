"""The dark and light squares of a tag's code, for printing, drawing and for checking what was read."""

from __future__ import annotations

from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt
import segno

from vision.tags.grammar import Tag

MODULES = 21
QUIET_MODULES = 4
FINDER_MODULES = 7
BETWEEN_FINDERS = MODULES - FINDER_MODULES

OPEN, LIGHT, DARK = -1, 0, 1

Modules = npt.NDArray[np.bool_]


@lru_cache(maxsize=1024)
def modules_of(tag: Tag) -> Modules:
    """A 21×21 array, True where the code is dark. Always the same for a tag."""
    code = segno.make_qr(tag.text, version=1, error="h", mode="alphanumeric", boost_error=False)
    modules = np.array([list(row) for row in code.matrix], dtype=np.bool_)
    modules.setflags(write=False)
    return modules


def modules_of_text(text: str) -> Modules:
    """The code of any text, as somebody else would print it (smallest version, error level M)."""
    code = segno.make_qr(text, error="m", boost_error=False)
    return np.array([list(row) for row in code.matrix], dtype=np.bool_)


@cache
def fixed_parts() -> npt.NDArray[np.int8]:
    """The squares that every version-1 code has alike: finders with their light border, and the timing lines.

    DARK and LIGHT there, OPEN where the data is.
    """
    parts = np.full((MODULES, MODULES), OPEN, np.int8)
    line = np.where(np.arange(MODULES) % 2 == 0, DARK, LIGHT)
    parts[6], parts[:, 6] = line, line
    for top, left in ((0, 0), (0, BETWEEN_FINDERS), (BETWEEN_FINDERS, 0)):
        for inset, shade in ((-1, LIGHT), (0, DARK), (1, LIGHT), (2, DARK)):
            rows = slice(max(0, top + inset), top + FINDER_MODULES - inset)
            columns = slice(max(0, left + inset), left + FINDER_MODULES - inset)
            parts[rows, columns] = shade
    parts.setflags(write=False)
    return parts
