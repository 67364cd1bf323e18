"""Kinds of faults in the texts that a pattern can find, in all three languages."""

from __future__ import annotations

import re
import tomllib

import pytest

from companion.rules.language import LANGUAGES
from tests.web.test_tablet_catalogue import ROOT, catalogue, tables

# Sentences about warriors that come into play.
ENTERING = ("effect.", "rule.THR", "waiting.choice.enter", "enter.", "happening.enters", "refused.enter")
FORMS = {"en": (2,), "fr": (2,), "ru": (3,)}
COUNTED = re.compile(r"\{\w+#([^}]*)\}")

# Holes for names that are said as they are: they have no case, no article and no gender to agree with.
NAME = (
    r"\{(?:warrior|name|target|figure|card|who|kind|part|other|victim|explorer"
    r"|give|bless|move|release|leave|finish|hit|guard)\}"
)
# In French and Russian: what may be said of a name only by who knows its gender.
FARED = r"(?:béni|sorti|mort|tombé|choisi|épargné|épuisé|soigné|retiré|blessé)"
PAST = r"(?:\w+[аеиоуяё]л(?:а|ся|ась)?|\w+[лс]ён|обессилен|отпущен|выбран|убран|ранен|удержан)"
PREPOSITIONS = r"(?:на|с|со|из|от|до|для|у|к|через|против|вместо)"

# What each language must not say, and what it says instead; small and capital letters are alike.
WRONG = {
    "en": {
        r"\s[:;?!]": "no space before a sign",
        r"\bone of \{\w+#": "“one of 1 lit tile”",
        r"\bone of \{candidates": "“one of Brute 1”: they are joined by “or”",
        r"\{(?:culprits|warriors|tiles|cards|lines)\} (?:is|holds|has)\b": "a list of names is not one",
        r"\bturn of:": "“the turn of: Human”",
        r"\} %": "percents are written by Intl",
        r"'": "one kind of apostrophe: ’",
        r"(?<!\{)\btags?\b": "players read “label”",
        r"\bdraw pile\b": "stack",
        r"\bplayed in: \{": "“is played in: when a tile was drawn”",
    },
    "fr": {
        r"\bguerriers?\b": "combattant",
        r"\b(?:jetons?|marqueurs?)\b": "pion",
        r"\bTouchez la carte\b": "the map is “le plan”",
        rf"\{{\w+\}} (?:est|a été) {FARED}\b": "a Brute is “elle”",
        r"(?<!\{)\bMVT\b": "DPT",
        r"\bdés de destinée\b": "dé de destin; the board and its squares are “de destinée”",
        r"^(?:lance|place|choisis|défausse) (?:les|un|une|\{number)": "players are “vous”",
        r"\((?:e?s|e)\)": "a number has the right form of its word: {n#touche|touches}",
        r"\b(?:de|que|le|la|ne) \{(?:card|what|who|kind|part|deck|thing)\}": "“de Aura”: a vowel may follow",
        r"\binterdiction de \{": "“de explorer”",
        r"\bmanches?\b": "tour",
        r"\btalon\b": "pile",
        r"(?<!frère )\brédempteur (?!\d)\w": "frère rédempteur",
        r"\bplateau squamata\b": "planche squamata",
        r"\bdans la table\b": "the printed one is “le tableau”",
    },
    "ru": {
        r"\bсветл\w+ (?:плитк|«)": "lit is «подсвеченная»",
        r"\{\w+\} (?:очков|шагов|кубиков|плиток)\b": "«1 очков»",
        r"\b(?:тайл|жетон)\w*": "плитка, маркер",
        r"\bпопадани\w+": "a hit is «удар»",
        r"\b(?:истощ|вычеркн)\w+": "обессилен, отменена",
        r"\b(?:светящ|освещ)\w+ (?:лини|плитк|мест)": "lit is «подсвеченная»",
        r"\b(?:рана|раны|ран|рану)\b": "a wound is «ранение»",
        r"(?<!\{)\b(?:MVT|CBT|DEF)\b": "ДВЖ, АТК, ЗАЩ",
        r"\s[:;?!]": "no space before a sign",
        rf"{NAME}:? (?:уже |не |сейчас )?{PAST}\b": "past tense and short forms have a gender",
        rf"\b{PREPOSITIONS} «?\{{(?:tiles?|warriors?|name|target|hole|culprits|who)\}}": "«через плитка 7»",
        r"\bпарти(?:я|и|ю|й|ей|ях)\b": "a game is «игра»",
        r"\bкост(?:и|ей|ях|ь)\b": "кубик",
        r"\bкартинк\w+": "изображение, снимок",
        r"\bзапрещающ\w+ правил\w+": "правило блока",
        r"\bпомощник\w*": "компаньон",
        r"\b(?:дар|дара|дары)\b": "способность",
        r"\bпланшет\w* скват": "поле скваматы",
        r"\bпоказани[еяй]\b": "“reading” is said with a verb",
        r"\bведущ\w+": "хозяин стола",
    },
}

# One word a thing: where the English text has the first, the French and the Russian one have theirs (TERMS of the box).
TERMS = {
    r"tiles?": (r"tuile", r"плит"),
    r"tokens?": (r"\bpions?\b", r"маркер"),
    r"lines?": (r"ligne", r"лини"),
    r"(?:Threat Points|TP)": (r"points? de menace|\bPM\b", r"очк|\bОУ\b"),
    r"wounds?": (r"blessure", r"ранени"),
    r"decks?": (r"paquet", r"колод"),
    r"stack": (r"\bpile\b", r"стопк"),
    r"labels?": (r"étiquette", r"\bмет(?:к|о)"),
    r"stickers?": (r"\bpuces?\b", r"наклейк"),
    r"(?-i:Gifts?)": (r"\bdons?\b", r"способност"),
    r"(?-i:Objects?)": (r"\bobjets?\b", r"предмет"),
    r"(?-i:Skills?)": (r"compétence", r"навык"),
    r"(?-i:Exhausted)": (r"épuis", r"обессил"),
    r"squares?": (r"\bcases?\b", r"област"),
    r"tray": (r"plateau", r"\bлот"),
    r"map": (r"\bplan\b", r"\bплан[аеу]?\b"),
    r"host": (r"\bhôte\b", r"хозя"),
    r"backups?": (r"sauvegard", r"копи"),
    r"tablets?": (r"tablette", r"планшет"),
    r"coach": (r"conseil", r"совет"),
    r"pictures?": (r"image", r"изображен|сним|кадр"),
    r"(?:Dice|Die) of Destiny": (r"\bdés? de destin\b", r"судьбы"),
    r"card": (r"carte|fiche|avantage|événement", r"\bкарт"),
}
# Where another word is right, or none is needed.
OTHERWISE = {
    "first.focus.text": "the line of a bar",
    "log.earlier": "a line of the log",
    "share.copy": "a line of text",
    "refusal.explorer_shut_out": "said without the tile",
    "order.gift.on": "the Russian card is in its signs",
    "order.play.on": "the Russian card is in its signs",
}


# Named as a thing of the box, and called otherwise: short on the map, several of it, or something else.
CALLED = ["figure.redeemer", "rule.DP-4", "source.tough"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_known_fault_comes_back(language: str) -> None:
    found = [
        f"{key}: “{text}” ({why})"
        for key, text in catalogue(language).items()
        for pattern, why in WRONG[language].items()
        if re.search(pattern, re.sub(r"\{\w+\?[^}]*\}", "", text), re.IGNORECASE)
    ]
    assert found == []


def test_one_thing_has_one_word() -> None:
    english, french, russian = catalogue("en"), catalogue("fr"), catalogue("ru")
    found: set[str] = set()
    for term, words in TERMS.items():
        named = [key for key, text in english.items() if re.search(rf"\b{term}\b", without_holes(text), re.IGNORECASE)]
        assert len(named) > 2, term
        for other, word in zip((french, russian), words, strict=True):
            found |= {f"{key}: {other[key]}" for key in named if not re.search(word, other[key], re.IGNORECASE)}
    said = {one.split(":")[0] for one in found}
    assert sorted(one for one in found if one.split(":")[0] not in OTHERWISE) == []
    assert sorted(set(OTHERWISE) - said) == []


def test_things_of_the_box_have_the_names_of_the_box() -> None:
    """A card, square or tile that a text is about is called in every language as it is in the packs."""
    packs = (ROOT / "companion" / "content" / "packs").rglob("*.toml")
    pieces = [piece for file in packs for piece in tables(tomllib.loads(file.read_text()))]
    names = {piece["name"]["en"]: piece["name"] for piece in pieces if isinstance(piece.get("name"), dict)}
    english, french, russian = catalogue("en"), catalogue("fr"), catalogue("ru")
    named = {key: names[text] for key, text in english.items() if text in names}
    assert len(named) > 30
    printed = {key: (plain(name["fr"]), plain(name["ru"])) for key, name in named.items()}
    assert sorted(key for key in named if printed[key] != (plain(french[key]), plain(russian[key]))) == CALLED


def plain(text: str) -> str:
    return text.lower().replace("'", "\u2019")


def without_holes(text: str) -> str:
    """The words of a text; those that go with a number stay."""
    return re.sub(r"\{\w+\}|\{\w+[#?]|\}", " ", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_counted_words_have_all_their_forms(language: str) -> None:
    """One and more in English and French; one, few and many in Russian."""
    counted = [(key, forms.split("|")) for key, text in catalogue(language).items() for forms in COUNTED.findall(text)]
    assert len(counted) > 30
    assert [key for key, forms in counted if len(forms) not in FORMS[language]] == []


def test_entering_is_not_the_exit() -> None:
    """«Выход» is the tile; warriors enter by «вход»."""
    russian = catalogue("ru")
    entering = [key for key in russian if key.startswith(ENTERING)]
    assert [key for key in entering if re.search(r"\b[Вв](?:ыход|ывед|ывести)", russian[key])] == []
