"""An nmcli with the habits of the real one: colons escaped, names twice, stale lists, waits, and odd exit codes.

Its world is a JSON file; it is run as a program of its own, as the real one is. Behind the real one is one daemon that
does one thing after the other: here a lock does that.
"""

from __future__ import annotations

import fcntl
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

WORLD = Path(os.environ.get("FAKE_NMCLI_WORLD", ""))


def fail(code: int, message: str) -> None:
    print(f"Error: {message}", file=sys.stderr)
    raise SystemExit(code)


def escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace(":", "\\:")


def row(*fields: str) -> None:
    print(":".join(escaped(one) for one in fields))


def option(words: list[str], name: str, default: str) -> str:
    return words[words.index(name) + 1] if name in words else default


@contextmanager
def locked(file: Path) -> Iterator[None]:
    with file.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def load() -> dict[str, Any]:
    world: dict[str, Any] = json.loads(WORLD.read_text())
    return world


def up(world: dict[str, Any], name: str, words: list[str]) -> None:
    connection = world["connections"].get(name)
    if connection is None:
        fail(10, f"unknown connection '{name}'.")
    world["log"].append(f"up {name}")
    if world.get("busy"):
        world["busy"] -= 1
        keep(world)
        fail(4, "Connection activation failed: The device could not be readied for configuration")
    air = {one["ssid"]: one for one in world["air"]}
    seen = air.get(connection["ssid"])
    # Whatever was used before is gone as soon as a change begins.
    world["device"].update(connection="", state="connecting", address="")
    keep(world)
    if connection["mode"] == "ap":
        address = connection["address"]
    elif seen is None or (seen.get("hidden") and not connection["hidden"]):
        world["device"]["state"] = "disconnected"
        keep(world)
        fail(3, f"Timeout expired ({option(words, '--wait', '90')} seconds)")
    else:
        word = connection["word"]
        if "passwd-file" in words:
            word = Path(option(words, "passwd-file", "")).read_text().strip().partition(":")[2]
        if seen["word"] and word != seen["word"]:
            world["device"]["state"] = "disconnected"
            keep(world)
            fail(4, "Connection activation failed: Secrets were required, but not provided")
        connection["word"] = word
        address = seen["address"]
    world["device"].update(connection=name, state="connected", address=address)


def keep(world: dict[str, Any]) -> None:
    WORLD.write_text(json.dumps(world))


def main(words: list[str]) -> None:
    with locked(WORLD):
        hangs = load().get("hangs")
    if hangs:
        time.sleep(600)
    with locked(WORLD):
        do(load(), words)


def do(world: dict[str, Any], words: list[str]) -> None:
    if world.get("stopped"):
        fail(8, "NetworkManager is not running.")
    # Translated, as the real one does, unless told otherwise.
    german = os.environ.get("LC_ALL") != "C"
    device = world["device"]
    text = " ".join(words)
    if text.endswith("device"):
        state = {"connected": "verbunden", "disconnected": "nicht verbunden"}.get(device["state"], "x")
        row("lo", "loopback", "connected (externally)", "lo")
        row("p2p-dev-wlan0", "wifi-p2p", "disconnected", "")
        row("wlan0", "wifi", state if german else device["state"], device["connection"])
        row("eth0", "ethernet", world["ethernet"], "Wired connection 1" if world["ethernet"] == "connected" else "")
    elif "wifi list" in text:
        if option(words, "--rescan", "auto") == "yes":
            if world.get("scanned"):
                fail(1, "Scanning not allowed immediately following previous scan.")
            world["scanned"] = True
        for one in (one for one in world["air"] if world.get("scanned") and not one.get("hidden")):
            for signal in (one["signal"], one["signal"] - 30):
                row(one["ssid"], str(signal), "WPA2" if one["word"] else "")
        row("", "40", "WPA2")
    elif "-f NAME" in text:
        for name in world["connections"]:
            row(name, "802-11-wireless") if "TYPE" in text else row(name)
        if "TYPE" in text:
            row("Wired connection 1", "802-3-ethernet")
    elif "802-11-wireless.ssid connection show" in text:
        row(world["connections"][words[-1]]["ssid"])
    elif "IP4.ADDRESS" in text:
        print(f"{device['address']}/24" if device["address"] else "")
    elif "connection add" in text:
        name = option(words, "con-name", "")
        world["connections"][name] = {
            "ssid": option(words, "ssid", ""),
            "mode": option(words, "802-11-wireless.mode", "infrastructure"),
            "word": option(words, "802-11-wireless-security.psk", ""),
            "address": option(words, "ipv4.addresses", "").partition("/")[0],
            "autoconnect": option(words, "autoconnect", "yes") == "yes",
            "hidden": option(words, "802-11-wireless.hidden", "no") == "yes",
        }
    elif "connection up" in text:
        up(world, option(words, "id", ""), words)
    elif "connection down" in text:
        device.update(connection="", state="disconnected", address="")
    elif "connection modify" in text:
        world["connections"][option(words, "id", "")]["autoconnect"] = words[-1] == "yes"
    elif "connection delete" in text:
        del world["connections"][option(words, "id", "")]
    else:
        fail(2, f"invalid command '{text}'.")
    keep(world)


if __name__ == "__main__":
    main(sys.argv[1:])
