"""Several boxes on the tablet: begun, varied, renamed, given out, taken in, refused, and used in a running game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.server.service_rig import RunningService
from tests.server.test_server_boxes import HEALTH
from tests.server.wire_client import WireClient
from tests.web.browser_rig import Tablet
from tests.web.screen_check import examine

MakeTablet = Callable[..., Tablet]


def file(text: str) -> dict[str, object]:
    return {"name": "box.toml", "mimeType": "application/toml", "buffer": text.encode()}


def test_boxes_are_begun_varied_given_out_and_taken_in(
    service: RunningService, tablet: MakeTablet, tmp_path: Path
) -> None:
    one = tablet("tall", "fr")
    page = one.page
    page.goto(f"{service.address}/?code={service.code}#/box")
    one.tap("[data-open-boxes]")
    page.wait_for_selector("[data-boxes=mine]")
    page.fill("[data-new-box-name]", "Amis")
    one.tap("[data-new-box]")
    one.tap("[data-box-panel=amis] [data-use-this]")
    page.wait_for_selector("[data-boxes=amis]")
    one.tap("[data-box-panel=amis] [data-copy-box]")
    page.wait_for_selector("[data-box-panel=amis_variante]")
    page.fill("[data-box-name]", "Copains")
    one.tap("[data-rename]")
    page.locator("[data-box=amis_variante]", has_text="Copains").wait_for()
    examine(one, "boxes")

    with page.expect_download() as download:
        one.tap("[data-export-box]")
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    one.tap("[data-delete-box]")
    one.tap("[data-delete-yes]")
    page.wait_for_selector("[data-box=amis_variante]", state="detached")
    page.set_input_files("[data-import-box]", saved)
    page.locator("[data-box-panel=amis_variante] h2", has_text="Copains").wait_for()
    assert {box["id"] for box in service.ask("/api/boxes")[1]["boxes"]} == {"amis", "amis_variante"}

    # A file that is no box is refused with its key and the reason, and changes nothing.
    page.set_input_files("[data-import-box]", file('[[human]]\nid = "brute"\nlegs = 3'))
    trouble = page.locator("[data-trouble]").inner_text()
    assert "human.brute.legs" in trouble
    assert len(service.ask("/api/boxes")[1]["boxes"]) == 2
    assert [text for text in one.complaints if "400 (BAD REQUEST)" not in text] == []
    one.complaints.clear()


def test_a_running_game_takes_another_box_when_the_host_says_so(
    service: RunningService, tablet: MakeTablet, observe: Callable[[str], WireClient]
) -> None:
    one = tablet()
    page = one.page
    game = service.new_game()
    observer = observe(game)
    one.sit(service.address, game, service.code, "both")
    page.evaluate("location.hash = '#/boxes'")
    page.set_input_files("[data-import-box]", file(f'name = {{ en = "Strong" }}\n{HEALTH}'))
    one.tap("[data-box-panel=strong] [data-use-this]")
    one.tap("[data-use-box]")
    page.wait_for_selector("[data-box-newer]", state="detached")
    observer.wait_for(lambda seen: seen.view["box"]["content"] == service.ask("/api/box")[1]["version"])
    page.evaluate("location.hash = ''")
    one.tap("[data-undo]")
    observer.wait_for(lambda seen: seen.view["box"]["newer"])
