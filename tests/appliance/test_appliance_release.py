"""Releases: what is in one, whose signature counts, and what a changelog says."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from companion.appliance.changes import changes_since, read_changelog
from companion.appliance.release import SIGNATURE, SUMS, BadRelease, check, order_of
from tests.appliance.appliance_rig import CHANGES, make_key, make_release, public_key

ROOT = Path(__file__).parents[2]


@pytest.fixture
def key(tmp_path: Path) -> Path:
    public_key(make_key(tmp_path / "key.pem"), tmp_path / "key.pub")
    return tmp_path / "key.pub"


@pytest.fixture
def release(tmp_path: Path, key: Path) -> Path:
    return make_release(tmp_path / "release", key=key.with_suffix(".pem"))


def why(folder: Path, key: Path | None) -> str:
    with pytest.raises(BadRelease) as caught:
        check(folder, key)
    return caught.value.why


def test_a_release_that_is_whole(release: Path, key: Path) -> None:
    found = check(release, key)
    assert (found.version, found.path.is_file()) == ("0.3.0", True)
    assert found.bytes == sum((release / name).stat().st_size for name in found.files)


def test_a_changed_byte_is_found_in_any_file(release: Path, key: Path) -> None:
    for name in check(release, key).files:
        content = (release / name).read_bytes()
        (release / name).write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
        assert why(release, key) == "damaged", name
        (release / name).write_bytes(content)
    (release / "requirements.txt").unlink()
    assert why(release, key) == "damaged"


def test_checksums_that_fit_are_not_enough(release: Path, key: Path, tmp_path: Path) -> None:
    """Whoever changes a file can count its checksum too, but cannot sign."""
    (release / "install.sh").write_text("#!/bin/bash\nrm -rf /\n")
    sums = (release / SUMS).read_text().splitlines()
    new = hashlib.sha256((release / "install.sh").read_bytes()).hexdigest()
    lines = [f"{new}  install.sh" if line.endswith("install.sh") else line for line in sums]
    (release / SUMS).write_text("\n".join(lines) + "\n")
    assert check(release).version == "0.3.0"
    assert why(release, key) == "wrong_signature"
    other = make_release(tmp_path / "other", key=make_key(tmp_path / "other.pem"))
    assert why(other, key) == "wrong_signature"
    (other / SIGNATURE).unlink()
    assert why(other, key) == "unsigned"


def test_without_openssl_nothing_counts_as_signed(
    release: Path, key: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert why(release, key) == "cannot_verify"


@pytest.mark.parametrize(
    "line", ["x  install.sh", f"{'0' * 64}  ../etc/passwd", f"{'0' * 64}  /etc/passwd", f"{'0' * 64}  .hidden", "\0"]
)
def test_a_list_that_leads_elsewhere(release: Path, line: str) -> None:
    (release / SUMS).write_text((release / SUMS).read_text() + line + "\n")
    assert why(release, None) == "not_a_release"


def test_a_link_is_no_file_of_a_release(release: Path, tmp_path: Path) -> None:
    (release / "install.sh").rename(tmp_path / "elsewhere")
    (release / "install.sh").symlink_to(tmp_path / "elsewhere")
    assert why(release, None) == "damaged"


def test_the_order_of_versions() -> None:
    assert order_of("0.9.1") < order_of("0.10.0") < order_of("1.0")


def test_what_changed_since_the_version_that_runs() -> None:
    (new,) = changes_since(CHANGES, "0.2.0", "0.3.0")
    assert (new.version, new.date) == ("0.3.0", "2026-11-18")
    assert [entry.text for entry in new.entries] == [
        "Play against the companion: either side, three levels.",
        "A Grenade needs a CBT of 1 or more.",
    ]
    assert [entry.kind for entry in new.entries] == ["Added", "Fixed"]
    assert changes_since(CHANGES, "0.3.0", "0.3.0") == []


def test_our_own_changelog_can_be_read() -> None:
    versions = read_changelog((ROOT / "CHANGELOG.md").read_text())
    assert len(versions) >= 2
    assert all(one.entries for one in versions), json.dumps([one.version for one in versions])
