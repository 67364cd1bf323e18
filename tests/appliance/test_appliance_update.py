"""Updates step by step: whatever goes wrong, what ran before runs, and the state says why."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.appliance.release import BadRelease
from companion.appliance.spool import ASKED, Spool, TakenSpool
from companion.appliance.state import BOOT, UpdateState, read_state, write_state
from tests.appliance.appliance_rig import RUNNING, Appliance, make_key, make_release


@pytest.fixture
def appliance(tmp_path: Path) -> Appliance:
    (tmp_path / "data").mkdir()
    return Appliance(tmp_path, tmp_path / "data")


def brought(appliance: Appliance, tmp_path: Path, version: str = "0.3.0", key: Path | None = None) -> Spool:
    spool = Spool(appliance.data)
    spool.copy_in(make_release(tmp_path / "release", version, key or appliance.key))
    return spool


def state(appliance: Appliance) -> UpdateState:
    return read_state(appliance.places.state)


def used(appliance: Appliance) -> tuple[str, str]:
    places = appliance.places
    return places.version_at(places.current), places.version_at(places.previous)


def test_prepared_tried_switched_and_back(appliance: Appliance, tmp_path: Path) -> None:
    brought(appliance, tmp_path)
    assert appliance.updater().do("prepare")
    assert (state(appliance).step, state(appliance).version) == ("ready", "0.3.0")
    assert (appliance.system.runs, used(appliance)) == (RUNNING, (RUNNING, ""))
    assert appliance.updater().do("switch")
    assert state(appliance).step == "done"
    assert (appliance.system.runs, used(appliance)) == ("0.3.0", ("0.3.0", RUNNING))
    assert appliance.updater().do("back")
    assert (appliance.system.runs, used(appliance)) == (RUNNING, (RUNNING, "0.3.0"))


def test_a_release_that_fails_its_trial_is_gone(appliance: Appliance, tmp_path: Path) -> None:
    brought(appliance, tmp_path)
    appliance.system.fails_trial = {"0.3.0"}
    assert not appliance.updater().do("prepare")
    assert (state(appliance).why, "no such column" in state(appliance).detail) == ("trial", True)
    assert not appliance.places.release("0.3.0").exists()
    assert not appliance.updater().do("switch")
    assert (appliance.system.runs, used(appliance)) == (RUNNING, (RUNNING, ""))


@pytest.mark.parametrize("fault", ["fails_start", "falls_over"])
def test_back_by_itself(appliance: Appliance, tmp_path: Path, fault: str) -> None:
    brought(appliance, tmp_path)
    appliance.updater().do("prepare")
    setattr(appliance.system, fault, {"0.3.0"})
    assert not appliance.updater().do("switch")
    assert (state(appliance).step, state(appliance).why) == ("failed", "no_answer")
    assert (appliance.system.runs, used(appliance)) == (RUNNING, (RUNNING, ""))


def test_a_power_cut_before_the_new_one_is_believed_starts_the_old_one(
    appliance: Appliance, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    brought(appliance, tmp_path)
    appliance.updater().do("prepare")

    class PowerCut(Exception):
        pass

    def cut(_ports: tuple[int, ...]) -> str:
        raise PowerCut

    monkeypatch.setattr(appliance.system, "running_version", cut)
    with pytest.raises(PowerCut):
        appliance.updater().do("switch")
    assert appliance.system.runs == "0.3.0"
    assert appliance.system.after_power_cut() == RUNNING
    assert state(appliance).step == "switching"
    (tmp_path / "boot").write_text("another start of the machine")
    monkeypatch.setattr("companion.appliance.state.BOOT", tmp_path / "boot")
    assert (state(appliance).step, state(appliance).why) == ("failed", "interrupted")


def test_no_network_for_its_packages(appliance: Appliance, tmp_path: Path) -> None:
    brought(appliance, tmp_path)
    appliance.no_network = True
    assert not appliance.updater().do("prepare")
    assert (state(appliance).step, state(appliance).why) == ("failed", "environment")
    assert appliance.updater().do("forget")
    assert state(appliance).step == "idle"
    assert not appliance.places.release("0.3.0").exists()


def test_only_the_one_who_signed_before_may_sign(appliance: Appliance, tmp_path: Path) -> None:
    brought(appliance, tmp_path, key=make_key(tmp_path / "other.pem"))
    assert not appliance.updater().do("prepare")
    assert state(appliance).why == "wrong_signature"
    appliance.places.key.unlink()
    assert not appliance.updater().do("prepare")
    assert state(appliance).why == "unsigned"


@pytest.mark.parametrize(("version", "why"), [("0.1.9", "older"), (RUNNING, "same")])
def test_no_way_to_an_older_one_by_update(appliance: Appliance, tmp_path: Path, version: str, why: str) -> None:
    brought(appliance, tmp_path, version)
    assert not appliance.updater().do("prepare")
    assert state(appliance).why == why


def test_an_updater_that_was_killed_is_not_under_way(appliance: Appliance) -> None:
    write_state(appliance.places.state, UpdateState(step="environment", version="0.3.0"))
    appliance.updater().ended()
    assert (state(appliance).step, state(appliance).why) == ("failed", "interrupted")
    assert BOOT.exists()


# -- what the updater believes of the service's folder -----------------------------------------------------------------


def test_a_wish_is_one_of_a_few_words_and_is_taken_once(appliance: Appliance) -> None:
    spool, taken = Spool(appliance.data), TakenSpool(appliance.data)
    assert taken.wish() is None
    spool.ask("back")
    assert (taken.wish(), taken.wish()) == ("back", None)
    (spool.folder / ASKED).write_text("rm -rf /")
    assert (taken.wish(), taken.wish()) == (None, None)


def test_the_updater_follows_no_link_of_the_service(appliance: Appliance, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("root's own")
    spool, taken = brought(appliance, tmp_path), TakenSpool(appliance.data)
    (spool.release / "install.sh").unlink()
    (spool.release / "install.sh").symlink_to(secret)
    with pytest.raises(BadRelease):
        taken.take(tmp_path / "taken")
    assert not (tmp_path / "taken" / "install.sh").exists()
    spool.release.rename(tmp_path / "moved")
    spool.release.symlink_to(tmp_path / "moved")
    with pytest.raises(BadRelease):
        taken.take(tmp_path / "taken")
    (spool.folder / ASKED).symlink_to(secret)
    assert taken.wish() is None
    assert not (spool.folder / ASKED).is_symlink()
    assert secret.read_text() == "root's own"


def test_what_is_changed_after_it_was_taken_does_not_count(appliance: Appliance, tmp_path: Path) -> None:
    spool, taken = brought(appliance, tmp_path), TakenSpool(appliance.data)
    taken.take(tmp_path / "taken")
    (spool.release / "install.sh").write_text("another")
    assert (tmp_path / "taken" / "install.sh").read_text() == "#!/bin/bash\n"
