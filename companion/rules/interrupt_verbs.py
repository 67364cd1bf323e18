"""What only an interrupt can do: change what the moment comes before. The verbs are named in `card_verbs`."""

from __future__ import annotations

from typing import TypeVar

from companion.rules.cards import Clause
from companion.rules.damage import Landing
from companion.rules.death import Death, spare
from companion.rules.draft import Draft
from companion.rules.effects import EffectContext, Fallen
from companion.rules.exploring import Drawn, DrawTile, discard
from companion.rules.interrupts import Interrupt
from companion.rules.steps import Step

Coming = TypeVar("Coming", bound=Step)


def upcoming(draft: Draft, kind: type[Coming]) -> Coming | None:
    """What the interrupt that is being played stands before."""
    step = next((step for step in reversed(draft.state.agenda) if not isinstance(step, Interrupt)), None)
    return step if isinstance(step, kind) else None


def instead(draft: Draft, old: Step, *new: Step) -> None:
    """Something else follows, or nothing."""
    at = max(i for i, step in enumerate(draft.state.agenda) if step is old)
    draft.set(agenda=(*draft.state.agenda[:at], *new, *draft.state.agenda[at + 1 :]))


def roll_again(draft: Draft, clause: Clause, context: EffectContext) -> None:
    """The dice that have fallen are rolled once more, and then count."""
    fallen = upcoming(draft, Fallen)
    if fallen is not None:
        instead(draft, fallen, fallen.roll)
        draft.happens("roll_again", source=context.source)


def prevent(draft: Draft, clause: Clause, context: EffectContext) -> None:
    """Hits that are about to be taken do not land."""
    landing = upcoming(draft, Landing)
    if landing is not None:
        less = clause.number("amount")
        blows = tuple(
            b._replace(hits=max(0, b.hits - less)) if b.target == context.target else b for b in landing.blows
        )
        instead(draft, landing, Landing(blows))
        draft.happens("prevented", target=context.target, hits=less, source=context.source)


def another_tile(draft: Draft, clause: Clause, context: EffectContext) -> None:
    """The tile that was drawn is discarded, and another drawn."""
    drawn = upcoming(draft, Drawn)
    if drawn is not None:
        instead(draft, drawn)
        discard(draft, drawn.tile, DrawTile(drawn.explorer, drawn.edge))


def spare_the_dying(draft: Draft, clause: Clause, context: EffectContext) -> None:
    """The warrior that would die lives on."""
    death = upcoming(draft, Death)
    if death is not None:
        instead(draft, death)
        spare(draft, death)
