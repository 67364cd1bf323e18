"""Only what pyproject.toml cannot say: the wheel also holds the tray's firmware, for `companion flash`."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

FIRMWARE = Path(__file__).resolve().parent / "firmware"
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


if __name__ == "__main__":
    setup(cmdclass={"build_py": BuildWithFirmware})
