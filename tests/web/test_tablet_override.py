"""Every correction by hand: found, set, confirmed once, done on the table; refused only where nothing would fit."""

from __future__ import annotations

from typing import Any

from tests.web.screen_check import examine
from tests.web.seated_tablet import SeatedTablet

WHO = ["[data-part=warrior]", "[data-who=redeemer]"]
TABLE = ["[data-part=table]"]
TILE = ["[data-part=tile]"]
CARDS = ["[data-part=cards]"]
MORE = "button:last-child"


def group(name: str) -> str:
    """What is corrected less often lies under its name."""
    return f"[data-group={name}] > summary"


# The Redeemer's third line, a step faster.
LINE = {"mvt": 3, "cbt": 1, "def": 4}
# What is tapped, and what it must have set.
OF_A_HUMAN: dict[str, tuple[list[str], tuple[str, object]]] = {
    "a cancelled line": (["[data-peg='4']"], ("cancelled", [4])),
    "a die": (["[data-set-die='3']"], ("die", 3)),
    "a talent": ([group("things"), "[data-choose='talents/frantic']"], ("talents", ["blessed", "frantic"])),
    "an object": ([group("things"), "[data-choose='objects/blessed_hammer']"], ("objects", ["blessed_hammer"])),
    "a Gift less": ([group("things"), "[data-choose='gifts/aura_of_courage']"], ("gifts", ["aura_of_precognition"])),
    "a token": ([group("things"), "[data-choose='tokens/treasure']"], ("tokens", ["treasure"])),
    "the values of its line": ([group("values"), f"[data-stepper=line-mvt] {MORE}"], ("line", LINE)),
    "another card": ([group("card"), "[data-choose='kind/brute']"], ("profile", "brute")),
    "active": (["[data-set-active]"], ("active", True)),
    "exhausted": (["[data-set-exhausted]"], ("exhausted", True)),
    "acted": (["[data-set-acted]"], ("acted", True)),
    "dead": (["[data-choose='fate/dead']"], ("fate", "dead")),
}


def warrior(seated: SeatedTablet, name: str) -> dict[str, Any]:
    return dict(next(w for w in seated.view["warriors"] if w["id"] == name))


def test_everything_about_a_warrior(seated: SeatedTablet) -> None:
    seated.until("activate")
    for name, (taps, (key, wanted)) in OF_A_HUMAN.items():
        correct(seated, [*WHO, *taps])
        assert warrior(seated, "redeemer")[key] == wanted, name


def test_wounds_health_and_a_bonus(seated: SeatedTablet) -> None:
    seated.until("activate")
    start = seated.view["tiles"][0]["label"]
    set_up(seated, warriors={"demon-1": {"kind": "demon_of_combat", "tile": start}})
    before = warrior(seated, "demon-1")
    who = ["[data-part=warrior]", "[data-who=demon-1]"]
    correct(seated, [*who, f"[data-stepper=health] {MORE}", f"[data-stepper=wounds] {MORE}"])
    after = warrior(seated, "demon-1")
    assert (after["health"], after["wounds"]) == (before["health"] + 1, 1)
    correct(
        seated, [*who, group("values"), *[f"[data-stepper=bonus-cbt] {MORE}"] * 2, "[data-choose='until/end:game']"]
    )
    assert warrior(seated, "demon-1")["now"]["cbt"] == before["now"]["cbt"] + 2
    assert [(effect["source"], effect["until"]) for effect in seated.view["effects"]] == [("override", "end:game")]
    picks = ("gives/elusive", "takes/impressive", "forbids/explore")
    correct(seated, [*who, group("values"), f"[data-stepper=bonus-hits_on] {MORE}", *map(chosen, picks)])
    facts = seated.view["effects"][0]["facts"]
    assert [facts[key] for key in ("cbt", "hits_on", "gives", "takes", "forbids")] == [
        *(2, 1, ["elusive"], ["impressive"], ["explore"])
    ]
    correct(seated, [*who, chosen("fate/remove")])
    assert all(w["id"] != "demon-1" for w in seated.view["warriors"])


def test_the_table(seated: SeatedTablet) -> None:
    seated.until("activate")
    plus = "[data-stepper=tp] button:last-child"
    red, add = [group("in-force"), chosen("red/trap")], [group("add"), chosen("add/troglodyte")]
    correct(seated, [*TABLE, plus, plus, *red, *add], 1)
    assert (seated.view["tp"], seated.view["red_used"]) == (6, ["trap"])
    assert any(w["figure"] == "troglodyte" for w in seated.view["warriors"])
    seated.tablet.tap("button.log")
    seated.page.wait_for_selector("article.override")
    assert "Correction:" in seated.page.locator("article.override").first.inner_text()
    examine(seated.tablet, "log with a correction")


def test_hands_effects_round_and_winner(seated: SeatedTablet) -> None:
    seated.until("activate")
    effect = {"scope": "redeemer", "until": "end:game", "mvt": 1}
    sources = ("map_of_the_sewers", "oil_for_your_lamp")
    set_up(seated, effects=[{**effect, "source": source} for source in sources], hands={"event": []})
    correct(seated, [*CARDS, chosen("event/lost"), *TABLE, f"[data-stepper=round] {MORE}"])
    assert (seated.player.observer.view["hands"]["event"], seated.view["round"]) == (1, 2)
    correct(seated, [*TABLE, group("in-force"), *map(chosen, ("effects/0", "effects/1", "effects/1"))])
    assert [one["source"] for one in seated.view["effects"]] == ["oil_for_your_lamp"]
    announced = {
        **{"action_dice": "roll:action", "destiny_dice": "roll:destiny", "taste_for_blood": "end:threat"},
        **{"burrowing": "end:threat", "legion_reward": "end:human_action"},
        **{"human_lays": "end:game", "blessing_used": "end:game"},
    }
    for mark in announced:
        correct(seated, [*TABLE, group("in-force"), chosen(f"later/{mark}")])
    marks = {one["what"]: one["until"] for one in seated.view["effects"] if one["what"] != "modifier"}
    assert marks == announced
    # Tapped once more it is taken back; the others stay.
    correct(seated, [*TABLE, group("in-force"), chosen("later/burrowing")])
    assert {one["what"] for one in seated.view["effects"]} == {"modifier", *announced} - {"burrowing"}
    correct(seated, [*TABLE, group("winner"), chosen("winner/demon")])
    seated.page.wait_for_selector("[data-over=demon]")
    examine(seated.tablet, "game over")
    correct(seated, [*TABLE, group("winner"), chosen("winner/demon")], opener="menu")
    assert seated.view["outcome"] is None


def test_dice_that_lie_ready(seated: SeatedTablet) -> None:
    seated.until("assign")
    dice = seated.view["waiting"]["facts"]["dice"]
    correct(seated, [*TABLE, "[data-ready-die='0']"], opener="menu")
    after = sorted([dice[0] % 6 + 1, *dice[1:]])
    assert seated.view["waiting"]["facts"]["dice"] == after
    correct(seated, [*TABLE, "[data-die-more]", "[data-die-more]", "[data-die-less]"], opener="menu")
    assert seated.view["waiting"]["facts"]["dice"] == sorted([*after, 1])


def test_decks_and_the_stack_of_tiles(seated: SeatedTablet) -> None:
    seated.until("activate")
    left = seated.view["decks"]["event"]
    panic = f"[data-stepper=event-panic] {MORE}"
    correct(seated, [*CARDS, group("deck-event"), panic, panic])
    assert seated.view["decks"]["event"] == left + 2
    correct(seated, [*CARDS, group("deck-event"), panic.replace("last-child", "not(:disabled):first-of-type")])
    assert seated.view["decks"]["event"] == left + 1
    stack = seated.view["decks"]["tiles"]
    correct(seated, [*CARDS, group("stack"), chosen("aside/7"), chosen("aside/8")])
    assert (seated.view["discards"], seated.view["decks"]["tiles"]) == (["7", "8"], stack - 2)
    correct(seated, [*CARDS, group("stack"), chosen("aside/7")])
    assert (seated.view["discards"], seated.view["decks"]["tiles"]) == (["8"], stack - 1)


def test_tiles_and_the_phase(seated: SeatedTablet) -> None:
    seated.until("activate")
    start = seated.view["tiles"][0]["label"]
    correct(seated, [*TILE, chosen(f"laid/{start}"), "[data-hole]", "[data-entered]"])
    assert (seated.view["tiles"][0]["hole"], seated.view["tiles"][0]["entered"]) == (True, True)
    correct(seated, [*TILE, group("lay"), chosen("lay/1"), "[data-turn]"])
    laid = next(tile for tile in seated.view["tiles"] if tile["label"] == "1")
    assert (laid["at"], laid["rotation"]) == ([0, -1], 90)
    east = [f"[data-stepper=east] {MORE}", f"[data-stepper=south] {MORE}"]
    shape = [group("shape"), chosen("openings/N"), *map(chosen, ("openings/E", "kind/flooded"))]
    correct(seated, [*TILE, chosen("laid/1"), east[0], east[1], *shape])
    laid = next(tile for tile in seated.view["tiles"] if tile["label"] == "1")
    assert (laid["at"], laid["kind"], set(laid["openings"])) == ([1, 0], "flooded", {"N", "W"})
    correct(seated, [*TILE, chosen("laid/1"), "[data-take-up]"])
    assert [tile["label"] for tile in seated.view["tiles"]] == [start]
    correct(seated, [*TABLE, "[data-choose='phase/threat']"])
    assert seated.view["phase"] == "threat"


def test_a_tapped_tile_is_found_at_once(seated: SeatedTablet) -> None:
    seated.until("activate")
    start = seated.view["tiles"][0]["label"]
    seated.tablet.touch_map(f"[data-tile='{start}']")
    correct(seated, ["[data-hole]"])
    assert seated.view["tiles"][0]["hole"]


def test_what_cannot_be_is_refused_in_words(seated: SeatedTablet) -> None:
    seated.until("activate")
    start = seated.view["tiles"][0]["label"]
    version = seated.view["version"]
    fill(seated, ["[data-part=tile]", f"[data-choose='laid/{start}']", "[data-take-up]"])
    seated.tablet.tap("[data-confirm-override]")
    refused = seated.page.locator("[data-override] [role=alert]")
    refused.wait_for()
    assert "At least one tile must stay" in refused.inner_text()
    examine(seated.tablet, "a correction refused")
    assert seated.view["version"] == version


def chosen(option: str) -> str:
    return f"[data-choose='{option}']"


def set_up(seated: SeatedTablet, **change: Any) -> None:
    """What the test needs on the table before, set over the wire."""
    observer = seated.player.observer
    game = seated.view["game"]
    observer.join(game, "both", token=seated.service.token(game, "both"))
    observer.wait_version(observer.do(override=change)["version"])
    observer.join(game, "table", seated.service.code)
    seated.tablet.wait_version(seated.view["version"])


def fill(seated: SeatedTablet, taps: list[str], opener: str = "panel") -> None:
    if opener == "menu":
        seated.page.locator("header.top button").last.tap()
        seated.tablet.tap(".menu .btn:has-text('Correct')")
    else:
        seated.tablet.tap("[data-correct]")
    seated.page.wait_for_selector("[data-override]")
    for selector in taps:
        seated.tablet.tap(selector)


def correct(seated: SeatedTablet, taps: list[str], placed: int = 0, opener: str = "panel") -> None:
    """Open the panel, set things, say why, confirm once."""
    version = seated.view["version"]
    fill(seated, taps, opener)
    if placed:
        seated.tablet.tap("[data-choose^='where/']")
    seated.page.fill("[data-override] input", "for the test")
    seated.tablet.tap("[data-confirm-override]")
    seated.changed(version)
    seated.tablet.wait_version(seated.view["version"])
    seated.page.wait_for_selector("[data-override]", state="detached")
