"""A backup file: everything is in it, all of it is checked, and a stranger's file is refused before it does harm."""

from __future__ import annotations

import hashlib
import json
import random
import sqlite3
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.backup.archive import read_manifest, unpack
from companion.backup.making import backups_in, make_backup
from companion.backup.restoring import finish_restore, stage
from companion.protocol.refusal import Refused
from tests.backup.backup_rig import contents, fixture_copy, small_folder
from tests.table.table_rig import begin, games_in, play


def test_a_folder_of_the_first_release_goes_out_and_comes_back(tmp_path: Path) -> None:
    data = fixture_copy(tmp_path / "old")
    backup = make_backup(data, "asked")
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    manifest = read_manifest(backup)
    assert (manifest.games, manifest.boxes, manifest.missing) == (8, 2, {})
    fresh = small_folder(tmp_path / "new", 1)
    stage(fresh, backup)
    assert finish_restore(fresh) == backup.name
    assert contents(fresh) == contents(data)
    assert [read_manifest(path).why for path in backups_in(fresh / "backups")] == ["before_restore"]
    assert sorted(path.name for path in fresh.iterdir()) == sorted(
        ["backups", "boxes", "cameras", "cards.json", "corrections", "games"]
    )


def test_neither_the_key_nor_pictures_are_in_it(tmp_path: Path) -> None:
    """The file is handed on: whoever gets it must not get in."""
    data = fixture_copy(tmp_path / "data")
    with zipfile.ZipFile(make_backup(data, "asked")) as archive:
        names = archive.namelist()
        assert not [name for name in names if name.startswith(("access", "pictures", "backups"))]
        assert not [name for name in names if b"5eed5eed" in archive.read(name)]


def test_a_running_game_is_copied_after_a_whole_step(tmp_path: Path) -> None:
    """The last steps are still in the write-ahead log, which a copy of the file alone would lose."""
    data = tmp_path / "data"
    games = games_in(data / "games")
    table = begin(games, "survivors")
    play(table, random.Random(3), 30)
    version = table.version
    assert list((data / "games").glob("*-wal")), "this is what the test is about"
    backup = make_backup(data, "asked")
    play(table, random.Random(4), 10)
    games.close()
    unpack(backup, tmp_path / "copy")
    (found,) = contents(tmp_path / "copy").values()
    assert isinstance(found, tuple)
    assert found[0] == version


def test_a_damaged_game_is_kept_as_it_is_and_costs_no_other(tmp_path: Path) -> None:
    data = fixture_copy(tmp_path / "data")
    damaged = sorted((data / "games").glob("*.game"))[0]
    damaged.write_bytes(b"no database" * 500)
    backup = make_backup(data, "asked")
    manifest = unpack(backup, tmp_path / "copy")
    assert manifest.files[f"games/{damaged.name}"].records is None
    assert (tmp_path / "copy" / "games" / damaged.name).read_bytes() == damaged.read_bytes()
    stage(small_folder(tmp_path / "new", 1), backup)


def test_strange_files_are_no_part_of_it(tmp_path: Path) -> None:
    data = small_folder(tmp_path / "data", 1)
    (data / "games" / "a copy of mine.game").write_text("x")
    (data / "games" / ".hidden").write_text("x")
    (data / "boxes" / "link.toml").symlink_to("/etc/passwd")
    names = {*read_manifest(make_backup(data, "asked")).files}
    assert {name.split("/")[0] for name in names} == {"games", "boxes", "cards.json"}
    assert len(names) == 4


def test_the_newest_ten_are_kept_whatever_the_clock_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = small_folder(tmp_path / "data", 1)
    for day in range(13):
        monkeypatch.setattr("time.time", lambda day=day: 2_000_000_000 - 86_400 * day)
        make_backup(data, "evening")
    kept = backups_in(data / "backups")
    assert [path.name[:5] for path in kept] == [f"{number:05d}" for number in range(13, 3, -1)]
    assert not list((data / "backups").glob("*.new"))


def test_a_full_disk_makes_no_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = small_folder(tmp_path / "data", 1)
    monkeypatch.setattr("companion.backup.making.SPARE_BYTES", 10**18)
    with pytest.raises(Refused, match="backup/no_space"):
        make_backup(data, "asked")
    assert list((data).glob("backups/*")) == []


# -- strangers' files --------------------------------------------------------------------------------------------------


def entry(content: bytes) -> dict[str, Any]:
    return {"size": len(content), "sha256": hashlib.sha256(content).hexdigest(), "records": None}


def crafted(path: Path, stored: dict[str, bytes], /, **changes: Any) -> Path:
    """A backup with these files and whatever is wrong with its manifest."""
    manifest = {"format": 1, "version": "0.2.0", "made": 1, "why": "asked", "missing": {}}
    manifest |= {"files": {name: entry(content) for name, content in stored.items()}, **changes}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in stored.items():
            archive.writestr(name, content)
        archive.writestr("manifest.json", json.dumps(manifest))
    return path


def zip_with(*infos: tuple[zipfile.ZipInfo, bytes]) -> Callable[[Path], Path]:
    def make(path: Path) -> Path:
        files = {info.filename: entry(content) for info, content in infos}
        manifest = {"format": 1, "version": "0.2.0", "made": 1, "why": "asked", "files": files}
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for info, content in infos:
                archive.writestr(info, content)
            archive.writestr("manifest.json", json.dumps(manifest))
        return path

    return make


def link() -> zipfile.ZipInfo:
    info = zipfile.ZipInfo("boxes/mine.toml")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


def bomb(path: Path) -> Path:
    return crafted(path, {"boxes/mine.toml": bytes(300_000_000)})


def game_of_junk(path: Path) -> Path:
    junk = b"SQLite format 3\x00" + bytes(5000)
    return crafted(path, {"games/a.game": junk}, files={"games/a.game": entry(junk) | {"records": 5}})


def game_that_cheats(path: Path) -> Path:
    """A whole journal by its checksums, with a step that the rules refuse."""
    games = games_in(path.parent / "cheat")
    table = begin(games, "survivors")
    play(table, random.Random(1), 5)
    games.close()
    file = next((path.parent / "cheat").glob("*.game"))
    with sqlite3.connect(file) as database:
        rows = database.execute("SELECT seq, body FROM records ORDER BY seq").fetchall()
        total = ""
        for seq, body in rows:
            changed = body.replace('"draw_for_me"', '"roll"').replace(
                '"kind":"act","do":{', '"kind":"act","do":{"x":1,'
            )
            total = hashlib.sha256(f"{total}\n{changed}".encode()).hexdigest()[: len(sums(database))]
            database.execute("UPDATE records SET body = ?, sum = ? WHERE seq = ?", (changed, total, seq))
    database.close()
    content = file.read_bytes()
    return crafted(path, {"games/a.game": content}, files={"games/a.game": entry(content) | {"records": len(rows)}})


def sums(database: sqlite3.Connection) -> str:
    return str(database.execute("SELECT sum FROM records WHERE seq = 0").fetchone()[0])


BOX = {"boxes/mine.toml": b"x"}
BAD: dict[str, tuple[Callable[[Path], Path], str]] = {
    "empty": (lambda path: _written(path, b""), "not a whole zip"),
    "no zip": (lambda path: _written(path, b"\x00junk" * 5000), "not a whole zip"),
    # Without its first byte everything lies one byte before where its list says; the first file before the beginning.
    "shifted": (lambda path: _written(path, crafted(path, BOX).read_bytes()[1:]), "damaged"),
    "no manifest": (lambda path: _zip(path, {"boxes/mine.toml": b"x"}), "has no manifest"),
    "manifest that is no JSON": (lambda path: _zip(path, {"manifest.json": b"\xff{"}), "cannot be read"),
    "manifest of another kind": (lambda path: _zip(path, {"manifest.json": b"[]"}), "manifest is wrong"),
    "deep manifest": (lambda path: _zip(path, {"manifest.json": b"[" * 200_000}), "cannot be read"),
    "a newer release": (lambda path: crafted(path, BOX, format=2, version="9.0"), "newer release"),
    "an unknown key": (lambda path: crafted(path, BOX, run="rm"), "manifest is wrong at run"),
    "a way out": (lambda path: crafted(path, {"boxes/../../evil": b"x"}), "manifest is wrong at files"),
    "an absolute path": (lambda path: crafted(path, {"/etc/passwd": b"x"}), "manifest is wrong at files"),
    "a key of its own": (lambda path: crafted(path, {"access.json": b"{}"}), "manifest is wrong at files"),
    "another backup": (lambda path: crafted(path, {"backups/00001.zip": b"x"}), "does not belong"),
    "a link": (zip_with((link(), b"/etc/passwd")), "not a plain file"),
    "more than its manifest": (lambda path: crafted(path, BOX, files={}), "not those of its manifest"),
    "less than its manifest": (
        lambda path: crafted(path, {}, files={"boxes/mine.toml": entry(b"x")}),
        "not those of its manifest",
    ),
    "another size": (
        lambda path: crafted(path, BOX, files={"boxes/mine.toml": entry(b"x") | {"size": 2}}),
        "not the size",
    ),
    "another checksum": (lambda path: crafted(path, BOX, files={"boxes/mine.toml": entry(b"y")}), "checksum"),
    "a bomb": (bomb, "unpacked it would have 300 MB"),
    "junk for a game": (game_of_junk, "cannot be played"),
    "a game against the rules": (game_that_cheats, "cannot be played"),
    "no game among the games": (lambda path: crafted(path, {"games/run.sh": b"x"}), "is no game"),
}


def _written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def _zip(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_file_is_refused_with_its_reason_and_changes_nothing(tmp_path: Path, kind: str) -> None:
    make, reason = BAD[kind]
    data = small_folder(tmp_path / "data", 1)
    before = contents(data)
    with pytest.raises(Refused, match=reason) as refused:
        stage(data, make(tmp_path / "backup.zip"))
    assert refused.value.code == "backup/bad_file"
    assert finish_restore(data) == ""
    assert contents(data) == before
    assert sorted(path.name for path in tmp_path.iterdir() if path.name != "cheat") == ["backup.zip", "data"]
    assert not (data / "restore").exists()


def test_a_backup_cut_off_or_with_a_flipped_byte_is_refused(tmp_path: Path) -> None:
    """Every byte that counts is covered by a checksum: whatever is accepted is what was saved."""
    data = small_folder(tmp_path / "data", 1)
    whole = make_backup(data, "asked").read_bytes()
    fresh, file, rng = small_folder(tmp_path / "fresh", 2), tmp_path / "bad.zip", random.Random(5)
    for size in (0, 1, 100, len(whole) // 2, len(whole) - 30, len(whole) - 1):
        file.write_bytes(whole[:size])
        with pytest.raises(Refused, match="backup/bad_file"):
            stage(fresh, file)
    refused = 0
    for number in range(60):
        at = rng.randrange(len(whole))
        file.write_bytes(whole[:at] + bytes([whole[at] ^ (1 + rng.randrange(255))]) + whole[at + 1 :])
        try:
            unpack(file, tmp_path / f"copy-{number}")
        except Refused:
            refused += 1
        else:
            assert contents(tmp_path / f"copy-{number}") == contents(data)
    assert refused > 40
