"""A simulated board that runs the real firmware on the MicroPython interpreter, in a node process behind a pipe."""

import contextlib
import json
import secrets
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from companion.devices.tray.messages import ButtonName
from companion.devices.tray.simulated_hardware import BoardLook

# Inside the package in a wheel (see setup.py); in a checkout the folder beside it.
_IN_WHEEL = Path(__file__).resolve().with_name("firmware")
FIRMWARE = _IN_WHEEL if _IN_WHEEL.is_dir() else Path(__file__).resolve().parents[3] / "firmware"
_INTERPRETER = "sim/node_modules/@micropython/micropython-webassembly-pyscript/micropython.mjs"


class SimulatorError(RuntimeError):
    """The interpreter could not run the firmware."""


def node_program() -> str | None:
    """The node of our own environment, which need not be on the path; else the one on the path."""
    own = Path(sys.executable).with_name("node")
    return str(own) if own.is_file() else shutil.which("node")


def available(firmware: Path = FIRMWARE) -> bool:
    return node_program() is not None and (firmware / _INTERPRETER).is_file()


class FirmwareBoard:
    def __init__(self, firmware: Path = FIRMWARE, node: str | None = None) -> None:
        # A reset clears the board but not its surroundings: fingers stay on buttons, cards on the reader.
        self._surroundings: dict[str, tuple[object, ...]] = {}
        self._booted = False
        node = node or node_program() or "node"
        try:
            self._process = subprocess.Popen(
                [node, str(firmware / "sim" / "run.mjs")],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                # Ctrl-C in the terminal is for the service, which ends its board itself.
                process_group=0,
            )
        except OSError as error:
            raise SimulatorError(f"cannot start {node}: {error}") from error

    def boot(self, now_ms: int, cause: str = "power") -> bytes:
        surroundings = list(self._surroundings.values())
        boot = {"now": now_ms, "run": secrets.token_hex(4), "cause": cause, "world": surroundings}
        self._booted = True
        return bytes.fromhex(self._ask({"boot": boot})[0])

    def step(self, now_ms: int, data: bytes) -> bytes:
        return self.steps([(now_ms, data)])

    def steps(self, turns: list[tuple[int, bytes]]) -> bytes:
        """Many turns in one call, for simulated days."""
        sent: list[str] = self._ask({"steps": [[now, data.hex()] for now, data in turns]})
        if "watchdog" in sent:
            return self.boot(turns[-1][0], "watchdog")
        return bytes.fromhex("".join(sent))

    def button(self, name: ButtonName, down: bool) -> None:
        self._change(f"button {name}", "button", name, down)

    def put_card(self, uid: str, text: str | None) -> None:
        self._change(f"card {uid}", "put", uid, text)

    def take_card(self, uid: str) -> None:
        self._change(f"card {uid}", "take", uid)

    def lose_reader(self, lost: bool) -> None:
        self._change("reader", "reader", lost)

    def hang(self) -> None:
        self._call("hang")

    def look(self) -> BoardLook:
        look = self._call("look")
        return BoardLook(tuple(look["ring"]), tuple(look["lamps"]), look["tone"], bool(look["status"]))

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            # Closing raises if the ended process has not taken all bytes.
            with contextlib.suppress(OSError):
                if pipe is not None:
                    pipe.close()

    def _change(self, what: str, *words: object) -> None:
        self._surroundings[what] = words
        if self._booted:
            self._call(*words)

    def _call(self, *words: object) -> Any:
        return json.loads(self._ask({"call": words})[0])

    def _ask(self, request: dict[str, object]) -> list[Any]:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        try:
            stdin.write(json.dumps(request).encode() + b"\n")
            stdin.flush()
            answer = json.loads(stdout.readline() or b'{"error": "the interpreter ended"}')
        except (OSError, ValueError) as error:
            raise SimulatorError(str(error)) from error
        if "error" in answer:
            raise SimulatorError(answer["error"])
        out: list[Any] = answer["out"]
        return out
