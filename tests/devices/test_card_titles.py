"""Titles as a third witness: told while the card lies still, confirmed or contradicted by the face, hidden if drawn."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from companion.devices.camera_source import CameraSource
from companion.devices.card_titles import CardTitles, TitleWatch
from companion.devices.simulated_pieces import simulated_face
from companion.devices.taught_pieces import TaughtPieces, nothing_taught
from companion.devices.witnesses import NEEDED, PAUSE_S, Witnesses, known_piece, shown_piece
from companion.protocol.readings import InputRequest
from companion.table.loaded_box import LoadedBox
from tests.devices.camera_rig import NO_PROFILES, OneRoll, RecordingSink, StillCamera, no_tags, wait_for
from vision.cameras.simulated import RenderedCamera
from vision.images import Image
from vision.tags.grammar import Tag, TagKind
from vision.tags.reading import TagReading
from vision.words.tesseract import TextLine
from vision.words.titles import NO_TITLE, TitleReading

BOX = LoadedBox()
PIECES = {piece.id: piece for piece in BOX.pieces()}
CARDS = [piece for piece in BOX.pieces() if piece.kind == "card"]
ONE, OTHER = CARDS[0], CARDS[5]


class Says:
    """Reads the same words in every image; counts how often it was asked."""

    alphabets: Sequence[str] = ("fra",)

    def __init__(self, *texts: str) -> None:
        self.texts, self.asked = texts, 0

    def lines(self, image: Image, alphabet: str) -> list[TextLine]:
        self.asked += 1
        return [TextLine(text, 95, 40 + 45 * k, 40) for k, text in enumerate(self.texts)]


def image_of(name: str) -> Image:
    camera = RenderedCamera(rate=0)
    camera.lay(name, lambda: simulated_face(PIECES[name]))
    return camera.grab()


def name_of(piece: str) -> str:
    return BOX.card_names()[piece][0]


def test_every_card_of_the_box_has_names_in_three_languages() -> None:
    assert set(BOX.card_names()) == {piece.id for piece in CARDS}
    assert all(len(names) == 3 for names in BOX.card_names().values())


def test_a_title_is_told_while_the_card_lies_still() -> None:
    reader = Says(name_of(ONE.id))
    watch = TitleWatch(CardTitles(BOX.card_names, lambda: reader))
    there, gone = image_of(ONE.id), RenderedCamera(rate=0).grab()
    assert watch.see(there) == NO_TITLE
    wait_for(lambda: watch.see(there).level == "sure")
    assert watch.see(there).names == (ONE.id,)
    asked = reader.asked
    # It lies there as before: nothing is read again. Something else does: what was read says nothing of it.
    assert watch.see(there).names == (ONE.id,)
    assert reader.asked == asked
    assert watch.see(gone) == NO_TITLE


def test_a_face_and_a_title_agree_differ_or_say_it_alone(tmp_path: Path) -> None:
    taught = TaughtPieces(tmp_path, lambda: ("mine", BOX.pieces()))
    for piece in (ONE, OTHER, PIECES["tile-1"]):
        taught.keep(piece, simulated_face(piece))
    image = image_of(ONE.id)
    agreed = known_piece(image, taught, (), TitleReading("sure", (ONE.id,), name_of(ONE.id), 1.0))
    assert (agreed["level"], agreed["pieces"], agreed["title_agrees"]) == ("sure", [ONE.id], True)
    differ = known_piece(image, taught, (), TitleReading("sure", (OTHER.id,), name_of(OTHER.id), 1.0))
    assert (differ["level"], differ["doubt"]) == ("asked", "differ")
    assert set(differ["pieces"]) == {ONE.id, OTHER.id}
    alone = known_piece(image, nothing_taught(), (), TitleReading("sure", (ONE.id,), name_of(ONE.id), 1.0))
    assert (alone["level"], alone["pieces"], alone["title"]) == ("sure", [ONE.id], name_of(ONE.id))
    # One witness alone is asked about at the table; two that agree are believed.
    assert [shown.sure for one in (alone, agreed) if (shown := shown_piece(one))] == [False, True]
    near = known_piece(image, nothing_taught(), (), TitleReading("asked", (ONE.id, OTHER.id), "Aura of", 0.7))
    assert (near["level"], near["doubt"]) == ("asked", "titles")
    strange = known_piece(image, nothing_taught(), (), TitleReading("unknown", (), "Holy Water"))
    assert (strange["level"], strange["doubt"], strange["title"]) == ("none", "unknown_title", "Holy Water")
    # Words on the table beside a tile are not the tile's.
    tile = known_piece(image_of("tile-1"), taught, (), TitleReading("sure", (OTHER.id,), name_of(OTHER.id), 1.0))
    assert tile["pieces"] == ["tile-1"]


def test_a_label_needs_no_second_look_where_nothing_is_taught() -> None:
    reader = Says(name_of(OTHER.id))
    witnesses = Witnesses(nothing_taught(), CardTitles(BOX.card_names, lambda: reader))
    tag = Tag(TagKind.CARD, 3)
    label = TagReading(tag.text, tag, 0, ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)), "both")
    shown = witnesses.see(image_of(ONE.id), [label])
    assert shown is not None
    assert (shown.ids, shown.sure, reader.asked) == (["card-3"], True, 0)


def handed_in(reader: Says, awaited: InputRequest) -> RecordingSink:
    """What the source hands in of a card that lies under its camera."""
    sink = RecordingSink()
    source = CameraSource(StillCamera(image_of(ONE.id)), OneRoll(), no_tags, BOX.tag_names(), NO_PROFILES)
    source.know_by_sight(nothing_taught(), CardTitles(BOX.card_names, lambda: reader))
    source.request_input(awaited)
    source.start(sink)
    try:
        wait_for(lambda: reader.asked)
        time.sleep(PAUSE_S * (NEEDED + 1))
    finally:
        source.stop()
    return sink


def test_a_card_that_is_held_up_is_handed_in_untaught_and_unlabelled() -> None:
    draw = InputRequest("g", "draw", "event", 1, "demon", "scan")
    told = handed_in(Says(name_of(OTHER.id)), draw).readings
    assert [(one.tag, one.sure) for one in told] == [(BOX.tag_names()[OTHER.id], False)]
    told = handed_in(Says("Holy Water"), draw).readings
    assert [(one.tag, one.sure, one.facts["unknown"]) for one in told] == [("Holy Water", False, "unknown_title")]


def test_a_strange_title_is_told_only_of_a_card_that_is_drawn() -> None:
    """While somebody chooses, any hand may hold it out: nobody knows whose it is, so nobody is shown it."""
    assert handed_in(Says("Holy Water"), InputRequest("g", "choice", "activate", 1, "human", "scan")).readings == []
