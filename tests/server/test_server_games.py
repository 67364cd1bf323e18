"""The list of games over HTTP: pages and search, titles, put away, deleted, set aside, and disks that fail."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from companion.server.service import Service, Settings
from tests.server.service_rig import RunningService
from tests.table.fault_rig import READ_ERROR, UNREADABLE, at_call
from tests.table.table_rig import done, play, submit


def listed(service: RunningService, query: str = "") -> dict[str, Any]:
    status, answer = service.ask(f"/api/games{query}")
    assert status == 200, answer
    return answer  # type: ignore[no-any-return]


def names(service: RunningService, query: str = "") -> list[str]:
    return [one["game"] for one in listed(service, query)["games"]]


def told(service: RunningService, path: str, **body: object) -> dict[str, Any]:
    status, answer = service.post(path, json.dumps(body).encode())
    assert status == 200, answer
    return answer  # type: ignore[no-any-return]


def kept(service: RunningService, path: str = "") -> Any:
    return service.ask(f"/api/kept-games{path}", **{"X-Table-Code": service.code})


def test_the_list_has_pages_and_search(service: RunningService) -> None:
    games = [service.new_game("ritual" if number % 5 == 0 else "survivors") for number in range(23)]
    first, second = listed(service), listed(service, "?page=1")
    assert (first["found"], first["page_size"], len(first["games"]), len(second["games"])) == (23, 20, 20, 3)
    assert {one["game"] for one in (*first["games"], *second["games"])} == set(games)
    assert listed(service, "?page=2")["games"] == []
    told(service, f"/api/games/{games[3]}/labels", title="  Tuesday   with Anna ")
    assert names(service, "?search=anna%20TUES") == [games[3]]
    # The scenario's name, in whatever language it is looked for.
    assert {one["scenario"] for one in listed(service, "?search=ritual")["games"]} == {"ritual"}
    assert listed(service, f"?search={games[5]}")["found"] == 1
    assert listed(service, "?search=nothing-of-the-kind")["found"] == 0


@pytest.mark.parametrize("query", ["?page=-1", "?page=x", "?page=1e9", "?search=" + "x" * 100, "?archived=2", "?x=1"])
def test_a_list_nobody_can_ask_for(service: RunningService, query: str) -> None:
    status, answer = service.ask(f"/api/games{query}")
    assert (status, answer["code"]) == (400, "wire/bad_message")


def test_a_game_is_named_put_away_and_found_again_after_a_restart(tmp_path: Path) -> None:
    service = RunningService(tmp_path)
    game, other = service.new_game(), service.new_game()
    assert told(service, f"/api/games/{game}/labels", title="Anna")["game"]["title"] == "Anna"
    assert told(service, f"/api/games/{game}/labels", archived=True)["game"]["title"] == "Anna"
    assert names(service) == [other]
    service.stop()
    service = RunningService(tmp_path)
    assert names(service) == [other]
    assert listed(service)["archived"] == 1
    assert [(one["game"], one["title"]) for one in listed(service, "?archived=true")["games"]] == [(game, "Anna")]
    told(service, f"/api/games/{game}/labels", archived=False)
    assert set(names(service)) == {game, other}
    status, answer = service.post(f"/api/games/{game}/labels", json.dumps({"title": "x" * 81}).encode())
    assert (status, answer["code"]) == (400, "wire/bad_message")
    assert service.post("/api/games/nobody/labels", b"{}")[0] == 404
    service.stop()


def test_a_deleted_game_comes_back_as_it_was(tmp_path: Path) -> None:
    service = RunningService(tmp_path)
    game = service.new_game()
    table = service.web.service.games.table(game)
    play(table, random.Random(1), 20)
    version = table.version
    assert service.web.service.current() is table
    deleted = told(service, f"/api/games/{game}/delete")["kept"]
    assert names(service) == []
    assert service.web.service.current() is None
    # Whoever still holds the table is told so; nothing is written.
    answer = submit(table, {"undo": True})
    assert (answer.ok, answer.code) == (False, "table/unloaded")
    service.stop()
    service = RunningService(tmp_path)
    (entry,) = kept(service)[1]["games"]
    assert (entry["id"], entry["game"], entry["kind"], entry["scenario"]) == (deleted, game, "deleted", "survivors")
    assert entry["until"] - entry["since"] == 7 * 24 * 3600
    shown = kept(service, f"/{deleted}")[1]["game"]
    assert (shown["records"], shown["reason"], shown["progress"]["version"]) == (version + 1, None, version)
    assert told(service, f"/api/kept-games/{deleted}/restore")["game"] == game
    assert kept(service)[1]["games"] == []
    assert service.web.service.games.table(game).version == version
    assert kept(service, f"/{deleted}")[0] == 404
    service.stop()


def test_what_was_deleted_a_week_ago_goes_at_the_start(tmp_path: Path) -> None:
    service = RunningService(tmp_path)
    game = service.new_game()
    deleted = told(service, f"/api/games/{game}/delete")["kept"]
    service.stop()
    file = tmp_path / "games" / f"{deleted}.game"
    when = int(deleted.split("-")[-1])
    # Deleted by a clock that was not set: its week begins when the clock is.
    unset = file.rename(file.with_name(f"{game}.deleted-1000.game"))
    Service(Settings(data=tmp_path)).close()
    assert not unset.exists()
    (restamped,) = file.parent.glob(f"{game}.deleted-*.game")
    assert int(restamped.stem.split("-")[-1]) >= when
    old = restamped.rename(file.with_name(f"{game}.deleted-{when - 8 * 24 * 3600}.game"))
    Service(Settings(data=tmp_path)).close()
    assert not old.exists()


def test_a_damaged_game_is_looked_at_restored_and_exported(service: RunningService) -> None:
    game = service.new_game()
    games = service.web.service.games
    play(games.table(game), random.Random(2), 30)
    told(service, f"/api/games/{game}/labels", title="Anna")
    games.close()
    file = service.web.service.settings.data / "games" / f"{game}.game"
    data = bytearray(file.read_bytes())
    at = data.rindex(b'"intent":"test-')
    data[at + 3] ^= 1
    file.write_bytes(data)
    assert names(service) == [game]
    good = len(games.table(game).records())
    assert listed(service)["notices"][-1]["key"] == "journal_damaged"
    (entry,) = kept(service)[1]["games"]
    assert (entry["kind"], entry["title"], entry["until"]) == ("damaged", "Anna", None)
    shown = kept(service, f"/{entry['id']}")[1]["game"]
    assert shown["records"] == good
    assert shown["damage"] == "record"
    assert "checksum" in shown["reason"]
    assert shown["progress"]["scenario"] == "survivors"
    status, text = kept(service, f"/{entry['id']}/export")
    assert status == 200
    assert len(text.splitlines()) == good
    copy = told(service, f"/api/kept-games/{entry['id']}/restore")["game"]
    assert copy != game
    assert listed(service, f"?search={copy}")["games"][0]["title"] == "Anna"
    done(games.table(copy), {"undo": True})
    # It stays where it is: what could not be read today may be read by somebody else.
    assert [one["id"] for one in kept(service)[1]["games"]] == [entry["id"]]


def test_only_those_at_the_table_may_do_this(service: RunningService) -> None:
    game = service.new_game()
    deleted = told(service, f"/api/games/{service.new_game()}/delete")["kept"]
    for path in ("/api/kept-games", f"/api/kept-games/{deleted}", f"/api/kept-games/{deleted}/export"):
        assert service.ask(path)[1]["code"] == "table/wrong_code", path
    for path in (f"/api/games/{game}/delete", f"/api/games/{game}/labels", f"/api/kept-games/{deleted}/restore"):
        assert service.ask(path, b"{}")[1]["code"] == "table/wrong_code", path
    assert names(service) == [game]


@pytest.mark.parametrize("name", ["..", "..%2Fx", "x.damaged-1", "x.damaged-", "%00", "x" * 300, ".damaged-1"])
def test_names_that_are_no_kept_game(service: RunningService, name: str) -> None:
    assert kept(service, f"/{name}")[0] == 404


def test_a_disk_that_fails_is_said_and_tried_again(tmp_path: Path) -> None:
    service = RunningService(tmp_path)
    games = [service.new_game() for _ in range(3)]
    service.stop()
    folder = tmp_path / "games"
    for game in games:
        (folder / f"{game}.game").rename(tmp_path / game)
        (folder / f"{game}.game").symlink_to(UNREADABLE)
    service = RunningService(tmp_path)
    answer = listed(service)
    assert (answer["ok"], answer["games"]) == (True, [])
    (notice,) = answer["notices"]
    assert (notice["code"], notice["key"], notice["facts"]["games"]) == ("table/unavailable", "games_unavailable", 3)
    assert service.web.service.current() is None
    for game in games:
        (tmp_path / game).replace(folder / f"{game}.game")
    answer = listed(service)
    assert (sorted(one["game"] for one in answer["games"]), answer["notices"]) == (sorted(games), [])
    # The table goes on with the game played last, without anybody doing anything else.
    assert service.web.service.current() is not None
    service.stop()


def test_a_service_starts_on_a_folder_that_cannot_be_listed(tmp_path: Path) -> None:
    Service(Settings(data=tmp_path)).close()
    service = Service(Settings(data=tmp_path))
    with at_call(0, READ_ERROR):
        service.resume()
    assert [notice["key"] for notice in service.games.notices] == ["games_unavailable"]
    service.resume()
    assert service.games.page().found == 0
    assert service.games.notices == []
    service.close()
