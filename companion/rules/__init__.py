"""The rules of the game, pure: no box, no table, no network. Questions and answers, see README.md beside this file.

>>> import random
>>> from companion.content import load_box, new_game
>>> from companion.rules import apply, legal_actions, outcome
>>> dice = random.Random(7)
>>> state = new_game(load_box(), "survivors")
>>> while outcome(state) is None:
...     state = apply(state, dice.choice(legal_actions(state))).state
>>> outcome(state).winner
'demon'

Why may he not go there?

>>> state = new_game(load_box(), "survivors")
>>> why = refusal(state, Move("redeemer", "1"))
>>> explain(why), rule_name(why.rule)
('The game waits for: an Advantage card (Human).', 'Round (RND)')
"""

from companion.rules.actions import (
    UNKNOWN,
    Action,
    Assign,
    Attack,
    Bless,
    Cancel,
    Draw,
    EndPhase,
    Enter,
    Explore,
    Finish,
    Guard,
    Hit,
    Lay,
    Leave,
    Move,
    Place,
    Play,
    PutHole,
    Release,
    Reroll,
    Resolve,
    Roll,
)
from companion.rules.engine import Applied, apply, legal_actions, outcome, refusal, waiting
from companion.rules.game import Game
from companion.rules.guidance import Blocking, Guidance, Reach, guide
from companion.rules.language import LANGUAGES, Language, explain, rule_name
from companion.rules.notation import NotationError, read, take, write
from companion.rules.results import Happening, IllegalAction, Outcome, Refusal, Waiting
from companion.rules.snapshot import SnapshotError, from_json, to_json
from companion.rules.state import Roster, State, Warrior

__all__ = [
    "LANGUAGES",
    "UNKNOWN",
    "Action",
    "Applied",
    "Assign",
    "Attack",
    "Bless",
    "Blocking",
    "Cancel",
    "Draw",
    "EndPhase",
    "Enter",
    "Explore",
    "Finish",
    "Game",
    "Guard",
    "Guidance",
    "Happening",
    "Hit",
    "IllegalAction",
    "Language",
    "Lay",
    "Leave",
    "Move",
    "NotationError",
    "Outcome",
    "Place",
    "Play",
    "PutHole",
    "Reach",
    "Refusal",
    "Release",
    "Reroll",
    "Resolve",
    "Roll",
    "Roster",
    "SnapshotError",
    "State",
    "Waiting",
    "Warrior",
    "apply",
    "explain",
    "from_json",
    "guide",
    "legal_actions",
    "outcome",
    "read",
    "refusal",
    "rule_name",
    "take",
    "to_json",
    "waiting",
    "write",
]
