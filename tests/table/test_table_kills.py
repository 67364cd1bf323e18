"""SIGKILL at random moments of play: no acknowledged intent is lost, none is there by half."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

KILLS = 220


def test_kills_at_random_moments(tmp_path: Path) -> None:
    """A process forks players over and over on one data folder and kills each with SIGKILL (see `kill_rig`)."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.table.kill_rig", str(tmp_path), str(KILLS)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-3000:]
    told = json.loads(ran.stdout.splitlines()[-1])
    assert told["killed"] == KILLS
    assert told["acknowledged"] > KILLS
    # The kills fell where it matters: players died while intents were under way.
    assert told["in_flight"] > KILLS // 4
