"""The record of all games that were played to the end: by scenario, by player, and who won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.protocol.games import GameSummary
from companion.protocol.people import ChronicleAnswer, PlayedGame, PlayerTally, ScenarioTally, SideTally, Tally
from companion.rules.words import DEMON, HUMAN, SIDES, SQUAMATA, Side


def chronicle(games: Iterable[GameSummary]) -> ChronicleAnswer:
    """Of all games, those that somebody has won or that ended in a draw."""
    played = [_played(game, winner) for game in games if (winner := game["winner"]) is not None]
    scenarios = sorted({game["scenario"] for game in played})
    return {
        "ok": True,
        "games": played,
        "all": _tally(played),
        "scenarios": [_of_scenario(played, scenario) for scenario in scenarios],
        "players": sorted(_players(played), key=lambda one: (-one["won"], one["games"], one["name"])),
    }


def _played(game: GameSummary, winner: str) -> PlayedGame:
    return {
        "game": game["game"],
        "title": game["title"],
        "scenario": game["scenario"],
        "players": game["players"],
        "winner": winner,
        "rounds": game["round"],
        "played": game["played"],
    }


def _tally(games: Sequence[PlayedGame]) -> Tally:
    won = [game["winner"] for game in games]
    return {
        "games": len(games),
        "human": won.count(HUMAN),
        "demon": won.count(DEMON),
        "squamata": won.count(SQUAMATA),
    }


def _of_scenario(games: Sequence[PlayedGame], scenario: str) -> ScenarioTally:
    return {"scenario": scenario, **_tally([game for game in games if game["scenario"] == scenario])}


def _players(games: Sequence[PlayedGame]) -> list[PlayerTally]:
    """A player is a name: written in capitals or not, it is the same one, as it was written last."""
    written: dict[str, str] = {}
    # Of each player: the side of every game, and whether it won.
    played: dict[str, list[tuple[Side, bool]]] = {}
    for game in games:
        for side in SIDES:
            name = game["players"][side]
            if name:
                written.setdefault(name.casefold(), name)
                played.setdefault(name.casefold(), []).append((side, game["winner"] == side))
    return [_player(written[key], results) for key, results in played.items()]


def _player(name: str, results: Sequence[tuple[Side, bool]]) -> PlayerTally:
    sides = [_as_side(side, [won for one, won in results if one == side]) for side in SIDES]
    return {
        "name": name,
        "games": len(results),
        "won": sum(won for _, won in results),
        "sides": [one for one in sides if one["games"]],
    }


def _as_side(side: Side, won: Sequence[bool]) -> SideTally:
    return {"side": side, "games": len(won), "won": sum(won)}
