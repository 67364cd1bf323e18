"""The owner's boxes in the data folder: one TOML file each, one of them chosen."""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TypeAlias, cast

from companion.content.box import DECKS, Box
from companion.content.loader import LARGEST_FILE
from companion.content.models import TomlTable
from companion.content.owner.overlay import BoxFile, Overlay, read_box, slug, write_box
from companion.content.owner.toml_text import LARGEST_TEXT
from companion.files import read_text, remove, write_atomically
from companion.protocol.box import BoxSummary, BoxTrouble, LocalNames, box_refusal, trouble
from companion.protocol.devices import PieceKind
from companion.protocol.refusal import Refused
from companion.table.loaded_box import LoadedBox, load_overlay

log = logging.getLogger("companion")

NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
# The box of an owner who never named one.
MINE = "mine"
MINE_TITLE = {"en": "My box", "fr": "Ma boîte", "ru": "Моя коробка"}
CHOSEN_FILE = "chosen"
MOST_BOXES = 50


class EditedBox(NamedTuple):
    """What an edit came to: a box that could be built, and the card or scenario the edit was about."""

    loaded_box: LoadedBox
    name: str = ""


# Makes a changed box out of an overlay and the box as it is in use; `Refused` if it cannot be built.
Edit: TypeAlias = Callable[[Overlay, Box], EditedBox]


class BoxStore:
    """Thread-safe. A file that cannot be used is left alone: it is listed with what is wrong, and ours is played."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.RLock()
        self._listeners: list[Callable[[], None]] = []
        self._current = self._load_chosen()

    # -- boxes for games -----------------------------------------------------------------------------------------------

    def kind_of_tag(self, tag: str) -> PieceKind:
        """Of what kind the piece of the chosen box is that a tag is on."""
        return self.current().kind_of_tag(tag)

    def current(self) -> LoadedBox:
        """Without the lock: every view of every game needs it, whatever is being built meanwhile."""
        return self._current

    def of(self, overlay: TomlTable) -> LoadedBox:
        return self.current().of(overlay)

    @property
    def chosen(self) -> str:
        try:
            name = read_text(self._folder / CHOSEN_FILE).strip()
        except (OSError, ValueError):
            return MINE
        return name if NAME.fullmatch(name) else MINE

    def listen(self, listener: Callable[[], None]) -> None:
        """Called when another box is in use, or another value of it."""
        with self._lock:
            self._listeners.append(listener)

    # -- the list ------------------------------------------------------------------------------------------------------

    def names(self) -> list[str]:
        found = {file.stem for file in self._folder.glob("*.toml") if NAME.fullmatch(file.stem)}
        return sorted({*found, self.chosen})

    def summaries(self) -> list[BoxSummary]:
        with self._lock:
            return [self._summary(name) for name in self.names()]

    def _summary(self, name: str) -> BoxSummary:
        try:
            file = self._read(name)
            return _summary(file, load_overlay(file.overlay).content, None)
        except (Refused, OSError) as error:
            return _summary(BoxFile(name, {"en": name}, Overlay()), None, _trouble(error))

    # -- changing the list ---------------------------------------------------------------------------------------------

    def create(self, title: LocalNames, copy_of: str | None = None) -> str:
        """A new box, empty or a variant of another; it is not chosen yet."""
        with self._lock:
            overlay = self._existing(copy_of).overlay if copy_of is not None else Overlay()
            return self._add(slug(title["en"], "box"), title, overlay)

    def choose(self, name: str) -> LoadedBox:
        with self._lock:
            loaded_box = load_overlay(self._existing(name).overlay)
            self._write(CHOSEN_FILE, f"{name}\n")
            return self._use(loaded_box)

    def rename(self, name: str, title: LocalNames) -> None:
        with self._lock:
            self._save(BoxFile(name, title, self._existing(name).overlay))

    def delete(self, name: str) -> None:
        """The file goes; if it was the chosen one, our own values are played again."""
        with self._lock:
            self._must_exist(name)
            was_chosen = name == self.chosen
            with _told_as_not_saved():
                remove(self._folder / f"{name}.toml")
                if was_chosen:
                    remove(self._folder / CHOSEN_FILE)
            if was_chosen:
                self._use(self._load_chosen())

    # -- editing the chosen box ----------------------------------------------------------------------------------------

    def try_out(self, edit: Edit) -> EditedBox:
        """What an edit would come to; nothing is kept."""
        current = self.current()
        return edit(current.overlay, current.box)

    def change(self, edit: Edit) -> EditedBox:
        """The chosen box with an edit made: on disk before it is used."""
        with self._lock:
            # The file, not the box in use: one that cannot be built can be mended like this.
            file = self._existing(self.chosen)
            edited = edit(file.overlay, self._current.box)
            self._save(file._replace(overlay=edited.loaded_box.overlay))
            self._use(edited.loaded_box)
            return edited

    # -- files ---------------------------------------------------------------------------------------------------------

    def give_out(self, name: str) -> str:
        with self._lock:
            return write_box(self._existing(name))

    def take_in(self, text: str) -> str:
        """A box from a file, under its own name or one like it; `Refused` says what is wrong with the file."""
        file = read_box_file(text)
        with self._lock:
            wanted = file.id if NAME.fullmatch(file.id) else slug(file.title.get("en", "box"), "box")
            return self._add(wanted, file.title or {"en": wanted}, file.overlay)

    # -- on disk -------------------------------------------------------------------------------------------------------

    def _must_exist(self, name: str) -> None:
        if name not in self.names():
            raise Refused("box/no_such_box", "no_such_box", {"box": name[:40]})

    def _existing(self, name: str) -> BoxFile:
        self._must_exist(name)
        return self._read(name)

    def _add(self, wanted: str, title: LocalNames, overlay: Overlay) -> str:
        taken = set(self.names())
        if len(taken) >= MOST_BOXES:
            raise box_refusal("boxes", f"there are {MOST_BOXES} already; delete one first")
        name, number = wanted, 2
        while name in taken:
            name, number = f"{wanted[:36]}_{number}", number + 1
        self._save(BoxFile(name, title, overlay))
        return name

    def _read(self, name: str) -> BoxFile:
        path = self._folder / f"{name}.toml"
        try:
            file = read_box(read_text(path, LARGEST_FILE))
        except FileNotFoundError:
            return BoxFile(name, dict(MINE_TITLE), Overlay())
        except UnicodeDecodeError as error:
            raise box_refusal("file", "not UTF-8 text") from error
        return file._replace(id=name, title=file.title or {"en": name})

    def _load_chosen(self) -> LoadedBox:
        """A chosen box that cannot be used costs the owner's values, not the evening."""
        try:
            return load_overlay(self._read(self.chosen).overlay)
        except (Refused, OSError) as error:
            log.warning("the box %r cannot be used: %s", self.chosen, error)
            return load_overlay(Overlay())

    def _save(self, file: BoxFile) -> None:
        text = write_box(file)
        if len(text) > LARGEST_TEXT:
            raise box_refusal("file", f"larger than {LARGEST_TEXT} characters")
        self._write(f"{file.id}.toml", text)

    def _write(self, file: str, text: str) -> None:
        with _told_as_not_saved():
            write_atomically(self._folder / file, text)

    def _use(self, loaded_box: LoadedBox) -> LoadedBox:
        self._current = loaded_box
        for listener in list(self._listeners):
            listener()
        return loaded_box


@contextmanager
def _told_as_not_saved() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Refused("table/not_saved", "not_saved", {"reason": str(error)}) from error


def read_box_file(text: str) -> BoxFile:
    """A box that can be built, from a file that somebody brings."""
    try:
        file = read_box(text)
        load_overlay(file.overlay)
    except Refused as refusal:
        raise Refused("box/bad_file", "bad_box_file", refusal.facts) from refusal
    return file


class TagNames(Mapping[str, str]):
    """Which tag is on which piece of the chosen box, whichever that is at the moment."""

    def __init__(self, boxes: BoxStore) -> None:
        self._boxes = boxes

    def __getitem__(self, tag: str) -> str:
        return self._boxes.current().tag_names()[tag]

    def __iter__(self) -> Iterator[str]:
        return iter(self._boxes.current().tag_names())

    def __len__(self) -> int:
        return len(self._boxes.current().tag_names())


def _summary(file: BoxFile, content: str | None, wrong: BoxTrouble | None) -> BoxSummary:
    overlay = file.overlay
    return {
        "id": file.id,
        "name": file.title,
        "content": content,
        "owner_values": _owner_values(overlay.to_json()),
        "cards": sum(len(overlay.pieces(deck)) for deck in DECKS),
        "scenarios": len(overlay.pieces("scenario")),
        "trouble": wrong,
    }


def _owner_values(value: object) -> int:
    """How many values are the owner's."""
    if isinstance(value, Mapping):
        return ("from" in value) + sum(_owner_values(inner) for inner in value.values())
    return sum(_owner_values(inner) for inner in value) if isinstance(value, list) else 0


def _trouble(error: Refused | OSError) -> BoxTrouble:
    return cast(BoxTrouble, error.facts) if isinstance(error, Refused) else trouble("file", str(error))
