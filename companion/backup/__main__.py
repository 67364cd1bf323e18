"""`python -m companion.backup`: one piece of work on backups in a process of its own, so that play is not delayed."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from companion.backup.archive import read_manifest
from companion.backup.making import make_backup
from companion.backup.restoring import stage
from companion.protocol.refusal import Refused

NICE = 15


def main(words: list[str]) -> dict[str, object]:
    """`make DATA WHY`, `stage DATA FILE` or `check FILE`; the answer is one JSON object."""
    os.nice(NICE)
    os.umask(0o077)
    try:
        match words:
            case ["make", data, ("evening" | "asked") as why]:
                return {"ok": True, "name": make_backup(Path(data), why).name}
            case ["stage", data, file]:
                return {"ok": True, "name": stage(Path(data), Path(file)).version}
            case ["check", file]:
                return {"ok": True, "name": read_manifest(Path(file)).version}
        raise ValueError(f"not a piece of work: {words}")
    except Refused as refusal:
        return {"ok": False, **refusal.to_json()}
    except OSError as error:
        return {"ok": False, **Refused("backup/failed", "backup_failed", {"reason": str(error)[:300]}).to_json()}


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1:])))  # noqa: T201 (its one output)
