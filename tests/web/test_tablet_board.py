"""The table check on the tablet: a photo of the board, the differences on the map and in words, and taking over."""

from __future__ import annotations

from collections.abc import Callable

from companion.devices.simulated_pieces import simulated_face
from tests.devices.board_rig import Lies, bare_picture, jpeg, photo
from tests.server.service_rig import RunningService
from tests.server.wire_client import WireClient
from tests.web.browser_rig import Tablet
from tests.web.screen_check import examine
from vision.images import Image

LAID = {
    "1": {"at": [0, -1], "rotation": 0},
    "4": {"at": [0, -2], "rotation": 90},
    "11": {"at": [1, 0], "rotation": 270},
}
SEEN = [Lies(36, 0, 0), Lies(1, 0, -1, 90), Lies(12, 0, 1, 180), Lies(11, 1, 0, 270)]


def choose(one: Tablet, data: bytes) -> None:
    one.page.set_input_files("[data-photo]", {"name": "board.jpg", "mimeType": "image/jpeg", "buffer": data})


def test_a_photo_of_the_board(
    service: RunningService, tablet: Callable[..., Tablet], observe: Callable[[str], WireClient]
) -> None:
    game = service.new_game()
    observer = observe(game)
    set_up = {"tiles": LAID, "warriors": {"brute-1": {"tile": "4"}}}
    observer.wait_version(observer.do(override=set_up)["version"])
    one = tablet("tall")
    one.sit(service.address, game, service.code, "both")
    page = one.page
    page.locator("header.top button").last.tap()
    one.tap("[data-open-check]")
    choose(one, b"not a picture")
    assert "no picture" in page.locator("[data-trouble]").inner_text()
    # The browser itself notes every refusal over HTTP; this one was wanted.
    assert [text for text in one.complaints if "400 (BAD REQUEST)" not in text] == []
    one.complaints.clear()
    choose(one, photo(SEEN))
    page.wait_for_selector("[data-difference]")
    said = page.locator("[data-difference] div b").all_inner_texts()
    assert said == ["Tile 1 is turned", "Tile 4 is missing", "Tile 12 is on the table but not in the game"]
    assert one.shows("[data-check-tile='1'][data-amiss=turned]")
    assert one.shows("[data-check-ghost='12']")
    examine(one, "table check")
    # Somebody stands on the tile that would go: who, and where.
    assert "Brute 1" in page.locator("[data-take-refused]").inner_text()
    assert not one.shows("[data-take-over]")
    one.tap("[data-switch=keep-unseen]")
    one.tap("[data-take-over]")
    version = observer.view["version"]
    one.tap("[data-take-confirm]")
    tiles = {tile["label"]: tile for tile in observer.wait_version(version + 1)["tiles"]}
    assert (tiles["12"]["at"], tiles["12"]["rotation"], tiles["1"]["openings"]) == ([0, 1], 180, "EW")
    page.wait_for_function("() => document.querySelectorAll('[data-difference]').length === 1")
    page.locator("header .round").tap()
    one.tap("[data-undo]")
    assert {tile["label"] for tile in observer.wait_version(version + 2)["tiles"]} == {"36", *LAID}


def test_a_board_without_labels(
    service: RunningService, tablet: Callable[..., Tablet], observe: Callable[[str], WireClient]
) -> None:
    """Three of four tiles were taught; what is not known is said with doubt, and nothing of it is taken over."""
    pieces = {piece.id: piece for piece in service.web.service.loaded_box.pieces()}

    def face(number: int) -> Image:
        return simulated_face(pieces[f"tile-{number}"])

    for number in (36, 1, 4):
        service.web.service.taught.keep(pieces[f"tile-{number}"], face(number))
    game = service.new_game()
    observer = observe(game)
    observer.wait_version(observer.do(override={"tiles": LAID})["version"])
    one = tablet("wide", "ru")
    one.sit(service.address, game, service.code, "both")
    one.page.locator("header.top button").last.tap()
    one.tap("[data-open-check]")
    lain = [Lies(36, 0, 0), Lies(1, 0, -1, 90), Lies(4, 0, -2, 90), Lies(11, 1, 0, 270)]
    choose(one, jpeg(bare_picture(lain, face)))
    one.page.wait_for_selector("[data-difference='turned/1']:not([data-doubt])")
    assert one.shows("[data-difference='missing/11'][data-doubt]")
    assert one.shows("[data-unknown='1']")
    examine(one, "table check without labels")
