"""The camera as a source of readings: what it hands in, and what it keeps to itself."""

from collections.abc import Callable, Sequence

from companion.devices.eye import Eye
from companion.devices.showing import Showing, Shown
from companion.table.sources import Awaited
from tests.devices.camera_rig import NO_PROFILES, OneRoll, Pocket, StillCamera, no_tags, wait_for
from vision.arrays import Image
from vision.doubts import Doubt
from vision.tags.grammar import Kind, Tag
from vision.tags.seen import TagSeen

SQUARE = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))


def eye(watcher: OneRoll, tags: Callable[[Image], tuple[TagSeen, ...]]) -> Eye:
    return Eye(StillCamera(), watcher, tags, {"tile-17": "17", "card-3": "aura_of_healing"}, NO_PROFILES)


def run_until(source: Eye, desk: Pocket, condition: Callable[[], object]) -> None:
    source.start(desk)
    try:
        wait_for(condition)
    finally:
        source.stop()


def test_a_roll_is_handed_in_with_its_picture_and_its_doubts() -> None:
    desk = Pocket()
    run_until(eye(OneRoll(), no_tags), desk, lambda: desk.readings)
    (reading,) = desk.readings
    assert (reading.kind, reading.state, reading.sure, reading.simulated) == ("dice", "cocked", False, False)
    assert [(f.face, f.confidence, f.box) for f in reading.faces] == [(4, 0.98, (1, 2, 3, 4))]
    assert reading.facts["doubts"] == [Doubt.LEANS]
    assert reading.picture is not None
    assert desk.pictures[reading.picture].startswith(b"\xff\xd8")


def test_a_picture_that_cannot_be_read_does_not_end_the_watch() -> None:
    watcher = OneRoll()
    desk = Pocket()
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
    frames = [(), (tile,), (tile,), (turned,), (turned, seen(Kind.CARD, 3)), (seen(Kind.FIGURE, 1),), (tile,)]
    desk = Pocket()
    source = eye(OneRoll(), tags_in_turn(frames))
    source.awaits(Awaited("g", "draw", "tile", 1, "human", "scan"))
    run_until(source, desk, lambda: len(desk.readings) >= 3)
    assert [(r.kind, r.tag, r.turn) for r in desk.readings] == [("tag", "17", 0), ("tag", "17", 90), ("tag", "17", 0)]


def test_strangers_are_told_as_what_they_are() -> None:
    other = Tag(Kind.TILE, 17, "B")
    frames = [(TagSeen(other.text, other, 0, SQUARE, "both"),), (seen(Kind.CARD, 99),)]
    desk = Pocket()
    source = eye(OneRoll(), tags_in_turn(frames))
    source.awaits(Awaited("g", "draw", "tile", 1, "human", "scan"))
    run_until(source, desk, lambda: len(desk.readings) >= 2)
    told = [(r.tag, r.sure, r.facts["standing"]) for r in desk.readings]
    assert told == [("tile-17@B", False, "other_set"), ("card-99", False, "unknown_tag")]


def test_the_turn_in_which_a_tile_was_drawn_is_not_yet_a_choice() -> None:
    showing = Showing({"tile-17": "17"})
    tile, turned = seen(Kind.TILE, 17), seen(Kind.TILE, 17, 90)
    assert showing.look((tile,), turning=False) == Shown("17", 0, True, {})
    showing.new_moment()
    assert showing.look((tile,), turning=True) == Shown("17", 0, False, {})
    assert showing.look((tile,), turning=True) is None
    assert showing.look((turned,), turning=True) == Shown("17", 90, True, {})
    showing.new_moment()
    # What still lies there was not shown to play on with it; shown again it was.
    assert showing.look((turned,), turning=False) is None
    assert showing.look((), turning=False) is None
    assert showing.look((turned,), turning=False) == Shown("17", 90, True, {})


class Throws:
    def __init__(self) -> None:
        self.log: list[object] = []

    def throw(self, dice: int) -> None:
        self.log.append(dice)

    def clear(self) -> None:
        self.log.append("clear")


def test_a_simulated_camera_throws_what_the_camera_is_to_read() -> None:
    thrower = Throws()
    source = Eye(StillCamera(), OneRoll(), no_tags, {}, NO_PROFILES, thrower)
    roll = Awaited("g", "roll", "action", 4, "human", "camera")
    source.awaits(roll)
    source.awaits(roll)
    source.awaits(Awaited("g", "choice", "assign", 4, "human"))
    source.awaits(Awaited("g", "roll", "combat", 2, "human", "hand"))
    source.awaits(None)
    assert thrower.log == [4, "clear", "clear", "clear"]
