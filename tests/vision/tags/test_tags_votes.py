"""Frames vote: what carries a reading, and what cancels it."""

from __future__ import annotations

import pytest

from vision.tags.grammar import Tag, TagKind
from vision.tags.reading import TagReading, TagVotes


def seen(number: int, reader: str = "both", turn: int = 0, at: float = 0.0) -> TagReading:
    tag = Tag(TagKind.TILE, number)
    return TagReading(tag.text, tag, turn, ((at, 0), (at + 70, 0), (at + 70, 70), (at, 70)), reader)


def ids(carried: tuple[TagReading, ...]) -> list[tuple[int, int]]:
    return [(one.tag.number, one.turn) for one in carried if one.tag]


def test_both_readers_carry_at_once() -> None:
    assert ids(TagVotes().feed([seen(7)])) == [(7, 0)]


def test_one_reader_must_see_it_twice() -> None:
    votes = TagVotes()
    assert votes.feed([seen(7, "pyzbar")]) == ()
    assert votes.feed([]) == ()
    assert ids(votes.feed([seen(7, "zxing")])) == [(7, 0)]


def test_votes_too_far_apart_do_not_count() -> None:
    votes = TagVotes()
    votes.feed([seen(7, "pyzbar")])
    votes.feed([])
    votes.feed([])
    assert votes.feed([seen(7, "pyzbar")]) == ()


def test_a_tile_being_turned_counts_only_as_it_lies_now() -> None:
    votes = TagVotes()
    votes.feed([seen(7, "pyzbar", turn=0)])
    assert votes.feed([seen(7, "pyzbar", turn=90)]) == ()
    assert ids(votes.feed([seen(7, "pyzbar", turn=90)])) == [(7, 90)]


def test_two_tags_at_one_place_cancel_each_other() -> None:
    votes = TagVotes()
    votes.feed([seen(7)])
    assert votes.feed([seen(8)]) == ()


def test_two_tags_side_by_side_do_not() -> None:
    assert ids(TagVotes().feed([seen(7), seen(8, at=200)])) == [(7, 0), (8, 0)]


def test_two_copies_in_one_frame_are_one_vote() -> None:
    assert TagVotes().feed([seen(7, "pyzbar"), seen(7, "pyzbar", at=200)]) == ()


def test_foreign_codes_have_no_vote() -> None:
    foreign = TagReading("https://example.org", None, 0, ((0, 0), (9, 0), (9, 9), (0, 9)), "both")
    assert TagVotes(needed=1).feed([foreign]) == ()


def test_forgetting() -> None:
    votes = TagVotes()
    votes.feed([seen(7)])
    votes.forget()
    assert votes.feed([]) == ()


def test_impossible_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        TagVotes(window=0)
