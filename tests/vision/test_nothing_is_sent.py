"""The networks are read by a library that reports to its maker where nobody forbids it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

READ = "from vision.dice.network import WEIGHTS, Network; Network(WEIGHTS / 'finder.onnx'); print('read')"


def test_the_networks_are_read_and_nothing_is_kept_to_be_sent(tmp_path: Path) -> None:
    """Where it reports it first keeps a number for this machine, in the home of whoever runs it."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("ORT_", "XDG_"))}
    ran = subprocess.run(
        [sys.executable, "-c", READ],
        env={**environment, "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout == "read\n"
    assert "telemetry" not in ran.stderr
    assert list(tmp_path.rglob("*")) == []
