"""What is asked names the rule it is asked by: the card's, the tile's, the square's or the scenario's."""

from companion.content import load_box
from companion.content.setup import new_game
from companion.rules.actions import Roll
from companion.rules.effects import ChooseWarrior, EffectContext, TableRoll, rule_of
from companion.rules.engine import refusal, waiting
from companion.rules.state import State

BOX = load_box()
TABLE = ({"scores": (1,), "then": ()},)


def asking(step: ChooseWarrior | TableRoll) -> State:
    state = new_game(BOX, "who_dares")
    return state._replace(agenda=(*state.agenda, step))


def with_stash(context: EffectContext) -> tuple[State, EffectContext]:
    state = new_game(BOX, "who_dares")
    start = next(iter(state.board.tiles.values()))
    board = state.board.lay(start._replace(label="stash", kind="stash", at=(5, 5)))
    return state._replace(board=board), context._replace(tile="stash")


def test_a_stash_is_searched_by_the_rule_of_the_stash() -> None:
    state, context = with_stash(EffectContext("who_dares", "human"))
    state = state._replace(agenda=(TableRoll(context, TABLE),))
    assert waiting(state).rule == "TIL-1"
    refused = refusal(state, Roll((1, 2)))
    assert refused is not None
    assert refused.rule == "TIL-1"


def test_a_booby_trap_keeps_its_rule() -> None:
    assert waiting(asking(TableRoll(EffectContext("booby_trapped", "demon"), TABLE))).rule == "TIL-5"


def test_a_victim_is_chosen_by_the_rule_of_the_card() -> None:
    chosen = ChooseWarrior(EffectContext("demonic_possession", "demon"), "human", ())
    assert waiting(asking(chosen)).rule == "CARD-11"


def test_the_trap_is_a_square_and_a_special_rule_the_scenarios() -> None:
    state = new_game(BOX, "christmas_2009")
    assert rule_of(state, EffectContext("trap", "demon")) == "THR-2"
    assert rule_of(state, EffectContext("christmas_2009", "human")) == "SET-1"
    assert rule_of(state, EffectContext("christmas_2009", "human", tile=next(iter(state.board.tiles)))) == "SET-1"
