"""The corrections as lines to read."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from vision.household.corrections import CorrectionStore


def review_lines(folder: Path, as_json: bool) -> Iterator[str]:
    corrections = CorrectionStore(folder).all()
    for correction in corrections:
        file = folder / correction.crop
        if as_json:
            yield json.dumps({**asdict(correction), "crop": str(file)})
        else:
            day = time.strftime("%Y-%m-%d %H:%M", time.localtime(correction.when))
            yield f"{day}  {correction.kind}: read {correction.read}, is {correction.truth}  {file}"
    if not corrections and not as_json:
        yield "no corrections have been kept"
