"""Releases to update to: a newer one that works, one that does not start, and one that starts only in its trial."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
APP = Path("companion/server/static/app")
START = Path("companion/server/start.py")
NEVER = '\nraise RuntimeError("this release never starts")\n'
# In the trial there is no camera. It takes its time, so that the power can go in the middle of the switch.
ONLY_IN_TRIAL = (
    '    if options.camera == "auto":\n        import time\n\n        time.sleep(15)\n'
    '        raise RuntimeError("this release starts in its trial only")\n'
)


def make_key(path: Path) -> Path:
    subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", str(path)], check=True)
    return path


def public_key(key: Path, to: Path) -> None:
    subprocess.run(["openssl", "pkey", "-in", str(key), "-pubout", "-out", str(to)], check=True)


def copy_files(to: Path, but: str | None = None) -> None:
    """The files of the checkout as they lie here, without those of one folder."""
    shutil.rmtree(to, ignore_errors=True)
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True)
    for name in listed.stdout.decode().splitlines():
        if (but is None or not name.startswith(but)) and (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, to / name)


def copy_tree(to: Path, version: str, fault: str = "", app: bool = True) -> Path:
    """The checkout as it is, under another version; with a fault if told, and with the built tablet."""
    copy_files(to, but="tests/")
    if app:
        shutil.copytree(ROOT / APP, to / APP)
    project = (to / "pyproject.toml").read_text()
    (to / "pyproject.toml").write_text(
        re.sub(r'^version = ".*"', f'version = "{version}"', project, flags=re.MULTILINE)
    )
    changelog = to / "CHANGELOG.md"
    entry = f"## [{version}] (2026-11-18)\n### Added\n- A release to try updates with.\n\n"
    changelog.write_text(changelog.read_text().replace("## [", entry + "## [", 1))
    start = (to / START).read_text()
    if fault == "never":
        (to / START).write_text(start + NEVER)
    elif fault == "only in trial":
        head = "def build_web(options: ServeOptions) -> Web:\n"
        (to / START).write_text(start.replace(head, head + ONLY_IN_TRIAL))
    return to


def build(tree: Path, out: Path, key: Path, address: str) -> Path:
    """The folder of the release."""
    script = tree / "hardware/install/release.py"
    command = [sys.executable, str(script), "--out", str(out), "--key", str(key), "--address", address]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    (folder,) = (path for path in out.glob("companion-*") if path.is_dir())
    return folder
