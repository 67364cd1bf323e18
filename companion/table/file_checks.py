"""Files of strangers are tried out in a process of its own first: `python -m companion.table.file_checks`.

Reading and playing a file of a game takes seconds if it is long. A file that comes through is taken in afterwards
without being played once more.
"""

from __future__ import annotations

import time

from companion.apart import Apart, Task, answer_task
from companion.protocol.refusal import Refused
from companion.table.box_store import read_box_file
from companion.table.loaded_box import LoadedBox
from companion.table.record import BadFile
from companion.table.transfer import imported, replayed

MODULE = "companion.table.file_checks"


def check_game_file(apart: Apart, text: str) -> None:
    """`Refused` says what is wrong with the file."""
    apart.run(MODULE, {"game": text})


def check_box_file(apart: Apart, text: str) -> None:
    apart.run(MODULE, {"box": text})


def tried_game(lines: list[str]) -> None:
    """Every record is well formed, legal, and does what the file says."""
    try:
        replayed(imported(lines, time.time()), LoadedBox())
    except BadFile as error:
        raise Refused("import/bad_file", "bad_file", {"reason": str(error)}) from error


def _tried(task: Task) -> bytes:
    if "game" in task:
        tried_game(task["game"].split("\n"))
    else:
        read_box_file(task["box"])
    return b""


if __name__ == "__main__":
    answer_task(_tried)
