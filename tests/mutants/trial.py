"""Runs the rules' own tests against a fault, in a fork, until the first one fails.

Most faults are put into functions of a process in which the tests are collected already (`Session`): a fork of it
begins at once. What is in force as soon as a module is imported needs a process that has imported nothing of ours yet.
"""

from __future__ import annotations

import gc
import importlib.abc
import importlib.machinery
import importlib.util
import multiprocessing
import os
import resource
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

# Imported before the fork, so that a fault does not pay for them.
import hypothesis.stateful
import pydantic
import pytest

from tests.mutants.coverage import Cache, Coverage, LineRecorder, Ran, RecordingPlugin
from tests.mutants.faults import ROOT, Mutant, text_of

WARM = (hypothesis.stateful, pydantic)
TESTS = "tests/rules"
# The examples of the README end with how long a random game is: any change of the rules is seen in that number, and it
# says nothing of what is right. A fault that only this finds counts as not found.
NOT_COUNTED = "tests/rules/test_examples.py"
# A fault may make a loop without end. Counted in seconds of computing: on a busy machine a test that waits for its turn
# must not count as one that has noticed something. All tests together take less than a minute.
MUTANT_CPU_S = 180
RECORDING_CPU_S = 1800
MEMORY = 3 * 2**30
OPTIONS = (
    *(TESTS, f"--ignore={NOT_COUNTED}", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist"),
    "--timeout=0",
    # Hypothesis is a plugin of pytest that was imported before the fork.
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
)
FORK = multiprocessing.get_context("fork")
NO_END = "no end"


class Verdict(NamedTuple):
    """The test that noticed the fault; "" if none of so many did."""

    mutant: Mutant
    killed_by: str
    tests: int


class FailureWatch:
    """The first test that fails."""

    def __init__(self) -> None:
        self.failed = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid


# -- faults in functions -----------------------------------------------------------------------------------------------


class Session:
    """A plugin that, instead of running the tests it has collected, tries the faults on forks of itself."""

    def __init__(self, mutants: Sequence[Mutant], jobs: int, answer: Connection) -> None:
        self._mutants = mutants
        self._jobs = jobs
        self._answer = answer
        self._imports = LineRecorder()
        self._items: dict[str, pytest.Item] = {}

    def pytest_sessionstart(self) -> None:
        self._imports.begin()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        at_import = self._imports.end()
        self._items = {item.nodeid: item for item in session.items}
        coverage = Coverage(self._recorded(), at_import)
        self._answer.send(coverage)
        late = [mutant for mutant in self._mutants if coverage.tests and not coverage.is_early(mutant)]
        with ThreadPoolExecutor(self._jobs) as pool:
            for verdict in pool.map(lambda mutant: self._verdict(mutant, coverage), late):
                self._answer.send(verdict)
        self._answer.send(None)
        return True

    def _recorded(self) -> dict[str, Ran]:
        """What every test runs; nothing if one fails."""
        cache = Cache()
        known = cache.tests(self._items.values())
        new = [item for name, item in self._items.items() if name not in known]
        found = _in_a_fork(self._record, {}, RECORDING_CPU_S, new) if new else {}
        if new and not found:
            return {}
        cache.keep({**known, **found})
        return {**known, **found}

    def _record(self, answer: Connection, items: Sequence[pytest.Item]) -> None:
        plugin, watch = RecordingPlugin(), FailureWatch()
        self._run(items, plugin, watch)
        answer.send({} if watch.failed else plugin.tests)

    def _verdict(self, mutant: Mutant, coverage: Coverage) -> Verdict:
        names = coverage.tests_for(mutant)
        return Verdict(mutant, _in_a_fork(self._try, NO_END, MUTANT_CPU_S, mutant, names) if names else "", len(names))

    def _try(self, answer: Connection, mutant: Mutant, names: Sequence[str]) -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        put_in(mutant)
        watch = FailureWatch()
        self._run([self._items[name] for name in names], watch)
        answer.send(watch.failed)

    def _run(self, items: Sequence[pytest.Item], *plugins: object) -> None:
        hooks = items[0].config.pluginmanager
        for plugin in plugins:
            hooks.register(plugin)
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if item.session.shouldfail:
                return


def put_in(mutant: Mutant) -> None:
    """The functions of the module get their code with the fault in it."""
    path = ROOT / mutant.path
    before = compile(text_of(mutant.path), str(path), "exec")
    after = compile(mutant.source(), str(path), "exec")
    changed = {old: new for old, new in _pairs(before, after) if old != new}
    functions = [f for f in gc.get_objects() if isinstance(f, FunctionType) and f.__code__ in changed]
    assert functions, f"no function has {mutant}"
    for function in functions:
        function.__code__ = changed[function.__code__]


def _pairs(before: CodeType, after: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Code objects of a module without and with the fault, one beside the other."""
    yield before, after
    olds, news = ([c for c in code.co_consts if isinstance(c, CodeType)] for code in (before, after))
    for old, new in zip(olds, news, strict=True):
        yield from _pairs(old, new)


def _begin(answer: Connection, mutants: Sequence[Mutant], jobs: int) -> None:
    _quietly(Session(mutants, jobs, answer))


# -- faults that matter at import --------------------------------------------------------------------------------------


class FaultyLoader(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module with the fault in it."""

    def __init__(self, mutant: Mutant) -> None:
        self._mutant = mutant

    def find_spec(self, name: str, path: object, target: object = None) -> importlib.machinery.ModuleSpec | None:
        if name != self._mutant.module:
            return None
        file = ROOT / self._mutant.path
        package = [str(file.parent)] if file.name == "__init__.py" else None
        return importlib.util.spec_from_file_location(name, file, loader=self, submodule_search_locations=package)

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self._mutant.source(), str(ROOT / self._mutant.path), "exec"), module.__dict__)


class Selection:
    """Only the tests that can notice the fault, in their order."""

    def __init__(self, names: Sequence[str]) -> None:
        self._order = {name: number for number, name in enumerate(names)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted((i for i in items if i.nodeid in self._order), key=lambda i: self._order[i.nodeid])


def _import_and_try(answer: Connection, mutant: Mutant, names: Sequence[str]) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.meta_path.insert(0, FaultyLoader(mutant))
    watch = FailureWatch()
    code = _quietly(Selection(names), watch)
    answer.send(watch.failed or ("" if code == 0 else "the import of the tests"))


def _imported(mutant: Mutant, coverage: Coverage) -> Verdict:
    names = coverage.tests_for(mutant)
    return Verdict(mutant, _in_a_fork(_import_and_try, NO_END, MUTANT_CPU_S, mutant, names), len(names))


# -- processes ---------------------------------------------------------------------------------------------------------


def all_tried(mutants: Sequence[Mutant], jobs: int) -> Iterator[Verdict]:
    """A verdict for every fault, so many at a time."""
    answers, theirs = FORK.Pipe(duplex=False)
    session = FORK.Process(target=_begin, args=(theirs, mutants, jobs))
    session.start()
    theirs.close()
    coverage: Coverage = answers.recv()
    if not coverage.tests:
        raise SystemExit(f"the tests fail without any fault: pytest {TESTS}")
    yield from iter(answers.recv, None)
    session.join()
    early = [mutant for mutant in mutants if coverage.is_early(mutant)]
    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(lambda mutant: _imported(mutant, coverage), early)


def _quietly(*plugins: object) -> int:
    with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        return int(pytest.main([*OPTIONS], plugins=[*plugins]))


def _limited(work: Callable[..., None], seconds: int, *arguments: object) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    work(*arguments)


def _in_a_fork(work: Callable[..., None], otherwise: Any, seconds: int, *arguments: object) -> Any:
    """What the work answers; `otherwise` if it dies or computes for too long."""
    ours, theirs = FORK.Pipe(duplex=False)
    process = FORK.Process(target=_limited, args=(work, seconds, theirs, *arguments))
    process.start()
    theirs.close()
    try:
        return ours.recv()
    except EOFError:
        return otherwise
    finally:
        process.kill()
        process.join()
        ours.close()
