"""The labels of the whole box: every tile, every copy of every card, in the owner's language, on paper."""

from pathlib import Path

import pytest

from companion.cli import main
from companion.devices import labels as sheets
from companion.devices.label_words import SHEETS
from companion.devices.labels import labels_of_box
from companion.rules.language import LANGUAGES
from companion.server.app import create_web
from companion.server.service import Settings
from companion.table.loaded_box import LoadedBox
from vision.tags.grammar import TagKind

LIBRARY = LoadedBox()


def test_every_tile_and_every_copy_of_a_card_has_a_label() -> None:
    found = labels_of_box(LIBRARY, "fr")
    ids = [label.tag.id for label in found]
    assert len(set(ids)) == len(ids) == 36 + 10 + 3 + 4 + 50 + 18
    assert set(LIBRARY.tag_names()) == {name for name in ids if not name.startswith("calibration")}
    titles = {label.tag.id: label.title for label in found}
    assert titles["tile-35"] == "Sortie"
    assert {label.title for label in labels_of_box(LIBRARY, "de")} >= {"Exit", "Grenade"}


def test_a_tile_is_named_by_kind_and_shape_and_drawn() -> None:
    tiles = {tile.number: tile.openings for tile in LIBRARY.box.tiles}
    found = {label.number: label for label in labels_of_box(LIBRARY, "ru") if label.tag.kind is TagKind.TILE}
    assert {int(number): label.openings for number, label in found.items()} == tiles
    assert (found["35"].title, found["35"].shape) == ("Выход", "Т-развилка")
    assert {label.shape for label in found.values()} == {"прямая", "изгиб", "Т-развилка", "перекрёсток", "тупик"}


def test_every_language_says_how_to_cut_and_stick() -> None:
    assert set(SHEETS) == set(LANGUAGES)
    assert len({words.steps for words in SHEETS.values()}) == len(LANGUAGES)
    assert {len(words.steps) for words in SHEETS.values()} == {4}
    marks = [label.title for label in labels_of_box(LIBRARY, "fr") if label.tag.kind is TagKind.CALIBRATION]
    assert marks == list(SHEETS["fr"].corners)


def test_the_sheet_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "labels.pdf"
    assert main(["labels", "--out", str(out), "--paper", "letter"]) == 0
    assert out.read_bytes().startswith(b"%PDF-")
    assert "121 labels" in capsys.readouterr().out


def test_a_sheet_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["labels", "--out", str(tmp_path / "no" / "labels.pdf")]) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_other_letters_need_a_font(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sheets, "DEJAVU", tmp_path / "none.ttf")
    out = tmp_path / "labels.pdf"
    assert main(["labels", "--out", str(out), "--language", "ru"]) == 1
    assert "--font FILE.ttf" in capsys.readouterr().err
    (tmp_path / "no.ttf").write_bytes(b"this is no font")
    for font in ("no.ttf", "missing.ttf", "."):
        assert main(["labels", "--out", str(out), "--language", "ru", "--font", str(tmp_path / font)]) == 1
        assert "no font that can be used" in capsys.readouterr().err
    assert not out.exists()


def test_the_tablet_gets_the_same_sheet(tmp_path: Path) -> None:
    web = create_web(Settings(data=tmp_path))
    client, code = web.app.test_client(), {"X-Table-Code": web.service.access.code}
    good = client.get("/api/labels.pdf?paper=letter&language=fr", headers=code)
    assert (good.status_code, good.mimetype) == (200, "application/pdf")
    assert good.data.startswith(b"%PDF-")
    bad = client.get("/api/labels.pdf?paper=papyrus", headers=code)
    assert bad.status_code == 400
    assert bad.get_json()["code"] == "labels/unknown_paper"
    web.service.close()
