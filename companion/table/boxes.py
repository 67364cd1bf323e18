"""The owner's boxes in the data folder: one TOML file each, one of them chosen. A shelf for the games."""

from __future__ import annotations

import logging
import os
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from companion.content.loader import LARGEST_FILE
from companion.content.owner import Overlay, OwnerError
from companion.content.owner.files import box_file, read_box, title_of
from companion.content.owner.fresh import slug
from companion.content.owner.overlay import values_of
from companion.table.library import Library, library_of, refused_box
from companion.table.problems import TableRefusal

log = logging.getLogger("companion")

NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
# The box of an owner who never named one.
MINE = "mine"
MINE_TITLE = {"en": "My box", "fr": "Ma boîte", "ru": "Моя коробка"}
CHOSEN_FILE = "chosen"
MOST_BOXES = 50


class Boxes:
    """Thread-safe. A file that cannot be used is left alone: it is listed with what is wrong, and ours is played."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.RLock()
        self._base = library_of({})
        self._listeners: list[Callable[[], None]] = []
        self._library = self._read_chosen()

    # -- the shelf -----------------------------------------------------------------------------------------------------

    def current(self) -> Library:
        with self._lock:
            return self._library

    def of(self, overlay: Overlay) -> Library:
        return self.current().of(overlay)

    @property
    def chosen(self) -> str:
        try:
            name = (self._folder / CHOSEN_FILE).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return MINE
        return name if NAME.fullmatch(name) else MINE

    def listen(self, listener: Callable[[], None]) -> None:
        """Told when another box is in use, or another value of it."""
        with self._lock:
            self._listeners.append(listener)

    # -- the list ------------------------------------------------------------------------------------------------------

    def names(self) -> list[str]:
        found = {file.stem for file in self._folder.glob("*.toml") if NAME.fullmatch(file.stem)}
        return sorted({*found, self.chosen})

    def summaries(self) -> list[dict[str, Any]]:
        with self._lock:
            return [self._summary(name) for name in self.names()]

    def _summary(self, name: str) -> dict[str, Any]:
        try:
            data = self._read(name)
            library = library_of(data)
        except (OwnerError, TableRefusal, OSError) as error:
            return {"id": name, "name": {"en": name}, "content": None, **_counts({}), "trouble": _trouble(error)}
        return {
            "id": name,
            "name": title_of(data, name),
            "content": library.content,
            **_counts(data),
            "trouble": None,
        }

    # -- changing the list ---------------------------------------------------------------------------------------------

    def create(self, title: Mapping[str, str], copy_of: str | None = None) -> str:
        """A new box, empty or a variant of another; it is not chosen yet."""
        with self._lock:
            values = values_of(self.overlay(copy_of)) if copy_of is not None else {}
            return self._add(slug(title["en"], "box"), title, values)

    def choose(self, name: str) -> Library:
        with self._lock:
            library = library_of(self.overlay(name))
            self._write(CHOSEN_FILE, f"{name}\n")
            return self._use(library)

    def rename(self, name: str, title: Mapping[str, str]) -> None:
        with self._lock:
            self._save(name, title, values_of(self.overlay(name)))

    def delete(self, name: str) -> None:
        """The file goes; if it was the chosen one, our own values are played again."""
        with self._lock:
            self._must_exist(name)
            (self._folder / f"{name}.toml").unlink(missing_ok=True)
            if name == self.chosen:
                (self._folder / CHOSEN_FILE).unlink(missing_ok=True)
                self._use(self._read_chosen())

    # -- the values ----------------------------------------------------------------------------------------------------

    def overlay(self, name: str) -> dict[str, Any]:
        """What the owner says in a box; a `TableRefusal` if there is none or it cannot be read."""
        self._must_exist(name)
        try:
            return self._read(name)
        except OwnerError as error:
            raise refused_box(error) from error

    def change(self, edit: Callable[[dict[str, Any]], Mapping[str, Any]]) -> Library:
        """The chosen box with values changed: checked as a whole, on disk before it is used."""
        with self._lock:
            name = self.chosen
            data = self.overlay(name)
            try:
                values = values_of(edit(data))
            except OwnerError as error:
                raise refused_box(error) from error
            library = library_of(values)
            self._save(name, title_of(data, name), values)
            return self._use(library)

    # -- files ---------------------------------------------------------------------------------------------------------

    def give_out(self, name: str) -> str:
        with self._lock:
            data = self.overlay(name)
            return box_file(name, title_of(data, name), values_of(data))

    def take_in(self, text: str) -> str:
        """A box from a file, under its own name or one like it; a `TableRefusal` says what is wrong with the file."""
        try:
            data = read_box(text)
            library_of(data)
        except OwnerError as error:
            facts = {"key": error.key, "reason": error.reason}
            raise TableRefusal("box/bad_file", "bad_box_file", facts) from error
        except TableRefusal as refusal:
            raise TableRefusal("box/bad_file", "bad_box_file", refusal.numbers) from refusal
        with self._lock:
            name, title = data.get("id", ""), title_of(data, "box")
            wanted = name if isinstance(name, str) and NAME.fullmatch(name) else slug(title["en"], "box")
            return self._add(wanted, title_of(data, wanted), values_of(data))

    # -- on disk -------------------------------------------------------------------------------------------------------

    def _must_exist(self, name: str) -> None:
        if name not in self.names():
            raise TableRefusal("box/no_such_box", "no_such_box", {"box": name[:40]})

    def _add(self, wanted: str, title: Mapping[str, str], values: Mapping[str, Any]) -> str:
        taken = set(self.names())
        if len(taken) >= MOST_BOXES:
            raise refused_box(OwnerError("boxes", f"there are {MOST_BOXES} already; delete one first"))
        name, number = wanted, 2
        while name in taken:
            name, number = f"{wanted[:36]}_{number}", number + 1
        self._save(name, title, values)
        return name

    def _read(self, name: str) -> dict[str, Any]:
        path = self._folder / f"{name}.toml"
        try:
            if path.stat().st_size > LARGEST_FILE:
                raise OwnerError("file", f"larger than {LARGEST_FILE} bytes")
            return read_box(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {"id": name, "name": dict(MINE_TITLE)}
        except UnicodeDecodeError as error:
            raise OwnerError("file", "not UTF-8 text") from error

    def _read_chosen(self) -> Library:
        """A chosen box that cannot be used costs the owner's values, not the evening."""
        try:
            return library_of(self._read(self.chosen))
        except (OwnerError, TableRefusal, OSError) as error:
            log.warning("the box %r cannot be used: %s", self.chosen, error)
            return self._base

    def _save(self, name: str, title: Mapping[str, str], values: Mapping[str, Any]) -> None:
        self._write(f"{name}.toml", box_file(name, title, values))

    def _write(self, file: str, text: str) -> None:
        """Replaced at once or not at all."""
        draft = self._folder / f"{file}.new"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with draft.open("w", encoding="utf-8") as out:
                out.write(text)
                out.flush()
                os.fsync(out.fileno())
            draft.replace(self._folder / file)
        except OSError as error:
            raise TableRefusal("table/not_saved", "not_saved", {"reason": str(error)}) from error

    def _use(self, library: Library) -> Library:
        self._library = library
        for listener in list(self._listeners):
            listener()
        return library


class TagNames(Mapping[str, str]):
    """Which tag is on which piece of the chosen box, whichever that is at the moment."""

    def __init__(self, boxes: Boxes) -> None:
        self._boxes = boxes

    def __getitem__(self, tag: str) -> str:
        return self._boxes.current().tag_names()[tag]

    def __iter__(self) -> Iterator[str]:
        return iter(self._boxes.current().tag_names())

    def __len__(self) -> int:
        return len(self._boxes.current().tag_names())


def _counts(data: Mapping[str, Any]) -> dict[str, int]:
    values = values_of(data)
    cards = sum(len(values.get(deck, [])) for deck in ("gift", "object", "advantage", "event"))
    return {"owner_values": _owner_values(values), "cards": cards, "scenarios": len(values.get("scenario", []))}


def _owner_values(value: Any) -> int:
    """How many values are said by the owner."""
    if isinstance(value, Mapping):
        return ("from" in value) + sum(_owner_values(inner) for inner in value.values())
    return sum(_owner_values(inner) for inner in value) if isinstance(value, list) else 0


def _trouble(error: Exception) -> dict[str, str]:
    if isinstance(error, OwnerError):
        return {"key": error.key, "reason": error.reason}
    numbers = error.numbers if isinstance(error, TableRefusal) else {}
    return {"key": str(numbers.get("key", "file")), "reason": str(numbers.get("reason", error))}
