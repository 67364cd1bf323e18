"""Tiles and cards shown to the camera, on the tablet: drawn, refused with the reason, turned and laid, offered."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.devices.card_titles import CardTitles
from companion.protocol.readings import TAG, Reading
from tests.devices.test_card_titles import BOX, Says, name_of
from tests.server.service_rig import RunningService
from tests.server.test_server_piece_photo import ADVANTAGE
from tests.server.test_server_piece_photo import PHOTO as CARD_PHOTO
from tests.server.wire_client import WireClient
from tests.web.browser_rig import Tablet
from tests.web.screen_check import examine
from tests.web.sentences import words
from tests.web.tablet_player import TabletPlayer


def test_exploring_with_scanned_tiles(
    service: RunningService, tablet: Callable[..., Tablet], observe: Callable[[str], WireClient]
) -> None:
    game = service.new_game(sources={"tiles": "scan"})
    one = tablet("wide")
    one.sit(service.address, game, service.code, "both")
    observer = observe(game)
    player = TabletPlayer(observer, {"human": one, "demon": one})
    page = one.page
    numbers = iter(range(100))

    def show(tag: str, turn: int = 0, sure: bool = True, **facts: str) -> None:
        name = f"seen-{next(numbers)}"
        service.web.service.submit(Reading(name, TAG, "camera", sure=sure, tag=tag, turn=turn, facts=dict(facts)))

    def refused(note: str) -> str:
        return page.locator(f"[data-scan-refused={note}]").inner_text()

    while observer.view["waiting"]["what"] != "activate":
        player.step()
    show("7")
    assert "Tile 7 cannot be used now" in refused("nobody_asked")
    examine(one, "a tile at the wrong moment")
    one.tap("[data-put-away]")
    page.wait_for_selector("[data-scan-refused]", state="detached")
    while observer.view["waiting"]["what"] != "tile":
        player.step()
    show("36")
    assert "Pentacle Room 36 is already on the table: at the start." in refused("tile_in_play")
    assert one.shows("[data-tile='36'] rect[fill='url(#hatch)']")
    show("tile-17@B", sure=False, unknown="other_set")
    assert "Tile-17@B belongs to another box." in refused("other_set")
    one.tap("[data-by-hand]")
    page.wait_for_selector("[data-draw] svg")
    assert page.locator("[data-draw] svg").count() > 15
    # A countdown that does not end while the test looks.
    version = observer.do(policy={"tiles": "countdown", "seconds": 60})["version"]
    one.wait_version(version)
    show("10")
    page.wait_for_selector("[data-scanned='10']")
    examine(one, "a scanned tile")
    one.tap("[data-accept]")
    assert observer.wait_version(version + 1)["waiting"]["facts"]["tile"] == "10"
    page.wait_for_selector("[data-lay]")
    # It happened to be drawn like this: the Demon has not chosen yet.
    show("10", turn=180, sure=False)
    page.wait_for_selector("[data-turning='180']")
    show("11", turn=180)
    assert "Tile 10 was drawn, not tile 11." in refused("other_tile")
    show("10", turn=90)
    page.wait_for_selector(f"[data-accept]:has-text('{words('dice.by_itself')}')")
    examine(one, "a tile turned under the camera")
    one.tap("[data-accept]")
    lain = {tile["label"]: tile for tile in observer.wait_version(version + 2)["tiles"]}
    assert lain["10"]["rotation"] == 90


def test_labels_are_saved_on_the_tablet(service: RunningService, tablet: Callable[..., Tablet]) -> None:
    one = tablet("phone", "fr")
    one.page.goto(f"{service.address}/?code={service.code}#/devices")
    with one.page.expect_download() as saved:
        one.tap("[data-labels=letter]")
    assert saved.value.suggested_filename == "labels-letter.pdf"
    assert saved.value.path().read_bytes().startswith(b"%PDF-")


def test_a_photographed_card_with_a_strange_title_becomes_the_owner_s(
    tablet: Callable[..., Tablet], tmp_path: Path
) -> None:
    """The Survivors begin with an Advantage card of the Human's, here off the real deck; nothing is taught."""
    words = Says("Holy Water")
    service = RunningService(tmp_path, titles=CardTitles(BOX.card_names, lambda: words))
    try:
        game = service.new_game(sources={"cards": "hand"})
        one = tablet("tall")
        one.sit(service.address, game, service.code, "human")
        photo = {"name": "card.jpg", "mimeType": "image/jpeg", "buffer": CARD_PHOTO}
        one.page.set_input_files("[data-piece-photo]", files=[photo])
        one.page.wait_for_selector("[data-scan-refused=unknown_title]:has-text('The card says “Holy Water”')")
        examine(one, "a card with an unknown title")
        # Read as a card of the box it may be taken.
        words.texts = (name_of(ADVANTAGE.id),)
        one.tap("[data-put-away]")
        one.page.set_input_files("[data-piece-photo]", files=[photo])
        one.page.wait_for_selector(f"[data-scanned='{BOX.tag_names()[ADVANTAGE.id]}']")
        words.texts = ("Holy Water",)
        one.tap("[data-put-away]")
        one.page.set_input_files("[data-piece-photo]", files=[photo])
        one.tap("[data-add-card]")
        one.page.wait_for_function("() => document.querySelector('[data-card-name]')?.value === 'Holy Water'")
    finally:
        service.stop()
