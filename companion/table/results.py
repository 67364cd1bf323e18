"""What the last tap came to, for both tablets: the news, the dice as they fell, and what hands must do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from companion.protocol.json import Sentence
from companion.protocol.results import CardByHand, GoingBack, NamedAct, ResultDie, ResultJson, RollJson
from companion.rules.engine import waiting
from companion.rules.playing import OWNER
from companion.rules.state import State
from companion.rules.words import DEMON, TROGLODYTE
from companion.table.history import BY_HAND, History, StateCache, acts_after
from companion.table.offers import defence_of
from companion.table.physical_table import by_hand, put_back
from companion.table.record import OVERRIDE, REDO, UNDO, Record
from companion.table.seats import line_for, name_of
from companion.table.views import effects

# Rolls whose dice are placed on a page of their own: the page is the news.
PLACED: Final = ("action", "destiny", "instinct")
# What a roll or an effect comes to, the weightiest first; what is not here is told by the map.
NEWS: Final = (
    *("over", "dies", "part_destroyed", "cancels", "wounded", "wounded_parts", "hits", "turns_on", "removed", "leaves"),
    *("heals", "unwounded", "token", "blessed", "deadly_event", "plays", "draws_card", "nothing_fits", "discards_tile"),
    *("tp", "deadly_points", "event_turned", "reflexes", "begins", "destiny", "first_entry"),
)
# Said only if there is nothing to say but them.
FAINT: Final = ("hits", "first_entry", "destiny")


class TapResults:
    """The last tap of a game, and what an undo leaves to put back."""

    def __init__(self, history: History, states: StateCache) -> None:
        self._history = history
        self._states = states

    def put_back(self, seat: str, act: int | None = None) -> list[Sentence]:
        """What lies wrongly, as the game stands or as it would stand after another act."""
        lies = self._history.physical
        wanted = self._history.cursor if act is None else act
        if lies == wanted:
            return []
        return put_back(self._states.after(lies), self._states.after(wanted), seat)

    def card_by_hand(self, seat: str) -> CardByHand | None:
        """The card whose player is doing what it says; None once that is done, or the game has gone on."""
        found = self._history.played_by_hand()
        if found is None:
            return None
        played, changes = found
        facts = next(line["facts"] for line in played.lines if line["key"] in BY_HAND)
        return {
            "card": str(facts.get("card", facts.get("event"))),
            # A Deadly Destiny event is the Demon's.
            "side": OWNER.get(str(facts.get("deck")), DEMON),
            "changes": [{"seq": act.seq, "name": name_of(seat, act)} for act in changes],
            "on_table": by_hand(self._states.after(played.seq), self._states.current(), seat),
            "before": self._history.parent(played.seq),
        }

    def latest(self, seat: str) -> ResultJson | None:
        """What the last tap came to; None before the first."""
        records = self._history.latest
        if not records:
            return None
        if records[-1].kind in (UNDO, REDO):
            moved = self._history.act(records[-1].do[records[-1].kind])
            return result_of_moving(records, moved, self.put_back(seat), seat)
        before = self._states.after(self._history.parent(records[0].seq))
        return result_of_acts(records, before, self._states.after(records[-1].seq), seat)

    def undo_name(self, seat: str) -> NamedAct | None:
        """What an undo would take back; None where nothing can be."""
        return None if self._history.closed else _named(seat, self._history.last_taps_acts())

    def redo_name(self, seat: str) -> NamedAct | None:
        return None if self._history.closed else _named(seat, self._history.undone_taps_acts()[::-1])

    def going_back(self, seat: str, act: int) -> GoingBack:
        """What going back to an act would come to; nothing is done."""
        taken = acts_after(self._history, act)
        rolls = [record.do["roll"] for record in taken if record.asked is not None and "roll" in record.do]
        return {"steps": len(taken), "put_back": self.put_back(seat, act), "dice": rolls}


def result_of_acts(records: Sequence[Record], before: State, after: State, seat: str) -> ResultJson:
    """Of one or more acts that one tap came to, on the state before them."""
    lines = [line_for(seat, line) for record in records for line in record.lines]
    roll = next((line for line in reversed(lines) if _is_shown_roll(line)), None)
    every = _news(lines, before, after)
    faint = every if roll is None else [_rolled(roll, before, after)]
    news = [item for item in every if item["key"] not in FAINT] or faint
    corrected = any(record.kind == OVERRIDE for record in records)
    first = news[0] if news and not corrected else _name(records, seat)
    return {
        "seq": records[-1].seq,
        "kind": "correction" if corrected else "roll" if roll else "effect" if news else "step",
        "by": records[0].seat if corrected else waiting(before).side,
        "banner": bool(news) or corrected,
        "title": first,
        "more": [] if corrected else news[1:],
        "dice": _dice(roll["facts"]) if roll else [],
        "roll": _roll(roll["facts"], before) if roll else None,
        "steps": len(records),
        "on_table": by_hand(before, after, seat),
    }


def result_of_moving(records: Sequence[Record], moved: Record, on_table: list[Sentence], seat: str) -> ResultJson:
    """Of an undo or redo; `moved` is the act that names it."""
    kind: Literal["undo", "redo"] = UNDO if records[-1].kind == UNDO else REDO
    name: Mapping[str, Any] = name_of(seat, moved)
    return {
        "seq": records[-1].seq,
        "kind": kind,
        "by": records[-1].seat,
        "banner": False,
        "title": {"key": kind, "facts": {"name": name, "seq": moved.seq}},
        "more": [],
        "dice": [],
        "roll": None,
        "steps": len(records),
        "on_table": on_table,
    }


def _name(records: Sequence[Record], seat: str) -> Sentence:
    own = next((r for r in reversed(records) if _is_by_hand(r)), records[-1])
    name: Mapping[str, Any] = name_of(seat, own)
    return {"key": "step", "facts": {"name": name}}


def _is_by_hand(act: Record) -> bool:
    """Not what followed of itself, or what the companion did unasked."""
    return act.cause.get("kind") != "forced" and not act.cause.get("unasked")


def _named(seat: str, acts: Sequence[Record]) -> NamedAct | None:
    """Acts of one tap by the one a player did: not by what followed from it. The last one comes first."""
    own = next((act for act in acts if _is_by_hand(act)), acts[0] if acts else None)
    return None if own is None else {"seq": acts[0].seq, "name": name_of(seat, own)}


# -- what is news ------------------------------------------------------------------------------------------------------


def _news(lines: Sequence[Sentence], before: State, after: State) -> list[Sentence]:
    found = [line for line in lines if line["key"] in NEWS]
    found = [*deaths(found), *(line for line in found if line["key"] != "dies")]
    found += _begun(before, after)
    return sorted(found, key=lambda line: NEWS.index(line["key"]))


def deaths(lines: Sequence[Sentence]) -> list[Sentence]:
    """Troglodytes die as a number; everybody else by name."""
    dead = [line for line in lines if line["key"] == "dies"]
    crowd = [line for line in dead if line["facts"].get("kind") == TROGLODYTE]
    named = [line for line in dead if line not in crowd]
    if not crowd:
        return named
    return [
        *named,
        {"key": "dies", "facts": {"what": "crowd", "number": len(crowd), "tile": crowd[0]["facts"]["tile"]}},
    ]


def _begun(before: State, after: State) -> list[Sentence]:
    """What is in force from now on, however it came."""
    had = effects(before)
    return [
        {"key": "begins", "facts": {**effect["facts"], **{k: effect[k] for k in ("source", "until", "what")}}}
        for effect in effects(after)
        if effect not in had and effect["what"] != "blessing_used"
    ]


# -- dice --------------------------------------------------------------------------------------------------------------


def _is_shown_roll(line: Sentence) -> bool:
    return line["key"] == "rolls" and line["facts"].get("what") not in PLACED and bool(line["facts"].get("dice"))


def _rolled(roll: Sentence, before: State, after: State) -> Sentence:
    """What a roll came to where nothing happened yet, or nothing at all."""
    facts = roll["facts"]
    if "to_hit" not in facts:
        return {"key": "rolled", "facts": {"source": facts.get("what", ""), "dice": facts["dice"]}}
    told = _roll(facts, before)
    shown = {**facts, "target": told["target"], "what": ""}
    again = waiting(after).what == "reroll"
    if facts["hits"] or again:
        return {"key": "hits_so_far" if again else "hits", "facts": shown}
    return {"key": "missed" if told["defence"] == told["to_hit"] else "missed_on", "facts": shown}


def _dice(facts: Mapping[str, Any]) -> list[ResultDie]:
    needed = facts.get("to_hit")
    return [{"face": face, "hit": None if needed is None else face >= needed} for face in facts["dice"]]


def _roll(facts: Mapping[str, Any], before: State) -> RollJson:
    awaited = waiting(before)
    return {
        "attacker": awaited.facts.get("attacker", ""),
        "target": facts.get("target", awaited.facts.get("target", "")),
        "tile": awaited.facts.get("tile", ""),
        "to_hit": facts.get("to_hit", 0),
        "defence": defence_of(before, awaited),
    }
