"""`make fuzz MINUTES=30`: every outside edge with new nonsense, until the time is up or something broke.

What broke is printed with the values that broke it: mend it at its root, and keep it as a test where that edge has its
tests. Then begin again.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
# Games as files have their own test, with checksums that fit; damaged bytes on the serial line too.
PLACES = ("tests/fuzz", "tests/table/test_table_hostile_files.py", "tests/devices/tray/test_tray_fuzz.py")
# As many times the examples of `make test` in one round.
TIMES = 5


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--only", default="", help="tests whose name has this in it")
    args = parser.parse_args()
    begun, rounds = time.monotonic(), 0
    while time.monotonic() - begun < args.minutes * 60:
        seed = int.from_bytes(os.urandom(4), "big")
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--timeout=3600", *PLACES]
        command += [f"--hypothesis-seed={seed}", *(["-k", args.only] if args.only else [])]
        ran = subprocess.run(command, cwd=ROOT, env={**os.environ, "FUZZ_TIMES": str(TIMES)}, check=False)
        rounds += 1
        minutes = (time.monotonic() - begun) / 60
        print(f"round {rounds}, seed {seed}: {'clean' if ran.returncode == 0 else 'BROKEN'}, {minutes:.1f} min so far")
        if ran.returncode:
            return ran.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
