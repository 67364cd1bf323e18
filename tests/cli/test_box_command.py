"""`companion box`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli import main

HEALTH = 'id = "friends"\n[[fiend]]\nid = "demon_7"\nhealth = { is = 7, from = "owner" }\n'


def test_a_box_comes_in_is_listed_chosen_and_goes_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, data, out = tmp_path / "friends.toml", str(tmp_path / "data"), tmp_path / "out.toml"
    file.write_text(HEALTH)
    assert main(["box", "import", str(file), "--data", data]) == 0
    assert main(["box", "choose", "friends", "--data", data]) == 0
    capsys.readouterr()
    assert main(["box", "list", "--data", data]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert (listed["id"], listed["owner_values"], listed["chosen"]) == ("friends", 1, True)
    assert main(["box", "check", "--scenario", "survivors", "--data", data]) == 0
    paths = capsys.readouterr().out.splitlines()
    assert "pack.human.brute.lines.1" in paths
    assert "pack.fiend.demon_7.health" not in paths
    assert json.loads(paths[-1])["unconfirmed"] == len(paths) - 1
    assert main(["box", "export", "--out", str(out), "--data", data]) == 0
    assert main(["box", "check", str(out)]) == 0


def test_bad_files_are_named_with_key_and_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = {"wrong.toml": b'[[human]]\nid = "giant"', "noise.toml": b"\xff\x00\xfe", "deep.toml": b"a = " + b"[" * 9999}
    for name, text in bad.items():
        (tmp_path / name).write_bytes(text)
        assert main(["box", "check", str(tmp_path / name)]) == 1
        assert capsys.readouterr().out.startswith("FAIL ")
        assert main(["box", "import", str(tmp_path / name), "--data", str(tmp_path / "data")]) == 2
        assert "reason" in capsys.readouterr().err
    assert main(["box", "import", str(tmp_path / "missing.toml"), "--data", str(tmp_path / "data")]) == 2
    assert main(["box", "check", "--scenario", "nowhere", "--data", str(tmp_path / "data")]) == 2
