"""The devices of the service: cameras and tray are started, asked for input, exchanged and stopped together.

Also how they are, one word each, for the bar on top of every tablet.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from companion.devices.camera_source import CameraSource
from companion.devices.card_titles import CardTitles
from companion.devices.checks import free_bytes, temperature
from companion.devices.live_image import HiddenDeck
from companion.devices.photo_source import PhotoSource
from companion.devices.taught_pieces import TaughtPieces
from companion.devices.tray.check import CheckFinding
from companion.devices.tray_source import TraySource
from companion.protocol.answers import SourceInfo
from companion.protocol.devices import DevicesNow, DeviceStatus, DeviceStatuses
from companion.protocol.readings import InputRequest, Sink, Source
from companion.protocol.refusal import Refused
from companion.server.access import SeatAt
from companion.table.record import Record
from companion.table.seats import sees_deck

log = logging.getLogger("companion")

# Between two looks at the devices.
PAUSE_S = 0.5


class ConnectedDevices:
    """All sources of readings. `simulated` says what is not real; it is kept up to date here."""

    def __init__(
        self,
        sources: Sequence[Source],
        simulated: dict[str, bool],
        make_camera_source: Callable[[str], CameraSource] | None,
        faults: Sequence[CheckFinding] = (),
    ) -> None:
        self.sources = tuple(sources)
        self.simulated = simulated
        self.camera = next((source for source in sources if isinstance(source, CameraSource)), None)
        self.tray = next((source for source in sources if isinstance(source, TraySource)), None)
        self.photos = next((source for source in sources if isinstance(source, PhotoSource)), None)
        self._make_camera_source = make_camera_source
        # Devices that could not be used when the service started.
        self.faults = tuple(faults)
        self._known_by: tuple[TaughtPieces, CardTitles] | None = None
        self._exchanging = threading.Lock()
        self._watch = StatusWatch(self.status)

    def know_by_sight(self, taught: TaughtPieces, titles: CardTitles) -> None:
        """The camera, and any that takes its place, knows the owner's pieces by their faces and titles."""
        self._known_by = taught, titles
        if self.camera is not None:
            self.camera.know_by_sight(taught, titles)

    def start(self, sink: Sink) -> None:
        for source in self.sources:
            source.start(sink)
        self._watch.start()

    def stop(self) -> None:
        self._watch.stop()
        for source in self.sources:
            source.stop()

    def request_input(self, wanted: InputRequest | None) -> None:
        """The game waits for this now, or for nothing."""
        for source in self.sources:
            source.request_input(wanted)

    def pass_on_truths(self, records: Iterable[Record]) -> None:
        """Sources learn from readings that a player corrected or confirmed."""
        for record in records:
            faces = record.do.get("roll") or record.do.get("reroll")
            if faces and "reading" in record.cause:
                for source in self.sources:
                    source.told(record.cause["reading"], faces)

    def use_camera(self, camera_id: str, sink: Sink, wanted: InputRequest | None) -> None:
        """Another camera takes the place of the one in use."""
        if self._make_camera_source is None:
            raise Refused("camera/fixed", "camera_fixed")
        with self._exchanging:
            old, fresh = self.camera, self._make_camera_source(camera_id)
            if self._known_by is not None:
                fresh.know_by_sight(*self._known_by)
            if old is not None:
                old.stop()
            self.camera = fresh
            self.sources = (*(source for source in self.sources if source is not old), fresh)
            self.simulated["camera"] = fresh.simulated
            fresh.start(sink)
        fresh.request_input(wanted)

    def hidden_decks(self) -> frozenset[HiddenDeck]:
        """Decks of which a card may lie under the camera now."""
        return self.camera.privacy.decks() if self.camera is not None else frozenset()

    def hides_camera(self, seat_at: SeatAt) -> bool:
        """Whether a card may lie under the camera that this seat must not see."""
        return not all(sees_deck(seat_at.seat_in(game), deck) for game, deck in self.hidden_decks())

    # -- how they are --------------------------------------------------------------------------------------------------

    def status(self) -> DeviceStatuses:
        if self.tray is not None:
            # A real tray may have taken the place of the simulated one, or gone.
            self.simulated["tray"] = self.tray.simulated
        return {"camera": status_of_camera(self.camera), "tray": status_of_tray(self.tray)}

    def on_status(self, send: Callable[[DeviceStatuses], None]) -> None:
        """Called with the status of all devices whenever that of one has changed."""
        self._watch.listeners.append(send)

    def names(self) -> list[SourceInfo]:
        return [{"name": source.name, "simulated": source.simulated} for source in self.sources]

    def to_json(self, data: Path) -> DevicesNow:
        """For the devices page; `data` is the folder whose disk may fill up."""
        try:
            free = free_bytes(data) // 10**6
        except OSError:
            free = None
        return {
            "tray": self.tray.to_json() if self.tray is not None else {"state": "none"},
            "camera": {**self.camera.live.to_json(), "name": self.camera.name} if self.camera else None,
            "faults": [fault.to_json() for fault in self.faults],
            "free_megabytes": free,
            "degrees": temperature(),
        }


def status_of_camera(camera: CameraSource | None) -> DeviceStatus:
    if camera is None:
        return "none"
    if camera.health != "good":
        return "starting" if camera.health == "starting" else "gone"
    if camera.live.dark:
        return "problem"
    return "simulated" if camera.simulated else "ready"


def status_of_tray(tray: TraySource | None) -> DeviceStatus:
    if tray is None:
        return "none"
    state = tray.driver.status.state
    if state != "connected":
        return state
    return "simulated" if tray.simulated else "ready"


class StatusWatch:
    """Asks again and again in a thread of its own: neither a camera nor a tray reports that it went silent."""

    def __init__(self, read: Callable[[], DeviceStatuses]) -> None:
        self.listeners: list[Callable[[DeviceStatuses], None]] = []
        self._read = read
        self._sent: DeviceStatuses | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="device status", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def _watch(self) -> None:
        while not self._stopping.wait(PAUSE_S):
            now = self._read()
            if now == self._sent:
                continue
            try:
                for send in list(self.listeners):
                    send(now)
                self._sent = now  # or else it is told at the next look
            except Exception:
                log.exception("the status of the devices could not be sent")
