"""Backups on the tablet, with the service as a process: made, saved, refused, restored, and the tablet is back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.test_server_process import Process
from tests.server.wire_client import WireClient
from tests.web.browser_rig import Tablet
from tests.web.screen_check import examine

MakeTablet = Callable[..., Tablet]


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Process]:
    running = Process(tmp_path / "data").ready()
    yield running
    running.kill()


def test_a_backup_is_made_kept_elsewhere_and_restored(process: Process, tablet: MakeTablet, tmp_path: Path) -> None:
    game = process.new_game()
    one = tablet("phone", "ru")
    page = one.page
    page.goto(f"{process.address}/?code={process.code()}#/devices")
    one.tap("[data-open-backups]")
    page.wait_for_selector("[data-backups='0']")
    one.tap("[data-make-backup]")
    page.wait_for_selector("[data-backups='1']")
    examine(one, "backups")
    with page.expect_download() as download:
        one.tap("[data-save-backup]")
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    assert saved.suffix == ".zip"

    player = WireClient(process.address)
    player.join(game, "both", process.code())
    assert player.do(draw_for_me=True)["version"] == 2
    player.close()

    # It asks first, and no is no.
    one.tap("[data-restore]")
    examine(one, "backups, asked")
    one.tap("[data-restore-no]")
    one.tap("[data-delete-backup]")
    one.tap("[data-delete-yes]")
    page.wait_for_selector("[data-backups='0']")
    page.set_input_files("[data-bring-backup]", saved)
    page.wait_for_selector("[data-backups='1']")
    one.tap("[data-restore]")
    one.tap("[data-restore-yes]")
    page.wait_for_selector("[data-restored]", timeout=60_000)
    page.wait_for_selector("[data-backups='2']")
    examine(one, "backups, restored")

    back = WireClient(process.address)
    assert back.join(game, "both", token=player.token)["view"]["version"] == 0
    back.close()
    assert one.complaints == []


def test_a_file_that_is_no_backup_is_refused(process: Process, tablet: MakeTablet) -> None:
    one = tablet("wide", "fr")
    page = one.page
    page.goto(f"{process.address}/?code={process.code()}#/backups")
    page.wait_for_selector("[data-backups='0']")
    junk = {"name": "a.zip", "mimeType": "application/zip", "buffer": b"junk" * 100}
    page.set_input_files("[data-bring-backup]", files=[junk])  # type: ignore[list-item]
    page.locator("[data-trouble]", has_text="inutilisable").wait_for()
    page.wait_for_selector("[data-backups='0']")
    assert [text for text in one.complaints if "400 (BAD REQUEST)" not in text] == []
    one.complaints.clear()
