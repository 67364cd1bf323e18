"""The hardware of a simulated tray: what every simulated board can do, and a cable with all the faults of a cable."""

import random
from dataclasses import dataclass
from typing import Protocol

from companion.devices.tray.messages import ButtonName
from companion.devices.tray.serial_frames import MAX_LINE


@dataclass(frozen=True, slots=True)
class BoardLook:
    """What a person would see and hear of the tray."""

    ring: tuple[int, int, int]
    lamps: tuple[int, int, int]
    tone: int
    status: bool


class SimulatedBoard(Protocol):
    """A board without hardware. The caller gives the time in milliseconds, so a day can pass in seconds."""

    def boot(self, now_ms: int, cause: str = "power") -> bytes:
        """Power on or reset: the board forgets everything. Returns the bytes it sends."""

    def step(self, now_ms: int, data: bytes) -> bytes:
        """One turn of its loop with the bytes that arrived; returns the bytes it sends."""

    def button(self, name: ButtonName, down: bool) -> None: ...

    def put_card(self, uid: str, text: str | None) -> None: ...

    def take_card(self, uid: str) -> None: ...

    def lose_reader(self, lost: bool) -> None: ...

    def hang(self) -> None:
        """The program stops; the watchdog has to notice."""

    def look(self) -> BoardLook: ...

    def close(self) -> None: ...


class SimulatedCable:
    """`to_host` and `to_board` pass bytes on; the other methods make faults. The same seed makes the same faults."""

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)
        self._silent_until = 0.0
        self._corrupt = 0
        self._repeat = False
        self._flood = 0
        self.noise_rate = 0.0  # the share of frames that get damaged, in both directions

    def silence(self, until: float) -> None:
        self._silent_until = until

    def corrupt(self, count: int) -> None:
        """Damages the next `count` bytes to the host."""
        self._corrupt += count

    def repeat(self) -> None:
        """Sends the next bytes of the board twice."""
        self._repeat = True

    def flood(self, count: int) -> None:
        """Puts `count` bytes of noise before the next bytes to the host."""
        self._flood += count

    def to_host(self, data: bytes, now: float) -> bytes:
        if now < self._silent_until:
            return b""
        if data:
            data = self._damaged_bytes(self._noisy(data))
            if self._repeat:
                self._repeat = False
                data += data
        if self._flood:
            data = self._random.randbytes(self._flood) + data
            self._flood = 0
        return data

    def to_board(self, data: bytes, now: float) -> bytes:
        return b"" if now < self._silent_until else self._noisy(data)

    def _damaged_bytes(self, data: bytes) -> bytes:
        hit = min(self._corrupt, len(data))
        self._corrupt -= hit
        return bytes(byte ^ self._random.randrange(1, 256) for byte in data[:hit]) + data[hit:]

    def _noisy(self, data: bytes) -> bytes:
        if not self.noise_rate:
            return data
        lines = data.splitlines(keepends=True)
        return b"".join(self._damage(line) if self._random.random() < self.noise_rate else line for line in lines)

    def _damage(self, line: bytes) -> bytes:
        """Damages a frame in one of six ways: changed, cut, doubled, lost, longer, or at the end of a huge line."""
        at = self._random.randrange(len(line))
        noise = self._random.randbytes(self._random.randrange(1, 4))
        return self._random.choice(
            (
                line[:at] + noise + line[at + len(noise) :],
                line[:at],
                line + line,
                b"",
                line[:at] + noise + line[at:],
                b"~" + b"x" * (MAX_LINE * 2) + line,
            )
        )
