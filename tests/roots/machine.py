"""What an owner does with a machine, and what must come of it."""

from __future__ import annotations

import json
import re
import shutil
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.roots.root import Root
from tests.server.wire_client import WireClient

PATIENCE_S = 600
FIXTURE = Path(__file__).parents[1] / "fixtures/0.1.0/data"
DROP_IN = "/run/systemd/system/companion.service.d/50-trial.conf"


class Machine:
    def __init__(self, root: Root, port: int, tell: Callable[..., None]) -> None:
        self.root, self.port = root, port
        self.address = f"http://127.0.0.1:{port}"
        self._tell = tell
        self._host: dict[str, str] = {}

    def tell(self, step: str, **facts: object) -> None:
        self._tell(root=self.root.path.name, step=step, **facts)

    def ask(self, path: str, body: bytes | None = None) -> dict[str, Any]:
        request = urllib.request.Request(self.address + path, data=body, headers=self._host)
        with urllib.request.urlopen(request, timeout=300) as answer:
            found: dict[str, Any] = json.load(answer)
        return found

    def version(self) -> str:
        try:
            return str(self.ask("/api/info")["version"])
        except OSError:
            return ""

    def become_host(self) -> str:
        shown = self.root.run(f"companion code --data /var/lib/companion --port {self.port}")
        code = re.findall(r"table code: (\w+)", shown)[0]
        client = WireClient(self.address)
        client.join(None, "host", code)
        self._host = {"Authorization": f"Bearer {client.token}", "X-Table-Code": code}
        client.close()
        return code

    def wait_for(self, what: str, true: Callable[[], bool]) -> float:
        began = time.monotonic()
        while time.monotonic() < began + PATIENCE_S:
            try:
                if true():
                    return time.monotonic() - began
            except OSError:
                pass
            time.sleep(0.5)
        raise AssertionError(
            f"{self.root.path.name}: never came: {what}: {self.root.run('cat /opt/companion/update.json')}"
        )

    def step(self) -> str:
        return str(self.ask("/api/update")["state"]["step"])

    def bring(self, release: Path) -> None:
        zipped = release.with_suffix(release.suffix + ".zip").read_bytes()
        self.ask("/api/update/file", zipped)
        self.ask("/api/update/prepare", b"")

    def games(self) -> list[str]:
        answer = self.ask("/api/games")
        # What cannot be opened says so: then the list alone would not tell why it is short.
        assert answer["notices"] == [], answer["notices"]
        return sorted(game["game"] for game in answer["games"])


def walk(machine: Machine, address: str, releases: dict[str, Path]) -> None:
    one_line = f"curl -fsSL {address}/install.sh | bash -s -- --port {machine.port}"
    played = machine.root.path / "root/.local/share/companion"
    shutil.copytree(FIXTURE, played)
    from_nothing(machine, one_line)
    machine.become_host()
    games = machine.games()
    assert games == sorted(path.stem for path in FIXTURE.glob("games/*.game")), games
    assert not played.exists()
    machine.tell("the games played before are taken over", games=len(games))
    support(machine)
    machine.ask("/api/games", b'{"scenario": "survivors"}')
    games = machine.games()
    run_twice(machine, one_line)
    update(machine, releases["next"], games)
    trial_fails(machine, releases["never"], games)
    goes_back_by_itself(machine, releases["trial"], games)
    power_cut(machine, releases["trial"], games)
    way_back(machine, games)
    by_the_line(machine, address.replace("/now/companion-0.2.0", "/next/companion-0.90.0"), games)
    out_and_in_again(machine, one_line, games)


def from_nothing(machine: Machine, one_line: str) -> None:
    before = machine.root.megabytes
    began = time.monotonic()
    said = machine.root.run(one_line)
    seconds = time.monotonic() - began
    assert machine.version() == "0.2.0", said
    assert "█" in said, said
    assert "table code: " in said, said
    assert machine.root.run("cat /etc/hostname").strip() == "companion"
    megabytes = machine.root.megabytes - before
    code = re.findall(r"table code: (\w+)", said)[0]
    assert code not in machine.root.run("journalctl --no-pager -u companion")
    exposed = machine.root.run("systemd-analyze security --no-pager companion | tail -1")
    program = machine.root.run("stat -c %U /proc/$(systemctl show -p MainPID --value companion)").strip()
    assert program == "companion", program
    machine.tell("from nothing", seconds=round(seconds), megabytes=megabytes, exposure=exposed.strip()[-60:])


def support(machine: Machine) -> None:
    """The lines of the system's journal are in it, also when the service is away."""
    write = f"companion support --data /var/lib/companion --port {machine.port} --out /tmp/support.json >/dev/null"
    told = json.loads(machine.root.run(f"{write} && cat /tmp/support.json"))
    assert told["devices"], told
    assert any("companion" in line for line in told["journal"]), told["journal"]
    machine.root.run("systemctl stop companion")
    silent = json.loads(machine.root.run(f"{write} && cat /tmp/support.json && systemctl start companion"))
    assert silent["no_answer"], silent
    assert any("Stopped" in line for line in silent["journal"]), silent["journal"][-3:]
    machine.tell("a support bundle with and without the service", lines=len(silent["journal"]))


def run_twice(machine: Machine, one_line: str) -> None:
    began = time.monotonic()
    machine.root.run(one_line)
    machine.tell("run twice", seconds=round(time.monotonic() - began), version=machine.version())


def update(machine: Machine, release: Path, games: list[str]) -> None:
    began = time.monotonic()
    machine.bring(release)
    machine.wait_for("ready", lambda: machine.step() == "ready")
    ready = time.monotonic() - began
    began = time.monotonic()
    machine.ask("/api/update/switch", b"")
    machine.wait_for("the new version", lambda: machine.version() == "0.90.0")
    away = time.monotonic() - began
    machine.wait_for("done", lambda: machine.step() == "done")
    assert machine.games() == games
    assert machine.ask("/api/update")["previous"] == "0.2.0"
    machine.tell("updated", ready_seconds=round(ready), switch_seconds=round(away, 1))


def trial_fails(machine: Machine, release: Path, games: list[str]) -> None:
    machine.bring(release)
    machine.wait_for("failed", lambda: machine.step() == "failed")
    state = machine.ask("/api/update")["state"]
    assert state["why"] == "trial", state
    assert "never starts" in state["detail"], state
    assert (machine.version(), machine.games()) == ("0.90.0", games)
    machine.tell("a release that does not start is refused by its trial")


def goes_back_by_itself(machine: Machine, release: Path, games: list[str]) -> None:
    machine.bring(release)
    machine.wait_for("ready", lambda: machine.step() == "ready")
    began = time.monotonic()
    machine.ask("/api/update/switch", b"")
    machine.wait_for("failed", lambda: machine.step() == "failed")
    assert machine.ask("/api/update")["state"]["why"] == "no_answer"
    assert (machine.version(), machine.games()) == ("0.90.0", games)
    assert "exists" not in machine.root.run(f"test -e {DROP_IN} && echo exists", check=False)
    machine.tell("back by itself", seconds=round(time.monotonic() - began))


def power_cut(machine: Machine, release: Path, games: list[str]) -> None:
    """In the middle of the switch, with the new version started and not yet believed."""
    machine.bring(release)
    machine.wait_for("ready", lambda: machine.step() == "ready")
    machine.ask("/api/update/switch", b"")
    machine.wait_for("the switch", lambda: "0.92.0" in machine.root.run(f"cat {DROP_IN}", check=False))
    machine.root.pull_the_plug()
    machine.root.boot()
    machine.wait_for("the old version", lambda: machine.version() == "0.90.0")
    assert machine.games() == games
    assert machine.ask("/api/update")["state"]["why"] == "interrupted"
    machine.tell("a power cut in the switch starts the old version")


def way_back(machine: Machine, games: list[str]) -> None:
    machine.ask("/api/update/back", b"")
    machine.wait_for("the version before", lambda: machine.version() == "0.2.0" and machine.step() == "done")
    assert machine.games() == games
    machine.tell("back to the version before")


def by_the_line(machine: Machine, address: str, games: list[str]) -> None:
    """The line of the next release, without a word of what was said the first time."""
    said = machine.root.run(f"curl -fsSL {address}/install.sh | bash")
    assert "updated from 0.2.0 to 0.90.0" in said, said
    assert (machine.version(), machine.games()) == ("0.90.0", games)
    machine.tell("updated by the line")


def out_and_in_again(machine: Machine, one_line: str, games: list[str]) -> None:
    said = machine.root.run("companion uninstall")
    assert "stay in /var/lib/companion" in said
    assert machine.version() == ""
    ours = "/opt/companion /etc/systemd/system/companion* /etc/udev/rules.d/*companion* /usr/local/bin/companion"
    left = machine.root.run(f"ls -d {ours}", check=False)
    assert left == ""
    machine.root.run(one_line)
    machine.become_host()
    assert machine.games() == games
    machine.tell("uninstalled and installed again: the games are there")
