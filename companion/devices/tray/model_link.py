"""The board's end of the link as the Python model keeps it; firmware/tray/link.py is the one on the real board."""

import secrets
from collections.abc import Callable

from companion.devices.tray.delivery import Inbox, Outbox
from companion.devices.tray.frames import PROTOCOL, SEQ_MASK, Frame, FrameReader, encode
from companion.devices.tray.words import pairs_of

SILENT_MS = 1000
GONE_MS = 5000
BEAT_MS = 500
QUEUE = 64


class ModelLink:
    def __init__(
        self, now: int, about: str, on_command: Callable[[tuple[str, ...]], None], on_host: Callable[[], None]
    ) -> None:
        self._now = now
        self._about = about
        self._on_command = on_command
        self._on_host = on_host
        self._run = secrets.token_hex(4)
        self._host = ""
        self._link = 0
        self._heard = self._beaten = now
        self._beat = 0
        self._missed = 0
        self._outbox = Outbox()
        self._inbox = Inbox()
        self._frames = FrameReader()
        self._out = bytearray()
        self._hello("")

    @property
    def silent(self) -> bool:
        return not self._host or self._now - self._heard >= SILENT_MS

    def said(self) -> bytes:
        said = bytes(self._out)
        self._out.clear()
        return said

    def post(self, body: str) -> None:
        if self._host and len(self._outbox) < QUEUE:
            self._outbox.post(body)
        else:
            self._missed += 1

    def receive(self, data: bytes, now: int) -> None:
        self._now = now
        for frame in self._frames.feed(data):
            self._take(frame)

    def step(self, now: int) -> None:
        self._now = now
        if self._host and now - self._heard >= GONE_MS:
            self._forget_host()
        if not self._host:
            return
        self._out += self._outbox.due(now / 1000)
        if now - self._beaten >= BEAT_MS:
            self._beaten = now
            self._beat = (self._beat + 1) & SEQ_MASK
            self._out += encode("B", self._beat, f"missed={self._missed}")

    def _hello(self, to: str) -> None:
        who = f"proto={PROTOCOL} run={self._run} link={self._link} to={to} missed={self._missed}"
        self._out += encode("H", self._outbox.seq, f"{who} {self._about}")

    def _forget_host(self) -> None:
        self._missed += len(self._outbox)
        self._outbox.clear()
        self._host = ""

    def _take(self, frame: Frame) -> None:
        if frame.kind == "H":
            self._greeted(frame)
            return
        if not self._host:
            self._hello("")
            return
        self._heard = self._now
        if frame.kind == "D":
            self._command(frame)
        elif frame.kind == "A":
            self._outbox.acknowledged(frame.seq)
        elif frame.kind == "B":
            self._out += encode("b", frame.seq)

    def _command(self, frame: Frame) -> None:
        new, acknowledgement = self._inbox.take(frame.seq)
        self._out += acknowledgement
        if new:
            self._on_command(frame.words)

    def _greeted(self, frame: Frame) -> None:
        pairs = pairs_of(frame.words)
        host = pairs.get("run", "")
        if not host:
            return
        stranger = host != self._host
        understood = pairs.get("proto") == str(PROTOCOL)
        if stranger or not understood:
            self._forget_host()
        if understood:
            self._heard = self._beaten = self._now
            self._outbox.send_again()
        if understood and stranger:
            self._host = host
            self._link += 1
            self._inbox.expected = frame.seq
        self._hello(host)
        if understood and stranger:
            self._on_host()
