"""Whatever one file of the data folder has become, it costs at most itself: the service starts and plays."""

from __future__ import annotations

import json
import os
import shutil
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.data_folder import ACCESS, FILES, FOLDERS, SIGHT, lock_folder
from companion.devices.camera_setup import ProfileStore
from companion.devices.home_learning import HomeLearner, ToldDiceStore
from companion.devices.taught_pieces import ENDING
from companion.server.access import Access, SeatAt
from companion.server.app import Web
from companion.server.options import ServeOptions
from companion.server.start import build_web
from tests.devices.test_home_learning import CROP, DIE, IMAGE
from vision.dice.reading import DiceReading

FIXTURE = Path(__file__).parents[1] / "fixtures" / "0.1.0"
GAMES = len(json.loads((FIXTURE / "index.json").read_text()))
CAMERA = "usb camera 0"
PIECE = "tile-1"


def bytes_of(content: bytes) -> Callable[[Path], None]:
    def put(path: Path) -> None:
        path.write_bytes(content)

    return put


def huge(path: Path) -> None:
    """Nothing on disk, but whoever reads it needs more memory than there is."""
    with path.open("wb") as out:
        out.truncate(200_000_000_000)


JUNK: dict[str, Callable[[Path], None]] = {
    "not UTF-8": bytes_of(b'{"code": "ABC\xff\xfe"}\n\x80\n'),
    "empty": bytes_of(b""),
    "zeros": bytes_of(bytes(5000)),
    "huge": huge,
    "a list": bytes_of(b"[]\n"),
    "a number": bytes_of(b"5\n"),
    "null": bytes_of(b"null\n"),
    "other keys": bytes_of(b'{"code": {}, "key": [], "picture": "x", "crop": 5, "corners": 1e999}\n'),
    "NaN": bytes_of(
        b'{"picture": [NaN, 1e400], "corners": [], "camera": 1, "die_sizes": [NaN], "code": 1, "key": ""}\n'
    ),
    "deep": bytes_of(b"[" * 100_000),
    "a folder": lambda path: path.mkdir(),
    "a link in a circle": lambda path: path.symlink_to(path.name),
    "a pipe": lambda path: os.mkfifo(path),
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    shutil.copytree(FIXTURE / "data", tmp_path / "data")
    return tmp_path / "data"


@contextmanager
def started(data: Path) -> Iterator[Web]:
    """As `companion serve` starts, up to the port."""
    with lock_folder(data):
        web = build_web(ServeOptions(data, "127.0.0.1", (8000,), False, "none", "none", "none"))
        try:
            yield web
        finally:
            web.close()


def replace(path: Path, junk: Callable[[Path], None]) -> None:
    path.unlink()
    junk(path)


def assert_plays(web: Web) -> None:
    client, code = web.app.test_client(), {"X-Table-Code": web.service.access.code}
    assert client.get("/api/health").json == {"ok": True, "version": web.service.version, "games": GAMES}
    assert len(client.get("/api/games").json["games"]) == GAMES
    assert client.get("/api/boxes", headers=code).json["ok"]
    assert client.post("/api/games", json={"scenario": "survivors"}, headers=code).status_code == 201


@pytest.mark.parametrize("kind", JUNK)
def test_every_file_but_the_games_is_junk(data: Path, kind: str) -> None:
    # What 0.1.0 did not have yet.
    (data / SIGHT / "mine").mkdir(parents=True)
    newer = [*(data / name for name in FILES), data / SIGHT / "mine" / f"{PIECE}{ENDING}"]
    for path in newer:
        path.touch()
    files = [path for path in data.rglob("*") if path.is_file() and path.parent.name != "games"]
    assert len(files) == 16
    for path in files:
        replace(path, JUNK[kind])
    with started(data) as web:
        assert_plays(web)
        assert PIECE in {piece.id for piece in web.service.taught.pieces()}
        assert web.service.taught.known() == frozenset()
        code = {"X-Table-Code": web.service.access.code}
        with web.app.test_client().get("/api/readings/roll-1.jpg", headers=code) as picture:
            assert picture.status_code == (200 if (data / "pictures" / "roll-1.jpg").is_file() else 404)
    assert ProfileStore(data / "cameras").load(CAMERA) is None
    store = ToldDiceStore(data / "corrections")
    assert store.all() == []
    assert store.known() == []


@pytest.mark.parametrize("folder", [name for name in FOLDERS if name != "games"])
def test_a_file_in_the_place_of_a_folder_is_set_aside(data: Path, folder: str) -> None:
    shutil.rmtree(data / folder, ignore_errors=True)
    (data / folder).write_text("not a folder")
    with started(data) as web:
        assert_plays(web)
        web.service.pictures.put("roll-9", b"jpeg")
    assert (data / f"{folder}.damaged-1").read_text() == "not a folder"


@pytest.mark.parametrize("junk", ["not a crop", "a bomb", "another size"])
def test_a_crop_that_is_none_costs_its_correction_only(data: Path, junk: str) -> None:
    """The bomb says in its head that it has 60,000 × 60,000 pixels."""
    crop = data / "corrections" / "000001.png"
    whole = crop.read_bytes()
    sizes = {"a bomb": (60_000).to_bytes(4) * 2, "another size": (65).to_bytes(4) * 2}
    crop.write_bytes(b"\xff" * 300 if junk == "not a crop" else whole[:16] + sizes[junk] + whole[24:])
    assert len(ToldDiceStore(data / "corrections").known()) == 2
    with started(data) as web:
        assert_plays(web)


def test_a_correction_that_cannot_be_kept_does_not_cost_the_step(data: Path) -> None:
    shutil.rmtree(data / "corrections")
    (data / "corrections").write_text("in the way")
    with pytest.raises(OSError, match="not a folder"):
        ToldDiceStore(data / "corrections").add(CROP, DIE, 5)
    learner = HomeLearner(data / "corrections", lambda _: None)
    learner.remember("dice-1", DiceReading((DIE,), "unsure", False), IMAGE)
    assert learner.told("dice-1", [5]) == 1


# -- the code and the key ----------------------------------------------------------------------------------------------


def test_a_broken_key_means_a_new_code_and_says_so(data: Path, caplog: pytest.LogCaptureFixture) -> None:
    old = Access(data)
    (data / ACCESS).write_text('{"code": "ABCDEF", "key": ""}')
    new = Access(data)
    assert new.seat_of(old.token_for(SeatAt(None, "host"))) is None
    assert "there are new codes, every tablet joins again" in caplog.text
    assert Access(data).code == new.code, "it is kept"


def test_a_key_that_cannot_be_read_now_is_left_alone(data: Path, caplog: pytest.LogCaptureFixture) -> None:
    kept = (data / ACCESS).read_bytes()
    (data / ACCESS).rename(data / "elsewhere")
    (data / ACCESS).symlink_to(ACCESS)
    Access(data)
    assert "until the next start" in caplog.text
    (data / ACCESS).unlink()
    (data / "elsewhere").rename(data / ACCESS)
    assert (data / ACCESS).read_bytes() == kept


# -- for the owner alone -----------------------------------------------------------------------------------------------


def test_an_open_folder_is_closed_at_the_start(data: Path) -> None:
    for path in (data, *data.rglob("*")):
        path.chmod(0o777 if path.is_dir() else 0o666)
    stranger = data / "notes.txt"
    stranger.write_text("not ours")
    stranger.chmod(0o644)
    (data / "boxes" / "mine.toml.new").write_text("half")
    with started(data) as web:
        assert_plays(web)
        web.service.pictures.put("roll-9", b"jpeg")
        web.service.access.held.add("abcd", "human")
        web.service.first_run.set_step("camera", "done", 1)
        modes = {path: stat.S_IMODE(path.stat().st_mode) for path in (data, *data.rglob("*"))}
    assert modes.pop(stranger) == 0o644, "it is not ours"
    assert {mode for path, mode in modes.items() if path.is_dir()} == {0o700}
    assert {mode for path, mode in modes.items() if path.is_file()} == {0o600}
    assert not list(data.rglob("*.new"))
    assert set(FILES) <= {path.name for path in modes}
