"""What commands ask a running service of this machine, with the table code of its data folder."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from companion.server.access import kept_code

ANSWER_S = 10.0
# Refusals of the service that a person at the command line can do something about.
ADVICE = {
    "tray/none": "that service has no tray: start it with --tray sim",
    "tray/not_simulated": "the tray of that service is a real one",
    "table/wrong_code": "the service uses another data folder: name it with --data",
}


class NoAnswer(Exception):
    """The service cannot be asked; the message says why."""


def code_of(data: Path) -> str:
    """The table code of the service that uses this folder."""
    code = kept_code(data)
    if code is None:
        raise NoAnswer(f"no service has used {data}, or it is not yours to read: try sudo, or name it with --data")
    return code


def ask(port: int, code: str, path: str, body: object = None) -> dict[str, Any]:
    """The service's answer; with a body it is a POST."""
    headers = {"X-Table-Code": code, "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, headers)
    try:
        with urllib.request.urlopen(request, timeout=ANSWER_S) as answer:
            return dict(json.load(answer))
    except urllib.error.HTTPError as error:
        with error:
            raise NoAnswer(_reason(error.read())) from error
    except (OSError, ValueError, TypeError) as error:
        raise NoAnswer(f"no companion answers at port {port}: is it running?") from error


def _reason(body: bytes) -> str:
    try:
        refusal = json.loads(body)
        return ADVICE.get(refusal["code"]) or str(refusal["facts"].get("reason", refusal["code"]))
    except (ValueError, KeyError, AttributeError, TypeError):
        return "the service gave no sensible answer"
