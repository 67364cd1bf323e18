"""House rules: the points on which the sources disagree, as switches with the default reading."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HouseRules:
    red_destiny: str = "per_threat_phase"
    # Squares the owner reads as red; None: as the content pack says.
    red_squares: frozenset[str] | None = None
    bodyguard_grenade: str = "allowed"
    bodyguard_hungry: str = "takes_2"
    calm: str = "per_die"
    destiny_dice: str = "may_stay_out"


CHOICES: dict[str, tuple[str, ...]] = {
    "red_destiny": ("per_threat_phase", "per_game"),
    "bodyguard_grenade": ("allowed", "forbidden"),
    "bodyguard_hungry": ("takes_2", "takes_1"),
    "calm": ("per_die", "one_only"),
    "destiny_dice": ("may_stay_out", "all_placed"),
}


def house_rules(switches: dict[str, object]) -> HouseRules:
    """Switches by name, checked; an unknown name or value is a ValueError that lists what is possible."""
    values: dict[str, object] = {}
    for name, value in switches.items():
        if name == "red_squares":
            if not isinstance(value, list | tuple | frozenset | set) or not all(isinstance(v, str) for v in value):
                raise ValueError("house rule red_squares: a list of Destiny square ids is needed")
            values[name] = frozenset(value)
        elif name not in CHOICES:
            raise ValueError(f"unknown house rule {name!r}; known: {', '.join((*CHOICES, 'red_squares'))}")
        elif value not in CHOICES[name]:
            raise ValueError(f"house rule {name}: {value!r} is not one of {', '.join(CHOICES[name])}")
        else:
            values[name] = value
    return HouseRules(**values)  # type: ignore[arg-type]
