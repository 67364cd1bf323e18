"""The printed parts compile, are one solid body each, and have the size their numbers say."""

import re
import subprocess
from pathlib import Path

import pytest

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"


def compiled(file: str, out: Path, **settings: str) -> tuple[str, tuple[float, float, float]]:
    """OpenSCAD's report on a part, and the part's size. Coarse circles will do here."""
    defines = [word for name, value in {"$fn": "16", **settings}.items() for word in ("-D", f"{name}={value}")]
    command = ["openscad", "-o", str(out / "part.stl"), *defines, str(HARDWARE / file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    corners = re.findall(r"vertex (\S+) (\S+) (\S+)", (out / "part.stl").read_text())
    axes = list(zip(*[map(float, corner) for corner in corners], strict=True))
    sizes = [max(axis) - min(axis) for axis in axes]
    return done.stderr, (sizes[0], sizes[1], sizes[2])


PARTS = [
    ("tray.scad", "base", (188, 288.2, 40)),
    ("tray.scad", "lid", (183.6, 77.6, 2)),
    ("tray.scad", "left", (94, 288.2, 40)),
    ("arm.scad", "elbow", (59.4, 24.4, 57.2)),
    ("arm.scad", "head", (94, 94, 24.4)),
]


@pytest.mark.parametrize(("file", "part", "size"), PARTS, ids=[part for _, part, _ in PARTS])
def test_a_part_is_solid_and_as_large_as_planned(
    file: str, part: str, size: tuple[float, float, float], tmp_path: Path
) -> None:
    report, found = compiled(file, tmp_path, part=f'"{part}"')
    assert "WARNING" not in report
    assert re.search(r"Simple:\s+yes", report)
    assert re.search(r"Volumes:\s+2\b", report)  # the outside and one body
    assert found == pytest.approx(size, abs=1.0)


def test_sizes_follow_the_parameters(tmp_path: Path) -> None:
    _, (across, along, _) = compiled("tray.scad", tmp_path, part='"base"', inside="150", bay="60")
    assert (across, along) == pytest.approx((158, 244.2), abs=1.0)


@pytest.mark.parametrize("settings", [{"ring_outer": "66", "ring_inner": "52"}, {"usb_camera": "true"}], ids=str)
def test_the_head_fits_other_rings_and_cameras(settings: dict[str, str], tmp_path: Path) -> None:
    report, _ = compiled("arm.scad", tmp_path, part='"head"', **settings)
    assert "boom_length" in report
    assert re.search(r"Simple:\s+yes", report)


def test_parts_that_would_collide_are_refused(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="collide"):
        compiled("arm.scad", tmp_path, part='"head"', inside="120")
