"""What the worker process makes of the options: devices, boxes, and the web over them. Imported after the fork only."""

from __future__ import annotations

import logging
import os
import signal
import threading

from companion.backup.reset import finish_reset
from companion.backup.restoring import finish_restore
from companion.data_folder import BOXES
from companion.devices.build import build_devices
from companion.network.network import network_of
from companion.server.app import Web, create_web
from companion.server.options import ServeOptions, in_system_journal
from companion.server.service import Settings
from companion.table.box_store import BoxStore, TagNames

log = logging.getLogger("companion")
RESTART_AFTER_S = 0.3
FORMAT = "companion: %(message)s"


def _restart() -> None:
    """This process ends as it does when it is told to, after the answer; its master starts the next one."""
    alarm = threading.Timer(RESTART_AFTER_S, os.kill, (os.getpid(), signal.SIGTERM))
    alarm.daemon = True
    alarm.start()


def build_web(options: ServeOptions) -> Web:
    # Whatever a reset or a restore has left is there before anything is opened.
    finish_reset(options.data)
    finish_restore(options.data)
    # Standard error is the terminal, or the journal of the system.
    logging.basicConfig(level=logging.WARNING, format=FORMAT)
    boxes = BoxStore(options.data / BOXES)
    devices = build_devices(
        options.camera, options.tray, TagNames(boxes), options.data, options.board_camera, boxes.kind_of_tag
    )
    for fault in devices.faults:
        log.warning("%s: %s. %s", fault.part, fault.what, fault.do)
    for name, is_simulated in devices.simulated.items():
        if is_simulated:
            log.warning("the %s is SIMULATED: none was found", name)
    return create_web(
        Settings(
            data=options.data,
            network=network_of(options.data, options.host, options.ports, options.secure_port, in_system_journal()),
            open=options.open,
            sources=devices.sources,
            simulated=devices.simulated,
            faults=devices.faults,
            board=devices.board,
            make_camera_source=devices.make_camera_source,
            tablet=devices.tablet,
            boxes=boxes,
            restart=_restart,
        )
    )
