"""A Python model of the board, for machines without the MicroPython interpreter: the same protocol and behaviour."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from companion.devices.tray.messages import BUTTONS, LONG_MS, ButtonName, pairs_in
from companion.devices.tray.serial_frames import (
    PROTOCOL,
    SEQ_MASK,
    Inbox,
    Outbox,
    SerialFrame,
    SerialFrameReader,
    encode,
    escape,
)
from companion.devices.tray.simulated_hardware import BoardLook

# These numbers are the firmware's; a test compares them.
STEADY_MS = 4
WATCHDOG_MS = 4000
SAFE_LEVEL = 24
SILENT_MS = 1000
GONE_MS = 5000
BEAT_MS = 500
QUEUE = 64
CAPS = "light:24,flash,buzz,lamps:3,buttons:3"


@dataclass(slots=True)
class _Key:
    """One button: the level on its pin, since when, and what was reported about it."""

    raw: bool = False
    edge: int = 0
    down: bool = False
    pressed: int = 0
    long: bool = False
    muted: bool = False  # held since before the board started: that is no press


@dataclass(slots=True)
class _Outputs:
    """What the host has commanded."""

    colour: str = "000000"
    level: int = 0
    lamps: tuple[int, int, int] = (0, 0, 0)
    hertz: int = 0
    quiet_at: int = 0
    reader_on: bool = True


class ModelBoard:
    def __init__(self) -> None:
        self._keys: dict[str, _Key] = {name: _Key() for name in BUTTONS}
        self._cards: dict[str, str | None] = {}
        self._reader_lost = False
        self._hung_at: int | None = None
        self._card: str | None = None
        self._restart(0, "power")

    def boot(self, now_ms: int, cause: str = "power") -> bytes:
        self._restart(now_ms, cause)
        return self._link.outgoing()

    def step(self, now_ms: int, data: bytes) -> bytes:
        self._now = now_ms
        if self._hung_at is not None:
            return self.boot(now_ms, "watchdog") if now_ms - self._hung_at > WATCHDOG_MS else b""
        self._link.receive(data, now_ms)
        for name, key in self._keys.items():
            self._watch_key(name, key)
        self._watch_cards()
        self._link.step(now_ms)
        return self._link.outgoing()

    def button(self, name: ButtonName, down: bool) -> None:
        key = self._keys[name]
        if key.raw != down:
            key.raw, key.edge = down, self._now

    def put_card(self, uid: str, text: str | None) -> None:
        self._cards[uid] = text

    def take_card(self, uid: str) -> None:
        self._cards.pop(uid, None)

    def lose_reader(self, lost: bool) -> None:
        self._reader_lost = lost

    def hang(self) -> None:
        self._hung_at = self._now

    def look(self) -> BoardLook:
        level = min(self._outputs.level, SAFE_LEVEL) if self._link.silent else self._outputs.level
        colour = bytes.fromhex(self._outputs.colour)
        ring = (colour[0] * level // 255, colour[1] * level // 255, colour[2] * level // 255)
        tone = self._outputs.hertz if self._now < self._outputs.quiet_at else 0
        return BoardLook(ring, self._outputs.lamps, tone, not self._link.silent)

    def close(self) -> None:
        """Nothing to close; only the board with the firmware has a process."""

    def _restart(self, now_ms: int, cause: str) -> None:
        self._now = now_ms
        self._hung_at = None
        self._card = None
        self._reader_fault = ""
        self._outputs = _Outputs()
        for key in self._keys.values():
            key.down = key.muted = key.long = key.raw
        self._has_reader = not self._reader_lost
        self._cause = cause
        self._link = ModelLink(now_ms, self._about(), self._command, self._new_host)

    def _about(self) -> str:
        caps = f"{CAPS},reader" if self._has_reader else CAPS
        return f"board=model fw=model cause={self._cause} caps={caps}"

    def _new_host(self) -> None:
        self._card = None
        if self._reader_fault:
            self._link.post(f"fault reader {self._reader_fault}")

    def _command(self, words: tuple[str, ...]) -> None:
        word = words[0] if words and words[0] in ("light", "lamps", "buzz", "reader", "flash") else "unknown"
        try:
            self._carry_out(words)
        except ValueError:
            self._link.post(f"fault command {word}")

    def _carry_out(self, words: tuple[str, ...]) -> None:
        outputs = self._outputs
        match words:
            case ("light", "off"):
                outputs.level = 0
            case ("light", colour, level, "steady" | "pulse") if len(bytes.fromhex(colour)) == 3:
                outputs.colour, outputs.level = colour, min(max(int(level), 0), 255)
            case ("lamps", accept, correct, following):
                outputs.lamps = (int(accept), int(correct), int(following))
            case ("buzz", hertz, length):
                outputs.hertz, outputs.quiet_at = int(hertz), self._now + int(length)
            case ("reader", "on" | "off" as switch):
                outputs.reader_on = switch == "on"
            case ("flash", colour, _, _) if len(bytes.fromhex(colour)) == 3:
                pass  # too short to be seen by `look`
            case _:
                raise ValueError

    def _watch_key(self, name: str, key: _Key) -> None:
        if key.raw != key.down and self._now - key.edge >= STEADY_MS:
            key.down = key.raw
            if key.down:
                key.pressed, key.long = self._now, False
                self._link.post(f"button {name} down")
            elif key.muted:
                key.muted = False
            else:
                self._link.post(f"button {name} up {self._now - key.pressed}")
        if key.down and not key.long and self._now - key.pressed >= LONG_MS:
            key.long = True
            self._link.post(f"button {name} long")

    def _watch_cards(self) -> None:
        if not self._has_reader:
            if self._reader_lost:
                return
            self._has_reader = True
            self._link.about = self._about()
            if not self._link.silent:
                self._link.post("ok reader")
        cards = self._cards if self._outputs.reader_on else {}
        self._set_reader_fault("bus" if self._reader_lost else "two-cards" if len(cards) > 1 else "")
        if self._reader_lost:
            return
        if self._card is not None and self._card not in cards:
            self._link.post(f"card removed {self._card}")
            self._card = None
        if len(cards) == 1 and self._card is None:
            ((uid, text),) = cards.items()
            self._card = uid
            self._link.post(f"card present {uid} {'-' if text is None else escape(text)}")

    def _set_reader_fault(self, fault: str) -> None:
        if fault != self._reader_fault:
            self._reader_fault = fault
            self._link.post(f"fault reader {fault}" if fault else "ok reader")


class ModelLink:
    """The board's end of the link; firmware/tray/link.py is the one on the real board."""

    def __init__(
        self, now: int, about: str, on_command: Callable[[tuple[str, ...]], None], on_host: Callable[[], None]
    ) -> None:
        self._now = now
        self.about = about
        self._on_command = on_command
        self._on_host = on_host
        self._run = secrets.token_hex(4)
        self._host = ""
        self._link = 0
        self._heard_at = self._beat_sent_at = now
        self._beat = 0
        self._missed = 0
        self._outbox = Outbox()
        self._inbox = Inbox()
        self._frames = SerialFrameReader()
        self._out = bytearray()
        self._say_hello("")

    @property
    def silent(self) -> bool:
        return not self._host or self._now - self._heard_at >= SILENT_MS

    def outgoing(self) -> bytes:
        data = bytes(self._out)
        self._out.clear()
        return data

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
        if self._host and now - self._heard_at >= GONE_MS:
            self._forget_host()
        if not self._host:
            return
        self._out += self._outbox.due(now / 1000)
        if now - self._beat_sent_at >= BEAT_MS:
            self._beat_sent_at = now
            self._beat = (self._beat + 1) & SEQ_MASK
            self._out += encode("B", self._beat, f"missed={self._missed}")

    def _say_hello(self, to: str) -> None:
        who = f"proto={PROTOCOL} run={self._run} link={self._link} to={to} missed={self._missed}"
        self._out += encode("H", self._outbox.seq, f"{who} {self.about}")

    def _forget_host(self) -> None:
        self._missed += len(self._outbox)
        self._outbox.clear()
        self._host = ""

    def _take(self, frame: SerialFrame) -> None:
        if frame.kind == "H":
            self._take_hello(frame)
            return
        if not self._host:
            self._say_hello("")
            return
        self._heard_at = self._now
        if frame.kind == "D":
            self._command(frame)
        elif frame.kind == "A":
            self._outbox.acknowledged(frame.seq)
        elif frame.kind == "B":
            self._out += encode("b", frame.seq)

    def _command(self, frame: SerialFrame) -> None:
        new, acknowledgement = self._inbox.take(frame.seq)
        self._out += acknowledgement
        if new:
            self._on_command(frame.words)

    def _take_hello(self, frame: SerialFrame) -> None:
        pairs = pairs_in(frame.words)
        host = pairs.get("run", "")
        if not host:
            return
        new_host = host != self._host
        understood = pairs.get("proto") == str(PROTOCOL)
        if new_host or not understood:
            self._forget_host()
        if understood:
            self._heard_at = self._beat_sent_at = self._now
            self._outbox.send_again()
        if understood and new_host:
            self._host = host
            self._link += 1
            self._inbox.expected = frame.seq
        self._say_hello(host)
        if understood and new_host:
            self._on_host()
