"""Anything over HTTP, at every route, by somebody who has the code and the host's seat: a coded refusal that changes
nothing, or an answer. Never an error of the service."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from companion.protocol.route import Route
from companion.protocol.routes import ROUTES
from tests.content.owner.test_owner_scenarios import RAID
from tests.fuzz.odd import anything, changed, examples, is_coded, near, words
from tests.server.service_rig import RunningService
from tests.server.test_server_cards import HOWLS

# The service freezes what it starts with (see test_fuzz_wire).
pytestmark = pytest.mark.filterwarnings("ignore:It looks like `register_random`")
# These do seconds of work, most of it in processes of their own: other tests try them, and the files themselves are
# tried in test_fuzz_files.
SLOW = {"POST /api/check", "POST /api/backups", "POST /api/games/import", "POST /api/boxes/import"}
SLOW |= {route.name for route in ROUTES if "trial" in route.path or route.path == "/api/labels.pdf"}
TRIED = [route for route in ROUTES if route.name not in SLOW]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    running = RunningService(tmp_path_factory.mktemp("fuzz") / "data")
    running.new_game()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def headers(service: RunningService) -> dict[str, str]:
    return {"X-Table-Code": service.code, "Authorization": f"Bearer {service.token('', 'host')}"}


def kept(data: Path) -> dict[str, bytes]:
    """What would be there after a power cut. A database brings its log along, which also grows by reading."""
    files = [path for path in data.rglob("*") if path.is_file() and not path.name.endswith(("-wal", "-shm"))]
    return {str(path.relative_to(data)): path.read_bytes() for path in files}


SHEETS = {
    "a card's sheet": changed(HOWLS) | anything,
    "a scenario's sheet": changed(RAID) | anything,
}


@st.composite
def requests(draw: st.DrawFn) -> tuple[Route, str, bytes | None]:
    """A route, its address with names filled in, and what is sent to it."""
    route: Route = draw(st.sampled_from(TRIED))
    path = route.path
    while "<" in path:
        before, _, rest = path.partition("<")
        path = before + quote(str(draw(words | st.integers(-1, 10**12))), safe="") + rest.partition(">")[2]
    if draw(st.booleans()):
        keys = st.sampled_from(
            ("corners", "search", "page", "archived", "game", "kind", "eye", "paper", "language", "x")
        )
        asked = draw(st.dictionaries(keys, words | st.sampled_from(("1,2,3,4,5,6,7,8", "nan,1e999", "-1")), max_size=3))
        path += "?" + "&".join(f"{key}={quote(value, errors='replace')}" for key, value in asked.items())
    if route.method == "GET":
        return route, path, None
    if draw(st.integers(0, 4)) == 0:
        return route, path, draw(st.binary(max_size=80))
    return route, path, json.dumps(draw(body_of(route.takes))).encode()


def body_of(takes: type | str | None) -> st.SearchStrategy[Any]:
    if isinstance(takes, type) and issubclass(takes, BaseModel):
        return near(takes) | anything
    return SHEETS.get(str(takes), anything)


@examples(200)
@given(request=requests())
def test_any_request(
    service: RunningService, headers: dict[str, str], request: tuple[Route, str, bytes | None]
) -> None:
    route, path, body = request
    data = service.web.service.settings.data
    before = kept(data)
    client = service.web.app.test_client()
    with client.open(path, method=route.method, data=body, headers=headers) as answer:
        said: Any = answer.get_json(silent=True)
        if answer.status_code >= 400:
            assert said["ok"] is False, (route.name, path, body)
            assert is_coded(said), (route.name, path, body, said)
            assert kept(data) == before, (route.name, path, body)


def test_the_service_still_plays(service: RunningService) -> None:
    assert service.ask("/api/health")[1]["ok"]
    # The host may have been made to change it.
    service.code = service.web.service.access.code
    service.new_game()
