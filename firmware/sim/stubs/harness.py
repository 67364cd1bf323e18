"""Between run.mjs and the firmware: boots the app, turns its loop, and lets things happen to the hardware."""

import json
from binascii import hexlify, unhexlify

import world
from tray import pins
from tray.app import App
from tray.board import Parts

TAG_PAGES = 36
_BUTTONS = {"accept": pins.BUTTON_ACCEPT, "correct": pins.BUTTON_CORRECT, "next": pins.BUTTON_NEXT}
_LAMPS = (pins.LAMP_ACCEPT, pins.LAMP_CORRECT, pins.LAMP_NEXT)


class Wire:
    def __init__(self):
        self.to_board = b""
        self.to_host = ""

    def read(self):
        data, self.to_board = self.to_board, b""
        return data

    def write(self, text):
        self.to_host += text


wire = Wire()
app = None
hung = False


def boot(now, run, cause):
    global app
    world.now = world.fed = now
    world.cause = cause
    app = App(Parts(run), wire, now)
    return _sent()


def step(now, data):
    """One turn of the loop; a hung board answers nothing until the watchdog bites, then says so."""
    world.now = now
    if hung:
        return "watchdog" if now - world.fed > world.watchdog_ms else ""
    wire.to_board = unhexlify(data)
    app.step(now)
    return _sent()


def _sent():
    text, wire.to_host = wire.to_host, ""
    return hexlify(text).decode()


def sticker(text):
    """The memory of an NTAG213 with one text record, or an empty one."""
    memory = bytearray(TAG_PAGES * 4)
    if text is None:
        memory[:3] = b"\x03\x00\xfe"
    else:
        record = b"\x02en" + text.encode()
        message = b"\xd1\x01" + bytes((len(record),)) + b"T" + record
        body = b"\x03" + bytes((len(message),)) + message + b"\xfe"
        memory[: len(body)] = body
    return bytes(memory)


def _button(name, down):
    world.levels[_BUTTONS[name]] = 0 if down else 1


def _put(uid, text):
    world.chip.cards.append((unhexlify(uid), sticker(text)))


def _take(uid):
    world.chip.cards = [card for card in world.chip.cards if card[0] != unhexlify(uid)]


def _hang():
    global hung
    hung = True


def _reader(missing):
    world.chip.missing = missing


def _refuse(calls):
    world.chip.refuses = calls


def _look():
    lamps = [world.tones[pin][1] // 257 for pin in _LAMPS]
    hertz, duty = world.tones[pins.BUZZER]
    status = world.levels.get(pins.STATUS, 0)
    return {"ring": list(world.ring), "lamps": lamps, "tone": hertz if duty else 0, "status": status}


_VERBS = {"button": _button, "put": _put, "take": _take, "hang": _hang, "reader": _reader, "refuse": _refuse, "look": _look}


def call(request):
    words = json.loads(request)
    return json.dumps(_VERBS[words[0]](*words[1:]))
