"""A tile shown to the camera, all the way: a picture with a label becomes a draw, its turn the tile's rotation."""

from __future__ import annotations

import random
import time
from pathlib import Path

from companion.devices.camera_source import CameraSource
from companion.devices.tag_scanning import TagVoting
from companion.protocol.intents import Intent, read_verb
from companion.protocol.messages import GameRequest
from companion.server.service import Service, Settings
from companion.table.loaded_box import LoadedBox
from tests.devices.board_rig import Lies, picture
from tests.devices.camera_rig import NO_PROFILES, OneRoll, StillCamera, wait_for
from tests.table.choosing import choose
from vision.images import Image


class OverTray(StillCamera):
    """Shows what the test lays under it."""

    def __init__(self) -> None:
        super().__init__()
        self.image: Image = super().grab()

    def grab(self) -> Image:
        time.sleep(0.01)
        return self.image


def test_a_drawn_tile_is_read_turned_and_laid(tmp_path: Path) -> None:
    camera = OverTray()
    # Its very same picture over and over counts as frozen only for a real camera.
    camera.real = False
    camera_source = CameraSource(camera, OneRoll(), TagVoting(), LoadedBox().tag_names(), NO_PROFILES)
    service = Service(Settings(data=tmp_path / "data", sources=(camera_source,)))
    service.start()
    options = {"scenario": "survivors", "sources": {"tiles": "scan"}}
    table = service.games.begin(GameRequest.model_validate(options))
    service.use(table)
    table.submit("both", Intent("policy-1", table.version, read_verb({"policy": {"tiles": "sure"}})))
    rng = random.Random(1)
    while table.view("both")["waiting"]["what"] != "tile":
        table.submit("both", Intent(f"id-{table.version}", table.version, read_verb(choose(table.view("both"), rng))))
    try:
        camera.image = picture([Lies(10, 0, 0)])
        wait_for(lambda: table.view("both")["waiting"]["what"] == "lay")
        assert table.records()[-1].do == {"draw": "10"}
        # As it was drawn is shown, but it is nobody's choice.
        wait_for(lambda: table.view("both")["reading"])
        assert table.view("both")["reading"]["note"] == "unsure"
        camera.image = picture([Lies(10, 0, 0, 90)])
        wait_for(lambda: table.view("both")["waiting"]["what"] != "lay")
        assert {"lay": "", "rotation": 90} in [record.do for record in table.records()]
    finally:
        service.close()
