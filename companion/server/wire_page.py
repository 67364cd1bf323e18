"""WIRE.md, the page that describes the wire: `python -m companion.server.wire_page` writes it anew from the models."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from flask import Flask

from companion.server.box_wire import ABOUT_BOX_ROUTES
from companion.server.messages import EVENTS
from companion.table.intents import verb_keys
from companion.table.options import GameRequest

PAGE = Path(__file__).parent / "WIRE.md"

ANSWERS = {
    "join": "`{ok, token, game, seat, view, log, notices, devices}`; keep the token, it replaces the code next time",
    "intent": "`{ok: true, version}`, or a refusal; a stale one carries the current view",
    "log": "`{ok, log}`",
}
OUT = {
    "view": "the game as the seat may see it, after every change",
    "happened": "`{version, lines}`: the log lines of a change, before its view",
    "reading": "the reading on the desk, or null; also in every view",
    "box": "`{content}`: the chosen box is another, or has other values; fetch `/api/box` anew",
    "devices": "`{camera, tray}`: how each stands: none, ready, simulated, starting, searching, gone or problem",
    "notice": "`{code, message, facts}`: somebody took a seat, a file was damaged, a packet could not be read, "
    "the tray went or came back",
}
VIEW = {
    "game": "its name",
    "version": "number of the last record; intents name it",
    "seat": "whose view it is",
    "scenario": "id",
    "round": "from 1",
    "phase": "the phase",
    "side": "whose phase it is",
    "turns": "the phases of a round in order: `{phase, side}`",
    "waiting": "the one thing awaited: `{side, kind: roll|draw|choice|over, what, rule, number, facts}`",
    "tp": "the Demon's Threat Points",
    "outcome": "null, or `{winner, reason, facts}`",
    "tiles": "`{label, kind, at, openings, rotation, unexplored, hole, entered}` each",
    "warriors": "`{id, profile, figure, side, tile, alive, fate, die, line, now, exhausted, cancelled, wounds, health, "
    "talents, objects, gifts, tokens, acted, active, spent, condemned, lines}` each",
    "effects": "what is in force: `{source, until, what, facts}` each",
    "hands": "deck → the cards, or how many for those who may not see them",
    "decks": "deck → how many are left, and `tiles`",
    "piles": "deck → the cards nobody has seen of it, in no order, for those who may see its cards",
    "discards": "tiles that lie aside, out of the stack",
    "red_used": "Destiny squares used up",
    "house": "the house rules",
    "legal": "every legal verb of the seat, dice left out",
    "legal_complete": "false when there are too many to list",
    "legal_roll": "null, or `{number, optional}`: dice are awaited of this seat",
    "attack_odds": "`{do, dice, to_hit, expected, at_least}` of every legal attack at one target",
    "odds": "null, or `{dice, to_hit, expected, at_least}` of the attack awaited",
    "sources": "where dice, tiles and cards come from",
    "simulated": "what is not real: dice and draws by the companion, camera, tray",
    "policy": "per kind of reading: sure, countdown or ask; seconds",
    "reading": "null, or `{id, kind, faces: [{face, confidence, box, guesses}], expected, state, sure, note, facts, "
    "tag, turn, picture, countdown, source, simulated}`; `guesses` are other likely faces, best first",
    "undo": "null, or `{seq, name: {key, facts}}` of the act an undo takes back",
    "redo": "the same for redo",
    "put_back": "after an undo, what lies wrongly on the physical table: `{key, facts}` each",
    "unconfirmed": "paths of values of the box that are stand-ins",
    "box": "`{content, newer}`: the box this game is played with, and whether the chosen one differs (`use_box`)",
}
ABOUT_ROUTES = {
    "`POST /api/box/photo`": ": a photo of a card, `?kind=warrior` or `demon`: `{card: {kind, numbers: [{line, value, "
    "digit, confidence, sure, guesses, box}], doubts, corners, sure}}`; proposals, nothing is taken over",
    "`POST /api/box/photo/camera`": ": the same for the card that lies under the camera over the tray",
    "`GET /api/camera`": ": `{camera, simulated, health, number, size, state, sure, dice: [{face, confidence, box}], "
    "outside, hidden}`; `number` is that of the newest picture, `size` the one boxes are measured in",
    "`GET /api/camera/setup`": ": `{size, saved, marks, problems, die}`: corners as saved and as printed marks say, "
    "what is wrong (`vision/calibrate/quality.py`), pixels per die; `?corners=` eight numbers tries others",
    "`GET /api/camera/flat.jpg`": ": the tray between `?corners=` as seen from above",
    "`POST /api/camera/corners`": ": takes `corners`, four places clockwise from the far left, or null",
    "`GET /api/cameras`": ": `{cameras: [{id, name, real, used}]}` that are plugged in now, and the simulated one",
    "`POST /api/camera/use`": ": takes `camera`, an id of those; it must give a picture first",
    "`POST /api/camera/restart`": ": closes the camera and opens it again, answers when a picture came",
    "`POST /api/games/<name>/photo`": ": a picture file of the dice awaited, by the side that rolls: a reading",
    "`GET /api/devices`": ": `{tray, camera, free_megabytes, degrees}`; the tray with its problem and faults",
    "`POST /api/tray/test`": ": `{on}`: presses and cards are only shown on the devices page, for a minute",
    "`POST /api/tray/sim`": ": `{line}`, a verb for the simulated tray (`help` lists them); answers `{shown}`",
    "`POST /api/tray/search`": ": looks for trays at once; answers `{tray}`, as it is afterwards",
    "`POST /api/tray/blink`": ": the ring blinks three times; answers when the board has confirmed",
    "`GET /api/check`": ": `{running, findings: [{part, state, what, do, code, facts}]}` of the last check",
    "`POST /api/check`": ": begins a check, the same as `companion check`",
    "`GET /api/support.json`": ": the support bundle, without codes, tokens and hands",
    "`GET /api/camera.jpg`": ": the newest picture, 204 while there is none; not for a seat that may not see the card "
    "that is drawn under it",
}
CODES = {
    "rules/<ID>": "against that rule; `message` and `numbers` say why",
    "table/stale": "made on another version; `view` is the current one",
    "table/not_your_seat": "somebody else is awaited",
    "table/not_joined": "join a game first",
    "table/wrong_code": "neither the table code nor a token for this seat",
    "table/not_host": "for the host's seat only",
    "table/no_such_game": "no game of that name, or it cannot be used",
    "table/lost": "a damaged file of which nothing could be read; it was set aside",
    "table/unavailable": "the file of the game cannot be opened now; it is left alone",
    "table/damaged": "a notice: the good part of a damaged file is in use; the file was set aside",
    "table/seat_taken": "a notice: somebody sat down",
    "table/nothing_to_undo": "nothing has been done yet",
    "table/nothing_to_redo": "nothing has been undone",
    "table/hidden": "an override of cards this seat may not see",
    "table/no_such_reading": "not the reading on the desk",
    "table/kept_reading": "undone dice come again; they can be corrected, not rejected",
    "table/nobody_asked": "no dice are awaited",
    "table/not_dice": "only dice can be corrected",
    "table/no_roll_awaited": "nothing to roll",
    "table/no_draw_awaited": "nothing to draw",
    "table/pile_empty": "nothing is left to draw; put it right by override",
    "table/not_saved": "the disk refused; nothing has changed",
    "table/no_such_picture": "not kept any more",
    "table/no_dice_seen": "the photo shows no dice",
    "table/no_reader": "this service was started without a reader of dice",
    "tray/none": "this service was started without a tray",
    "tray/not_simulated": "the tray is a real one: nothing can be simulated on it",
    "tray/bad_verb": "not a verb of the simulated tray; `reason` says what it should have been",
    "tray/no_light": "no tray with a light is connected",
    "tray/unconfirmed": "the tray did not confirm in time",
    "tray/lost": "a notice: the tray is gone; the game goes on",
    "tray/back": "a notice: the tray is there again",
    "tray/reset": "a notice: the tray started anew; lights and reader are as before",
    "tray/other_version": "a notice: the program on the tray is of another version",
    "camera/none": "no camera is connected",
    "camera/no_picture": "the camera gives no picture just now",
    "camera/unknown": "no camera of that id is plugged in",
    "camera/fixed": "this service was started without a way to change its camera",
    "camera/bad_corners": "the corners do not go round an area inside the picture",
    "camera/not_saved": "the disk refused; the corners are as before",
    "camera/hidden": "a card may lie under the camera that this seat must not see",
    "table/bad_picture": "the upload is no picture that can be read",
    "table/picture_too_large": "the photo of the board has too many bytes",
    "table/no_tiles_seen": "no tag of a tile is in the picture",
    "table/no_board_camera": "no camera over the board was named at the start (`--board-camera`)",
    "table/no_board_picture": "the camera over the board gives no picture",
    "table/same_box": "the game is played with the chosen box already",
    "box/refused": "a value of the box cannot be used; `key` names it, `reason` says why; `code` and `facts` of it",
    "box/bad_file": "the file of a box cannot be used; `key` and `reason` say why",
    "box/no_such_box": "no box of that name",
    "box/no_such_trial": "no trial of that number is remembered",
    "box/no_such_card": "no card of that name in the chosen box",
    "box/no_such_scenario": "no scenario of that name in the chosen box",
    "override/malformed": "the changes do not fit together",
    "setup/refused": "the game cannot be set up like this; `reason`, its `code` and the `facts` of it",
    "import/bad_file": "the file cannot be used; `reason` names the line",
    "wire/notation": "the verb cannot be read",
    "wire/bad_message": "the message has not the right shape",
    "wire/bad_packet": "a notice: not even a message",
    "wire/origin": "a page of another site",
    "http/<status>": "anything else HTTP refuses",
    "server/error": "a fault of the service; it is in its log",
}

BOARD_CHECK = (
    "The table check: `POST /api/games/<name>/board` takes the bytes of a photo of the board, `…/board/camera` takes a",
    "picture with the camera over it, `GET` compares the last one anew. The answer is `{ok, check}`; `check` is null",
    "before the first picture, else `{version, differences, seen, take_over}`. A difference is `{change, tile,",
    "expected, seen}`, `change` one of turned, moved, missing, unexpected, twice, loose (between the places), stranger",
    "(a label of no tile of the box), the last two `{tile, at, rotation}` or null. `take_over` holds two ways, `{",
    "keeps_unseen, tiles, refusal}`: `tiles` is what one `override` would set, `refusal` says why it cannot be.\n",
)


def page(app: Flask) -> str:
    """The whole text."""
    return "\n".join([*_intro(), *_incoming(), *_verbs(), *_outgoing(), *_http(app), *_codes()]) + "\n"


def _intro() -> Iterator[str]:
    yield "# The wire\n"
    yield "Written by `python -m companion.server.wire_page` from the models; a test keeps it true.\n"
    yield "Socket.IO, path `/socket.io/`. Every message of a tablet has an acknowledgement: `{ok: true, …}` or"
    yield "`{ok: false, code, message, numbers, view}`. A refusal changes nothing. Text is a key; the tablet makes the"
    yield "sentence. Sizes are limited to 64 kB a message; only pages of the service's own origin are let in.\n"


def _table(head: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> Iterator[str]:
    yield "| " + " | ".join(head) + " |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield "| " + " | ".join(row) + " |"
    yield ""


def _fields(model: type[Any]) -> str:
    return ", ".join(
        f"`{name}`" if field.is_required() else f"`{name}` (or left out)" for name, field in model.model_fields.items()
    )


def _incoming() -> Iterator[str]:
    yield "## From the tablet\n"
    rows = ((f"`{name}`", _fields(model), str(model.__doc__), ANSWERS[name]) for name, model in EVENTS.items())
    yield from _table(("event", "keys", "does", "answer"), rows)


def _verbs() -> Iterator[str]:
    yield "## Verbs of an intent's `do`\n"
    yield "Exactly one verb and its keys; the notation of position files, and the table's own verbs at the end. Verbs"
    yield "of the game are for the side awaited, cards for their owner; the table's verbs are for every seat, but"
    yield "`use_box` for the host, `roll_for_me` and `draw_for_me` for the side awaited. `override` takes the"
    yield "vocabulary of `companion/rules/override/setting.py`.\n"
    rows = ((f"`{verb}`", ", ".join(f"`{key}`" for key in keys)) for verb, keys in verb_keys().items())
    yield from _table(("verb", "further keys"), rows)


def _outgoing() -> Iterator[str]:
    yield "## To the tablet\n"
    yield from _table(("event", "is"), ((f"`{name}`", text) for name, text in OUT.items()))
    yield "A log line is `{seq, key, facts, side, cause, picture, override, undone}`; `picture` is the address of what"
    yield "the camera saw, or null; it is kept for a while only. Cards another player drew are `unknown`.\n"
    yield "### The view\n"
    yield from _table(("key", "value"), ((f"`{name}`", text) for name, text in VIEW.items()))


def _http(app: Flask) -> Iterator[str]:
    yield "## HTTP\n"
    yield "`POST` and exports need the header `X-Table-Code` or `Authorization: Bearer TOKEN` (or `?token=`), unless"
    yield "the service was started with `--open`. A running game is exported as the token's seat may know it.\n"
    rules = [r for r in app.url_map.iter_rules() if r.rule.startswith("/api/")]
    rows = sorted(f"`{method} {r.rule}`" for r in rules for method in (r.methods or set()) & {"GET", "POST"})
    about = {**ABOUT_ROUTES, **ABOUT_BOX_ROUTES}
    yield from (f"- {row}{about.get(row, '')}" for row in rows)
    yield f"\n`POST /api/games` takes {_fields(GameRequest)}.\n"
    yield from BOARD_CHECK


def _codes() -> Iterator[str]:
    yield "## Codes\n"
    yield from _table(("code", "means"), ((f"`{code}`", text) for code, text in CODES.items()))


def main() -> None:
    import tempfile

    from companion.server.app import create_web
    from companion.server.service import Settings

    with tempfile.TemporaryDirectory() as folder:
        web = create_web(Settings(data=Path(folder)))
        PAGE.write_text(page(web.app))
        web.close()


if __name__ == "__main__":
    main()
