"""NetworkManager through its own command, nmcli: what it says, and what it can be told.

Words as in nmcli(1). Every call has an end: nmcli itself waits for ninety seconds, and for ever where its daemon hangs.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from typing import NamedTuple

from companion.network.reach import HOTSPOT_ADDRESS

# Of a call that only asks, and of one that waits for a network; nmcli gets a little less, so that it can say why.
ASK_S = 10
SCAN_S = 20
CHANGE_S = 30
HOTSPOT = "companion-hotspot"
HOTSPOT_SSID = "Claustrophobia"
WIFI = "802-11-wireless"
SECURITY = "802-11-wireless-security"
FIELD = re.compile(r"(?:\\.|[^:\\])*")


class NmcliError(Exception):
    """nmcli could not do it; the message is its own."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class Device(NamedTuple):
    name: str
    kind: str
    state: str
    connection: str


class SeenNetwork(NamedTuple):
    ssid: str
    # 0 to 100.
    signal: int
    secured: bool


class Nmcli:
    def __init__(self, program: str = "nmcli") -> None:
        self._program = program

    @property
    def is_there(self) -> bool:
        return shutil.which(self._program) is not None

    # -- asking --------------------------------------------------------------------------------------------------------

    def devices(self) -> list[Device]:
        rows = self._ask("-f", "DEVICE,TYPE,STATE,CONNECTION", "device")
        return [Device(*row) for row in rows if len(row) == len(Device._fields)]

    def seen(self, is_scan: bool) -> list[SeenNetwork]:
        """Each name once, with the strongest of its stations; those that hide their name are left out."""
        words = ("-f", "SSID,SIGNAL,SECURITY", "device", "wifi", "list", "--rescan")
        try:
            rows = self._ask(*words, "yes" if is_scan else "no", seconds=SCAN_S)
        except NmcliError:
            # Not so soon after the last time, or not while a hotspot is on: what was seen last is good enough.
            if not is_scan:
                raise
            rows = self._ask(*words, "no")
        best: dict[str, SeenNetwork] = {}
        for ssid, signal, security in (row for row in rows if len(row) == len(SeenNetwork._fields)):
            one = SeenNetwork(ssid, int(signal) if signal.isdecimal() else 0, security not in ("", "--"))
            if ssid and ssid != "--" and one.signal >= best.get(ssid, one).signal:
                best[ssid] = one
        return sorted(best.values(), key=lambda one: -one.signal)

    def known(self) -> dict[str, str]:
        """The Wi-Fi networks the machine can join: name of the network to name of the connection."""
        names = [row[0] for row in self._ask("-f", "NAME,TYPE", "connection", "show") if row[1:] == [WIFI]]
        return {ssid: name for name in names if name != HOTSPOT and (ssid := self._ssid_of(name))}

    def _ssid_of(self, connection: str) -> str:
        rows = self._ask("-g", f"{WIFI}.ssid", "connection", "show", "id", connection)
        return rows[0][0] if rows else ""

    def has_address(self, device: str) -> bool:
        return any(row and row[0] for row in self._ask("-g", "IP4.ADDRESS", "device", "show", device))

    # -- changing ------------------------------------------------------------------------------------------------------

    def add(self, ssid: str, is_secured: bool, is_hidden: bool = False) -> str:
        """A connection for a network that was not known; the machine does not use it by itself yet.

        One that hides its name is found only where it is asked for by name.
        """
        security = (f"{SECURITY}.key-mgmt", "wpa-psk") if is_secured else ()
        hidden = (f"{WIFI}.hidden", "yes") if is_hidden else ()
        words = ("connection", "add", "type", "wifi", "con-name", ssid, "ssid", ssid, "autoconnect", "no")
        self._run(*words, *hidden, *security)
        return ssid

    def add_hotspot(self, device: str, word: str) -> str:
        if any(row[0] == HOTSPOT for row in self._ask("-f", "NAME", "connection", "show")):
            self.remove(HOTSPOT)
        self._run(
            *("connection", "add", "type", "wifi", "ifname", device, "con-name", HOTSPOT, "autoconnect", "no"),
            *("ssid", HOTSPOT_SSID, f"{WIFI}.mode", "ap", f"{WIFI}.band", "bg"),
            *("ipv4.method", "shared", "ipv4.addresses", f"{HOTSPOT_ADDRESS}/24", "ipv6.method", "disabled"),
            # WPA2 alone: with the older ones some tablets refuse.
            *(f"{SECURITY}.key-mgmt", "wpa-psk", f"{SECURITY}.proto", "rsn", f"{SECURITY}.psk", word),
        )
        return HOTSPOT

    def up(self, connection: str, word: str = "") -> None:
        """Use a connection. The word goes in by a pipe: whoever lists processes must not read it."""
        words = ("--wait", str(CHANGE_S - 5), "connection", "up", "id", connection)
        if word:
            self._run(*words, "passwd-file", "/dev/stdin", stdin=f"{SECURITY}.psk:{word}\n", seconds=CHANGE_S)
        else:
            self._run(*words, seconds=CHANGE_S)

    def down(self, connection: str) -> None:
        self._run("connection", "down", "id", connection, seconds=CHANGE_S)

    def use_by_itself(self, connection: str) -> None:
        self._run("connection", "modify", "id", connection, "connection.autoconnect", "yes")

    def remove(self, connection: str) -> None:
        self._run("connection", "delete", "id", connection)

    # -- the command ---------------------------------------------------------------------------------------------------

    def _ask(self, *words: str, seconds: float = ASK_S) -> list[list[str]]:
        return [_fields(line) for line in self._run("-t", *words, seconds=seconds).splitlines()]

    def _run(self, *words: str, stdin: str = "", seconds: float = ASK_S) -> str:
        # In its own language nmcli translates the states of devices.
        environment = {**os.environ, "LC_ALL": "C"}
        try:
            done = subprocess.run(
                [self._program, *words], input=stdin, capture_output=True, text=True, timeout=seconds, env=environment
            )
        except subprocess.TimeoutExpired as error:
            raise NmcliError(3, f"no answer within {seconds:.0f} s") from error
        except OSError as error:
            raise NmcliError(8, str(error)) from error
        if done.returncode:
            raise NmcliError(done.returncode, done.stderr.strip().removeprefix("Error: ")[:200])
        return done.stdout


def _fields(line: str) -> list[str]:
    """A line of terse output: colons between fields, and a backslash before colons and backslashes inside them."""
    found, at = [], 0
    while match := FIELD.match(line, at):
        found.append(re.sub(r"\\(.)", r"\1", match[0]))
        if match.end() >= len(line):
            return found
        at = match.end() + 1
    return found
