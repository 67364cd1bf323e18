"""Winning and losing: small pieces a scenario composes into its conditions of victory (SET-1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from companion.rules.actions import Action
from companion.rules.cards import AT_LEAST, AT_MOST, NAME, PROFILE, WHO, Clause, Fact, Form
from companion.rules.effects import is_a
from companion.rules.records import record
from companion.rules.results import Outcome, Refusal, Waiting
from companion.rules.state import State
from companion.rules.steps import Asks
from companion.rules.words import DEAD, HUMAN, IN_PLAY, OUT

ConditionPiece: TypeAlias = Callable[[State, Clause], bool]

PIECES: Final[dict[str, ConditionPiece]] = {}
FORMS: Final[dict[str, Form]] = {}


def piece(word: str, /, **form: Fact) -> Callable[[ConditionPiece], ConditionPiece]:
    """A piece of a condition, with the facts it can have (`name` is one) besides the bounds that every piece has."""
    FORMS[word] = {**form, "at_least": AT_LEAST, "at_most": AT_MOST}

    def enter(function: ConditionPiece) -> ConditionPiece:
        PIECES[word] = function
        return function

    return enter


def within(count: int, clause: Clause) -> bool:
    """`at_least` and `at_most`, either or both."""
    return bool(clause.facts.get("at_least", 0) <= count <= clause.facts.get("at_most", count))


def counted(state: State, clause: Clause, fate: str) -> int:
    """Warriors of the kind meant whose fate is this."""
    who = clause.word("who", HUMAN)
    count = 0
    for warrior in state.warriors.all.values():
        if warrior.fate == fate and is_a(warrior, who):
            count += 1
    return count


@piece("out", who=WHO)
def out(state: State, clause: Clause) -> bool:
    """So many have left the catacombs."""
    return within(counted(state, clause, OUT), clause)


@piece("dead", who=WHO)
def dead(state: State, clause: Clause) -> bool:
    return within(counted(state, clause, DEAD), clause)


@piece("in_play", who=WHO)
def in_play(state: State, clause: Clause) -> bool:
    return within(counted(state, clause, IN_PLAY), clause)


@piece("on_tile", who=WHO, kind=Fact("tile_kind"))
def on_tile(state: State, clause: Clause) -> bool:
    """So many stand on tiles of a kind."""
    who = clause.word("who", "human")
    kind = clause.word("kind")
    count = 0
    for label in state.board.by_kind.get(kind, ()):
        for warrior in state.warriors.on(label):
            if is_a(warrior, who):
                count += 1
    return within(count, clause)


@piece("entered", card=PROFILE)
def entered(state: State, clause: Clause) -> bool:
    """So many warriors of a card have been brought into play so far."""
    return within(state.entries.get(clause.word("card"), 0), clause)


@piece("killed", card=PROFILE)
def killed(state: State, clause: Clause) -> bool:
    """So many warriors of a card have been killed."""
    return within(state.fallen.get(clause.word("card"), 0), clause)


@piece("marked", name=NAME)
def marked(state: State, clause: Clause) -> bool:
    """So much of something has been counted."""
    return within(state.marked(clause.word("name")), clause)


@piece("carries", token=NAME, kind=Fact("tile_kind", ""))
def carries(state: State, clause: Clause) -> bool:
    """So many with a token stand on tiles of a kind."""
    token, kind = clause.word("token"), clause.word("kind")
    here = (w for w in state.warriors.all.values() if w.tile and token in w.tokens)
    return within(sum(1 for w in here if not kind or state.board.tiles[w.tile].kind == kind), clause)


@piece("carried_out", token=NAME)
def carried_out(state: State, clause: Clause) -> bool:
    """So many have left the catacombs with a token."""
    token = clause.word("token")
    return within(sum(1 for w in state.warriors.all.values() if w.fate == OUT and token in w.tokens), clause)


@piece("round")
def round_reached(state: State, clause: Clause) -> bool:
    return within(state.round, clause)


def holds(state: State, clauses: Iterable[Clause]) -> bool:
    return all(PIECES[clause.verb](state, clause) for clause in clauses)


def outcome_of(state: State) -> Outcome | None:
    """The first condition that holds, if any."""
    for condition in state.game.conditions:
        if holds(state, condition.when):
            return Outcome(condition.winner, condition.reason)
    return None


@record
class GameOver(Asks):
    """Nothing more is awaited."""

    def waiting(self, state: State) -> Waiting:
        winner = state.outcome.winner if state.outcome else ""
        return Waiting(winner, "over", "over", "SET-1")

    def actions(self, state: State) -> tuple[Action, ...]:
        return ()

    def refusal(self, state: State, action: Action) -> Refusal | None:
        winner = state.outcome.winner if state.outcome else ""
        return Refusal("SET-1", "game_over", {"winner": winner})

    def take(self, draft: object, action: Action) -> None:
        raise AssertionError(f"the game is over, {action} in {draft} cannot be taken")
