"""Reading packs: TOML files through pydantic; an error names the file, the key and what to do about it."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from companion.content.models import PackInfo, PackModel, TomlTable
from companion.content.scenario_models import ScenarioModel
from companion.protocol.box import box_refusal
from companion.protocol.strict import StrictModel

PACKS = Path(__file__).parent / "packs"
# The boxes of the game, in the order they came out: labels are numbered through in it.
ALL_PACKS = tuple(PACKS / name for name in ("base", "de_profundis", "furor_sanguinis"))
LARGEST_FILE = 1_000_000


def _read_toml(path: Path) -> TomlTable:
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise box_refusal(path.name, f"larger than {LARGEST_FILE} bytes; a pack file is a few thousand")
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise box_refusal(path.name, f"not TOML: {error}; mend the line it names") from error
    except UnicodeDecodeError as error:
        raise box_refusal(path.name, "not UTF-8 text; save it as UTF-8") from error
    except OSError as error:
        raise box_refusal(path.name, f"cannot be read: {error.strerror}; check that the file is there") from error


Model = TypeVar("Model", bound=StrictModel)


def _parse(model: type[Model], data: TomlTable, file: str) -> Model:
    try:
        return model.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        message = first["msg"].removeprefix("Value error, ")
        reason = f"{message} (got {str(first['input'])[:60]!r}); correct this key"
        raise box_refusal(f"{file}: {key}", reason) from error


def read_pack(folder: Path) -> PackModel:
    """All TOML files of the folder itself are one pack; lists of the same name are joined."""
    joined: dict[str, Any] = {}
    files = sorted(folder.glob("*.toml"))
    if not files:
        raise box_refusal(folder.name, "no TOML files in this folder; a pack has at least one")
    for path in files:
        data = _read_toml(path)
        # Each file is checked by itself first, so that an error names it.
        _parse(PackModel, {"id": "part", "name": {"en": "part"}, **data}, path.name)
        for key, value in data.items():
            if key not in joined:
                joined[key] = value
            elif isinstance(value, list):
                joined[key] = [*joined[key], *value]
            else:
                raise box_refusal(f"{path.name}: {key}", "set in another file of the pack too; keep one")
    return _parse(PackModel, _of_pack(joined), folder.name)


def _of_pack(data: dict[str, Any]) -> dict[str, Any]:
    """Every piece says which pack it is of."""
    lists = {key: [{"pack": data["id"], **piece} for piece in value] for key, value in data.items() if _pieces(value)}
    return {**data, **lists}


def _pieces(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)


def read_packs(folders: Sequence[Path]) -> PackModel:
    """The packs of the folders as one: the first is the base box, which the others add to."""
    packs = [read_pack(folder) for folder in folders]
    first = packs[0]
    joined = {name: [piece for pack in packs for piece in getattr(pack, name)] for name in LISTS}
    about = [
        PackInfo(id=pack.id, name=pack.name, hand_limit=pack.hand_limit, first_tag=pack.first_tag) for pack in packs
    ]
    return first.model_copy(update={**joined, "packs": about})


LISTS = (
    "tile_kind",
    "tile",
    "human",
    "fiend",
    "gift",
    "object",
    "advantage",
    "event",
    "skill",
    "deadly",
    "squamata",
    "squamata_tile",
    "part",
    "square",
)


def read_scenarios(folder: Path, pack: str = "base") -> list[ScenarioModel]:
    """The scenarios of a pack are played with the base box and the pack itself."""
    packs = list(dict.fromkeys(("base", pack)))
    return [
        _parse(ScenarioModel, {"packs": packs, **_read_toml(path)}, path.name)
        for path in sorted((folder / "scenarios").glob("*.toml"))
    ]
