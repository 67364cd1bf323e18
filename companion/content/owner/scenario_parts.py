"""Ready-made parts of a scenario: special rules and conditions of victory to begin from, in the form of a sheet.

A part adds its rules to `special` and its conditions to `victory`; numbers, names and places are then the owner's to
change.
"""

from __future__ import annotations

from companion.protocol.box import ClauseJson
from companion.protocol.scenario import ScenarioPart, ScenarioParts, SpecialRule, VictoryCondition
from companion.rules.words import Winner


def _wins(winner: Winner, reason: str, *when: ClauseJson) -> VictoryCondition:
    return {"winner": winner, "reason": reason, "when": list(when)}


def _rule(when: str, *do: ClauseJson) -> SpecialRule:
    return {"when": when, "do": list(do)}


def _victory(name: str, *ways: VictoryCondition) -> ScenarioPart:
    return {"id": name, "special": [], "victory": list(ways)}


def _special(name: str, *rules: SpecialRule) -> ScenarioPart:
    return {"id": name, "special": list(rules), "victory": []}


def _at_round(number: int) -> ClauseJson:
    return {"verb": "round", "at_least": number, "at_most": number}


_NOBODY_LEFT: ClauseJson = {"verb": "in_play", "who": "human", "at_most": 0}
_DEED = "deed"
_COUNTED: ClauseJson = {"verb": "remember", "until": "end:game", "amount": 1}

SPECIAL_PARTS: tuple[ScenarioPart, ...] = (
    _special("entry", _rule("enter:stash", {"verb": "hit", "amount": 1})),
    _special("find", _rule("enter:stash", {"verb": "token", "name": "treasure"})),
    _special("search", _rule("enter:stash", {
        "verb": "if",
        "when": [{"verb": "carries", "token": "treasure", "at_most": 0}],
        "then": [{"verb": "roll_table", "table": [
            {"scores": [1, 2, 3], "then": []},
            {"scores": [4, 5, 6], "then": [{"verb": "token", "name": "treasure"}]},
        ]}],
    })),
    _special("dice", _rule("start:threat", {"verb": "extra_dice", "roll": "destiny", "amount": 1})),
    _special("timed", _rule("start:initiative", {
        "verb": "if", "when": [_at_round(5)], "then": [{"verb": "tp", "amount": 3}],
    })),
    _special("every_round", _rule("start:initiative", {"verb": "tp", "amount": 1})),
    _special("tiles", _rule("laid:any", {**_COUNTED, "name": "tiles"})),
    _special("ambush", _rule("laid:lair", {"verb": "place", "profile": "troglodyte"})),
    _special("rise", _rule("death:human", {"verb": "rise", "profile": "troglodyte"})),
)  # fmt: skip

VICTORY_PARTS: tuple[ScenarioPart, ...] = (
    _victory("leave", _wins("human", "left", {"verb": "out", "who": "human", "at_least": 2})),
    _victory("kill", _wins("human", "slain", {"verb": "killed", "card": "underground_hunter", "at_least": 1})),
    _victory("carry", _wins("human", "carried", {
        "verb": "carries", "token": "treasure", "kind": "exit", "at_least": 1,
    })),
    _victory("carry_out", _wins("human", "carried", {"verb": "carried_out", "token": "treasure", "at_least": 1})),
    # The round after the last one begins: so many have been survived.
    _victory("survive", _wins("human", "survived",
                              {"verb": "round", "at_least": 11}, {"verb": "in_play", "who": "human", "at_least": 1})),
    {
        "id": "perform",
        "special": [_rule("end:human_action", {
            "verb": "if",
            "when": [{"verb": "on_tile", "who": "redeemer", "kind": "pentacle", "at_least": 1}],
            "then": [{**_COUNTED, "name": _DEED}],
        })],
        "victory": [_wins("human", "performed", {"verb": "marked", "name": _DEED, "at_least": 3})],
    },
    _victory("reach", _wins("human", "reached", {"verb": "on_tile", "who": "human", "kind": "stash", "at_least": 2})),
    _victory("draw", _wins("draw", "one_escaped", {"verb": "out", "who": "human", "at_least": 1}, _NOBODY_LEFT)),
    _victory("draw_late", _wins("draw", "too_late", {"verb": "round", "at_least": 16})),
    _victory("all_dead", _wins("demon", "all_dead", _NOBODY_LEFT)),
    _victory("late", _wins("demon", "too_late", {"verb": "round", "at_least": 16})),
    _victory("kartikeya_dead", _wins("human", "kartikeya_dead", {
        "verb": "killed", "card": "kartikeya", "at_least": 1,
    })),
    _victory("kartikeya_there", _wins("squamata", "kartikeya_there", {
        "verb": "on_tile", "who": "squamata", "kind": "exit", "at_least": 1,
    })),
    _victory("prey", _wins("squamata", "prey_taken", {"verb": "dead", "who": "human", "at_least": 3})),
    _victory("redeemer", _wins("demon", "redeemer_dead", {"verb": "dead", "who": "redeemer", "at_least": 1})),
)  # fmt: skip


def parts() -> ScenarioParts:
    return {"special": list(SPECIAL_PARTS), "victory": list(VICTORY_PARTS)}
