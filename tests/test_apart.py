"""Work in a process of its own: given up when it takes too long, one at a time, and never in the way of play."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.apart import Apart
from companion.content.owner.building import base_box, data_of
from companion.content.owner.overlay import Overlay, overlay_from
from companion.devices.labels import label_sheet_apart
from companion.protocol.refusal import Refused
from companion.table.box_store import BoxStore, EditedBox
from companion.table.file_checks import check_box_file, check_game_file
from companion.table.game_store import GameStore
from companion.table.loaded_box import LoadedBox, load_overlay
from tests.table.table_rig import begin, environment

KEPT = Path(__file__).parent / "table" / "games" / "christmas_2009.jsonl"


def owned(value: Any) -> Any:
    return {**value, "from": "owner"} if isinstance(value, Mapping) and "from" in value else value


def box_of_many_cards() -> LoadedBox:
    """Over four thousand labels: half a minute of work."""
    card = {key: owned(value) for key, value in data_of(base_box()).pieces("event")[0].items() if key != "tags"}
    pieces = [{**card, "id": f"card_{i}", "copies": {"is": 20, "from": "owner"}} for i in range(220)]
    return load_overlay(overlay_from({"event": pieces}))


def test_work_that_takes_too_long_is_given_up() -> None:
    begun = time.monotonic()
    with pytest.raises(Refused) as refused:
        label_sheet_apart(Apart(longest_s=2.0), box_of_many_cards(), "a4", "en")
    assert refused.value.code == "server/too_long"
    assert time.monotonic() - begun < 10


def test_one_piece_of_work_at_a_time() -> None:
    apart = Apart(longest_s=3.0, patience_s=0.1)
    box = box_of_many_cards()
    codes: list[str] = []

    def work() -> None:
        with pytest.raises(Refused) as refused:
            label_sheet_apart(apart, box, "a4", "en")
        codes.append(refused.value.code)

    both = [threading.Thread(target=work) for _ in range(2)]
    for one in both:
        one.start()
    for one in both:
        one.join()
    assert sorted(codes) == ["server/busy", "server/too_long"]
    assert label_sheet_apart(Apart(), LoadedBox(), "a4", "en").startswith(b"%PDF")


COUNTS_THREADS = """
from companion.apart import answer_task

def _counted(_task):
    import numpy
    with open("/proc/self/status") as status:
        return next(line for line in status if line.startswith("Threads:")).split()[1].encode()

answer_task(_counted)
"""


def test_memory_does_not_go_to_a_thread_for_each_core(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Labels could not be made on a machine of six cores, and only just on a Raspberry Pi."""
    (tmp_path / "counts_threads.py").write_text(COUNTS_THREADS)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert Apart().run("counts_threads", {}) == b"1"


def test_files_are_tried_out() -> None:
    apart = Apart()
    check_game_file(apart, KEPT.read_text())
    with pytest.raises(Refused) as refused:
        check_game_file(apart, KEPT.read_text().replace('"human"', '"nobody"', 1))
    assert refused.value.code == "import/bad_file"
    check_box_file(apart, "")
    with pytest.raises(Refused) as refused:
        check_box_file(apart, "[[[")
    assert refused.value.code == "box/bad_file"


def test_a_box_that_is_being_built_holds_nobody_up(tmp_path: Path) -> None:
    boxes = BoxStore(tmp_path / "boxes")
    games = GameStore(tmp_path / "games", boxes, environment())
    table = begin(games)
    building, go_on = threading.Event(), threading.Event()

    def edit(overlay: Overlay, _box: object) -> EditedBox:
        building.set()
        assert go_on.wait(20)
        return EditedBox(load_overlay(overlay))

    editor = threading.Thread(target=boxes.change, args=(edit,))
    editor.start()
    assert building.wait(20)
    views: list[object] = []
    player = threading.Thread(target=lambda: views.append(games.table(table.name).view("human")))
    player.start()
    player.join(timeout=5)
    held_up = player.is_alive()
    go_on.set()
    editor.join()
    player.join()
    games.close()
    assert not held_up


def test_a_game_that_is_being_opened_holds_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = GameStore(tmp_path / "games", LoadedBox(), environment())
    table = begin(games)
    opening, go_on = threading.Event(), threading.Event()

    def slowly(*_: object) -> None:
        opening.set()
        assert go_on.wait(20)
        raise Refused("table/lost", "journal_lost")

    monkeypatch.setattr(games, "_opened", slowly)
    (tmp_path / "games" / "other.game").touch()

    def open_other() -> None:
        with pytest.raises(Refused):
            games.table("other")

    opener = threading.Thread(target=open_other)
    opener.start()
    assert opening.wait(20)
    found: list[object] = []
    player = threading.Thread(target=lambda: found.append(games.table(table.name)))
    player.start()
    player.join(timeout=5)
    held_up = player.is_alive()
    go_on.set()
    opener.join()
    player.join()
    games.close()
    assert not held_up
