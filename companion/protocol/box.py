"""The owner's boxes as the tablet sees them: the list of boxes, the box check and how values are edited."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict, cast

from companion.protocol.json import Facts, Json
from companion.protocol.refusal import Refused

# Where a value comes from.
Provenance: TypeAlias = Literal["rulebook", "reported", "stand-in", "owner"]
# A name by language: {"en": "Brute", "fr": "Brute"}; English is always there.
LocalNames: TypeAlias = dict[str, str]
# One clause of an effect or a condition: its `verb`, and what the verb is about.
ClauseJson: TypeAlias = dict[str, Json]


class BoxTrouble(TypedDict):
    """The facts of a refusal about a box, a card or a scenario; also what is wrong with a box of the list."""

    # The value that cannot be used: "human.brute.lines.1", "file".
    key: str
    # Why not, in English; for whoever edits files by hand.
    reason: str
    # Names the tablet's own sentence, where it has one, and what that is about.
    code: NotRequired[str]
    facts: NotRequired[Facts]


def trouble(key: str, reason: str, code: str = "", facts: Facts | None = None) -> BoxTrouble:
    """What is wrong, in the shape the tablet reads; texts from outside are cut short."""
    found: BoxTrouble = {"key": key[:200], "reason": reason[:400]}
    return {**found, "code": code, "facts": dict(facts or {})} if code else found


def trouble_facts(key: str, reason: str, code: str = "", facts: Facts | None = None) -> Facts:
    """The same as the facts of a refusal."""
    # For mypy the values of a TypedDict are objects, though all of these are JSON.
    return cast(Facts, trouble(key, reason, code, facts))


def box_refusal(key: str, reason: str, code: str = "", facts: Facts | None = None) -> Refused:
    """A value, a card or a scenario that cannot be used."""
    return Refused("box/refused", "box_refused", trouble_facts(key, reason, code, facts))


class BoxSummary(TypedDict):
    """A box in the list of boxes."""

    id: str
    name: LocalNames
    # Names its values; the same text means the same values. Null when the box cannot be used.
    content: str | None
    # How many values, cards and scenarios are the owner's.
    owner_values: int
    cards: int
    scenarios: int
    trouble: BoxTrouble | None


class ScenarioChoices(TypedDict):
    """What matters of a scenario before a game is begun."""

    # Gifts a handicap may add: those the scenario has not.
    extra_gifts: list[str]
    # How many values a game of it would be played with are stand-ins, those of warriors and cards counted in.
    unconfirmed: int


class BoxJson(TypedDict):
    """All of a box, as it is in its files: every value as {is, from, note}."""

    # Names its values; the same text means the same values.
    version: str
    # The sections of the pack, as in the TOML files.
    pack: dict[str, Json]
    scenarios: list[dict[str, Json]]
    # By the id of the scenario.
    choices: dict[str, ScenarioChoices]
    # Card id → the numbers of its labels.
    tags: dict[str, list[int]]


# -- the box check -----------------------------------------------------------------------------------------------------


NumberPlace = TypedDict(
    "NumberPlace",
    {
        # The way to a number inside the clauses of an effect: keys, and places in lists.
        "at": list[str | int],
        "is": int,
        "least": int,
        "most": int,
    },
)

LineForm = TypedDict(
    "LineForm",
    {
        "kind": Literal["line"],
        # The smallest and the largest number there may be.
        "mvt": list[int],
        "cbt": list[int],
        "def": list[int],
    },
)


class NumberForm(TypedDict):
    """A number within bounds."""

    kind: Literal["number"]
    least: int
    most: int


class WordsForm(TypedDict):
    """Some of these words."""

    kind: Literal["words"]
    of: list[str]


class ClausesForm(TypedDict):
    """An effect, of which only the numbers are changed here."""

    kind: Literal["clauses"]
    numbers: list[NumberPlace]


class TileForm(TypedDict):
    """The kind and the openings of a tile."""

    kind: Literal["tile"]
    kinds: list[str]


class SpacesForm(TypedDict):
    """Spaces of the Squamata board: which dice they may take, and the talents they may give."""

    kind: Literal["spaces"]
    dice: list[str]
    talents: list[str]


class PlainForm(TypedDict):
    """Yes or no, a name in several languages, or something that can only be confirmed."""

    kind: Literal["flag", "name", "other"]


# How a value is edited: which numbers, which words.
ValueForm: TypeAlias = LineForm | NumberForm | WordsForm | ClausesForm | TileForm | SpacesForm | PlainForm

CheckValue = TypedDict(
    "CheckValue",
    {
        # Names the value: "pack.human.brute.lines.1".
        "path": str,
        # The last word of the path.
        "field": str,
        # The id of the card, tile or scenario it belongs to.
        "of": str,
        "is": Json,
        # Empty for a mere name.
        "from": Provenance | Literal[""],
        "note": str,
        "form": ValueForm,
    },
)

CheckKind: TypeAlias = Literal[
    "human",
    "fiend",
    "gift",
    "object",
    "card",
    "scenario",
    "destiny",
    "deck",
    "tiles",
    "skill",
    "squamata",
    "part",
    "deadly",
]
# As certain as its least certain value.
CheckState: TypeAlias = Literal["open", "reported", "printed", "confirmed"]


class CheckItem(TypedDict):
    """A card, a deck, the board, the tiles: what an owner compares at once."""

    id: str
    kind: CheckKind
    # Decks, the Destiny board and the tiles have no name of their own.
    name: LocalNames | None
    state: CheckState
    # How long it takes to compare it.
    seconds: int
    values: list[CheckValue]


class BoxCheck(TypedDict):
    """What of the box matters to a scenario, the weightiest open item first."""

    scenario: str
    content: str
    # How many items are open, how many are not, and how long the open ones take.
    to_check: int
    checked: int
    minutes: int
    items: list[CheckItem]
