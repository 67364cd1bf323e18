"""The tray as a source: buttons become presses at the table, cards become readings, the light follows the game."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal

from companion.devices.tray import CardIntent, ChosenTray, Mood, TrayEvent, card_intent, choose, intent_of, shown_for
from companion.devices.tray.cards import CardBookError, load
from companion.devices.tray.events import Button, CardPresent
from companion.table.sources import TAG, Awaited, Reading, Sink

SIDES: dict[str, Literal["human", "demon"]] = {"human": "human", "demon": "demon"}


class TraySource:
    """The dice tray at the table. Without one the game goes on by taps."""

    name = "tray"

    def __init__(
        self,
        wish: str,
        names: Mapping[str, str],
        cards: Path,
        make: Callable[[str, Callable[[TrayEvent], None]], ChosenTray] = choose,
    ) -> None:
        self._chosen = make(wish, self._on_event)
        self._names = names
        self._cards = cards
        self._numbers = itertools.count(1)
        self._sink: Sink | None = None
        self._mood = Mood()

    @property
    def simulated(self) -> bool:
        board = self._chosen.tray.status.board if self._chosen.tray else None
        return self._chosen.simulator is not None if board is None else board.simulated

    @property
    def chosen(self) -> ChosenTray:
        return self._chosen

    def start(self, sink: Sink) -> None:
        self._sink = sink
        self._chosen.start()
        self._show(self._mood)

    def stop(self) -> None:
        self._chosen.stop()

    def awaits(self, awaited: Awaited | None) -> None:
        side = SIDES.get(awaited.side) if awaited else None
        self._show(Mood(waits_for=side, dice_awaited=awaited is not None and awaited.kind == "roll"))

    def corrected(self, reading: str, faces: Sequence[int]) -> None:
        """A tray reads no dice."""

    def _show(self, mood: Mood) -> None:
        self._mood = mood
        tray = self._chosen.tray
        if tray is None:
            return
        shown = shown_for(mood)
        tray.send(shown.light)
        tray.send(shown.lamps)
        if shown.flash is not None:
            tray.send(shown.flash)

    def _on_event(self, event: TrayEvent) -> None:
        """Called in the tray's own thread."""
        if self._sink is None:
            return
        if isinstance(event, Button):
            name = intent_of(event)
            if name is not None and not self._sink.press(name):
                self._show(Mood(self._mood.waits_for, self._mood.dice_awaited, refused=True))
        elif isinstance(event, CardPresent):
            card = card_intent(event, self._registered())
            if card is not None:
                self._sink.offer(self._card_reading(card))

    def _registered(self) -> dict[str, str]:
        try:
            return load(self._cards)
        except CardBookError:
            # A damaged book costs the registered stickers, not the card reader.
            return {}

    def _card_reading(self, card: CardIntent) -> Reading:
        name = self._names.get(card.tag.id, "") if card.tag else ""
        return Reading(
            id=f"card-{next(self._numbers)}",
            kind=TAG,
            source=self.name,
            sure=bool(name),
            tag=name or card.uid,
            simulated=self.simulated,
        )
