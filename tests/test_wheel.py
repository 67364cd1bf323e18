"""What the wheel holds: the service and what it needs, none of what trains, measures, tests or writes pages."""

from __future__ import annotations

import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from setuptools import find_packages

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
