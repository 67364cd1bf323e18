"""`companion judge`: verdicts, and clear errors for files that are wrong."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.content import Box
from companion.content.judging import judge, judge_file

GOOD: dict[str, Any] = {
    "name": "one against one",
    "rules": ["MOV-4"],
    "tiles": {
        "A": {"at": [0, 0], "kind": "plain", "openings": "ES"},
        "B": {"at": [1, 0], "kind": "plain", "openings": "WE"},
    },
    "warriors": {
        "brute-1": {"kind": "brute", "tile": "A", "line": {"mvt": 1, "cbt": 2, "def": 4}},
        "troglodyte-1": {"kind": "troglodyte", "tile": "A"},
    },
    "phase": "human_action",
    "steps": [{"do": {"move": "brute-1", "to": "B"}}, {"state": {"warriors": {"brute-1": {"tile": "B"}}}}],
}


def changed(**changes: Any) -> dict[str, Any]:
    return {**json.loads(json.dumps(GOOD)), **changes}


def test_a_position_that_holds(box: Box) -> None:
    assert judge(GOOD, box).line() == "ok one against one"


@pytest.mark.parametrize(
    ("step", "complaint"),
    [
        ({"do": {"move": "brute-1", "to": "C"}}, "step 1: expected ok, got refused MOV-2"),
        (
            {"do": {"move": "brute-1", "to": "B"}, "expect": {"refused": "MOV-4"}},
            "step 1: expected refused MOV-4, got ok",
        ),
        (
            {"do": {"explore": "troglodyte-1", "edge": "S"}, "expect": {"refused": ["MOV-4", "MOV-3"]}},
            "got refused RND",
        ),
        ({"state": {"tp": 3}}, "step 1: expected tp 3, got 0"),
        ({"state": {"troglodytes": {"A": 2}}}, "expected 2 Troglodytes on A, got 1"),
        ({"state": {"warriors": {"brute-1": {"def": 5}}}}, "expected brute-1 defence 5, got 4"),
        ({"state": {"unexplored": {"A": "N"}}}, "expected unexplored A: 'N', got 'S'"),
        ({"state": {"tiles": ["A"]}}, "expected tiles ['A']"),
        ({"state": {"winner": "human"}}, "expected winner 'human', got None"),
        ({"do": {"fly": "brute-1"}}, "cannot be read"),
    ],
)
def test_a_position_that_does_not_hold(box: Box, step: dict[str, Any], complaint: str) -> None:
    assert complaint in judge(changed(steps=[step]), box).line()


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (changed(weather="rain"), "weather"),
        (changed(steps=[{"undo": True}]), "steps.0.undo"),
        (changed(steps=[{}]), "needs 'do' or 'state'"),
        (changed(steps=[{"state": {}, "expect": "ok"}]), "'expect' stands beside 'do'"),
        (changed(steps=[{"do": {"move": "x"}, "expect": "maybe"}]), "steps.0.expect"),
        (changed(tiles={"A": {"at": [0, 0], "kind": "plain", "openings": ""}}), "tiles.A.openings"),
        (changed(tiles={"A": {"at": [0, 0], "kind": "cellar", "openings": "N"}}, warriors={}), "tiles.A.kind"),
        (changed(warriors={"x": {"kind": "brute", "tile": "Z"}}), "warriors.x.tile"),
        (changed(warriors={"x": {"kind": "cat", "tile": "A"}}), "warriors.x.kind"),
        (changed(warriors={"x": {"kind": "brute", "tile": "A", "talents": ["lucky"]}}), "warriors.x.talents"),
        (changed(warriors={"x": {"kind": "brute", "tile": "A", "objects": ["cake"]}}), "warriors.x.objects"),
        (changed(warriors={"x": {"kind": "brute", "tile": "A", "skills": ["lucky"]}}), "warriors.x.skills"),
        (changed(warriors={"x": {"kind": "brute", "tile": "A", "cancelled": [2, 2]}}), "warriors.x.cancelled"),
        (changed(phase="instinct"), "phase"),
        (changed(phase="lunch"), "phase"),
        (changed(house={"gravity": "off"}), "house"),
        (changed(effects=["trap"]), "effects"),
        (changed(events=["no_such_card"]), "events"),
        (changed(tp=-1), "tp"),
        ([], "position"),
    ],
)
def test_a_bad_position_names_the_key(box: Box, data: Any, key: str) -> None:
    verdict = judge(data, box)
    assert not verdict.ok
    assert key in verdict.line()


def test_two_tiles_on_one_cell_and_too_many_on_a_tile(box: Box) -> None:
    twice = changed()
    twice["tiles"]["B"]["at"] = [0, 0]
    assert "two tiles lie on" in judge(twice, box).line()
    crowd = {f"troglodyte-{n}": {"kind": "troglodyte", "tile": "A"} for n in range(4)}
    assert "3 at most" in judge(changed(warriors=crowd), box).line()


def test_files_that_cannot_be_read(box: Box, tmp_path: Path) -> None:
    missing = judge_file(tmp_path / "missing.json", box)
    assert missing.line() == "FAIL missing.json: cannot be read: No such file or directory"
    bad = tmp_path / "bad.json"
    for content, words in [
        (b"{", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b'{"warriors": {"brute-1": {}, "brute-1": {}}}', "'brute-1' stands twice"),
        (b"[" * 100_000, "not JSON"),
        (b" " * 1_000_001, "larger than"),
    ]:
        bad.write_bytes(content)
        assert words in judge_file(bad, box).line()


def test_the_command_prints_a_line_a_file_and_says_it_by_its_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(GOOD))
    bad.write_text(json.dumps(changed(steps=[{"state": {"tp": 3}}])))
    assert main(["judge", str(good)]) == 0
    assert main(["judge", str(good), str(bad)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "ok one against one",
        "ok one against one",
        "FAIL one against one: step 1: expected tp 3, got 0",
    ]
