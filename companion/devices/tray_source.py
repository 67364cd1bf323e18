"""The tray as a source: buttons become presses at the table, cards become readings, the light follows the game."""

from __future__ import annotations

import itertools
import queue
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from companion.devices.reading_light import RingControl
from companion.devices.tag_scanning import why_unknown
from companion.devices.tray.cards import CardFileError, ReaderCard, identify_card, load_cards
from companion.devices.tray.check import CheckFinding, TrayCheck
from companion.devices.tray.driver import TrayDriver
from companion.devices.tray.messages import ButtonEvent, CardPresent, RingFlash, RingLight, TrayEvent
from companion.devices.tray.ports import Finder, find_trays, only
from companion.devices.tray.signals import READING_LIGHT, GameSituation, press_of, signals_for
from companion.devices.tray.simulator import SimulatedTray
from companion.devices.tray.simulator_commands import SimulatorCommandError, run_command
from companion.devices.tray.status import TrayLog, TrayTestMode, status_to_json
from companion.protocol.devices import PieceKind, TrayStatusJson
from companion.protocol.readings import TAG, InputRequest, Reading, ReadingFacts, Sink
from companion.protocol.refusal import Refused
from companion.table.environment import Scheduler

# The ring pulses this long to call for dice. Then it lights them steadily, because a camera cannot read in a pulse.
CALL_S = 1.5
SEARCH_S = 8.0  # a port may take two seconds to show that it is no tray
BLINK = RingFlash("ffffff", 3, 200)
BLINK_S = 2.0

OnTrayEvent = Callable[[TrayEvent], None]


@dataclass(frozen=True, slots=True)
class ChosenTray:
    """The driver, and the simulated tray if one may be what is played with."""

    driver: TrayDriver
    simulator: SimulatedTray | None = None

    def start(self) -> None:
        if self.simulator:
            self.simulator.start()
        self.driver.start()

    def stop(self) -> None:
        self.driver.stop()
        if self.simulator:
            self.simulator.stop()


def choose_tray(
    word: str,
    on_event: OnTrayEvent,
    find_real: Finder = find_trays,
    make_simulator: Callable[[], SimulatedTray] = SimulatedTray,
) -> ChosenTray:
    """By the word of the command line: auto, sim or a device. With auto a real tray replaces the simulated one."""
    if word not in ("auto", "sim"):
        return ChosenTray(TrayDriver(on_event, only(word)))
    simulator = make_simulator()
    if word == "sim":
        return ChosenTray(TrayDriver(on_event, simulator.find), simulator)
    return ChosenTray(TrayDriver(on_event, lambda: find_real() or simulator.find()), simulator)


class TraySource:
    """The dice tray at the table. While it is absent the game goes on by taps."""

    name = "tray"

    def __init__(
        self,
        word: str,
        names: Mapping[str, str],
        cards: Path,
        choose: Callable[[str, OnTrayEvent], ChosenTray] = choose_tray,
        scheduler: Scheduler | None = None,
        kind_of: Callable[[str], PieceKind] = lambda tag: "unknown",
    ) -> None:
        chosen = choose(word, self._on_event)
        self._chosen = chosen
        self._driver = chosen.driver
        self._names = names
        # Of what kind the piece is that a tag is on.
        self._kind_of_tag = kind_of
        self._cards = cards
        self._numbers = itertools.count(1)
        self._sink: Sink | None = None
        self._situation = GameSituation()
        # The light that was sent last.
        self._light = RingLight()
        # Whether a camera reads the dice, and how bright the ring is for it.
        self.lights_camera = False
        self.reading_level = READING_LIGHT.level
        self._scheduler = scheduler or Scheduler()
        self._cancel_light: Callable[[], None] = lambda: None
        self._log = TrayLog()
        self.test_mode = TrayTestMode()
        # Where events go while the tray is checked part by part.
        self._check_events: queue.SimpleQueue[TrayEvent] | None = None

    @property
    def simulated(self) -> bool:
        board = self._driver.status.board
        return self._chosen.simulator is not None if board is None else board.simulated

    @property
    def driver(self) -> TrayDriver:
        return self._driver

    def start(self, sink: Sink) -> None:
        self._sink = sink
        self._chosen.start()
        self._show(self._situation)

    def stop(self) -> None:
        self._cancel_light()
        self._chosen.stop()

    def request_input(self, awaited: InputRequest | None) -> None:
        side = awaited.side if awaited else None
        rolled = awaited is not None and awaited.kind == "roll"
        situation = GameSituation(waits_for=side, dice_awaited=rolled)
        self._cancel_light()
        self._show(situation)
        if rolled and awaited is not None and awaited.by == "camera" and self.lights_camera:
            self._cancel_light = self._scheduler.later(CALL_S, lambda: self._light_dice(situation))

    def _light_dice(self, called: GameSituation) -> None:
        """The pulse is over; unless the game has just moved on, the ring lights the dice."""
        if self._situation == called:
            self._show(replace(called, reading=True))

    def ring(self) -> RingControl | None:
        """The ring, while it lights dice for the camera."""
        board = self._driver.status.board
        able = self._situation.reading and self._check_events is None and board is not None and board.can("light")
        return self._driver if able else None

    def relight(self) -> None:
        self._show(self._situation)

    def told(self, reading: str, faces: Sequence[int]) -> None:
        """Nothing to learn: a tray reads no dice."""

    def to_json(self) -> TrayStatusJson:
        """The tray for the devices page."""
        return status_to_json(self._driver.status, self._log, self.test_mode, self._light, self.simulated)

    def search(self) -> None:
        """Searches for trays at once; afterwards `to_json` has the result."""
        self._driver.search(SEARCH_S)

    def blink(self) -> None:
        """The ring blinks to show which tray this is; refused if the board does not confirm."""
        board = self._driver.status.board
        if board is None or not board.can("flash"):
            raise Refused("tray/no_light", "tray_no_light")
        self._driver.send(BLINK)
        if not self._driver.wait_confirmed(BLINK_S):
            raise Refused("tray/unconfirmed", "tray_unconfirmed")

    def run_simulator_command(self, line: str) -> str:
        """A command typed to the simulated tray; returns the text to show."""
        simulator = self._chosen.simulator
        if simulator is None or not self.simulated:
            raise Refused("tray/not_simulated", "tray_not_simulated")
        try:
            return run_command(simulator, line)
        except SimulatorCommandError as error:
            raise Refused("tray/bad_verb", "bad_verb", {"reason": str(error)}) from error

    def check(self) -> Iterator[CheckFinding]:
        """Checks the tray part by part; the game gets no events meanwhile. Then the tray shows the game again."""
        events: queue.SimpleQueue[TrayEvent] = queue.SimpleQueue()
        self._check_events = events
        try:
            yield from TrayCheck(self._driver, events, reader_fault=self._log.faults.get("reader")).run()
        finally:
            self._check_events = None
            self.relight()

    def _show(self, situation: GameSituation) -> None:
        self._situation = replace(situation, refused=False)
        signals = signals_for(situation, RingLight(READING_LIGHT.colour, self.reading_level))
        self._light = signals.light
        self._driver.send(signals.light)
        self._driver.send(signals.lamps)
        if signals.flash is not None:
            self._driver.send(signals.flash)

    def _on_event(self, event: TrayEvent) -> None:
        """Called in the driver's thread."""
        notice = self._log.add(event)
        if self._sink is None:
            return
        if notice is not None:
            self._sink.notice(notice.code, notice.key, {})
        if self._check_events is not None:
            self._check_events.put(event)
            return
        if self.test_mode.takes(event, self._kind_of):
            return
        if isinstance(event, ButtonEvent):
            press = press_of(event)
            if press is not None and not self._sink.submit(press):
                self._show(replace(self._situation, refused=True))
        elif isinstance(event, CardPresent):
            self._sink.submit(self._card_reading(identify_card(event, self._registered_cards())))

    def _kind_of(self, event: CardPresent) -> PieceKind:
        tag = identify_card(event, self._registered_cards()).tag
        return self._kind_of_tag(tag.id) if tag is not None else "unknown"

    def _registered_cards(self) -> dict[str, str]:
        try:
            return load_cards(self._cards)
        except CardFileError:
            # A damaged file costs the registered stickers, not the card reader.
            return {}

    def _card_reading(self, card: ReaderCard) -> Reading:
        name = self._names.get(card.tag.id, "") if card.tag else ""
        facts: ReadingFacts = {}
        if not name:
            facts["unknown"] = why_unknown(card.tag, self._names) if card.tag else "unknown_tag"
        return Reading(
            id=f"card-{next(self._numbers)}",
            kind=TAG,
            source=self.name,
            sure=bool(name),
            tag=name or (card.tag.id if card.tag else card.uid),
            simulated=self.simulated,
            facts=facts,
        )
