"""A restore that is killed at any moment: the folder is as before or as in the backup, and never in between."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.backup.archive import read_manifest
from companion.backup.making import backups_in, make_backup
from companion.backup.restoring import finish_restore, stage
from companion.data_folder import lock_folder
from companion.protocol.refusal import Refused
from tests.backup.backup_rig import contents, small_folder

# Whatever changes a name or makes it last: between two of these nothing can be seen from outside.
WATCHED = ("rename", "replace", "unlink", "mkdir", "rmdir", "fsync")
MOST_CALLS = 200


def killed_at(call: int, work: Callable[[], object]) -> bool:
    """The work in a process of its own that is killed with this call; False if it was done before that."""
    child = os.fork()
    if child == 0:
        left = call

        def watched(real: Callable[..., Any]) -> Callable[..., Any]:
            def counted(*args: Any, **options: Any) -> Any:
                nonlocal left
                left -= 1
                if left == 0:
                    os.kill(os.getpid(), signal.SIGKILL)
                return real(*args, **options)

            return counted

        for name in WATCHED:
            setattr(os, name, watched(getattr(os, name)))
        try:
            work()
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def restore(data: Path, backup: Path) -> None:
    with lock_folder(data):
        stage(data, backup)
        finish_restore(data)


def next_start(data: Path) -> None:
    with lock_folder(data):
        finish_restore(data)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_killed_at_every_step(tmp_path: Path) -> None:
    """Every third call in turn, so that all of it is quick; the next start ends what was begun."""
    other = small_folder(tmp_path / "other", 2)
    backup = make_backup(other, "asked")
    wanted = contents(other)
    outcomes = []
    for call in range(1, MOST_CALLS, 3):
        data = small_folder(tmp_path / f"data-{call}", 1)
        before = contents(data)
        was_killed = killed_at(call, lambda data=data: restore(data, backup))  # type: ignore[misc]
        # A second kill, while the next start goes on from where the first one left it.
        killed_at(1 + call % 7, lambda data=data: next_start(data))  # type: ignore[misc]
        next_start(data)
        now = contents(data)
        assert now in (before, wanted), call
        outcomes.append(now == wanted)
        assert not (data / "restore").exists()
        assert not list(data.rglob("*.new"))
        assert not list(data.glob("replaced-*")), "all of it is in the backup"
        if now == wanted:
            assert before_is_kept(data), "what was replaced is a backup now"
        if not was_killed:
            break
    assert not was_killed, "the restore has more steps than were tried"
    assert outcomes == sorted(outcomes), "once it is decided, it stays decided"
    assert True in outcomes[:-1]
    assert False in outcomes


def before_is_kept(data: Path) -> bool:
    newest = backups_in(data / "backups")[0]
    return read_manifest(newest).why == "before_restore" and "boxes/box_1.toml" in read_manifest(newest).files


def test_what_no_backup_holds_is_not_thrown_away(tmp_path: Path) -> None:
    data = small_folder(tmp_path / "data", 1)
    (data / "games" / "a note of mine.txt").write_text("keep me")
    restore(data, make_backup(small_folder(tmp_path / "other", 2), "asked"))
    assert (data / "replaced-1" / "games" / "a note of mine.txt").read_text() == "keep me"


def test_nothing_is_restored_when_today_cannot_be_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = small_folder(tmp_path / "data", 1)
    backup = make_backup(small_folder(tmp_path / "other", 2), "asked")
    before = contents(data)
    stage(data, backup)

    def full(*_: object) -> None:
        raise Refused("backup/no_space", "no_space")

    monkeypatch.setattr("companion.backup.restoring.make_backup", full)
    assert finish_restore(data) == ""
    assert contents(data) == before
    assert not (data / "restore").exists()


def test_a_state_that_was_lost_brings_today_back(tmp_path: Path) -> None:
    """The one file that says how far it is has become junk, in the worst moment."""
    data = small_folder(tmp_path / "data", 1)
    before = contents(data)
    stage(data, make_backup(small_folder(tmp_path / "other", 2), "asked"))
    (data / "restore" / "old").mkdir()
    for name in ("games", "boxes"):
        (data / name).rename(data / "restore" / "old" / name)
    (data / "restore" / "state").write_bytes(b"\xff\x00")
    assert finish_restore(data) == ""
    assert contents(data) == before
