"""`make bench`: the measurements of every part, one JSON object a line. One part: `make bench ONLY=rules`.

Every line says how busy the machine was: figures of a busy one are worth little.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import vision.evaluation.card_bench
import vision.evaluation.dice_bench
import vision.evaluation.tag_bench
from tests.bench import decisions, devices, games, load, rules, table, tablet, wire

# Photographed codes, if they lie beside the checkout.
QR_PHOTOS = Path(__file__).parents[3] / "shared" / "photos" / "qr"

BENCHES: dict[str, Callable[[], Iterator[dict[str, object]]]] = {
    "rules": rules.run,
    "decisions": decisions.run,
    "table": table.run,
    "games": games.run,
    "wire": wire.run,
    "load": load.run,
    "soak": load.soak,
    "devices": devices.run,
    "dice": vision.evaluation.dice_bench.dice_measurements,
    "tags": lambda: vision.evaluation.tag_bench.tag_measurements(QR_PHOTOS if QR_PHOTOS.exists() else None),
    "cards": vision.evaluation.card_bench.card_measurements,
    "tablet": tablet.run,
}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="make bench")
    parser.add_argument("wanted", nargs="*")
    parser.add_argument("--minutes", type=float, default=load.MINUTES, help="how long the soak takes")
    asked = parser.parse_args(arguments)
    unknown = set(asked.wanted) - set(BENCHES)
    if unknown:
        print(f"no bench {', '.join(sorted(unknown))}; there are {', '.join(BENCHES)}", file=sys.stderr)
        return 2
    load.MINUTES = asked.minutes
    print(json.dumps({"bench": "machine", "machine": platform.machine(), "python": platform.python_version()}))
    for name in asked.wanted or BENCHES:
        for result in BENCHES[name]():
            print(json.dumps({**result, **busy()}), flush=True)
    return 0


def busy() -> dict[str, object]:
    return {"load": [round(one, 2) for one in os.getloadavg()], "cores": os.cpu_count()}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
