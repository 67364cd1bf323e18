"""Commands typed to a simulated tray: what players do to it, and what can go wrong with it."""

from collections.abc import Callable

from companion.devices.tray.messages import BUTTONS, ButtonName
from companion.devices.tray.simulator import SimulatedTray

HELP = """\
press NAME [MS]    press accept, correct or next (held for MS, long from 800)
bounce NAME        press with dirty contacts
card UID [TEXT]    put a card on the reader
remove UID         take it away
twocards           put two cards on at once
noreader / reader  the card reader falls off its bus / is back
silent S           say nothing for S seconds
drop S             unplug, and come back after S seconds
replug S           the same under another device name
corrupt K          damage the next K bytes
noise SHARE        damage this share of all frames from now on
repeat             say the next thing twice
flood K            K bytes of noise
reset              brown-out
hang               the program stops, the watchdog bites
look               what one sees and hears"""


MOST = 100_000  # of bytes, or of milliseconds
MOST_S = 3600.0


class SimulatorCommandError(ValueError):
    """The line is not a command of the simulator; the message says what it should have been."""


def _button(word: str) -> ButtonName:
    if word not in BUTTONS:
        raise SimulatorCommandError(f"no button {word!r}: accept, correct or next")
    return BUTTONS[word]


def _uid(word: str) -> str:
    try:
        raw = bytes.fromhex(word)
    except ValueError:
        raw = b""
    if not 4 <= len(raw) <= 10:
        raise SimulatorCommandError(f"no card number {word!r}: 4 to 10 bytes in hexadecimal")
    return raw.hex()


def _count(word: str) -> int:
    count = int(word)
    if not 0 <= count <= MOST:
        raise SimulatorCommandError(f"{word} is not between 0 and {MOST}")
    return count


def _seconds(word: str) -> float:
    seconds = float(word)
    if not 0 <= seconds <= MOST_S:
        raise SimulatorCommandError(f"{word} is not between 0 and {MOST_S:.0f} seconds")
    return seconds


def _share(word: str) -> float:
    share = float(word)
    if not 0 <= share <= 1:
        raise SimulatorCommandError(f"{word} is no share: 0 to 1")
    return share


def _two_cards(tray: SimulatedTray) -> None:
    tray.put_card("04000000000001", "one")
    tray.put_card("04000000000002", "two")


_COMMANDS: dict[str, Callable[[SimulatedTray, list[str]], object]] = {
    "press": lambda tray, words: tray.press(_button(words[0]), _count(words[1]) if words[1:] else 80),
    "bounce": lambda tray, words: tray.bounce(_button(words[0])),
    "card": lambda tray, words: tray.put_card(_uid(words[0]), " ".join(words[1:]) or None),
    "remove": lambda tray, words: tray.take_card(_uid(words[0])),
    "twocards": lambda tray, words: _two_cards(tray),
    "noreader": lambda tray, words: tray.lose_reader(True),
    "reader": lambda tray, words: tray.lose_reader(False),
    "silent": lambda tray, words: tray.silence(_seconds(words[0])),
    "drop": lambda tray, words: tray.unplug(_seconds(words[0])),
    "replug": lambda tray, words: tray.unplug(_seconds(words[0]), same_name=False),
    "corrupt": lambda tray, words: tray.cable.corrupt(_count(words[0])),
    "noise": lambda tray, words: setattr(tray.cable, "noise_rate", _share(words[0])),
    "repeat": lambda tray, words: tray.cable.repeat(),
    "flood": lambda tray, words: tray.cable.flood(_count(words[0])),
    "reset": lambda tray, words: tray.reset(),
    "hang": lambda tray, words: tray.hang(),
    "look": lambda tray, words: tray.look(),
    "help": lambda tray, words: HELP,
}


def run_command(tray: SimulatedTray, line: str) -> str:
    """Does what the line says; returns the text to show, mostly none."""
    words = line.split()
    if not words or words[0] not in _COMMANDS:
        raise SimulatorCommandError(f"no command in {line!r}; type help")
    try:
        shown = _COMMANDS[words[0]](tray, words[1:])
    except SimulatorCommandError:
        raise
    except (IndexError, ValueError) as error:
        raise SimulatorCommandError(f"{line!r} lacks a number or a name; type help") from error
    return "" if shown is None else str(shown)
