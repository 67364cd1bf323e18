"""The coach in a process of its own: a question about a game that is played, or an analysis of one that is over.

`python -m companion.solo.advising` reads the task from standard input and tells line by line what it knows so far.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.apart import Task
from companion.content.owner.overlay import overlay_from
from companion.ongoing import Line, tell_lines
from companion.opponent.analysis import Analysis, Better, TurningSegment, analysed
from companion.opponent.coach import SHOWN, Advice, TriedAction, advise, why
from companion.opponent.segments import PlayedAct
from companion.protocol.coach import AnalysisNow, BetterJson, CoachNow, IdeaJson, TurnedJson
from companion.protocol.json import Sentence
from companion.protocol.messages import GameRequest
from companion.rules import snapshot
from companion.rules.actions import Action, Play
from companion.rules.engine import apply
from companion.rules.game import Game
from companion.rules.notation import Do, read, write
from companion.rules.state import State
from companion.rules.words import Side, Winner
from companion.table.history import History, played
from companion.table.loaded_box import load_overlay
from companion.table.record import OVERRIDE, Record, box_of
from companion.table.seats import BOTH, line_for, name_of
from companion.table.transfer import imported

MODULE = "companion.solo.advising"
# By which an analysis decides what is equal: the same game, the same analysis.
ANALYSIS_SEED = 1


def advise_on(task: Task) -> Iterator[Line]:
    return _question(task) if "state" in task else _analysis(task["lines"], task["effort"])


# -- a question --------------------------------------------------------------------------------------------------------


def _question(task: Task) -> Iterator[Line]:
    state = snapshot.from_json(_game(task), task["state"])
    side, seed = task["side"], task["seed"]
    idea = [action for act in task["idea"] for action in read(act)]
    for advice in advise(state, side, seed, task["effort"], idea):
        yield {**coach_now(state, side, seed, advice), "version": task["version"]}


def _game(task: Task) -> Game:
    """What never changes in the game: its set-up, under the box it is played with now."""
    begun = load_overlay(overlay_from(task["begun_with"]))
    game = begun.first_state(GameRequest.model_validate(task["request"]), task["rules"]).game
    now = load_overlay(overlay_from(task["box"]))
    return game if now is begun else now.game_after(game)


def coach_now(state: State, side: Side, seed: int, advice: Advice) -> CoachNow:
    now = advice.now
    winners: tuple[Winner, ...] = (*state.game.sides, "draw")
    return {
        "version": 0,
        "side": side,
        "done": advice.done,
        "of": advice.of,
        "chance": now.points if now else None,
        "either_way": now.either_way if now else 0.0,
        "ends": {winner: now.ends.get(winner, 0) for winner in winners} if now else {},
        "ideas": [_idea(state, side, seed, one, advice.tried[0]) for one in advice.tried[:SHOWN]],
        "rated": advice.idea and _idea(state, side, seed, advice.idea, next(iter(advice.tried), advice.idea)),
    }


def _idea(state: State, side: Side, seed: int, one: TriedAction, best: TriedAction) -> IdeaJson:
    behind, limits = (0.0, 0.0) if one is best else one.behind(best)
    return {
        "do": _written(state, one.action),
        "why": _why(state, side, one.action, seed),
        "chance": one.mean,
        "either_way": one.either_way,
        "behind": behind,
        "behind_either_way": limits,
    }


def _why(state: State, side: Side, action: Action, seed: int) -> Sentence:
    found = why(state, side, action, seed)
    return {"key": found.key, "facts": dict(found.facts)}


def _written(state: State, action: Action) -> Do:
    return write(action, state.game.cards[action.card].deck if isinstance(action, Play) else "")


# -- an analysis -------------------------------------------------------------------------------------------------------


def _analysis(lines: list[str], effort: float) -> Iterator[Line]:
    records = imported(lines)
    steps = list(_steps(records))
    by_seq = {record.seq: record for record in records}
    states = {step.seq: step.before for step in reversed(steps)}
    for found in analysed(steps, ANALYSIS_SEED, effort):
        yield analysis_now(found, steps[0].before.game.sides[0], by_seq, states)


def _steps(records: list[Record]) -> Iterator[PlayedAct]:
    """Every action of the game as it was played to the end; what was undone is no part of it."""
    first = load_overlay(overlay_from(box_of(records[0]) or {}))
    state = first.first_state(GameRequest.model_validate(records[0].do["game"]), records[0].rules)
    for record in History(records).acts_in_force():
        if record.kind == OVERRIDE:
            after = played(state, record, first).state
            yield PlayedAct(record.seq, state.round, state, after, None)
            state = after
            continue
        for action in read(record.do):
            after = apply(state, action).state
            yield PlayedAct(record.seq, state.round, state, after, action)
            state = after


def analysis_now(
    found: Analysis, side: Side, records: Mapping[int, Record], states: Mapping[int, State]
) -> AnalysisNow:
    turns = None
    if found.turns is not None:
        turns = [_turn(turn, records[turn.seq], states[turn.seq]) for turn in found.turns]
    luck: Any = None if found.luck is None else found.luck._asdict()
    return {
        "done": found.done,
        "of": found.of,
        "side": side,
        "points": [
            {"seq": p.seq, "round": p.round, "chance": round(p.chance, 4), "either_way": round(p.either_way, 4)}
            for p in found.points
        ],
        "turns": turns,
        "luck": luck,
        "whole": found.whole,
    }


def _turn(turn: TurningSegment, record: Record, before: State) -> TurnedJson:
    return {
        "seq": turn.seq,
        "round": turn.round,
        "mover": turn.mover,
        "side": turn.side,
        "before": turn.before,
        "after": turn.after,
        "either_way": turn.either_way,
        "name": name_of(BOTH, record),
        "lines": [line_for(BOTH, line) for line in record.lines],
        "better": None if turn.better is None else _better(turn.better, before),
    }


def _better(better: Better, before: State) -> BetterJson:
    return {
        "do": _written(before, better.action),
        "why": _why(before, better.side, better.action, ANALYSIS_SEED),
        "chance": better.chance,
        "gain": better.gain,
        "either_way": better.either_way,
    }


if __name__ == "__main__":
    tell_lines(advise_on)
