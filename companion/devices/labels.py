"""The labels of the box: printed as a PDF, found under the camera, and card reader stickers that stand for one."""

from __future__ import annotations

from collections.abc import Container, Mapping
from pathlib import Path

from companion.apart import Apart, Task, answer_task
from companion.data_folder import STICKERS
from companion.devices.label_words import SHEETS
from companion.devices.tray.cards import CardFileError, register_card
from companion.protocol.refusal import Refused
from companion.table.loaded_box import LoadedBox, shape_name
from vision.images import Image
from vision.tags.grammar import Tag, TagError, TagKind, parse_tag, tag_from_id
from vision.tags.lettering import FontError, needs_font
from vision.tags.reader import read_tags
from vision.tags.sheet import LabelSize, Paper, PrintedLabel, calibration_labels, sheet_pdf

# A font for names beyond western letters, where Debian's own is installed.
DEJAVU = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
PAPERS = tuple(paper.name.lower() for paper in Paper)


def label_sheet(
    loaded_box: LoadedBox, paper: str = "a4", language: str = "en", font: Path | None = None
) -> tuple[bytes, int]:
    """The PDF and how many labels are on it; `FontError` if the names need a font that is not there."""
    labels = labels_of_box(loaded_box, language)
    words = SHEETS.get(language, SHEETS["en"])
    if font is None and any(needs_font(text) for text in (*words.steps, *(label.title for label in labels))):
        if not DEJAVU.exists():
            raise FontError(f"names in {language!r} need a font: --font FILE.ttf (such as DejaVuSans.ttf)")
        font = DEJAVU
    return sheet_pdf(labels, Paper[paper.upper()], words, font), len(labels)


def label_sheet_apart(apart: Apart, loaded_box: LoadedBox, paper: str, language: str) -> bytes:
    """The PDF, made in a process of its own: a label takes 7 ms, and a box may have thousands."""
    task = {"overlay": loaded_box.overlay.to_json(), "paper": paper, "language": language[:8]}
    return apart.run("companion.devices.labels", task)


def _sheet_of(task: Task) -> bytes:
    try:
        return label_sheet(LoadedBox().of(task["overlay"]), task["paper"], task["language"])[0]
    except FontError as error:
        raise Refused("labels/no_font", "no_font", {"reason": str(error)}) from error


def labels_of_box(loaded_box: LoadedBox, language: str = "en") -> list[PrintedLabel]:
    """One label for every tile and every copy of a card, and the calibration marks."""
    box = loaded_box.box
    kinds = {kind.id: _named(kind.name.model_dump(), language) for kind in box.pack.tile_kind}
    tiles = [
        PrintedLabel(
            Tag(TagKind.TILE, tile.number),
            str(tile.number),
            kinds[tile.kind],
            LabelSize.TILE,
            shape_name(tile.openings, language),
            tile.openings,
        )
        for tile in sorted(box.tiles, key=lambda tile: tile.number)
    ]
    cards = [
        PrintedLabel(Tag(TagKind.CARD, number), f"C{number}", _named(card.name, language), LabelSize.CARD)
        for card in box.cards.values()
        for number in card.tags
    ]
    return [*tiles, *calibration_labels(SHEETS.get(language)), *sorted(cards, key=lambda label: label.tag)]


def _named(names: Mapping[str, str | None], language: str) -> str:
    """The name in a language, in English where there is none."""
    return names.get(language) or names.get("en") or ""


def find_unknown_label(image: Image, known: Container[str]) -> str | None:
    """The one card's label in the image that is on no card yet; None where there are several to choose from."""
    tags = [one.tag for one in read_tags(image) if one.tag is not None and one.tag.kind is TagKind.CARD]
    unknown = [tag.id for tag in tags if tag.id not in known]
    return unknown[0] if len(unknown) == 1 else None


def card_number(text: str) -> int:
    """The number of a card's label, by its id ("card-51") or by the text of its code ("CL:AC0051…")."""
    try:
        tag = parse_tag(text) if ":" in text else tag_from_id(text)
    except TagError as error:
        raise Refused("box/refused", "box_refused", {"key": "tag", "reason": str(error)}) from error
    if tag.kind is not TagKind.CARD:
        reason = f"{tag.id} is not the label of a card"
        raise Refused("box/refused", "box_refused", {"key": "tag", "reason": reason})
    return tag.number


def bind_sticker(data: Path, uid: str, number: int) -> None:
    """From now on this sticker of a card reader stands for the label of the card with this number."""
    try:
        register_card(data / STICKERS, uid.strip().lower().replace(":", ""), Tag(TagKind.CARD, number).text)
    except (CardFileError, OSError) as error:
        raise Refused("box/refused", "box_refused", {"key": "uid", "reason": str(error)[:200]}) from error


if __name__ == "__main__":
    answer_task(_sheet_of)
