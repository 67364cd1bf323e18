"""The camera as a source of readings: what it hands in, and what it keeps to itself."""

from collections.abc import Callable, Sequence

from companion.devices.camera_source import CameraSource
from companion.devices.tag_scanning import PieceScanner, ScannedPiece
from companion.devices.witnesses import ShownPiece
from companion.protocol.readings import InputRequest
from tests.devices.camera_rig import NO_PROFILES, OneRoll, RecordingSink, StillCamera, no_tags, wait_for
from vision.dice.reading import Doubt
from vision.images import Image
from vision.tags.grammar import Tag, TagKind
from vision.tags.reading import TagReading

SQUARE = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))


def camera_source(watcher: OneRoll, tags: Callable[[Image], tuple[TagReading, ...]]) -> CameraSource:
    return CameraSource(StillCamera(), watcher, tags, {"tile-17": "17", "card-3": "aura_of_healing"}, NO_PROFILES)


def run_until(source: CameraSource, sink: RecordingSink, condition: Callable[[], object]) -> None:
    source.start(sink)
    try:
        wait_for(condition)
    finally:
        source.stop()


def test_a_roll_is_handed_in_with_its_picture_and_its_doubts() -> None:
    sink = RecordingSink()
    run_until(camera_source(OneRoll(), no_tags), sink, lambda: sink.readings)
    (reading,) = sink.readings
    assert (reading.kind, reading.state, reading.sure, reading.simulated) == ("dice", "cocked", False, False)
    assert [(f.face, f.confidence, f.box) for f in reading.faces] == [(4, 0.98, (1, 2, 3, 4))]
    assert reading.facts["doubts"] == [Doubt.LEANS]
    assert reading.picture is not None
    assert sink.pictures[reading.picture].startswith(b"\xff\xd8")


def test_a_picture_that_cannot_be_read_does_not_end_the_watch() -> None:
    watcher = OneRoll()
    sink = RecordingSink()
    run_until(camera_source(watcher, no_tags), sink, lambda: watcher.frames > 5)
    assert len(sink.readings) == 1


def seen(kind: TagKind, number: int, turn: int = 0) -> TagReading:
    tag = Tag(kind, number)
    return TagReading(tag.text, tag, turn, SQUARE, "both")


def tags_in_turn(frames: Sequence[tuple[TagReading, ...]]) -> Callable[[Image], tuple[TagReading, ...]]:
    left = list(frames)

    def read(image: Image) -> tuple[TagReading, ...]:
        return left.pop(0) if len(left) > 1 else left[0]

    return read


def test_a_tile_is_told_once_for_each_turn_and_only_when_it_lies_alone() -> None:
    tile, turned = seen(TagKind.TILE, 17), seen(TagKind.TILE, 17, 90)
    frames = [(), (tile,), (tile,), (turned,), (turned, seen(TagKind.CARD, 3)), (seen(TagKind.FIGURE, 1),), (tile,)]
    sink = RecordingSink()
    source = camera_source(OneRoll(), tags_in_turn(frames))
    source.request_input(InputRequest("g", "draw", "tile", 1, "human", "scan"))
    run_until(source, sink, lambda: len(sink.readings) >= 3)
    assert [(r.kind, r.tag, r.turn) for r in sink.readings] == [("tag", "17", 0), ("tag", "17", 90), ("tag", "17", 0)]


def test_strangers_are_told_as_what_they_are() -> None:
    other = Tag(TagKind.TILE, 17, "B")
    frames = [(TagReading(other.text, other, 0, SQUARE, "both"),), (seen(TagKind.CARD, 99),)]
    sink = RecordingSink()
    source = camera_source(OneRoll(), tags_in_turn(frames))
    source.request_input(InputRequest("g", "draw", "tile", 1, "human", "scan"))
    run_until(source, sink, lambda: len(sink.readings) >= 2)
    told = [(r.tag, r.sure, r.facts["unknown"]) for r in sink.readings]
    assert told == [("tile-17@B", False, "other_set"), ("card-99", False, "unknown_tag")]


def test_the_turn_in_which_a_tile_was_drawn_is_not_yet_a_choice() -> None:
    scanner = PieceScanner({"tile-17": "17"})
    tile, turned = ShownPiece(["tile-17"], 0, True, None), ShownPiece(["tile-17"], 90, True, None)
    assert scanner.feed(tile, turning=False) == ScannedPiece("17", 0, True)
    scanner.new_question()
    assert scanner.feed(tile, turning=True) == ScannedPiece("17", 0, False)
    assert scanner.feed(tile, turning=True) is None
    assert scanner.feed(turned, turning=True) == ScannedPiece("17", 90, True)
    scanner.new_question()
    # What still lies there was not shown to play on with it; shown again it was.
    assert scanner.feed(turned, turning=False) is None
    assert scanner.feed(None, turning=False) is None
    assert scanner.feed(turned, turning=False) == ScannedPiece("17", 90, True)


def test_a_piece_known_by_sight_is_told_with_its_doubt_and_its_likes() -> None:
    scanner = PieceScanner({"tile-5": "5", "tile-6": "6", "tile-7": "7"})
    twins = ShownPiece(["tile-6", "tile-5"], 90, True, None)
    assert scanner.feed(twins, turning=False) == ScannedPiece("6", 90, True, None, ("5",))
    close = ShownPiece(["tile-7"], 0, False, "close")
    assert scanner.feed(close, turning=False) == ScannedPiece("7", 0, False, None, (), "close")
    # The label says one thing and the face another: both are not one answer.
    differ = ShownPiece(["tile-7", "tile-5"], 0, False, "differ")
    assert scanner.feed(differ, turning=False) == ScannedPiece("7", 0, False, None, (), "differ")


class ThrowingCamera(StillCamera):
    def __init__(self) -> None:
        super().__init__()
        self.log: list[object] = []

    def throw(self, dice: int) -> None:
        self.log.append(dice)

    def clear(self) -> None:
        self.log.append("clear")


def test_a_simulated_camera_throws_what_the_camera_is_to_read() -> None:
    camera = ThrowingCamera()
    source = CameraSource(camera, OneRoll(), no_tags, {}, NO_PROFILES)
    roll = InputRequest("g", "roll", "action", 4, "human", "camera")
    source.request_input(roll)
    source.request_input(roll)
    source.request_input(InputRequest("g", "choice", "assign", 4, "human"))
    source.request_input(InputRequest("g", "roll", "combat", 2, "human", "hand"))
    source.request_input(None)
    assert camera.log == [4, "clear", "clear", "clear"]
