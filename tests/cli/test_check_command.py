"""`companion check`, as far as it can be tried without hardware."""

import json
from pathlib import Path

import pytest

from companion.cli import devices, main
from companion.devices.tray.check import CheckFinding


def told(capsys: pytest.CaptureFixture[str]) -> dict[str, dict[str, str]]:
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    return {line["part"]: line for line in lines}


def test_everything_simulated_is_no_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["check", "--tray", "sim", "--camera", "none", "--data", str(tmp_path / "new"), "--json"])
    found = told(capsys)
    assert {part: found[part]["state"] for part in ("tray", "light", "buzzer", "reader", "disk")} == dict.fromkeys(
        ("tray", "light", "buzzer", "reader", "disk"), "ok"
    )
    assert found["camera"]["state"] == "missing"
    assert code == (1 if found["network"]["state"] == "fail" else 0)


def test_failures_say_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    words = ["--tray", str(tmp_path / "file"), "--camera", "nowhere", "--data", str(tmp_path / "file" / "below")]
    assert main(["check", *words, "--json"]) == 1
    found = told(capsys)
    for part in ("tray", "camera", "disk"):
        assert found[part]["state"] == "fail"
        assert found[part]["do"]


def test_a_line_for_people_has_the_advice_below_it() -> None:
    finding = CheckFinding("tray", "fail", "It is asleep.", "Wake it.")
    assert devices.as_line(finding).splitlines()[0].startswith("FAIL    tray")
    assert devices.as_line(finding).splitlines()[1].strip() == "Wake it."
