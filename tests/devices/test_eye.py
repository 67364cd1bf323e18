"""The camera as a source of readings: what it hands in, and what it keeps to itself."""

import time
from collections.abc import Callable, Sequence

import numpy as np

from companion.devices.eye import Eye
from companion.table.sources import Awaited, Reading, Sink
from vision.arrays import Image
from vision.cameras.base import Exposure, Frame
from vision.reading import Die
from vision.reading import Reading as Seen
from vision.roll.pictures import PictureStore
from vision.roll.watcher import Glance
from vision.tags.grammar import Kind, Tag
from vision.tags.seen import TagSeen

GREY = np.full((40, 60, 3), 90, np.uint8)
SQUARE = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))


class StillCamera:
    name = "still camera"
    real = True

    def grab(self) -> Image:
        time.sleep(0.002)
        # The picture changes a little, as a sensor's does: otherwise it would count as frozen.
        return np.asarray(GREY + np.uint8(time.monotonic_ns() % 3), np.uint8)

    def hold(self, exposure: Exposure | None) -> None:
        pass

    def close(self) -> None:
        pass


class Desk(Sink):
    def __init__(self) -> None:
        self.readings: list[Reading] = []
        self.pictures: dict[str, bytes] = {}

    def offer(self, reading: Reading) -> None:
        self.readings.append(reading)

    def put_picture(self, picture: str, jpeg: bytes) -> None:
        self.pictures[picture] = jpeg

    def press(self, name: str) -> bool:
        raise AssertionError(f"a camera has no button {name}")


class OneRoll:
    """Sees one roll in the third picture."""

    def __init__(self) -> None:
        self.pictures = PictureStore()
        self.frames = 0

    def feed(self, frame: Frame) -> Glance:
        self.frames += 1
        if self.frames == 2:
            raise ValueError("a picture that cannot be read")
        if self.frames != 3:
            return Glance("moving")
        die = Die(4, 6, 0.98, (1, 2, 3, 4))
        seen = Seen((die,), "cocked", False, self.pictures.keep(frame.image), doubts=("a die leans",))
        return Glance("cocked", seen, seen)


def eye(watcher: OneRoll, tags: Callable[[Image], tuple[TagSeen, ...]]) -> Eye:
    return Eye(StillCamera(), watcher, tags, {"tile-17": "17", "card-3": "aura_of_healing"})


def no_tags(image: Image) -> tuple[TagSeen, ...]:
    return ()


def wait_for(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < end, "nothing came"
        time.sleep(0.01)


def run_until(source: Eye, desk: Desk, condition: Callable[[], object]) -> None:
    source.start(desk)
    try:
        wait_for(condition)
    finally:
        source.stop()


def test_a_roll_is_handed_in_with_its_picture_and_its_doubts() -> None:
    desk = Desk()
    run_until(eye(OneRoll(), no_tags), desk, lambda: desk.readings)
    (reading,) = desk.readings
    assert (reading.kind, reading.state, reading.sure, reading.simulated) == ("dice", "cocked", False, False)
    assert [(f.face, f.confidence, f.box) for f in reading.faces] == [(4, 0.98, (1, 2, 3, 4))]
    assert reading.facts["doubts"] == ["a die leans"]
    assert reading.picture is not None
    assert desk.pictures[reading.picture].startswith(b"\xff\xd8")


def test_a_picture_that_cannot_be_read_does_not_end_the_watch() -> None:
    watcher = OneRoll()
    desk = Desk()
    run_until(eye(watcher, no_tags), desk, lambda: watcher.frames > 5)
    assert len(desk.readings) == 1


def seen(kind: Kind, number: int, turn: int = 0) -> TagSeen:
    tag = Tag(kind, number)
    return TagSeen(tag.text, tag, turn, SQUARE, "both")


def tags_in_turn(frames: Sequence[tuple[TagSeen, ...]]) -> Callable[[Image], tuple[TagSeen, ...]]:
    left = list(frames)

    def read(image: Image) -> tuple[TagSeen, ...]:
        return left.pop(0) if len(left) > 1 else left[0]

    return read


def test_a_tile_is_told_once_for_each_turn_and_only_when_it_lies_alone() -> None:
    tile, turned = seen(Kind.TILE, 17), seen(Kind.TILE, 17, 90)
    frames = [(), (tile,), (tile,), (turned,), (turned, seen(Kind.CARD, 3)), (seen(Kind.CARD, 99),), (tile,)]
    desk = Desk()
    source = eye(OneRoll(), tags_in_turn(frames))
    source.awaits(Awaited("g", "draw", "tile", 1, "human", "scan"))
    run_until(source, desk, lambda: len(desk.readings) >= 3)
    assert [(r.kind, r.tag, r.turn) for r in desk.readings] == [("tag", "17", 0), ("tag", "17", 90), ("tag", "17", 0)]


class Throws:
    def __init__(self) -> None:
        self.log: list[object] = []

    def throw(self, dice: int) -> None:
        self.log.append(dice)

    def clear(self) -> None:
        self.log.append("clear")


def test_a_simulated_camera_throws_what_the_camera_is_to_read() -> None:
    thrower = Throws()
    source = Eye(StillCamera(), OneRoll(), no_tags, {}, thrower)
    roll = Awaited("g", "roll", "action", 4, "human", "camera")
    source.awaits(roll)
    source.awaits(roll)
    source.awaits(Awaited("g", "choice", "assign", 4, "human"))
    source.awaits(Awaited("g", "roll", "combat", 2, "human", "hand"))
    source.awaits(None)
    assert thrower.log == [4, "clear", "clear", "clear"]
