"""What the wheel holds: the service and what it needs, none of what trains, measures, tests or writes pages."""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from setuptools import find_packages

from companion.rules.records import NAMES
from companion.rules.steps import Step
from tests.roots.releases import copy_tree

ROOT = Path(__file__).parents[1]
KEPT_OUT = ("training", "evaluation", "generate", "bench", "tests")


def found() -> list[str]:
    """The packages setuptools puts into the wheel, by the settings of the project."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        settings = tomllib.load(file)["tool"]["setuptools"]["packages"]["find"]
    return sorted(find_packages(str(ROOT), include=settings["include"], exclude=settings["exclude"]))


def test_only_what_the_service_needs() -> None:
    assert {name.split(".")[0] for name in found()} == {"companion", "vision"}
    assert [name for name in found() if set(name.split(".")) & set(KEPT_OUT)] == []
    modules = [path for name in found() for path in (ROOT / name.replace(".", "/")).glob("*.py")]
    assert [str(path) for path in modules if "bench" in path.stem or "train" in path.stem] == []


def test_every_package_of_the_service_is_in_it() -> None:
    folders = {path.parent for top in ("companion", "vision") for path in (ROOT / top).rglob("*.py")}
    names = {".".join(folder.relative_to(ROOT).parts) for folder in folders}
    wanted = {name for name in names if not set(name.split(".")) & set(KEPT_OUT)}
    assert wanted == set(found())


def test_every_kind_of_step_is_compiled_with_the_others() -> None:
    """What is compiled knows no kind of step but those that were compiled with it."""
    compiled = runpy.run_path(str(ROOT / "setup.py"))["COMPILED"]["rules"].split()
    steps = {kind.__module__ for kind in NAMES if issubclass(kind, Step) and kind.__module__.startswith("companion.")}
    assert steps <= {f"companion.rules.{name}" for name in compiled}


def test_the_firmware_is_in_it_and_is_found_there(tmp_path: Path) -> None:
    """As setup.py puts it there; then looked for by the code beside it, as in an installed product."""
    shutil.copytree(ROOT / "companion", tmp_path / "companion", ignore=shutil.ignore_patterns("static", "__pycache__"))
    runpy.run_path(str(ROOT / "setup.py"))["copy_firmware"](tmp_path)
    inside = tmp_path / "companion" / "devices" / "tray" / "firmware"
    wanted = [ROOT / "firmware" / "main.py", *ROOT.glob("firmware/tray/*.py"), *ROOT.glob("firmware/simpletest/*.py")]
    copied = sorted(path.relative_to(inside) for path in inside.rglob("*") if path.is_file())
    assert copied == sorted(path.relative_to(ROOT / "firmware") for path in wanted)
    ask = "from companion.devices.tray import flash; print(flash.FIRMWARE, flash.version_in(flash.FIRMWARE))"
    said = subprocess.run(
        [sys.executable, "-c", ask], cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)}, check=True, capture_output=True
    )
    assert said.stdout.decode().split()[0] == str(inside.resolve())


@pytest.fixture(scope="module")
def two_releases(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Built for real, with a tablet of one page: in two folders, on two days, by users with different habits."""
    return [build_release(tmp_path_factory.mktemp(f"build{mask}"), mask, day) for mask, day in ((0o022, 0), (0o077, 9))]


def build_release(folder: Path, mask: int, day: int) -> Path:
    tree = copy_tree(folder / "tree", "9.9.9", app=False)
    app = tree / "companion" / "server" / "static" / "app"
    app.mkdir(parents=True)
    (app / "index.html").write_text("<html>")
    (app / "packages.json").write_text("{}")
    for path in tree.rglob("*"):
        path.chmod(path.stat().st_mode & ~mask)
        os.utime(path, (1_800_000_000 + day * 86_400,) * 2)
    command = [sys.executable, str(tree / "hardware/install/release.py"), "--out", str(folder / "dist")]
    subprocess.run(command, check=True, capture_output=True, umask=mask)
    return folder / "dist" / "companion-9.9.9"


def test_two_builds_are_the_same_bytes(two_releases: list[Path]) -> None:
    first, second = two_releases
    assert sorted(path.name for path in first.iterdir()) == sorted(path.name for path in second.iterdir())
    for path in first.iterdir():
        assert path.read_bytes() == (second / path.name).read_bytes(), path.name
    zips = [folder.with_name(folder.name + ".zip").read_bytes() for folder in two_releases]
    assert zips[0] == zips[1]


def test_the_wheel_holds_the_service_and_nothing_else(two_releases: list[Path]) -> None:
    """What trains, measures or tests is not in it; what ships is listed in it."""
    release = two_releases[0]
    listed = "claustrophobia_companion-9.9.9.dist-info/sboms/companion.cdx.json"
    with zipfile.ZipFile(release / "claustrophobia_companion-9.9.9-py3-none-any.whl") as wheel:
        inside = wheel.namelist()
        assert wheel.read(listed) == (release / "companion.cdx.json").read_bytes()
    for wanted in (
        "companion/server/static/app/index.html",
        "companion/devices/tray/firmware/main.py",
        "companion/content/packs/base/pack.toml",
        "companion/rules/sentences/ru.json",
        "companion/appliance/__main__.py",
        "vision/dice/weights/finder.onnx",
    ):
        assert wanted in inside
    assert [name for name in inside if set(name.split("/")) & set(KEPT_OUT)] == []
    sums = (release / "SHA256SUMS").read_text()
    for name in ("requirements.txt", "requirements-pi.txt", "install.sh", "CHANGELOG.md", "companion.cdx.json"):
        assert f"  {name}\n" in sums
    # Pinned to the last digit: every machine gets what was tested.
    needed = [line for line in (release / "requirements.txt").read_text().splitlines() if line[:1].isalpha()]
    assert needed
    assert [line for line in needed if "==" not in line] == []


def test_what_flashing_needs_is_installed_with_the_product() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        needed = tomllib.load(file)["project"]["dependencies"]
    assert [name for name in needed if name.startswith("mpremote")]


def test_flashing_from_a_checkout_installs_no_browser_and_no_openscad() -> None:
    """`make -n` says all that `make flash` would do on a machine where nothing is set up yet."""
    steps = subprocess.run(
        ["make", "-n", "flash", "VENV=nowhere", "PORT=/dev/ttyACM0"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert "companion flash /dev/ttyACM0" in steps
    assert ".requirements/run.txt" in steps
    assert [word for word in ("chromium", "openscad", "dev.txt", "npm") if word in steps] == []


def test_a_raspberry_pi_gets_a_simplejpeg_for_our_numpy() -> None:
    """apt's is built for numpy 1 on Debian 12, and picamera2 cannot be imported with it."""
    steps = subprocess.run(
        ["make", "-n", "run", "VENV=nowhere", "IS_PI=yes"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    assert "--system-site-packages" in steps
    assert "-r .requirements/run.txt -r .requirements/pi.txt" in steps
    (pinned,) = re.findall(r"^simplejpeg==(\d+)\.(\d+)", (ROOT / ".requirements" / "pi.txt").read_text(), re.MULTILINE)
    assert tuple(map(int, pinned)) >= (1, 8)
