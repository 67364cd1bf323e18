"""`make roots`, `make pi`: from nothing to answering with one line, updates, ways back, power cuts, and out again.

One JSON object a line. `python -m tests.roots bookworm trixie` boots each with its own systemd; with `--arch arm64` the
program is installed in a chroot under emulation and started by hand, since an emulated systemd does not boot.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import json
import os
import socket
import sys
import threading
import time
from pathlib import Path

from tests.roots.around import around
from tests.roots.machine import Machine, walk
from tests.roots.releases import ROOT, build, copy_tree, make_key
from tests.roots.root import Root, missing
from tests.roots.suite import QUICK, WITHOUT_A_SCREEN, run_tests

STEPS = ["walk", "around", "tests"]
# Where the tests run again: Debian 12 has the Python they were written with.
NEWER_PYTHON = ("trixie",)
NOW, NEXT, NEVER, TRIAL_ONLY = "0.2.0", "0.90.0", "0.91.0", "0.92.0"


def tell(**facts: object) -> None:
    print(json.dumps({**facts, "load": round(os.getloadavg()[0], 1)}), flush=True)


def serve(folder: Path) -> int:
    """The network the releases lie in."""
    handler = functools.partial(_Quiet, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_port


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *words: object) -> None:
        pass


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def releases(work: Path, address: str, names: tuple[str, ...]) -> dict[str, Path]:
    key = make_key(work / "key.pem")
    faults = {"now": "", "next": "", "never": "never", "trial": "only in trial"}
    versions = {"now": NOW, "next": NEXT, "never": NEVER, "trial": TRIAL_ONLY}
    made: dict[str, Path] = {}
    for name in names:
        tree = copy_tree(work / "tree", versions[name], faults[name])
        made[name] = build(tree, work / "www" / name, key, f"{address}/{name}/companion-{versions[name]}")
    return made


def emulated(root: Root, address: str, steps: list[str]) -> None:
    """Installed by the one line, started by hand, asked for its version."""
    if "walk" in steps:
        port = free_port()
        began = time.monotonic()
        before = root.megabytes
        root.chroot(f"curl -fsSL {address}/install.sh | bash -s -- --port {port}")
        seconds = round(time.monotonic() - began)
        tell(root=root.path.name, step="installed", seconds=seconds, megabytes=root.megabytes - before)
        serve_it = f"companion serve --data /var/lib/companion --host 127.0.0.1 --port {port} & "
        ask = (
            f"for i in $(seq 300); do curl -fs http://127.0.0.1:{port}/api/info && break; sleep 1; done; kill %1; wait"
        )
        answered = root.chroot(serve_it + ask)
        version = json.loads(answered[answered.index('{"') :].splitlines()[0])["version"]
        tell(root=root.path.name, step="answers", version=version, seconds=round(time.monotonic() - began))
    if "tests" in steps:
        tell(root=root.path.name, step="tests", **run_tests(root, root.chroot, QUICK))


def booted(root: Root, address: str, made: dict[str, Path], steps: list[str]) -> None:
    """What an owner does, then what else runs on such a machine, then the tests."""
    port = free_port()
    machine = Machine(root, port, tell)
    if "walk" in steps:
        root.boot()
        try:
            walk(machine, address, made)
        finally:
            root.pull_the_plug()
    if "around" in steps:
        around(machine, address)
    if "tests" in steps:
        root.boot()
        try:
            machine.tell("tests", **run_tests(root, root.run, WITHOUT_A_SCREEN))
        finally:
            root.pull_the_plug()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suites", nargs="*", default=["bookworm", "trixie"])
    parser.add_argument("--arch", default="amd64", choices=["amd64", "arm64"])
    parser.add_argument("--steps", nargs="+", default=STEPS, choices=STEPS)
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "roots")
    args = parser.parse_args()
    lacking = missing(args.arch)
    if lacking:
        print("this needs, and does not have:", *lacking, sep="\n  ", file=sys.stderr)
        return 2
    args.work.mkdir(parents=True, exist_ok=True)
    address = f"http://127.0.0.1:{serve(args.work / 'www')}"
    wanted = ("now", "next", "never", "trial") if args.arch == "amd64" and "walk" in args.steps else ("now",)
    made = releases(args.work, address, wanted)
    for suite in args.suites:
        root = Root(args.work, suite, args.arch)
        root.make()
        steps = [step for step in args.steps if step != "tests" or suite in NEWER_PYTHON]
        lies_at = f"{address}/now/{made['now'].name}"
        if args.arch == "arm64":
            emulated(root, lies_at, steps)
        else:
            booted(root, lies_at, made, steps)
    return 0


if __name__ == "__main__":
    sys.exit(main())
