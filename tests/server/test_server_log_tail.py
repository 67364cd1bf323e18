"""The last lines of the log, kept for the support bundle."""

from __future__ import annotations

import logging

import pytest

from companion.server.service import LogTail


def line(words: str, about: object) -> logging.LogRecord:
    return logging.LogRecord("companion", logging.INFO, "here", 1, words, (about,), None)


def test_a_line_that_cannot_be_written_ends_nobodys_work(capsys: pytest.CaptureFixture[str]) -> None:
    """It once ended the thread of the camera."""
    tail = LogTail()
    tail.handle(line("%d dice", "two"))
    tail.handle(line("%d dice", 2))
    assert [kept.rpartition(": ")[2] for kept in tail.lines] == ["2 dice"]
    assert "Logging error" in capsys.readouterr().err
