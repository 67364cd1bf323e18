"""A tag is read back exactly as written; nothing else is ever taken for one."""

from __future__ import annotations

import pytest
import segno
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from vision.tags.grammar import (
    HIGHEST_NUMBER,
    Tag,
    TagError,
    TagKind,
    TagStatus,
    parse_tag,
    tag_from_id,
    tag_or_none,
    tag_status,
)
from vision.tags.pattern import MODULES, modules_of

# the same examples every time, and no clock: the machine may be busy
STEADY = settings(deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
TAGS = st.builds(
    Tag,
    st.sampled_from(TagKind),
    st.integers(1, HIGHEST_NUMBER),
    st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
)
QR_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"


def test_the_text_of_a_known_tag() -> None:
    assert Tag(TagKind.TILE, 17).text == "CL:AT0017I"
    assert Tag(TagKind.TILE, 17).id == "tile-17"
    assert Tag(TagKind.CARD, 3, "B").id == "card-3@B"


@settings(STEADY)
@given(TAGS)
def test_text_and_id_are_read_back(tag: Tag) -> None:
    assert parse_tag(tag.text) == tag
    assert tag_from_id(tag.id) == tag


@settings(STEADY)
@given(TAGS)
def test_a_tag_fits_the_smallest_code_at_the_highest_error_level(tag: Tag) -> None:
    code = segno.make_qr(tag.text, error="h", boost_error=False)
    assert code.designator == "1-H"
    assert modules_of(tag).shape == (MODULES, MODULES)


@settings(STEADY)
@given(TAGS, st.integers(0, 9), st.sampled_from(QR_ALPHABET))
def test_one_altered_character_is_no_tag(tag: Tag, place: int, letter: str) -> None:
    altered = tag.text[:place] + letter + tag.text[place + 1 :]
    assume(altered != tag.text)
    assert tag_or_none(altered) is None


@settings(STEADY)
@given(TAGS, st.integers(0, 9), st.integers(0, 9))
def test_two_swapped_characters_are_no_tag(tag: Tag, first: int, second: int) -> None:
    letters = list(tag.text)
    letters[first], letters[second] = letters[second], letters[first]
    swapped = "".join(letters)
    assume(swapped != tag.text)
    assert tag_or_none(swapped) is None


@settings(STEADY)
@given(TAGS, st.integers(0, 9))
def test_a_truncated_text_is_no_tag(tag: Tag, length: int) -> None:
    assert tag_or_none(tag.text[:length]) is None
    assert tag_or_none(tag.text[10 - length :]) is None


@settings(STEADY)
@given(TAGS, st.text(min_size=1, max_size=3), st.booleans())
def test_a_longer_text_is_no_tag(tag: Tag, more: str, before: bool) -> None:
    assert tag_or_none(more + tag.text if before else tag.text + more) is None


@settings(STEADY)
@given(st.text(max_size=40))
def test_any_other_text_is_no_tag(text: str) -> None:
    tag = tag_or_none(text)
    assert tag is None or tag.text == text


@pytest.mark.parametrize(
    "text",
    ["", "https://example.org/CL:AT0017I", "cl:at0017i", "CL:AT٠٠١٧I", "CL:AT0017I\n", " CL:AT0017I", "CL:AT0000*"],
)
def test_strays(text: str) -> None:
    with pytest.raises(TagError):
        parse_tag(text)


def test_number_zero_is_refused_even_with_a_right_check_character() -> None:
    for check in "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*":
        assert tag_or_none(f"CL:AT0000{check}") is None


def test_what_a_text_is_to_us() -> None:
    known = {Tag(TagKind.TILE, 17), Tag(TagKind.CARD, 3)}
    assert tag_status(Tag(TagKind.TILE, 17).text, known) is TagStatus.KNOWN
    assert tag_status(Tag(TagKind.TILE, 18).text, known) is TagStatus.UNKNOWN
    assert tag_status(Tag(TagKind.TILE, 17, "B").text, known) is TagStatus.OTHER_SET
    assert tag_status("https://example.org", known) is TagStatus.STRAY


@pytest.mark.parametrize(("number", "set_code"), [(0, "A"), (10000, "A"), (-1, "A"), (1, "a"), (1, "AB"), (1, "")])
def test_a_tag_that_cannot_be_written_is_refused(number: int, set_code: str) -> None:
    with pytest.raises(TagError):
        Tag(TagKind.TILE, number, set_code)


@pytest.mark.parametrize("name", ["", "tile", "tile-0", "tile-017", "dragon-1", "tile-1@b", "tile-1@", "TILE-1"])
def test_bad_ids(name: str) -> None:
    with pytest.raises(TagError):
        tag_from_id(name)
