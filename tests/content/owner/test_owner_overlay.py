"""The owner's values over ours: value by value, with the same checks, and what is said of bad files."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.content.owner.building import base_box, box_with, data_of
from companion.content.owner.overlay import BoxFile, Overlay, overlay_from, read_box, slug, write_box
from companion.content.owner.toml_text import write_toml
from companion.content.owner.values import confirmed, forgotten, with_value
from companion.protocol.refusal import Refused

LINE = {"is": {"mvt": 2, "cbt": 2, "def": 4}, "from": "owner"}
OWN_CARD: dict[str, Any] = {"name": {"en": "Own"}, "copies": {"is": 1, "from": "owner"}}
BRUTE = {"human": [{"id": "brute", "lines": {"1": LINE}}]}


def test_an_owners_value_wins_and_all_others_stay() -> None:
    box, ours = box_with(overlay_from(BRUTE)), base_box()
    assert box.profiles["brute"].lines[0] == (2, 2, 4)
    assert box.profiles["brute"].lines[1:] == ours.profiles["brute"].lines[1:]
    assert set(ours.stand_ins()) - set(box.stand_ins()) == {"pack.human.brute.lines.1"}
    assert box.version != ours.version


def test_every_stand_in_can_be_confirmed_as_it_is_and_forgotten_again() -> None:
    box = base_box()
    data = data_of(box)
    overlay = Overlay()
    for path in box.stand_ins():
        overlay = confirmed(overlay, data, path)
    after = box_with(overlay)
    assert after.stand_ins() == []
    assert after.profiles == box.profiles
    file = BoxFile("mine", {"en": "Mine"}, overlay)
    assert read_box(write_box(file)) == file
    for path in box.stand_ins():
        overlay = forgotten(overlay, path)
    assert overlay == Overlay()


def test_values_of_every_kind_can_be_set() -> None:
    overlay = Overlay()
    for path, value in {
        "pack.human.blade.lines.3": {"mvt": 3, "cbt": 1, "def": 2},
        "pack.human.brute.talents": ["frantic"],
        "pack.fiend.demon_7.health": 6,
        "pack.fiend.demon_7.name": {"en": "Lone Terror"},
        "pack.gift.aura_of_courage.die": 1,
        "pack.square.trap.red": False,
        "pack.tile.17.openings": "NS",
        "pack.event.panic.copies": 3,
        "pack.hole_markers": 2,
        "scenario.survivors.tp": 7,
    }.items():
        overlay = with_value(overlay, path, value)
    box = box_with(overlay)
    assert box.profiles["brute"].talents == {"frantic"}
    assert box.profiles["demon_7"].health == 6
    assert box.cards["demon_7"].name == {"en": "Lone Terror"}
    assert box.rules_cards["aura_of_courage"].die == 1
    assert not box.squares["trap"].red
    assert next(t for t in box.tiles if t.number == 17).openings == "NS"
    assert box.scenarios["survivors"].tp.provenance == "owner"
    assert box.pack.hole_markers is not None
    assert box.pack.hole_markers.value == 2


def test_labels_that_are_stuck_on_cards_stay_true() -> None:
    ours = base_box()
    fewer = with_value(Overlay(), "pack.gift.aura_of_courage.copies", 0)
    box = box_with(with_value(fewer, "pack.event.panic.copies", 4))
    assert box.cards["aura_of_courage"].tags == ()
    assert box.cards["panic"].tags == (*ours.cards["panic"].tags, 51, 52)
    others = set(ours.cards) - {"aura_of_courage", "panic"}
    assert all(box.cards[card].tags == ours.cards[card].tags for card in others)


def test_a_changed_card_of_the_owners_keeps_its_place_and_its_label() -> None:
    """Labels are numbered in the order of the cards: a change must not move them."""
    stated = overlay_from({"event": [OWN_CARD | {"id": "first"}, OWN_CARD | {"id": "second"}]})
    changed = with_value(stated, "pack.event.first.when", ["threat"]).with_piece("event", "first", OWN_CARD)
    for overlay in (stated, changed):
        box = box_with(overlay)
        assert (box.cards["first"].tags, box.cards["second"].tags) == ((51,), (52,))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("pack.tile.3.from", "rulebook"),
        ("pack.human.brute.id", "blade"),
        ("pack.tile.3.number", 4),
        ("pack.human.brute.name", {"en": "Brute", "from": "rulebook"}),
        ("pack.human.brute.lines.1", 1.5),
        ("pack.human.brute.lines.1", None),
    ],
)
def test_a_value_that_would_spoil_the_overlay_is_refused_at_once(path: str, value: Any) -> None:
    with pytest.raises(Refused):
        with_value(Overlay(), path, value)


@pytest.mark.parametrize(
    ("overlay", "key", "reason"),
    [
        ({"human": [{"id": "brute", "lins": 1}]}, "human.brute.lins", "not permitted"),
        ({"human": [{"id": "brute", "lines": {"1": {**LINE, "is": {"mvt": "2"}}}}]}, "mvt", "integer"),
        ({"human": [{"id": "brute", "lines": {"7": LINE}}]}, "human.brute.lines.7", "'1'"),
        ({"human": [{"id": "brute", "miniatures": {"is": True, "from": "owner"}}]}, "miniatures.is", "integer"),
        ({"human": [{"id": "brute", "lines": {"1": {**LINE, "from": "rulebook"}}}]}, "from", "must be 'owner'"),
        ({"human": [{"id": "brute", "lines": {"1": {"is": 1}}}]}, "from", "must be 'owner'"),
        ({"human": [{"id": "giant"}]}, "human.giant.name", "required"),
        ({"human": [{"id": "brute"}, {"id": "brute"}]}, "human.brute", "more than once"),
        ({"human": {"id": "brute"}}, "human", "list"),
        ({"human": [{"lines": {}}]}, "human", "needs its id"),
        ({"humans": []}, "humans", "unknown section"),
        ({"event": [{"id": "panic", "copies": {"is": 21, "from": "owner"}}]}, "copies", "less than or equal to 20"),
        ({"event": [{"id": "panic", "tags": [7]}, {"id": "lost", "tags": [7]}]}, "tag", "more than once"),
        ({"event": [{"id": "panic", "tags": [0]}]}, "event.panic.tags", "greater"),
        ({"tile": [{"number": 3, "kind": "cellar"}]}, "tile.3.kind", "cellar"),
        ({"scenario": [{"id": "survivors", "gifts": {"is": ["x"], "from": "owner"}}]}, "survivors.gifts", "'x'"),
        ({"scenario": [{"id": "survivors", "tp": {"is": -1, "from": "owner"}}]}, "scenario.survivors.tp", "greater"),
        ({"hole_markers": {"is": 3, "from": "reported"}}, "hole_markers.from", "must be 'owner'"),
        ({"human": [{"id": "brute", "condemned": 1.5}]}, "condemned", "float"),
        ({"human": [{"id": "brute", "condemned": None}]}, "condemned", "NoneType"),
        ({"human": [{"id": "br\x00ute"}]}, "id", "cannot be written"),
        ({"human": [{"id": "brute", "x" * 61: 1}]}, "human.0", "key"),
        ({"human": [{"id": "x" * 3000}]}, "id", "longer"),
        ([], "file", "table"),
    ],
)
def test_a_bad_value_is_refused_by_key_and_reason(overlay: Any, key: str, reason: str) -> None:
    with pytest.raises(Refused) as error:
        box_with(overlay_from(overlay))
    assert key in error.value.facts["key"] or key in error.value.facts["reason"]
    assert reason in error.value.facts["reason"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("id = mine", "not TOML"),
        ("\ufffd\x00", "not TOML"),
        ("a = " + "[" * 100_000, "nested too deeply"),
        ("a = " + "[\n" * 40_000, "nested too deeply"),
        (".".join("a" * 50_000) + " = 1", "nested too deeply"),
        ("x = {" + '."=".'.join("a" * 20_000) + " = 1}", "nested too deeply"),
        ("[" + ".".join("a" * 50_000) + "]", "nested too deeply"),
        ("x = {" + ".".join("a" * 50_000) + " = 1}", "nested too deeply"),
        ("#" * 200_000, "larger than"),
        ("note = [" + "1," * 30_000 + "]", "more than"),
        ("day = 2009-10-01", "no kind of value"),
        ("size = 1.5", "no kind of value"),
        ("size = 99999999999", "too large"),
        ('name = { en = "" }', "at least 1"),
        ('name = { de = "Kiste" }', "required"),
        ("id = 7", "a text"),
    ],
)
def test_a_bad_or_hostile_file_is_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(Refused) as error:
        read_box(text)
    assert reason in error.value.facts["reason"]


@pytest.mark.parametrize(
    "path",
    [
        *("", "pack", "pack.human", "pack.dragon.x.y", "pack.human.giant.lines.1", "a.b.c.d.e"),
        *("pack.tile.x", "pack.human.brute.name.en", "pack.gift.aura_of_courage.bearers"),
    ],
)
def test_a_path_that_leads_nowhere_cannot_be_confirmed(path: str) -> None:
    with pytest.raises(Refused):
        confirmed(Overlay(), data_of(base_box()), path)


WRITABLE = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=30)
VALUES = st.recursive(
    st.one_of(st.booleans(), st.integers(-9999, 9999), WRITABLE),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(WRITABLE, inner, max_size=3)),
    max_leaves=8,
)


@settings(max_examples=20)
@given(st.dictionaries(WRITABLE, VALUES, max_size=4))
def test_what_is_written_reads_back_as_it_was(data: dict[str, Any]) -> None:
    assert tomllib.loads(write_toml(data)) == data


def test_names_of_files_are_plain() -> None:
    assert slug("Ma boîte 2009!", "box") == "ma_bo_te_2009"
    assert slug("../../etc/passwd", "box") == "etc_passwd"
    assert slug("Моя", "box") == "box"
    assert slug("1643", "box") == "box_1643"
