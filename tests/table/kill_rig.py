"""Plays in forked processes and kills them: run as `python -m tests.table.kill_rig FOLDER KILLS`.

A player announces each intent on a pipe before it hands it to the table, and acknowledges it after the table has
answered. After the kill the game is opened anew: everything acknowledged must be there, what was only announced is
there whole or not at all, and the game plays on.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from pathlib import Path
from typing import NoReturn

from companion.table.table import Table
from companion.table.transfer import imported, replayed
from tests.table.choosing import choose
from tests.table.table_rig import begin, games_in, loaded_box, submit

ANNOUNCED, ACKNOWLEDGED, REFUSED = b"?", b"!", b"x"
LONGEST_LIFE = 0.05


def player(folder: Path, name: str, seed: int, out: int) -> NoReturn:
    """Play at random until killed."""
    rng = random.Random(seed)
    table = games_in(folder, seed).table(name)
    while True:
        view = table.view("both")
        intent = f"{seed}-{view['version']}"
        if view["waiting"]["kind"] == "over" or (view["undo"] and rng.random() < 0.2):
            do = {"undo": True}
        else:
            do = choose(view, rng)
        os.write(out, ANNOUNCED + intent.encode() + b"\n")
        answer = submit(table, do, name=intent)
        if not answer.ok:
            os.write(out, REFUSED + f"{intent} {do} {answer.code} {answer.key} {answer.facts}\n".encode())
            continue
        os.write(out, ACKNOWLEDGED + intent.encode() + b" %d\n" % answer.version)


def life_and_death(folder: Path, name: str, seed: int, rng: random.Random) -> list[bytes]:
    """One player from fork to SIGKILL; returns what it said."""
    ear, mouth = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(ear)
        player(folder, name, seed, mouth)
    os.close(mouth)
    # It is killed some moment after its first word.
    said = os.read(ear, 65536)
    time.sleep(rng.random() * LONGEST_LIFE)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    while more := os.read(ear, 65536):
        said += more
    os.close(ear)
    # A last line that was cut off by the kill was not said.
    return said.split(b"\n")[:-1]


def check(table: Table, said: list[bytes]) -> tuple[int, int]:
    """How many intents were acknowledged, and how many were under way (0 or 1) when the player died."""
    refused = [line[1:].decode() for line in said if line.startswith(REFUSED)]
    if refused:
        raise AssertionError(f"the view offered what the table refuses: {refused[0]}")
    written = {record.intent: record.seq for record in table.records() if record.intent}
    acknowledged = dict(line[1:].decode().split() for line in said if line.startswith(ACKNOWLEDGED))
    announced = [line[1:].decode() for line in said if line.startswith(ANNOUNCED)]
    for intent, version in acknowledged.items():
        if written.get(intent) != int(version):
            raise AssertionError(f"{intent} was acknowledged as {version}, and is {written.get(intent)}")
    open_ones = [intent for intent in announced if intent not in acknowledged]
    if len(open_ones) > 1:
        raise AssertionError(f"more than one intent under way: {open_ones}")
    # Nothing may be there that nobody announced.
    seed = announced[0].split("-")[0]
    strangers = {i for i in written if i.startswith(f"{seed}-")} - set(announced)
    if strangers:
        raise AssertionError(f"written without being announced: {strangers}")
    return len(acknowledged), len(open_ones)


def main(folder: Path, kills: int) -> None:
    rng = random.Random(99)
    games = games_in(folder)
    name = begin(games).name
    games.close()
    acknowledged = in_flight = 0
    for seed in range(1, kills + 1):
        said = life_and_death(folder, name, seed, rng)
        games = games_in(folder)
        table = games.table(name)
        done, open_ones = check(table, said)
        acknowledged += done
        in_flight += open_ones
        if games.notices:
            raise AssertionError(f"a kill must not look like damage: {games.notices}")
        if seed % 40 == 0:
            replayed(imported(games.export(name, None)), loaded_box())
            name = begin(games).name
        games.close()
    print(json.dumps({"killed": kills, "acknowledged": acknowledged, "in_flight": in_flight}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
