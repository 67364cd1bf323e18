"""What presses, cards and moods mean: pure functions."""

import itertools
import json
from pathlib import Path

import pytest

from companion.devices.tray import cards
from companion.devices.tray.commands import Buzz, Flash, Lamps, Light, ReaderSwitch
from companion.devices.tray.events import Button, CardPresent, CardRemoved
from companion.devices.tray.intents import CardIntent, card_intent, intent_of
from companion.devices.tray.mood import Mood, shown_for
from vision.tags.grammar import Kind, Tag


@pytest.mark.parametrize(
    ("presses", "intents"),
    [
        ([Button("accept", "down"), Button("accept", "up", 90)], ["accept-reading"]),
        ([Button("accept", "down"), Button("accept", "long"), Button("accept", "up", 900)], ["accept-reading"]),
        ([Button("correct", "down"), Button("correct", "up", 799)], ["correct-reading"]),
        ([Button("correct", "down"), Button("correct", "long"), Button("correct", "up", 800)], ["undo"]),
        ([Button("next", "down"), Button("next", "up", 90)], ["end-activation"]),
    ],
)
def test_a_press_means_one_thing(presses: list[Button], intents: list[str]) -> None:
    assert [intent for press in presses if (intent := intent_of(press))] == intents


def test_a_sticker_s_text_counts_before_the_owner_s_register() -> None:
    own, other = Tag(Kind.CARD, 3), Tag(Kind.CARD, 12)
    book = {"04a1b2c3": other.text}
    assert card_intent(CardPresent("04a1b2c3", own.text), book) == CardIntent("04a1b2c3", own.text, own)
    assert card_intent(CardPresent("04a1b2c3", None), book) == CardIntent("04a1b2c3", other.text, other)
    assert card_intent(CardPresent("04ffffff", None), book) == CardIntent("04ffffff", None, None)
    assert card_intent(CardRemoved("04a1b2c3"), book) is None


def test_a_text_that_is_no_tag_is_handed_on_but_names_nothing() -> None:
    assert card_intent(CardPresent("04ffffff", "bus ticket"), {}) == CardIntent("04ffffff", "bus ticket", None)


def test_night_is_dark_unless_a_reading_needs_light() -> None:
    night = shown_for(Mood("human", dice_awaited=True, refused=True, night=True))
    assert (night.light.level, night.lamps, night.flash) == (0, Lamps(), None)
    assert shown_for(Mood(reading=True, night=True)).light.level > 0


def test_the_light_follows_the_game() -> None:
    human, demon = shown_for(Mood("human")).light, shown_for(Mood("demon")).light
    assert human.colour != demon.colour
    assert shown_for(Mood("human", dice_awaited=True)).light == Light(human.colour, human.level, pulse=True)
    reading = shown_for(Mood("demon", reading=True)).light
    assert (reading.colour, reading.pulse) == ("ffffff", False)
    assert reading.level > demon.level
    refused = shown_for(Mood("human", refused=True)).flash
    assert refused is not None
    assert refused.colour == "ff0000"


def test_whose_turn_is_never_told_by_colour_alone() -> None:
    """The states a player must tell apart differ in rhythm, brightness, lamps or a flash, too."""
    grey = set()
    moods = [Mood(), Mood("human"), Mood("human", dice_awaited=True), Mood(reading=True), Mood("human", refused=True)]
    for mood in moods:
        shown = shown_for(mood)
        grey.add((shown.light.level, shown.light.pulse, shown.lamps, shown.flash is not None))
    assert len(grey) == len(moods)


def test_every_mood_has_a_look() -> None:
    for waits_for, *flags in itertools.product(["human", "demon", None], *[[False, True]] * 4):
        shown_for(Mood(waits_for, *flags))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("command", "body"),
    [
        (Light(), "light off"),
        (Light("ff0000", 7, pulse=True), "light ff0000 7 pulse"),
        (Flash("00ff00", 3, 50), "flash 00ff00 3 50"),
        (Buzz(440, 100), "buzz 440 100"),
        (Lamps(1, 2, 3), "lamps 1 2 3"),
        (ReaderSwitch(False), "reader off"),
    ],
)
def test_commands_in_words(command: Light, body: str) -> None:
    assert command.body == body


@pytest.mark.parametrize(
    "make",
    [
        lambda: Light("red", 5),
        lambda: Light("ffffff", 256),
        lambda: Flash("ffffff", 0),
        lambda: Flash("ffffff", 1, 5),
        lambda: Buzz(20, 100),
        lambda: Lamps(-1),
    ],
)
def test_a_command_out_of_range_is_refused(make: type[Light]) -> None:
    with pytest.raises(ValueError, match="is not"):
        make()


def test_cards_are_registered_and_found_again(tmp_path: Path) -> None:
    book = tmp_path / "cards.json"
    assert cards.load(book) == {}
    cards.register(book, "04a1b2c3", "one")
    cards.register(book, "04a1b2c4", "zwei ä")
    assert cards.load(book) == {"04a1b2c3": "one", "04a1b2c4": "zwei ä"}


@pytest.mark.parametrize("content", ["", "[]", "{", '{"x": "y"}', '{"04a1b2c3": 5}', '{"04a1b2c3": ""}', "\ud800"])
def test_a_bad_card_book_is_refused_and_left_alone(tmp_path: Path, content: str) -> None:
    book = tmp_path / "cards.json"
    raw = content.encode("utf-8", "surrogatepass")
    book.write_bytes(raw)
    with pytest.raises(cards.CardBookError):
        cards.load(book)
    with pytest.raises(cards.CardBookError):
        cards.register(book, "04a1b2c3", "x")
    assert book.read_bytes() == raw


def test_a_bad_entry_changes_nothing(tmp_path: Path) -> None:
    book = tmp_path / "cards.json"
    cards.register(book, "04a1b2c3", "one")
    for uid, text in (("04A1B2C3", "x"), ("04", "x"), ("04a1b2c3", ""), ("04a1b2c3", "x" * 500)):
        with pytest.raises(cards.CardBookError):
            cards.register(book, uid, text)
    assert json.loads(book.read_text()) == {"04a1b2c3": "one"}
