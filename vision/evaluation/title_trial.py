"""How well cards are known by their titles, in type faces that no limit was chosen on.

`python -m vision.evaluation.title_trial --fonts FOLDER --names PACKS --side report` prints the figures. FOLDER holds
type faces (.ttf, .otf, .woff2; MEASUREMENTS.md says which were used); those in CHOOSING are for choosing limits, all
others for the report. PACKS holds TOML files whose cards have names in three languages.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

import cv2
import numpy as np

from vision.evaluation.piece_trial import Side, upper_limit
from vision.evaluation.title_scenes import CardWords, Eye, can_write, draw_titled_card, photograph_card
from vision.images import Image
from vision.render.floor import draw_floor_piece
from vision.words.card_words import read_title
from vision.words.tesseract import ReadsText, find_tesseract
from vision.words.titles import TitleReading

CHOOSING = frozenset(
    {
        *("CharisSIL", "Comfortaa", "LiberationSans", "LiberationSerif", "OpenSans", "PTC75F", "PTF75F", "PTN57F"),
        *("PTS75F", "Vollkorn", "almendra", "marcellus", "cinzel", "oswald", "philosopher", "caudex"),
    }
)
# What lies there: a card whose title is a known name; one whose title is none, or nearly one; a piece without words.
Kind = Literal["known", "other", "near", "wordless"]
_SHARES: Mapping[Kind, float] = {"known": 0.55, "other": 0.15, "near": 0.2, "wordless": 0.1}
_OTHER: Mapping[Side, Mapping[str, tuple[str, ...]]] = {
    "choose": {
        "en": ("Iron Lantern", "Sudden Flood", "Whispering Wall", "Broken Oath", "Rats!", "Second Breath"),
        "fr": ("Lanterne de fer", "Crue soudaine", "Mur qui murmure", "Serment brisé", "Des rats !", "Second souffle"),
        "ru": ("Железный фонарь", "Внезапный потоп", "Шепчущая стена", "Нарушенная клятва", "Крысы!", "Передышка"),
    },
    "report": {
        "en": ("Holy Water", "Rockfall", "The Last Door", "Blood Price", "Fog", "Hidden Passage", "Old Wounds"),
        "fr": ("Eau bénite", "Chute de pierres", "La dernière porte", "Prix du sang", "Brume", "Passage dérobé"),
        "ru": ("Святая вода", "Камнепад", "Последняя дверь", "Цена крови", "Туман", "Тайный ход", "Старые раны"),
    },
}  # fmt: skip
# A word of a name is put in place of one of its own: a title that is nearly a name.
_SWAPPED: Mapping[Side, Mapping[str, tuple[str, ...]]] = {
    "choose": {"en": ("Anger", "Sewer"), "fr": ("colère", "égout"), "ru": ("гнева", "канала")},
    "report": {"en": ("Wrath", "Silence"), "fr": ("courroux", "silence"), "ru": ("ярости", "тишины")},
}  # fmt: skip


class TitleTrial(NamedTuple):
    seed: int
    kind: Kind
    eye: Eye
    language: str
    title: str
    id: str  # of the name; "" where it is none
    image: Image


@dataclass(slots=True)
class TitleScore:
    trials: int = 0
    sure_right: int = 0
    sure_wrong: int = 0
    asked: int = 0
    asked_right: int = 0
    unknown: int = 0
    wrong_seeds: list[int] = field(default_factory=list)

    def add(self, trial: TitleTrial, reading: TitleReading) -> None:
        self.trials += 1
        right = bool(trial.id) and trial.id in reading.names
        if reading.level == "sure":
            self.sure_right += right
            self.sure_wrong += not right
            self.wrong_seeds += [] if right else [trial.seed]
        self.asked += reading.level == "asked"
        self.asked_right += reading.level == "asked" and right
        self.unknown += reading.level == "unknown"

    def to_json(self) -> dict[str, object]:
        return {slot: getattr(self, slot) for slot in self.__slots__}


def names_of(packs: Path) -> dict[str, dict[str, str]]:
    """The names of all cards, by language, whatever else their files say of them."""
    found: dict[str, dict[str, str]] = {}
    for path in sorted(packs.rglob("*.toml")):
        for rows in tomllib.loads(path.read_text()).values():
            for row in rows if isinstance(rows, list) else []:
                if isinstance(row, dict) and "copies" in row and isinstance(row.get("name"), dict):
                    found[row["id"]] = row["name"]
    return found


def sides_fonts(folder: Path, side: Side) -> list[Path]:
    fonts = [path for path in sorted(folder.iterdir()) if path.suffix in (".ttf", ".otf", ".woff2")]
    return [path for path in fonts if (path.stem.replace("_", "-").split("-")[0] in CHOOSING) == (side == "choose")]


def make_trial(side: Side, seed: int, names: Mapping[str, Mapping[str, str]], fonts: Sequence[Path]) -> TitleTrial:
    rng = np.random.default_rng((92, side == "report", seed))
    kind: Kind = list(_SHARES)[int(rng.choice(len(_SHARES), p=np.array(list(_SHARES.values()))))]
    language = str(rng.choice(["en", "fr", "ru"]))
    eye: Eye = "tray" if rng.random() < 0.5 else "photo"
    printed = {name: forms[language] for name, forms in names.items() if not any(map(str.isdigit, forms["en"]))}
    name = str(rng.choice(sorted(printed)))
    title = printed[name]
    if kind == "other":
        title = str(rng.choice(_OTHER[side][language]))
    if kind == "near":
        words = title.split(" ")
        words[-1] = str(rng.choice(_SWAPPED[side][language]))
        title = " ".join(words) if len(words) > 1 else f"{title} {words[-1]}"
    able = [font for font in fonts if can_write(font, title + ("Щж" if language == "ru" else ""))]
    words_of = CardWords(title, language)
    face = draw_titled_card(rng, words_of, able[int(rng.integers(len(able)))])
    if kind == "wordless":
        face = draw_floor_piece(int(rng.integers(1 << 30)), "NES", int(rng.integers(12)))
    image = photograph_card((side == "report", seed), face, eye)
    return TitleTrial(seed, kind, eye, language, title, name if kind == "known" else "", image)


def run(
    side: Side, trials: int, first: int, fonts: Path, packs: Path, reader: ReadsText
) -> Iterator[dict[str, object]]:
    cv2.setNumThreads(1)
    names, faces = names_of(packs), sides_fonts(fonts, side)
    listed = {name: list(forms.values()) for name, forms in names.items()}
    scores: dict[str, TitleScore] = {}
    spent: dict[str, list[float]] = {"tray": [], "photo": []}
    for seed in range(first, first + trials):
        trial = make_trial(side, seed, names, faces)
        before = _seconds()
        reading = read_title(trial.image, listed, reader)
        spent[trial.eye].append((_seconds() - before) * 1000)
        key = f"{trial.kind} {trial.eye} {trial.language}" if trial.kind == "known" else trial.kind
        scores.setdefault(key, TitleScore()).add(trial, reading)
        row = {"seed": seed, "kind": trial.kind, "eye": trial.eye, "title": trial.title, "id": trial.id}
        sys.stderr.write(json.dumps({**row, **reading._asdict()}, ensure_ascii=False) + "\n")
    for key, score in sorted(scores.items()):
        yield {"titles": key, **score.to_json()}
    wrong = sum(score.sure_wrong for score in scores.values())
    yield {
        "side": side, "fonts": len(faces), "names": len(names), "trials": trials, "sure_wrong": wrong,
        "sure_wrong_at_most": round(upper_limit(wrong, trials), 5),
        "cpu_ms": {eye: [round(float(ms)) for ms in np.percentile(times, (50, 95))] for eye, times in spent.items()},
        "reader_mb": round(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024),
    }  # fmt: skip


def _seconds() -> float:
    """Processor time of this process and of those it started."""
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in spent)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m vision.evaluation.title_trial", description=__doc__)
    parser.add_argument("--fonts", type=Path, required=True)
    parser.add_argument("--names", type=Path, required=True)
    parser.add_argument("--side", choices=("choose", "report"), default="choose")
    parser.add_argument("--trials", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    args = parser.parse_args()
    reader = find_tesseract()
    if reader is None:
        parser.error("Tesseract is not installed")
    worst = 0
    for figures in run(args.side, args.trials, args.first, args.fonts, args.names, reader):
        sys.stdout.write(json.dumps(figures, ensure_ascii=False) + "\n")
        worst = max(worst, int(str(figures["sure_wrong"])))
    return 1 if worst else 0


if __name__ == "__main__":
    sys.exit(main())
