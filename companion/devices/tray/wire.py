"""The cable of a simulated tray, with everything that can go wrong on a cable."""

import random

from companion.devices.tray.frames import MAX_LINE


class Wire:
    """Bytes pass through `to_host` and `to_board`; the fault methods change what comes out. Same seed, same faults."""

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
        """Sends what the board says next twice."""
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
        """One of the ways a frame goes bad: changed, cut, doubled, lost, grown, or swallowed by a huge line."""
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
