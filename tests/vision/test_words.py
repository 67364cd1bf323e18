"""Cards by their titles: what was read is one name, near one, none; and print is read in three languages."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.evaluation.title_scenes import CardWords, draw_titled_card
from vision.images import Image, pixels
from vision.words.card_words import read_title
from vision.words.tesseract import TextLine, find_tesseract
from vision.words.titles import match_title, plain

FONT = Path("/usr/share/fonts/truetype/dejavu/DejaVuSerif-Bold.ttf")
NAMES = {
    "panic": ("Panic!", "Pris de panique", "Паника!"),
    "courage": ("Aura of Courage", "Aura de courage", "Аура мужества"),
    "healing": ("Aura of Healing", "Aura de guérison", "Аура исцеления"),
    "lost": ("Lost", "Perdue", "Потерянный"),
    "event_9": ("Event card 9", "Carte 9", "Карта 9"),
    "event_10": ("Event card 10", "Carte 10", "Карта 10"),
}


def lines(*texts: str, height: int = 40, confidence: float = 92.0) -> list[TextLine]:
    return [TextLine(text, confidence, 60 + 50 * k, height) for k, text in enumerate(texts)]


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("PANIC!", "panic"),
        ("Aura de guerison", "healing"),
        ("AURA OF COURAGE |", "courage"),
        ("Паника", "panic"),
        # Letters of two alphabets that are drawn alike.
        ("Аурa исцeления", "healing"),
        ("Aura of Hea1ing", "healing"),
        ("EVENT CARD 10", "event_10"),
    ],
)
def test_a_title_is_its_card_in_any_language_with_misread_letters(title: str, name: str) -> None:
    reading = match_title(lines(title), NAMES)
    assert reading.names[0] == name
    # A digit read for a letter is asked about: digits are what tells some names apart.
    assert reading.level == ("asked" if "1i" in title else "sure")


def test_a_title_on_two_lines_is_one() -> None:
    assert match_title(lines("Aura of", "Healing"), NAMES)[:2] == ("sure", ("healing",))
    # A whole name, and the title goes on: it is another card, or nearly.
    assert match_title(lines("Perdue", "dans la brume"), NAMES).level != "sure"


@pytest.mark.parametrize("title", ["Aura of Carnage", "Aura of Heaging", "Pris de colère", "Event card 1", "Last"])
def test_what_is_nearly_a_name_is_never_sure(title: str) -> None:
    assert match_title(lines(title), {**NAMES, "hedging": ("Aura of Hedging",)}).level != "sure"


def test_a_title_that_is_no_name_is_told_and_small_print_is_no_title() -> None:
    print_ = lines("Play this card at the start", "of a phase, then discard", "it face up.", height=18)
    reading = match_title([TextLine("Holy Water", 95, 10, 44), *print_], NAMES)
    assert (reading.level, reading.names, reading.text) == ("unknown", (), "Holy Water")
    assert match_title(print_, NAMES).level == "none"
    assert match_title(lines("// —", "~i", confidence=31), NAMES).level == "none"


def test_accents_case_and_apostrophes_are_no_difference() -> None:
    assert plain("De l'huile pour votre lampe") == plain("DE L’HUILE POUR VOTRE LAMPE")
    assert plain("Ещё") == plain("ЕЩЕ")


def on_table(words: CardWords, turn: float) -> Image:
    """A card as it lies on a plain table, turned and small."""
    card = draw_titled_card(np.random.default_rng(7), words, FONT)
    table = np.full((720, 1280, 3), (60, 90, 70), np.uint8)
    move = cv2.getRotationMatrix2D((card.shape[1] / 2, card.shape[0] / 2), turn, 0.7)
    move[:, 2] += (640 - card.shape[1] / 2, 360 - card.shape[0] / 2)
    return pixels(cv2.warpAffine(card, move, (1280, 720), table, borderMode=cv2.BORDER_TRANSPARENT))


@pytest.mark.parametrize(
    ("title", "language", "turn", "name"),
    [("Aura de guérison", "fr", 8, "healing"), ("Аура мужества", "ru", 188, "courage"), ("Holy Water", "en", 85, None)],
)
def test_print_is_read_however_the_card_lies(title: str, language: str, turn: float, name: str | None) -> None:
    reader = find_tesseract()
    assert reader is not None, "apt install tesseract-ocr tesseract-ocr-fra tesseract-ocr-rus"
    reading = read_title(on_table(CardWords(title, language), turn), NAMES, reader)
    assert reading.names == ((name,) if name else ())
    assert reading.level == ("sure" if name else "unknown")
