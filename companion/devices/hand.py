"""The tray as a source: buttons become presses at the table, cards become readings, the light follows the game."""

from __future__ import annotations

import itertools
import queue
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from companion.devices.showing import stranger
from companion.devices.tray import CardIntent, ChosenTray, Mood, TrayEvent, card_intent, choose, intent_of, shown_for
from companion.devices.tray.cards import CardBookError, load
from companion.devices.tray.checkup import Finding, State, TrayTrial
from companion.devices.tray.commands import Flash, Light
from companion.devices.tray.diary import Diary
from companion.devices.tray.events import Button, CardPresent
from companion.devices.tray.mood import READING
from companion.devices.tray.ring_light import Lighted
from companion.devices.tray.tryout import Tryout
from companion.devices.tray.verbs import VerbError, obey
from companion.table.helpers import Scheduler
from companion.table.problems import TableRefusal
from companion.table.sources import TAG, Awaited, Reading, Sink

# So long the ring calls for dice; then it lights them, because a camera sees nothing in a pulsing light.
CALL_S = 1.5
SEARCH_S = 8.0  # a port may need two seconds to say that it is no tray
BLINK = Flash("ffffff", 3, 200)
BLINK_S = 2.0
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
        scheduler: Scheduler | None = None,
    ) -> None:
        self._chosen = make(wish, self._on_event)
        self._names = names
        self._cards = cards
        self._numbers = itertools.count(1)
        self._sink: Sink | None = None
        self._mood = Mood()
        # What the ring was told last.
        self._light = Light()
        # Whether a camera reads the dice; and how bright the ring is for it.
        self.lights_camera = False
        self.reading_level = READING.level
        self._scheduler = scheduler or Scheduler()
        self._cancel_light: Callable[[], None] = lambda: None
        self._diary = Diary()
        self.tryout = Tryout()
        # Where events go while the tray is checked part by part.
        self._checked: queue.SimpleQueue[TrayEvent] | None = None

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
        self._cancel_light()
        self._chosen.stop()

    def awaits(self, awaited: Awaited | None) -> None:
        side = SIDES.get(awaited.side) if awaited else None
        rolled = awaited is not None and awaited.kind == "roll"
        mood = Mood(waits_for=side, dice_awaited=rolled)
        self._cancel_light()
        self._show(mood)
        if rolled and awaited is not None and awaited.by == "camera" and self.lights_camera:
            self._cancel_light = self._scheduler.later(CALL_S, lambda: self._light_dice(mood))

    def _light_dice(self, called: Mood) -> None:
        """The call is over, unless the game has moved on in this very moment."""
        if self._mood == called:
            self._show(replace(called, reading=True))

    def ring(self) -> Lighted | None:
        """The link to the ring while it lights dice for the camera."""
        tray = self._chosen.tray
        board = tray.status.board if tray is not None else None
        able = self._mood.reading and self._checked is None and board is not None and board.can("light")
        return tray if able else None

    def relight(self) -> None:
        self._show(self._mood)

    def corrected(self, reading: str, faces: Sequence[int]) -> None:
        """A tray reads no dice."""

    def as_json(self) -> dict[str, Any]:
        """How the tray is, for the devices page."""
        tray = self._chosen.tray
        told = self._diary.as_json(tray.status) if tray is not None else {"state": "none"}
        light = {"level": self._light.level, "colour": self._light.colour} if self._light.level else None
        return {**told, "simulated": self.simulated, "light": light, "test": self.tryout.as_json()}

    def search(self) -> None:
        """Looks for trays now; how the tray is afterwards says what came of it."""
        if self._chosen.tray is not None:
            self._chosen.tray.search(SEARCH_S)

    def blink(self) -> None:
        """The ring blinks, so that one can see which tray this is; refused if the board did not confirm."""
        tray = self._chosen.tray
        board = tray.status.board if tray is not None else None
        if tray is None or board is None or not board.can("flash"):
            raise TableRefusal("tray/no_light", "tray_no_light")
        tray.send(BLINK)
        if not tray.settle(BLINK_S):
            raise TableRefusal("tray/unconfirmed", "tray_unconfirmed")

    def obey(self, line: str) -> str:
        """A verb typed to a simulated tray; what there is to show of it."""
        simulator = self._chosen.simulator
        if simulator is None or not self.simulated:
            raise TableRefusal("tray/not_simulated", "tray_not_simulated")
        try:
            return obey(simulator, line)
        except VerbError as error:
            raise TableRefusal("tray/bad_verb", "bad_verb", {"reason": str(error)}) from error

    def check(self) -> Iterator[Finding]:
        """Tries the tray part by part while the game waits; then it shows the game again."""
        tray = self._chosen.tray
        if tray is None:
            yield Finding("tray", State.MISSING, "not wanted (--tray none)", code="tray_unwanted")
            return
        events: queue.SimpleQueue[TrayEvent] = queue.SimpleQueue()
        self._checked = events
        try:
            yield from TrayTrial(tray, events, trouble=self._diary.faults.get("reader")).run()
        finally:
            self._checked = None
            self.relight()

    def _show(self, mood: Mood) -> None:
        self._mood = replace(mood, refused=False)
        tray = self._chosen.tray
        if tray is None:
            return
        shown = shown_for(mood, Light(READING.colour, self.reading_level))
        self._light = shown.light
        tray.send(shown.light)
        tray.send(shown.lamps)
        if shown.flash is not None:
            tray.send(shown.flash)

    def _on_event(self, event: TrayEvent) -> None:
        """Called in the tray's own thread."""
        news = self._diary.note(event)
        if self._sink is None:
            return
        if news is not None:
            self._sink.notice(news.code, news.message, {})
        if self._checked is not None:
            self._checked.put(event)
            return
        if self.tryout.takes(event):
            return
        if isinstance(event, Button):
            name = intent_of(event)
            if name is not None and not self._sink.press(name):
                self._show(replace(self._mood, refused=True))
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
        strange = {} if name else {"standing": stranger(card.tag, self._names) if card.tag else "unknown_tag"}
        return Reading(
            id=f"card-{next(self._numbers)}",
            kind=TAG,
            source=self.name,
            sure=bool(name),
            tag=name or (card.tag.id if card.tag else card.uid),
            simulated=self.simulated,
            facts=dict(strange),
        )
