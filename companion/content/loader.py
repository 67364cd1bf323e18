"""Reading packs: TOML files through pydantic; an error names the file, the key and what to do about it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from companion.content.models import PackModel
from companion.content.scenario_models import ScenarioModel
from companion.content.sourced import Strict

PACKS = Path(__file__).parent / "packs"
LARGEST_FILE = 1_000_000


class PackError(ValueError):
    """A pack that cannot be used: names the file, the key and the remedy."""

    def __init__(self, text: str, key: str = "", code: str = "") -> None:
        self.key = key
        self.code = code
        super().__init__(text)


def read_toml(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise PackError(f"{path.name}: larger than {LARGEST_FILE} bytes; a pack file is a few thousand")
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise PackError(f"{path.name}: not TOML: {error}; mend the line it names") from error
    except UnicodeDecodeError as error:
        raise PackError(f"{path.name}: not UTF-8 text; save it as UTF-8") from error
    except OSError as error:
        raise PackError(f"{path.name}: cannot be read: {error.strerror}; check that the file is there") from error


def _complaint(name: str, error: ValidationError) -> PackError:
    first = error.errors()[0]
    key = ".".join(str(part) for part in first["loc"])
    message = first["msg"].removeprefix("Value error, ")
    return PackError(f"{name}: {key}: {message} (got {str(first['input'])[:60]!r}); correct this key")


def parse(model: type[Strict], data: dict[str, Any], name: str) -> Any:
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise _complaint(name, error) from error


def read_pack(folder: Path) -> PackModel:
    """All TOML files of the folder itself are one pack; lists of the same name are joined."""
    joined: dict[str, Any] = {}
    files = sorted(folder.glob("*.toml"))
    if not files:
        raise PackError(f"{folder.name}: no TOML files in this folder; a pack has at least one")
    for path in files:
        data = read_toml(path)
        # Each file is checked by itself first, so that an error names it.
        parse(PackModel, {"id": "part", "name": {"en": "part"}, **data}, path.name)
        for key, value in data.items():
            if key in joined and not isinstance(value, list):
                raise PackError(f"{path.name}: {key}: set in another file of the pack too; keep one")
            joined[key] = [*joined[key], *value] if key in joined else value
    pack: PackModel = parse(PackModel, joined, folder.name)
    return pack


def read_scenarios(folder: Path) -> list[ScenarioModel]:
    return [parse(ScenarioModel, read_toml(path), path.name) for path in sorted((folder / "scenarios").glob("*.toml"))]
