"""What buttons and cards mean, what ring and lamps show, and the owner's file of cards: pure functions."""

import itertools
import json
from pathlib import Path

import pytest

from companion.devices.tray import cards
from companion.devices.tray.cards import ReaderCard, identify_card
from companion.devices.tray.messages import (
    ButtonEvent,
    Buzz,
    CardPresent,
    Lamps,
    RingFlash,
    RingLight,
)
from companion.devices.tray.signals import GameSituation, press_of, signals_for
from vision.tags.grammar import Tag, TagKind


@pytest.mark.parametrize(
    ("events", "presses"),
    [
        ([ButtonEvent("accept", "down"), ButtonEvent("accept", "up", 90)], ["accept-reading"]),
        (
            [ButtonEvent("accept", "down"), ButtonEvent("accept", "long"), ButtonEvent("accept", "up", 900)],
            ["accept-reading"],
        ),
        ([ButtonEvent("correct", "down"), ButtonEvent("correct", "up", 799)], ["correct-reading"]),
        ([ButtonEvent("correct", "down"), ButtonEvent("correct", "long"), ButtonEvent("correct", "up", 800)], ["undo"]),
        ([ButtonEvent("next", "down"), ButtonEvent("next", "up", 90)], ["end-activation"]),
    ],
)
def test_a_press_means_one_thing(events: list[ButtonEvent], presses: list[str]) -> None:
    assert [press.button for event in events if (press := press_of(event))] == presses


def test_a_sticker_s_text_counts_before_the_owner_s_register() -> None:
    own, other = Tag(TagKind.CARD, 3), Tag(TagKind.CARD, 12)
    file = {"04a1b2c3": other.text}
    assert identify_card(CardPresent("04a1b2c3", own.text), file) == ReaderCard("04a1b2c3", own.text, own)
    assert identify_card(CardPresent("04a1b2c3", None), file) == ReaderCard("04a1b2c3", other.text, other)
    assert identify_card(CardPresent("04ffffff", None), file) == ReaderCard("04ffffff", None, None)


def test_a_text_that_is_no_tag_is_handed_on_but_names_nothing() -> None:
    assert identify_card(CardPresent("04ffffff", "bus ticket"), {}) == ReaderCard("04ffffff", "bus ticket", None)


def test_the_light_follows_the_game() -> None:
    human, demon = signals_for(GameSituation("human")).light, signals_for(GameSituation("demon")).light
    assert human.colour != demon.colour
    assert signals_for(GameSituation("human", dice_awaited=True)).light == RingLight(
        human.colour, human.level, pulse=True
    )
    reading = signals_for(GameSituation("demon", reading=True)).light
    assert (reading.colour, reading.pulse) == ("ffffff", False)
    assert reading.level > demon.level
    refused = signals_for(GameSituation("human", refused=True)).flash
    assert refused is not None
    assert refused.colour == "ff0000"


def test_whose_turn_is_never_told_by_colour_alone() -> None:
    """The states a player must tell apart differ in rhythm, brightness, lamps or a flash, too."""
    grey = set()
    situations = [
        GameSituation(),
        GameSituation("human"),
        GameSituation("human", dice_awaited=True),
        GameSituation(reading=True),
        GameSituation("human", refused=True),
    ]
    for situation in situations:
        signals = signals_for(situation)
        grey.add((signals.light.level, signals.light.pulse, signals.lamps, signals.flash is not None))
    assert len(grey) == len(situations)


def test_every_situation_has_signals() -> None:
    for waits_for, *flags in itertools.product(["human", "demon", None], *[[False, True]] * 3):
        signals_for(GameSituation(waits_for, *flags))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("command", "body"),
    [
        (RingLight(), "light off"),
        (RingLight("ff0000", 7, pulse=True), "light ff0000 7 pulse"),
        (RingFlash("00ff00", 3, 50), "flash 00ff00 3 50"),
        (Buzz(440, 100), "buzz 440 100"),
        (Lamps(1, 2, 3), "lamps 1 2 3"),
    ],
)
def test_commands_in_words(command: RingLight, body: str) -> None:
    assert command.body == body


@pytest.mark.parametrize(
    "make",
    [
        lambda: RingLight("red", 5),
        lambda: RingLight("ffffff", 256),
        lambda: RingFlash("ffffff", 0),
        lambda: RingFlash("ffffff", 1, 5),
        lambda: Buzz(20, 100),
        lambda: Lamps(-1),
    ],
)
def test_a_command_out_of_range_is_refused(make: type[RingLight]) -> None:
    with pytest.raises(ValueError, match="is not"):
        make()


def test_cards_are_registered_and_found_again(tmp_path: Path) -> None:
    file = tmp_path / "cards.json"
    assert cards.load_cards(file) == {}
    cards.register_card(file, "04a1b2c3", "one")
    cards.register_card(file, "04a1b2c4", "zwei ä")
    assert cards.load_cards(file) == {"04a1b2c3": "one", "04a1b2c4": "zwei ä"}


@pytest.mark.parametrize("content", ["", "[]", "{", '{"x": "y"}', '{"04a1b2c3": 5}', '{"04a1b2c3": ""}', "\ud800"])
def test_a_bad_card_file_is_refused_and_left_alone(tmp_path: Path, content: str) -> None:
    file = tmp_path / "cards.json"
    raw = content.encode("utf-8", "surrogatepass")
    file.write_bytes(raw)
    with pytest.raises(cards.CardFileError):
        cards.load_cards(file)
    with pytest.raises(cards.CardFileError):
        cards.register_card(file, "04a1b2c3", "x")
    assert file.read_bytes() == raw


def test_a_bad_entry_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "cards.json"
    cards.register_card(file, "04a1b2c3", "one")
    for uid, text in (("04A1B2C3", "x"), ("04", "x"), ("04a1b2c3", ""), ("04a1b2c3", "x" * 500)):
        with pytest.raises(cards.CardFileError):
            cards.register_card(file, uid, text)
    assert json.loads(file.read_text()) == {"04a1b2c3": "one"}
