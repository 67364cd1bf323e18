"""The short form of `make evening`: the first steps of a game through every real edge, with the service killed."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from tests.evening.evening import Evening
from tests.evening.fault_list import FAULTS
from tests.evening.faults import suffer
from tests.evening.players import EveningPlayer
from tests.evening.truth import check_end, check_screen

STEPS = 8


def test_dice_labels_buttons_and_touch_lead_to_one_truth(tmp_path: Path, browser: Browser) -> None:
    with Evening(tmp_path, browser) as evening:
        evening.begin("survivors")
        player = EveningPlayer(evening)
        for _ in range(STEPS):
            player.step()
        suffered = suffer(evening, player, next(fault for fault in FAULTS if fault.name == "service killed"), tmp_path)
        assert suffered.lost == "nothing"
        for side, tablet in evening.tablets.items():
            check_screen(tablet, evening.eyes[side].wait_version(player.view["version"]))
        assert check_end(evening, player) == 0, "dice that counted otherwise than they lay"
    assert player.counts["rolls"] >= 1
    assert player.counts["scans"] >= 2
    assert evening.taps["tray"] >= 2
    assert evening.taps["tablet"] >= 4
    complaints = [text for tablet in evening.tablets.values() for text in tablet.complaints]
    assert complaints == []
