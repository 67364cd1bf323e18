"""Only what pyproject.toml cannot say: the wheel also holds the tray's firmware, for `companion flash`, and the list of
everything that ships with it (hardware/install/components.py), where PEP 770 wants it.

A wheel is for any machine, unless COMPANION_COMPILED is set: then what thinks is compiled by mypyc, for this one.
"""

import os
import shutil
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

FIRMWARE = Path(__file__).resolve().parent / "firmware"
# Where release.py has left the list. Without it there is none: only a machine that is set up can say every licence.
COMPONENTS = os.environ.get("COMPANION_COMPONENTS", "")
# What every action and every play-out runs through. Classes of plain data gain nothing and stay as they are; every kind
# of step must be among them, for what is compiled knows no others.
COMPILED = {
    "rules": "acting allotting auction board card_verbs combat conditions damage deadly death draft drawing effects "
    "engine exploring initiative instinct interrupt_verbs interrupts movement playing state steps threat warriors "
    "words wounds",
    "opponent": "errands knowledge playout prospects script value",
}
PARTS = ("main.py", "tray/*.py", "simpletest/*.py")


def copy_firmware(into: Path) -> None:
    """Into a folder that becomes a wheel. What is only for the simulator stays out."""
    target = into / "companion" / "devices" / "tray" / "firmware"
    shutil.rmtree(target, ignore_errors=True)
    for source in (file for part in PARTS for file in sorted(FIRMWARE.glob(part))):
        copy = target / source.relative_to(FIRMWARE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, copy)


class BuildWithFirmware(build_py):
    def run(self) -> None:
        super().run()
        if not self.editable_mode:  # a checkout uses its own folder
            copy_firmware(Path(self.build_lib))


class WheelWithComponents(bdist_wheel):
    def write_wheelfile(self, wheelfile_base: str, *more: str) -> None:
        """The last thing that is written before the folder becomes the wheel."""
        super().write_wheelfile(wheelfile_base, *more)
        if COMPONENTS:
            folder = Path(wheelfile_base) / "sboms"
            folder.mkdir(exist_ok=True)
            shutil.copyfile(COMPONENTS, folder / Path(COMPONENTS).name)
        # Whoever builds it, with whatever umask: the same wheel, readable by the user the service runs as.
        for path in Path(self.bdist_dir or "").rglob("*"):
            path.chmod(0o755 if path.is_dir() else 0o644)


def compiled() -> list[Extension]:
    if not os.environ.get("COMPANION_COMPILED"):
        return []
    from mypyc.build import mypycify  # of the development tools: who only installs has no use for it

    files = [f"companion/{part}/{name}.py" for part, names in COMPILED.items() for name in names.split()]
    return mypycify(files, opt_level="2", debug_level="0")


if __name__ == "__main__":
    setup(cmdclass={"build_py": BuildWithFirmware, "bdist_wheel": WheelWithComponents}, ext_modules=compiled())
