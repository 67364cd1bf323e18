"""The catalogues speak every word the engine, the table and the tablet use, and no other."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from companion.content.clauses import PIECE_FORMS, VERB_FORMS
from companion.content.owner.scenario_parts import parts
from companion.devices.tag_scanning import UNKNOWN_PIECES
from companion.devices.tray.ports import TrayProblem, TrayProblemCode
from companion.protocol.devices import DeviceStatus
from companion.protocol.games import DamageKind, KeptKind
from companion.rules.language import LANGUAGES
from companion.table.pending_reading import HELD
from vision.calibrate.quality import CameraProblem as PictureProblem
from vision.dice.reading import DiceState, Doubt

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "web" / "src"
HOLE = re.compile(r"\{(\w+)")

# Keys the tablet puts together from what arrives: the beginning is written in its source.
COMPOSED = re.compile(r"`([a-z_]+(?:\.[a-z_]+)*\.)\$\{|\"([a-z]+\.)\"")


def catalogue(language: str) -> dict[str, str]:
    words: dict[str, str] = {}
    rules = sorted((ROOT / "companion" / "rules" / "sentences").rglob(f"{language}.json"))
    for file in (*rules, *sorted((SOURCE / "i18n" / language).glob("*.json"))):
        # As pairs: a dictionary would hide a key that stands twice in one file.
        for key, text in json.loads(file.read_text(), object_pairs_hook=list):
            assert key not in words, f"{language}: {key} is twice in the catalogue"
            words[key] = text
    return words


def sources() -> str:
    files = [f for f in SOURCE.rglob("*") if f.suffix in (".ts", ".svelte") and ".test." not in f.name]
    return "\n".join(f.read_text() for f in files)


# What makes a refusal of a card, a scenario or a set-up: key, reason, code.
WITH_CODE = ("box_refusal", "setup_refused", "_unplayable", "_misfit")
# Refusals that reach the tablet inside "setup_refused", with a code of their own.
IN_WORDS = {"auction.py"}


def calls(folder: str, but: Collection[str] = IN_WORDS) -> list[ast.Call]:
    found: list[ast.Call] = []
    for file in (ROOT / "companion" / folder).rglob("*.py"):
        if file.name in but:
            continue
        found += [node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Call)]
    return found


def texts(call: ast.Call, at: int) -> list[str]:
    """The text at a place of a call, both of them for a choice between two."""
    if len(call.args) <= at:
        return []
    value = call.args[at]
    options = [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]
    return [o.value for o in options if isinstance(o, ast.Constant) and isinstance(o.value, str)]


def called(call: ast.Call, *names: str) -> bool:
    function = call.func
    return (isinstance(function, ast.Name) and function.id in names) or (
        isinstance(function, ast.Attribute) and function.attr in names
    )


def engine_keys() -> set[str]:
    """Every happening, refusal and thing to wait for that the engine can name."""
    keys: set[str] = set()
    for call in calls("rules"):
        if called(call, "happens"):
            keys |= {f"happening.{key}" for key in texts(call, 0)}
        elif called(call, "Refusal"):
            keys |= {f"refusal.{key}" for key in texts(call, 1)}
            keys |= {f"rule.{rule}" for rule in texts(call, 0)}
        elif called(call, "Happening"):
            keys |= {f"happening.{key}" for key in texts(call, 0)}
        elif called(call, "Waiting") and texts(call, 1) and texts(call, 2):
            keys |= {f"waiting.{texts(call, 1)[0]}.{what}" for what in texts(call, 2) if what != "over"}
    return keys


def table_keys() -> set[str]:
    keys: set[str] = set()
    for folder in ("table", "server", "devices", "content", "protocol"):
        for call in calls(folder):
            if called(call, "Refused", "refused"):
                keys |= {f"table.{key}" for key in texts(call, 1)}
            elif called(call, "_item"):
                keys |= {f"putback.{key}" for key in texts(call, 0)}
    return keys


def verbs() -> set[str]:
    from companion.rules.notation import VERBS

    return {f"step.{verb}" for verb in (*VERBS, "override")} | {f"text.do.{verb}" for verb in VERBS}


def test_something_was_collected() -> None:
    assert len(engine_keys()) > 100
    assert len(table_keys()) > 20


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_of_the_service_is_missing(language: str) -> None:
    words = catalogue(language)
    missing = sorted((engine_keys() | table_keys() | verbs()) - set(words))
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_of_the_tablet_is_missing(language: str) -> None:
    named = set(re.findall(r"[^a-zA-Z_](?:t|known)\(\s*\"([a-z_]+\.[a-zA-Z_.]+)\"", sources()))
    either = re.findall(r"\? \"([a-z_]+\.[a-z_.]+)\" : \"([a-z_]+\.[a-z_.]+)\"", sources())
    named |= {key for pair in either for key in pair}
    assert sorted(named - set(catalogue(language))) == []


def test_no_key_is_unused() -> None:
    text = sources()
    beginnings = tuple({one or other for one, other in COMPOSED.findall(text)})
    engine = engine_keys() | table_keys() | verbs()
    unused = [
        key
        for key in catalogue("en")
        if key not in engine and f'"{key}"' not in text and not key.startswith(beginnings)
    ]
    assert unused == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_fills_the_same_holes(language: str) -> None:
    english, other = catalogue("en"), catalogue(language)
    assert set(english) == set(other)
    # Whether a figure's name is feminine: English has no use for it.
    gender = {"f"}
    wrong = [key for key in english if set(HOLE.findall(english[key])) != set(HOLE.findall(other[key])) - gender]
    assert wrong == []


def test_nothing_is_left_untranslated() -> None:
    """Words that are the same in all languages are few: abbreviations, names, signs."""
    english, russian = catalogue("en"), catalogue("ru")
    plain = {key: re.sub(r"\{[^}]*\}", "", text) for key, text in english.items()}
    same = [key for key in english if english[key] == russian[key] and re.search("[A-Za-z]{3}", plain[key])]
    assert sorted(same) == ["language.en", "language.fr"]


def test_why_a_scenario_cannot_be_played_has_words() -> None:
    codes = {code for call in calls("content") if called(call, *WITH_CODE) for code in texts(call, 2)}
    codes |= {"endless_dead", "endless_out"}
    # Why a team of the auction is refused, too.
    codes |= {f"auction_{key}" for call in calls("rules", ()) if called(call, "Refusal") for key in in_auction(call)}
    assert len(codes) > 25
    assert sorted({f"scenario.wrong.{code}" for code in codes} - set(catalogue("en"))) == []


def in_auction(call: ast.Call) -> list[str]:
    # A bid is not sent to the service: the tablet offers only lower ones.
    return [key for key in texts(call, 1) if texts(call, 0) == ["SET-7"] and key != "bid"]


def test_no_reason_of_a_card_or_a_set_up_is_without_a_code() -> None:
    raised = [call for call in calls("content", ()) if called(call, "setup_refused", "_unplayable", "_misfit")]
    without = [ast.unparse(call) for call in raised if len(call.args) < 3]
    assert len(raised) > 15
    assert without == []


def test_everything_a_card_or_a_scenario_is_built_from_has_words() -> None:
    """A verb and a piece are named in the editor and have a sentence; a ready-made part is named."""
    words = set(catalogue("en"))
    kinds = {"verb": VERB_FORMS, "piece": PIECE_FORMS}
    needed = {f"palette.{kind}.{name}" for kind, forms in kinds.items() for name in forms}
    needed |= {f"scenario.part.{of}.{part['id']}" for of, found in parts().items() for part in found}
    assert sorted(needed - words) == []
    sentences = {f"{kind}.{name}" for kind, forms in kinds.items() for name in forms}
    # Some verbs have a sentence for each way they can be meant: "verb.tp.more", "verb.tp.less".
    assert sorted(key for key in sentences if not any(w == key or w.startswith(f"{key}.") for w in words)) == []


def test_the_pack_speaks_every_language() -> None:
    """Every name in three languages, every note in a word the tablet has a sentence for."""
    files = (ROOT / "companion" / "content" / "packs" / "base").rglob("*.toml")
    pieces = [piece for file in files for piece in tables(tomllib.loads(file.read_text()))]
    names = [piece["name"] for piece in pieces if isinstance(piece.get("name"), dict)]
    assert len(names) > 60
    assert [name for name in names if set(name) != set(LANGUAGES)] == []
    notes = {f"origin_note.{piece['note']}" for piece in pieces if piece.get("note")}
    assert len(notes) > 20
    assert {key for key in catalogue("en") if key.startswith("origin_note.")} == notes


def tables(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from tables(inner)


def test_every_device_status_has_a_word() -> None:
    spoken = {f"hardware.{word}" for word in get_args(DeviceStatus)} - {"hardware.none", "hardware.simulated"}
    assert spoken == {key for key in catalogue("en") if key.startswith("hardware.")}


def test_every_finding_has_words() -> None:
    """What a check finds, what is wrong with a tray and with a camera's picture: the sentence and, mostly, the cure."""
    named = r"\"((?:tray|part|reader|camera|disk|network|heat|check)_[a-z_]+)\""
    files = [ROOT / "companion" / "devices" / f for f in ("checks.py", "tray/check.py")]
    findings = {code for file in files for code in re.findall(named, file.read_text())} - {"camera_gives"}
    findings |= {TrayProblem(code).key for code in TrayProblemCode} | {"light_ok", "lamps_ok", "buzzer_ok"}
    assert len(findings) > 25
    wrong = get_args(PictureProblem)
    wanted = {f"health.{code}" for code in findings} | {
        f"{word}.{code}" for code in wrong for word in ("problem", "cure")
    }
    assert sorted(wanted - set(catalogue("en"))) == []


def test_what_is_said_of_a_reading_has_words() -> None:
    """Why dice or a scanned piece are not simply taken; what speaks against it by the rules is a refusal.

    "ask" needs no words: the players said themselves that they want to be asked.
    """
    notes = {note for call in calls("table") if called(call, "ReadingVerdict") for note in texts(call, 1)} - {""}
    dice = {f"note.{note}" for note in {*notes, *get_args(DiceState), HELD} - {"settled", "unreadable", "ask"}}
    pieces = {f"scan.{note}" for note in (*UNKNOWN_PIECES.values(), "tile_awaited", "card_awaited", "other_tile")}
    doubts = {f"doubt.{doubt}" for doubt in Doubt}
    assert {"wrong_number", "nobody_asked", "kept"} <= notes
    assert sorted((dice | doubts | pieces | {"scan.nobody_asked", "scan.unsure"}) - set(catalogue("en"))) == []


def test_news_of_devices_and_files_have_words() -> None:
    news = {f"table.{key}" for call in calls("devices") if called(call, "TrayNotice") for key in texts(call, 1)}
    files = {f"home.{key}" for call in calls("table") if called(call, "note") for key in texts(call, 1)}
    assert (len(news), len(files)) == (4, 2)
    damage = {f"games.damage.{kind}" for kind in get_args(DamageKind)}
    kept = {f"games.kept.{kind}" for kind in get_args(KeptKind)}
    assert sorted((news | files | damage | kept | {"home.games_unavailable"}) - set(catalogue("en"))) == []
