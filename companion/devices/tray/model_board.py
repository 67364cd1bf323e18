"""A Python model of the tray for machines without the MicroPython interpreter: same protocol, same promises."""

from dataclasses import dataclass

from companion.devices.tray.events import ButtonName
from companion.devices.tray.frames import escape
from companion.devices.tray.model_link import ModelLink
from companion.devices.tray.sim_board import BoardLook

LONG_MS = 800
STEADY_MS = 4
WATCHDOG_MS = 4000
SAFE_LEVEL = 24
CAPS = "light:24,flash,buzz,lamps:3,buttons:3"


@dataclass(slots=True)
class _Key:
    """One button: the level on its pin, since when, and what has been reported of it."""

    raw: bool = False
    edge: int = 0
    down: bool = False
    pressed: int = 0
    long: bool = False
    muted: bool = False  # held since before the board started: no press of this run


@dataclass(slots=True)
class _Outputs:
    """What the host has asked for."""

    colour: str = "000000"
    level: int = 0
    lamps: tuple[int, int, int] = (0, 0, 0)
    hertz: int = 0
    quiet_at: int = 0
    reader_on: bool = True


class ModelBoard:
    def __init__(self) -> None:
        self._keys: dict[str, _Key] = {name: _Key() for name in ("accept", "correct", "next")}
        self._cards: dict[str, str | None] = {}
        self._reader_lost = False
        self._hung_at: int | None = None
        self._card: str | None = None
        self._restart(0, "power")

    def boot(self, now_ms: int, cause: str = "power") -> bytes:
        self._restart(now_ms, cause)
        return self._link.said()

    def step(self, now_ms: int, data: bytes) -> bytes:
        self._now = now_ms
        if self._hung_at is not None:
            return self.boot(now_ms, "watchdog") if now_ms - self._hung_at > WATCHDOG_MS else b""
        self._link.receive(data, now_ms)
        for name, key in self._keys.items():
            self._watch_key(name, key)
        self._watch_cards()
        self._link.step(now_ms)
        return self._link.said()

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
        """Nothing to give back; the firmware's board has a process to end."""

    def _restart(self, now_ms: int, cause: str) -> None:
        self._now = now_ms
        self._hung_at = None
        self._card = None
        self._trouble = ""
        self._outputs = _Outputs()
        for key in self._keys.values():
            key.down = key.muted = key.long = key.raw
        self._has_reader = not self._reader_lost
        caps = f"{CAPS},reader" if self._has_reader else CAPS
        about = f"board=model fw=model cause={cause} caps={caps}"
        self._link = ModelLink(now_ms, about, self._command, self._new_host)

    def _new_host(self) -> None:
        self._card = None
        if self._trouble:
            self._link.post(f"fault reader {self._trouble}")

    def _command(self, words: tuple[str, ...]) -> None:
        verb = words[0] if words and words[0] in ("light", "lamps", "buzz", "reader", "flash") else "unknown"
        try:
            self._obey(words)
        except ValueError:
            self._link.post(f"fault command {verb}")

    def _obey(self, words: tuple[str, ...]) -> None:
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
                pass  # over before anybody could look
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
            return
        seen = self._cards if self._outputs.reader_on else {}
        self._trouble_is("bus" if self._reader_lost else "two-cards" if len(seen) > 1 else "")
        if self._reader_lost:
            return
        if self._card is not None and self._card not in seen:
            self._link.post(f"card removed {self._card}")
            self._card = None
        if len(seen) == 1 and self._card is None:
            ((uid, text),) = seen.items()
            self._card = uid
            self._link.post(f"card present {uid} {'-' if text is None else escape(text)}")

    def _trouble_is(self, trouble: str) -> None:
        if trouble != self._trouble:
            self._trouble = trouble
            self._link.post(f"fault reader {trouble}" if trouble else "ok reader")
