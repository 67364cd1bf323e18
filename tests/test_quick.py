"""`make quick` runs the files named in quick.txt: whoever renames a test file renames it there too."""

from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_file_of_the_quick_run_is_there() -> None:
    named = (ROOT / "tests" / "quick.txt").read_text().split()
    assert named == sorted(named)
    assert [path for path in named if not (ROOT / path).exists()] == []
