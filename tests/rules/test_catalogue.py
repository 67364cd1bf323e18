"""Every rule id of the catalogue is asked about by some test, and the engine names no id that is not in it."""

import json
import re
from functools import cache
from pathlib import Path

import pytest

# Every rule by its id, with a short title.
RULES = {
    "SET-1": "The scenario sets the table",
    "SET-2": "Two shuffled decks",
    "SET-3": "Only what is in the box",
    "SET-4": "Six-sided dice",
    "SET-5": "Handicap for the Human player",
    "SET-6": "Handicap for the Demon player",
    "SET-7": "Reverse auction",
    "RND": "Order of the phases",
    "INI-1": "Action Dice",
    "INI-2": "One die a warrior",
    "INI-3": "Exhausted",
    "INI-4": "Gifts belong to a score",
    "INI-5": "Healing a line",
    "INI-6": "Cancelling the line in use",
    "ACT-1": "One warrior at a time",
    "ACT-2": "Move and fight, in either order",
    "ACT-3": "Demons never explore",
    "ACT-4": "Advantage cards",
    "ACT-5": "Objects stay with their owner",
    "MOV-1": "A step costs 1 MVT",
    "MOV-2": "Common opening",
    "MOV-3": "Tunnel Size Rule",
    "MOV-4": "Blocking Rule",
    "MOV-5": "Elusive",
    "MOV-6": "Impressive",
    "MOV-7": "Elusive against Impressive",
    "MOV-8": "Exploring is leaving",
    "EXP-1": "Exploring costs 1 MVT",
    "EXP-2": "Unexplored openings",
    "EXP-3": "Drawing and laying a tile",
    "EXP-4": "The explorer steps in",
    "EXP-5": "No dead end closes the board",
    "EXP-6": "The stack runs out",
    "CBT-1": "Targets",
    "CBT-2": "Combat Dice and hits",
    "CBT-3": "DEF is at most 6",
    "CBT-4": "Hits on Troglodytes",
    "CBT-5": "Hits on Demons",
    "CBT-6": "Hits on Humans",
    "CBT-7": "Frantic",
    "CBT-8": "Bodyguard",
    "CBT-9": "Ranged weapons",
    "CBT-10": "Blessed",
    "CBT-11": "No Talents while Exhausted",
    "THR-1": "Dice of Destiny",
    "THR-2": "All dice placed first",
    "THR-3": "Spending Threat Points",
    "THR-4": "Where warriors enter",
    "THR-5": "New warriors act at once",
    "THR-6": "Event cards",
    "TIL-1": "Stash",
    "TIL-2": "Hungry Tunnels",
    "TIL-3": "Tight Tunnel",
    "TIL-4": "Flooded Tunnel",
    "TIL-5": "Booby-Trapped Tunnel",
    "TIL-6": "Demonic Mechanism",
    "TIL-7": "Pentacle Room",
    "TIL-8": "Exit",
    "TIL-9": "Lair",
    "TIL-10": "Hole in the Ground",
    "CARD-1": "Smite the Evil Ones",
    "CARD-2": "Aura of Courage",
    "CARD-3": "Aura of Healing",
    "CARD-4": "Aura of Precognition",
    "CARD-5": "Blessed Hammer",
    "CARD-6": "Scepter of Command",
    "CARD-7": "Shield of Steel",
    "CARD-8": "Blunderbuss",
    "CARD-9": "Oil For Your Lamp",
    "CARD-10": "Our Faith Will Protect Us",
    "CARD-11": "Demonic Possession",
    "CARD-12": "Lost, Panic!, Tough Troglodyte",
    "CARD-13": "Possessed One",
    "CARD-14": "The Redeemer's lines 2 and 5",
    "FAQ-1": "What Hungry Tunnels double",
    "FAQ-2": "Hole tile and Hole token alike",
    "FAQ-3": "The Event deck is not shuffled again",
    "FAQ-4": "A Grenade hits everybody",
    "FAQ-5": "The Blunderbuss at close range",
    "FAQ-6": "Exhausted with a bonus",
    "FAQ-7": "Warriors and Condemned",
    "FAQ-8": "Reach of the Gifts",
    "FAQ-9": "Gather Round! outlives the Redeemer",
    "FAQ-10": "No debt of Threat Points",
    "FAQ-11": "Critical Hit and Bodyguard",
    "FAQ-12": "Counted afresh",
    "FAQ-13": "Hits outside an attack",
    "DP-1": "Cards of De Profundis",
    "DP-2": "Hellhounds",
    "DP-3": "Dice of a Hellhound",
    "DP-4": "Sicaria",
    "DP-5": "Tiles of De Profundis",
    "FS-1": "Kartikeya and its turn",
    "FS-2": "Squamata dice",
    "FS-3": "Split attacks",
    "FS-4": "Wounds to parts",
    "FS-5": "Squamata tiles",
    "FS-6": "Against Kartikeya",
    "FS-7": "Tiles of Furor Sanguinis",
}

TESTS = Path(__file__).parents[1]
SOURCE = TESTS.parent / "companion"
ID = re.compile(r"\b(?:SET|INI|ACT|MOV|EXP|CBT|THR|TIL|CARD|FAQ|DP|FS)-\d+\b|\"RND\"")


def ids_in(text: str) -> set[str]:
    return {found.strip('"') for found in ID.findall(text)}


@cache
def named_by_tests() -> set[str]:
    named: set[str] = set()
    for path in (TESTS / "positions").glob("*.json"):
        named |= set(json.loads(path.read_text())["rules"])
    for path in TESTS.rglob("test_*.py"):
        if path.name != "test_catalogue.py":
            named |= ids_in(path.read_text())
    return named


@pytest.mark.parametrize("rule", RULES)
def test_rule_is_tested(rule: str) -> None:
    assert rule in named_by_tests()


def test_engine_names_only_known_rules() -> None:
    files = [*SOURCE.rglob("*.py"), *(SOURCE / "content" / "packs").rglob("*.toml")]
    for path in files:
        assert ids_in(path.read_text()) <= RULES.keys(), path.name


def test_positions_name_only_known_rules() -> None:
    for path in (TESTS / "positions").glob("*.json"):
        assert set(json.loads(path.read_text())["rules"]) <= RULES.keys(), path.name
