"""The base box as data, and what is said of packs that are wrong."""

from collections import Counter
from pathlib import Path

import pytest

from companion.content import Box, load_box
from companion.content.loader import PACKS
from companion.content.models import Sourced
from companion.content.setup import new_game
from companion.protocol.refusal import Refused
from companion.rules.board import openings_from


@pytest.fixture(scope="module")
def base() -> Box:
    """The base box alone."""
    return load_box(PACKS / "base")


def test_the_36_tiles(base: Box) -> None:
    assert [t.number for t in base.tiles] == list(range(1, 37))
    shapes = Counter(_shape(t.openings) for t in base.tiles)
    assert shapes == {"corridor": 11, "bend": 6, "T": 9, "cross": 4, "dead end": 6}
    kinds = Counter(t.kind for t in base.tiles)
    assert kinds["stash"] == 4
    assert kinds["exit"] == kinds["pentacle"] == 1


def _shape(openings: str) -> str:
    mask = openings_from(openings)
    if len(openings) == 2:
        return "corridor" if mask in (5, 10) else "bend"
    return {1: "dead end", 3: "T", 4: "cross"}[len(openings)]


def test_the_ten_tiles_of_de_profundis(base: Box, box: Box) -> None:
    """DP-5: ten tiles of six kinds, numbered on from the base box."""
    new = [t for t in box.tiles if t.number > len(base.tiles)][:10]
    assert [t.number for t in new] == list(range(37, 47))
    kinds = Counter(t.kind for t in new)
    assert kinds == {
        **{"large_room": 2, "healing_fountain": 2, "fog": 2, "sanctified_zone": 2, "tomb": 1, "demonic_well": 1}
    }


def test_an_expansion_changes_no_game_of_the_base_box(base: Box, box: Box) -> None:
    """Games and labels of the base box are as before: same tiles, decks, tags and scenarios."""
    for name in base.scenarios:
        alone, among = new_game(base, name), new_game(box, name)
        assert (alone.stack, alone.decks, alone.game.tiles) == (among.stack, among.decks, among.game.tiles)
        assert alone.game.tile_kinds == among.game.tile_kinds
        assert alone.game.hand_limit == among.game.hand_limit == 0
        assert base.stand_ins(name) == box.stand_ins(name)
    assert {name: card.tags for name, card in base.cards.items()}.items() <= {
        name: card.tags for name, card in box.cards.items()
    }.items()


def test_an_expansion_is_shuffled_in(box: Box) -> None:
    """DP-1: its tiles, Events and Objects in its own scenarios; 3 Events in hand at most."""
    state = new_game(box, "misled")
    assert state.game.hand_limit == 3
    assert {"37", "46", "1"} <= state.game.tiles.keys()
    assert {"deep_event_1", "lost"} <= set(state.decks["event"])
    assert "deep_advantage_1" in state.decks["advantage"]
    assert "deep_object_1" in state.decks["object"]
    assert "blunderbuss" in state.decks["object"], "one of two is carried, the other may be found"
    assert "shield_of_steel" in state.decks["object"]


def test_the_decks_have_the_printed_number_of_cards(base: Box) -> None:
    """SET-3: 6 Gifts, 6 Objects, 15 Advantages, 16 Events, 7 Demons."""
    counts: Counter[str] = Counter()
    for card in base.cards.values():
        counts[card.deck] += card.copies
    assert counts == {"gift": 6, "object": 6, "advantage": 15, "event": 16, "demon": 7}
    assert base.stock == {"redeemer": 1, "brute": 2, "blade": 2, "troglodyte": 11, "demon": 1, "putrefied_damned": 4}


def test_every_card_copy_has_a_tag_of_its_own(base: Box, box: Box) -> None:
    tags = [tag for card in base.cards.values() for tag in card.tags]
    assert sorted(tags) == list(range(1, 51))
    every = [tag for card in box.cards.values() for tag in card.tags]
    assert len(set(every)) == len(every)
    assert min(set(every) - set(tags)) == 201, "an owner's own cards go on from 51"


def test_attested_lines_are_as_printed(box: Box) -> None:
    """CARD-14, and the one line of the Blade a photo shows."""
    assert box.profiles["redeemer"].lines[1] == (1, 2, 4)
    assert box.profiles["redeemer"].lines[4] == (1, 1, 5)
    assert box.profiles["blade"].lines[0] == (1, 3, 3)
    assert box.profiles["troglodyte"].lines == ((1, 1, 3),)


def test_every_human_line_adds_up_to_seven(box: Box) -> None:
    for human in box.pack.human:
        assert [sum(line) for line in box.profiles[human.id].lines] == [7] * 6


def test_unknown_cards_are_blanks_without_invented_effects(box: Box) -> None:
    decks = (box.pack.advantage, box.pack.event)
    blanks = [c for deck in decks for c in deck if c.id[-1].isdigit() and c.pack == "base"]
    assert len(blanks) == 16
    for card in blanks:
        assert card.effect is None
        assert box.rules_cards[card.id].by_hand


def test_cards_whose_effect_is_not_printed_are_played_by_hand(box: Box) -> None:
    """CARD-4, CARD-10, CARD-12."""
    for card in ("aura_of_precognition", "our_faith_will_protect_us", "lost", "panic", "tough_troglodyte"):
        assert box.rules_cards[card].by_hand


def test_stand_ins_are_known_by_path(box: Box) -> None:
    paths = box.stand_ins("survivors")
    assert "pack.human.brute.lines.1" in paths
    assert "pack.human.redeemer.lines.2" not in paths
    assert "scenario.survivors.start" in paths
    assert not any(path.startswith("scenario.ritual") for path in paths)
    assert any(path.startswith("scenario.ritual") for path in box.stand_ins())


def test_the_scenarios(box: Box) -> None:
    of_pack = {
        pack: {s.id for s in box.scenarios.values() if s.packs[-1] == pack}
        for pack in ("base", "de_profundis", "furor_sanguinis")
    }
    assert of_pack == {
        "base": {"survivors", "christmas_2009", "holding_back", "hit_them", "ritual", "possessed", "who_dares"},
        "de_profundis": {"cleansing", "misled", "demons_soul", "experimentation", "forge", "fountains"},
        "furor_sanguinis": {
            *("blood_trail", "beast_at_bay", "the_pit"),
            *("prey_and_hunter", "altar_of_blood", "three_ways"),
        },
    }
    for scenario in box.scenarios.values():
        assert isinstance(scenario.stack, Sourced)


def test_public_view_has_the_provenance_of_every_value(box: Box) -> None:
    brute = next(h for h in box.to_json(lambda _: 0)["pack"]["human"] if h["id"] == "brute")
    assert brute["lines"]["1"]["from"] == "stand-in"
    assert brute["miniatures"] == {"is": 2, "from": "rulebook", "note": ""}


# -- packs that are wrong ----------------------------------------------------------------------------------------------


def broken_pack(tmp_path: Path, file: str, old: str, new: str) -> str:
    """The base pack with one thing changed, and the complaint about it."""
    for path in (PACKS / "base").rglob("*.toml"):
        copy = tmp_path / path.relative_to(PACKS / "base")
        copy.parent.mkdir(exist_ok=True)
        text = path.read_text()
        if copy.name == file:
            assert old in text
            text = text.replace(old, new, 1)
        copy.write_text(text)
    with pytest.raises(Refused) as error:
        load_box(tmp_path)
    return str(error.value)


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        ("fiends.toml", "health = { is = 1,", 'health = { is = "one",', ["fiends.toml", "health", "valid integer"]),
        ("fiends.toml", 'from = "rulebook"', 'from = "somewhere"', ["fiends.toml", "from", "'rulebook'"]),
        ("fiends.toml", "health =", "helth =", ["fiends.toml", "health", "required"]),
        ("tiles.toml", 'openings = "NS"', 'openings = ""', ["tiles.toml", "openings"]),
        ("tiles.toml", 'kind = "plain"', 'kind = "cellar"', ["tile 1", "cellar", "correct the name"]),
        ("tiles.toml", "number = 2\n", "number = 1\n", ["tile number", "1", "keep one"]),
        ("survivors.toml", '"aura_of_courage"', '"aura_of_greed"', ["survivors", "gifts", "aura_of_greed"]),
        ("survivors.toml", '"blunderbuss"', '"bazooka"', ["survivors", "objects", "bazooka"]),
        ("survivors.toml", 'verb = "out"', 'verb = "fled"', ["survivors.toml", "unknown piece", "fled"]),
        ("gifts.toml", 'verb = "heal"', 'verb = "resurrect"', ["gifts.toml", "unknown verb", "resurrect"]),
        ("gifts.toml", "is = 5, from", "is = 7, from", ["gifts.toml", "die", "less than or equal to 6"]),
        ("warriors.toml", 'is = "blessed"', 'is = "lucky"', ["warriors.toml", "talent", "lucky"]),
        ("warriors.toml", "6 = {", "7 = {", ["warriors.toml", "lines"]),
        ("destiny.toml", 'is = "any"', 'is = "lots"', ["destiny.toml", "condition", "lots"]),
        ("events.toml", 'id = "panic"', 'id = "lost"', ["lost", "more than once"]),
        ("pack.toml", 'id = "base"', "id = base", ["pack.toml", "not TOML"]),
    ],
)
def test_a_wrong_pack_is_named_by_file_key_and_remedy(
    tmp_path: Path, file: str, old: str, new: str, words: list[str]
) -> None:
    complaint = broken_pack(tmp_path, file, old, new)
    for word in words:
        assert word in complaint


def test_an_empty_folder_and_a_binary_file_are_no_packs(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no TOML files"):
        load_box(tmp_path)
    (tmp_path / "pack.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Refused, match="UTF-8"):
        load_box(tmp_path)
