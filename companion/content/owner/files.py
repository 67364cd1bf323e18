"""An owner's box as one file: what it says about itself and all its values, to be kept and shared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from companion.content.models import Name
from companion.content.owner.limits import read_text
from companion.content.owner.overlay import check_overlay
from companion.content.owner.problems import OwnerError
from companion.content.owner.toml_text import toml_text


def read_box(text: str) -> dict[str, Any]:
    """The data of a file, its shape checked; whether its values fit is found out when the box is built."""
    data = read_text(text)
    check_overlay(data)
    title = data.get("name")
    if title is not None:
        check_title(title)
    if not isinstance(data.get("id", ""), str):
        raise OwnerError("id", "a text is needed")
    return data


def check_title(title: Any) -> dict[str, str]:
    """A name in up to three languages, English always."""
    try:
        name = Name.model_validate(title, strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise OwnerError(".".join(["name", *map(str, first["loc"])]), first["msg"]) from error
    return {language: text for language, text in name.model_dump().items() if text}


def title_of(data: Mapping[str, Any], name: str) -> dict[str, str]:
    return dict(data.get("name") or {"en": name})


def box_file(name: str, title: Mapping[str, str], values: Mapping[str, Any]) -> str:
    return toml_text({"id": name, "name": dict(title), **values})
