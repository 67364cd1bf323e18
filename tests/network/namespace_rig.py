"""Two machines in a network of their own, without any way out: namespaces of the kernel, with a cable between them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
# No uplink, as in a hotspot: addresses, but no default route. `far` runs a command on the other machine.
SET_UP = """
set -e
mount -t sysfs sysfs /sys
ip link set lo up
ip link add wlan0 type veth peer name far0
unshare --net sleep 120 & far=$!
trap "kill $far" EXIT
until [ "$(readlink /proc/$far/ns/net)" != "$(readlink /proc/self/ns/net)" ]; do sleep 0.02; done
ip link set far0 netns $far
far() { nsenter --target $far --net "$@"; }
ip addr add 10.42.0.1/24 dev wlan0
ip link set wlan0 up
far ip link set lo up
far ip addr add 10.42.0.7/24 dev far0
far ip link set far0 up
"""


def run_apart(script: str, **programs: str) -> str:
    """The output of a shell script in the first namespace; `$name` is a command that runs that Python program."""
    commands = [f"{name}() {{ {sys.executable} -c {_quoted(text)}; }}" for name, text in programs.items()]
    # Functions do not get through nsenter, so the far machine gets the program itself.
    variables = [f"{name}_program={_quoted(text)}" for name, text in programs.items()]
    whole = "\n".join([SET_UP, f"python={sys.executable}", *variables, *commands, script])
    done = subprocess.run(
        ["unshare", "--user", "--map-root-user", "--net", "--mount", "bash", "-c", whole],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"
