"""Which of several names a text is, misread letters allowed for; and what the title of a card seems to be."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from vision.words.tesseract import TextLine

# sure: one name, and no other near it. asked: somebody must say which, or whether. unknown: a title that is no name.
TitleLevel = Literal["sure", "asked", "unknown", "none"]

# Letters that are drawn alike in two alphabets: which of the two was read says nothing.
_DRAWN_ALIKE = str.maketrans("авекмнорстухі", "abekmhopctyxi")
_TINY = 3  # letters of a name that must be read as it is
_FAINT = 40.0  # lines with less confidence are stains and cracks
_JOINED = 3  # lines that a title may be broken into
_CLEAR = 60.0  # confidence from which on a line is text and no ornament
_BELOW = 0.01  # under the limit: it will be asked about
_STEP = 2.0  # from the top of a line to that of the next, in heights of a line
_WORD, _VERY = 0.55, 0.92  # share of letters that are right in a word that is the same, and in all of a text
_BROKEN = 2  # lines of an unknown title
_TITLE = 80.0  # the confidence of a title that is offered as the name of a new card
_LETTERS = 3  # the fewest of a line of a title
_PRINT, _LONG = 85.0, 8  # the confidence and the letters of a line of print


class TitleLimits(NamedTuple):
    """Chosen by `vision.evaluation.title_trial`."""

    sure: float = 0.8  # share of letters that are the name's
    asked: float = 0.62
    ahead: float = 0.2  # by which the next name must be behind
    short: int = 6  # letters up to which nothing may be misread


LIMITS = TitleLimits()


class TitleReading(NamedTuple):
    """`names` are ids, the likeliest first; `text` is the title as it was read."""

    level: TitleLevel
    names: tuple[str, ...] = ()
    text: str = ""
    alike: float = 0.0


NO_TITLE = TitleReading("none")


def plain(text: str) -> str:
    """The letters and digits alone, without accents and case.

    >>> plain("De l'huile pour votre lampe!") == plain("DE L’HUILE  POUR VOTRE LAMPE")
    True
    """
    bare = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe").replace("æ", "ae"))
    return "".join(letter for letter in bare if letter.isalnum()).translate(_DRAWN_ALIKE)


def match_title(
    lines: Sequence[TextLine], names: Mapping[str, Iterable[str]], limits: TitleLimits = LIMITS
) -> TitleReading:
    """`names`: all names of each id, in any language."""
    wanted = {name: [form for one in forms if (form := plain(one))] for name, forms in names.items()}
    scores: dict[str, float] = {}
    texts: dict[str, str] = {}
    for span in _spans(lines):
        read, words = plain(span.text), _words(span.text)
        for name, forms in wanted.items():
            score = max((alike(read, form, limits.short) for form in forms), default=0.0)
            if score > scores.get(name, 0.0):
                whole = span.whole and any(_same_words(words, _words(one)) for one in names[name])
                scores[name] = score if whole else min(score, limits.sure - _BELOW)
                texts[name] = span.text
    ranked = sorted(scores, key=lambda name: -scores[name])
    if not ranked or scores[ranked[0]] < limits.asked:
        title = likely_title(lines)
        return TitleReading("unknown", (), title) if title else NO_TITLE
    best = scores[ranked[0]]
    near = tuple(name for name in ranked if scores[name] >= limits.asked and best - scores[name] < limits.ahead)
    level: TitleLevel = "sure" if best >= limits.sure and len(near) == 1 else "asked"
    return TitleReading(level, near, texts[ranked[0]], round(best, 3))


def alike(read: str, name: str, short: int = LIMITS.short) -> float:
    """1 for the very same, less for every letter that differs. Digits and very short names are right or wrong."""
    if abs(len(read) - len(name)) > max(len(read), len(name)) // 2:
        return 0.0
    digits = _digits(name)
    if digits and digits != _digits(read):
        return 0.0
    off = _distance(read, name)
    share = 1 - off / max(len(read), len(name), 1)
    if digits != _digits(read):
        # A digit that was read for a letter.
        share = min(share, LIMITS.sure - _BELOW)
    if off and len(name) <= short:
        # One letter of few may be a letter of another word.
        return min(share, LIMITS.sure - _BELOW) if off == 1 and len(name) > _TINY else 0.0
    return share


def likely_title(lines: Sequence[TextLine]) -> str:
    """The largest text, all lines of it: what somebody would call the card by; empty where there is no clear text."""
    clear = [line for line in lines if line.confidence >= _TITLE and sum(map(str.isalpha, line.text)) > _LETTERS]
    if not clear:
        return ""
    tallest = max(line.height for line in clear)
    large = [line.text for line in clear if line.height > 0.75 * tallest]
    # Where everything is of one size it is small print.
    return " ".join(large) if len(large) <= _BROKEN else ""


def legible(lines: Sequence[TextLine]) -> bool:
    """Whether these are lines of print: seen upside down or in another alphabet they are not."""
    return sum(line.confidence >= _PRINT and len(plain(line.text)) >= _LONG for line in lines) >= 2


class _Span(NamedTuple):
    text: str
    # False where the title seems to go on in the line before or after.
    whole: bool


def _spans(lines: Sequence[TextLine]) -> list[_Span]:
    """Each line alone, and with the next ones: a long title is broken."""
    read = [line._replace(text=_without_ornaments(line.text)) for line in lines if line.confidence >= _FAINT]
    spans = []
    for first in range(len(read)):
        for last in range(first, min(first + _JOINED, len(read))):
            before = first > 0 and _goes_on(read[first - 1], read[first])
            after = last + 1 < len(read) and _goes_on(read[last], read[last + 1])
            text = " ".join(line.text for line in read[first : last + 1])
            spans.append(_Span(text, not before and not after))
    return spans


def _goes_on(line: TextLine, other: TextLine) -> bool:
    """Whether two lines are of one text: as large, and right below each other."""
    large = 0.7 < line.height / max(other.height, 1) < 1.4
    near = abs(other.top - line.top) < _STEP * max(line.height, other.height)
    clear = all(one.confidence >= _CLEAR and len(plain(one.text)) >= _LETTERS for one in (line, other))
    return large and near and clear


def _words(text: str) -> list[str]:
    return [word for part in text.replace("-", " ").split() if len(word := plain(part)) >= _LETTERS]


def _same_words(read: Sequence[str], name: Sequence[str]) -> bool:
    """Whether no word of either is another word: one of many may be wrong where most letters are right."""

    def has(word: str, others: Sequence[str]) -> bool:
        return any(1 - _distance(word, one) / max(len(word), len(one)) >= _WORD for one in others)

    # What was read as one word may be two.
    joined = ["".join(read), "".join(name)]
    return 1 - _distance(*joined) / max(1, *map(len, joined)) >= _VERY or (
        all(has(word, name) for word in read) and all(has(word, read) for word in name)
    )


def _without_ornaments(text: str) -> str:
    """Lone signs at the ends of a line are frames and stains, not letters."""
    words = text.split()
    while words and sum(map(str.isalnum, words[0])) < 2 and len(words) > 1:
        words = words[1:]
    while words and sum(map(str.isalnum, words[-1])) < 1 and len(words) > 1:
        words = words[:-1]
    return " ".join(words)


def _digits(text: str) -> str:
    return "".join(filter(str.isdigit, text))


def _distance(one: str, other: str) -> int:
    """Letters to put in, take out or change."""
    before = list(range(len(other) + 1))
    for k, letter in enumerate(one, 1):
        row = [k]
        for at, wanted in enumerate(other, 1):
            row.append(min(before[at] + 1, row[-1] + 1, before[at - 1] + (letter != wanted)))
        before = row
    return before[-1]
