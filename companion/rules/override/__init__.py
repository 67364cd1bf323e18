"""Override: anything on the table set by hand. The vocabulary stands in `setting`."""

from companion.rules.override.checks import MalformedState
from companion.rules.override.setting import apply_override

__all__ = ["MalformedState", "apply_override"]
