"""Which test of the rules runs which lines of the rules, seen in a run without any fault."""

from __future__ import annotations

import hashlib
import pickle
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

import pytest

from tests.mutants.faults import ROOT, RULES, Mutant

Place = tuple[str, int]


class Ran(NamedTuple):
    """One test: how long it took, and which lines of the rules it ran."""

    seconds: float
    places: frozenset[Place]


class Coverage(NamedTuple):
    """What a run without any fault showed."""

    tests: dict[str, Ran]
    # Lines that run while modules are imported and tests collected: any test may depend on them.
    at_import: frozenset[Place]

    def is_early(self, mutant: Mutant) -> bool:
        """Does the fault matter before the first test runs?"""
        return mutant.at_import or not self.at_import.isdisjoint(mutant.places)

    def tests_for(self, mutant: Mutant) -> list[str]:
        """The tests that can notice the fault: those that run it first, quick ones before slow ones."""
        near = {name: not ran.places.isdisjoint(mutant.places) for name, ran in self.tests.items()}
        able = [name for name in self.tests if near[name] or self.is_early(mutant)]
        return sorted(able, key=lambda name: (not near[name], self.tests[name].seconds))


class LineRecorder:
    """Notes the lines of the rules that run. A code object is left alone once all its lines were seen."""

    def __init__(self) -> None:
        self._places: set[Place] = set()
        self._paths: dict[str, str] = {}
        self._unseen: dict[CodeType, set[int]] = {}

    def begin(self) -> None:
        self._places, self._unseen = set(), {}
        sys.settrace(self._on_call)

    def end(self) -> frozenset[Place]:
        sys.settrace(None)
        return frozenset(self._places)

    def _on_call(self, frame: FrameType, event: str, argument: object) -> Callable[..., Any] | None:
        code = frame.f_code
        path = self._path(code.co_filename)
        if not path:
            return None
        unseen = self._unseen.get(code)
        if unseen is None:
            unseen = self._unseen[code] = {line for _, _, line in code.co_lines() if line is not None}
        self._places.add((path, frame.f_lineno))
        return self._on_line if unseen else None

    def _on_line(self, frame: FrameType, event: str, argument: object) -> Callable[..., Any] | None:
        unseen = self._unseen[frame.f_code]
        if frame.f_lineno in unseen:
            unseen.discard(frame.f_lineno)
            self._places.add((self._path(frame.f_code.co_filename), frame.f_lineno))
        return self._on_line if unseen else None

    def _path(self, file: str) -> str:
        path = self._paths.get(file)
        if path is None:
            path = Path(file).relative_to(ROOT).as_posix() if file.startswith(str(RULES)) else ""
            self._paths[file] = path
        return path


class Cache:
    """Coverage of an earlier run: good for tests that have not changed since, as long as the code has not."""

    def __init__(self, file: Path = ROOT / "build" / "mutants" / "coverage.pickle") -> None:
        self._file = file
        sources = sorted((ROOT / "companion").rglob("*.py"))
        self._code = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()

    def tests(self, items: Iterable[pytest.Item]) -> dict[str, Ran]:
        """What is known of these tests."""
        if not self._file.exists():
            return {}
        code, tests = pickle.loads(self._file.read_bytes())
        written = self._file.stat().st_mtime
        fresh = {item.nodeid for item in items if all(path.stat().st_mtime < written for path in _files(item))}
        return {name: ran for name, ran in tests.items() if name in fresh} if code == self._code else {}

    def keep(self, tests: dict[str, Ran]) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        self._file.write_bytes(pickle.dumps((self._code, tests)))


def _files(item: pytest.Item) -> Iterator[Path]:
    """The file of a test, and the position it is about."""
    yield item.path
    callspec = getattr(item, "callspec", None)
    if callspec is not None:
        yield from (value for value in callspec.params.values() if isinstance(value, Path))


class RecordingPlugin:
    """Hands every test to the recorder."""

    def __init__(self) -> None:
        self._recorder = LineRecorder()
        self.tests: dict[str, Ran] = {}

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        begun = time.perf_counter()
        self._recorder.begin()
        yield
        self.tests[item.nodeid] = Ran(time.perf_counter() - begun, self._recorder.end())
