"""The one shape of a refusal, and of a notice: a code for programs, a key and facts for the sentence players read."""

from __future__ import annotations

from typing import TypedDict

from companion.protocol.json import Facts


class RefusalJson(TypedDict):
    """Why something was not done. Nothing has changed."""

    # Where it comes from and what it is: "rules/MOV-4", "table/stale", "box/refused".
    code: str
    # Names the sentence in the tablet's languages.
    key: str
    # What the sentence is about: numbers, names, reasons.
    facts: Facts


class NoticeJson(TypedDict):
    """News that changes nothing in the game: a tray was unplugged, a file was damaged."""

    code: str
    key: str
    facts: Facts


class Refused(Exception):
    """Something that cannot be done. Nothing has changed."""

    def __init__(self, code: str, key: str, facts: Facts | None = None) -> None:
        self.code = code
        self.key = key
        self.facts: Facts = dict(facts or {})
        super().__init__(f"{code} {key} {self.facts}")

    def to_json(self) -> RefusalJson:
        return {"code": self.code, "key": self.key, "facts": self.facts}
