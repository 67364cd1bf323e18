"""Setting up a game: a scenario of the box, house rules, handicap or auction team, turned into the first state."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.content.box import Box
from companion.content.clauses import clauses_from
from companion.content.scenario_models import ScenarioModel
from companion.protocol.box import trouble_facts
from companion.protocol.json import Facts, Json
from companion.protocol.refusal import Refused
from companion.rules.actions import UNKNOWN
from companion.rules.auction import Team, refuse_team
from companion.rules.board import Board, Laid, Tile, openings_from, turned
from companion.rules.cards import EXHAUSTED, Layer, Part, TileKind, Turn
from companion.rules.effects import DrawCards
from companion.rules.engine import Applied, begin
from companion.rules.game import Condition, Game, HouseRules, house_rules
from companion.rules.override.boxes import change_box
from companion.rules.override.checks import malformed
from companion.rules.state import Roster, State, Warrior
from companion.rules.words import REDEEMER

HANDICAP_TP = 3
HANDICAP_EVENTS = ("lost", "panic", "panic")


def _refused(scenario: str, reason: str, code: str, **facts: Json) -> Refused:
    """A game that cannot be set up like this. For every code the tablet has a sentence."""
    return Refused("setup/refused", "setup_refused", trouble_facts(f"scenario.{scenario}", reason, code, facts))


@dataclass(frozen=True, slots=True)
class GameOptions:
    """`handicap` names the player who gets one: it helps the other (SET-5, SET-6)."""

    house: Facts = field(default_factory=dict)
    handicap: str | None = None
    extra_gift: str | None = None
    bid: int | None = None
    team: Team | None = None


def new_game(box: Box, scenario_id: str, options: GameOptions = GameOptions()) -> State:  # noqa: B008 (immutable)
    """The state right after set-up. It waits for the first draw of Advantage cards, or for the first roll."""
    scenario = box.scenarios.get(scenario_id)
    if scenario is None:
        reason = f"no scenario {scenario_id!r} in the box; there are {', '.join(box.scenarios)}"
        raise _refused(scenario_id, reason, "no_such_scenario")
    if options.handicap not in (None, "human", "demon"):
        reason = f"handicap {options.handicap!r}: it is for the human or the demon"
        raise _refused(scenario_id, reason, "bad_handicap")
    game = _game_of(box, scenario, options)
    board, labels = _first_tiles(box, scenario)
    state = State(
        game=game,
        round=1,
        turn=0,
        agenda=_first_draws(scenario, options),
        board=board,
        warriors=Roster(_forces(box, scenario, options, board)),
        stack=_stack(box, scenario, labels),
        laid={label: label for label in labels},
        tp=scenario.tp.value + (HANDICAP_TP if options.handicap == "human" else 0),
        hands={"advantage": (), "event": ()},
        decks=_decks(box, scenario, options),
    )
    return begin(state).state


def _game_of(box: Box, scenario: ScenarioModel, options: GameOptions) -> Game:
    try:
        house = house_rules(dict(options.house))
    except ValueError as error:
        raise _refused(scenario.id, str(error), "bad_house_rule") from error
    return game_for(box, scenario, house)


def game_for(box: Box, scenario: ScenarioModel, house: HouseRules) -> Game:
    """What does not change during a game: the box's values under a scenario and house rules."""
    special = scenario.special.value if scenario.special else ()
    return Game(
        turns=tuple(Turn(t.phase, t.side, t.kind) for t in scenario.turns),
        profiles=box.profiles,
        cards=box.rules_cards,
        tile_kinds=_tile_kinds(box, scenario),
        squares=box.squares,
        tiles={str(t.number): Tile(str(t.number), t.kind, openings_from(t.openings)) for t in box.tiles},
        stock=box.stock,
        copies={card.id: card.copies for card in box.cards.values() if card.id in box.rules_cards},
        reinforcements={r.card: r.most for r in scenario.reinforcements.value},
        hole_markers=box.pack.hole_markers.value if box.pack.hole_markers else 0,
        house=house,
        conditions=tuple(Condition(c.winner, c.reason, clauses_from(c.when)) for c in scenario.victory.value),
        special=tuple((rule.when, clause) for rule in special for clause in clauses_from(rule.do)),
        name=scenario.id,
        escape=any(clause["verb"] in ("out", "carried_out") for c in scenario.victory.value for clause in c.when),
    )


def _tile_kinds(box: Box, scenario: ScenarioModel) -> Mapping[str, TileKind]:
    """The kinds of the box, with the ways out the scenario names in place of the Exit."""
    if not scenario.way_out:
        return box.tile_kinds
    return {kind.id: replace(kind, way_out=kind.id in scenario.way_out) for kind in box.tile_kinds.values()}


def _first_tiles(box: Box, scenario: ScenarioModel) -> tuple[Board, list[str]]:
    """The tiles on the table at the start, each the first of its kind in the box."""
    laid: list[Laid] = []
    for model in scenario.start.value:
        used = {tile.label for tile in laid}
        if any(tile.at == model.at for tile in laid):
            raise _refused(scenario.id, f"start: two tiles lie on {list(model.at)}", "two_tiles")
        of_kind = (t for t in box.tiles if t.kind == model.kind and model.tile in (None, t.number))
        tile = next((t for t in of_kind if str(t.number) not in used), None)
        if tile is None:
            reason = f"start: the box has no further {model.kind} tile"
            raise _refused(scenario.id, reason, "no_more_tiles", kind=model.kind)
        openings = turned(openings_from(tile.openings), model.rotation)
        laid.append(Laid(str(tile.number), tile.kind, model.at, openings, model.rotation))
    return Board(tuple(laid)), [tile.label for tile in laid]


def _recruits(scenario: ScenarioModel, options: GameOptions) -> list[tuple[str, tuple[str, ...], str]]:
    """The Humans with their Objects and the tile they stand on, if it is not the first."""
    if options.team is None:
        return [(r.card, tuple(r.objects), r.tile) for r in scenario.humans.value]
    carried: dict[str, tuple[str, ...]] = {}
    for warrior, item in options.team.objects:
        carried[warrior] = (*carried.get(warrior, ()), item)
    return [(card, carried.get(name, ()), "") for name, card in options.team.warriors().items()]


def _tile_for(scenario: ScenarioModel, board: Board, name: str, who: str) -> str:
    """The tile of the start that has this kind or this number."""
    tile = next((t.label for t in board.tiles.values() if name in (t.kind, t.label)), None)
    if tile is None:
        raise _refused(scenario.id, f"{who}: no tile {name!r} lies there at the start", "not_at_start", tile=name)
    return tile


def _forces(box: Box, scenario: ScenarioModel, options: GameOptions, board: Board) -> dict[str, Warrior]:
    _check_team(box, scenario.id, options)
    gifts = _gifts(box, scenario, options)
    found: dict[str, Warrior] = {}
    counts: dict[str, int] = {}
    first = next(iter(board.tiles))
    for card, objects, tile_name in _recruits(scenario, options):
        counts[card] = counts.get(card, 0) + 1
        name = card if card == REDEEMER else f"{card}-{counts[card]}"
        for item in objects:
            if card not in box.rules_cards[item].bearers:
                reason = f"{item} cannot be carried by a {card}; see the card's names"
                raise _refused(scenario.id, reason, "cannot_carry", card=item, figure=card)
        held = gifts if card == REDEEMER else ()
        profile = box.profiles[card]
        start = _tile_for(scenario, board, tile_name, "humans") if tile_name else first
        found[name] = Warrior(name, profile, start, EXHAUSTED, profile.talents, objects=objects, gifts=held)
    for foe in scenario.foes.value if scenario.foes else ():
        tile = _tile_for(scenario, board, foe.tile, "foes")
        profile = box.profiles[foe.card]
        name = f"{profile.figure}-{1 + sum(w.figure == profile.figure for w in found.values())}"
        found[name] = Warrior(name, profile, tile, profile.lines[0], profile.talents, health=profile.health)
    return found


def _gifts(box: Box, scenario: ScenarioModel, options: GameOptions) -> tuple[str, ...]:
    gifts = options.team.gifts if options.team else tuple(scenario.gifts.value)
    if options.handicap != "demon":
        return gifts
    extra = options.extra_gift or next(c.id for c in box.pack.gift if c.id not in gifts)
    if extra in gifts or extra not in {c.id for c in box.pack.gift}:
        reason = f"extra gift {extra!r}: choose a Gift the Redeemer does not have yet"
        raise _refused(scenario.id, reason, "extra_gift", gift=extra)
    return (*gifts, extra)


def _check_team(box: Box, scenario: str, options: GameOptions) -> None:
    if options.team is None:
        return
    if options.bid is None:
        raise _refused(scenario, "an auction team needs the winning bid", "no_bid")
    copies = {card.id: card.copies for card in box.cards.values()}
    refused = refuse_team(options.team, options.bid, box.rules_cards, copies)
    if refused is not None:
        reason = f"{refused.rule}: {refused.key} {dict(refused.facts)}"
        raise _refused(scenario, reason, f"auction_{refused.key}", **refused.facts)


def _first_draws(scenario: ScenarioModel, options: GameOptions) -> tuple[DrawCards, ...]:
    """What each side draws before the first round. The last one on the agenda comes first: the Human's."""
    count = options.team.advantages if options.team else scenario.advantages.value
    count += options.handicap == "demon"
    events = scenario.events.value if scenario.events else 0
    wanted = (("event", events), ("advantage", count))
    return tuple(DrawCards(deck, number, "setup") for deck, number in wanted if number)


def _decks(box: Box, scenario: ScenarioModel, options: GameOptions) -> dict[str, tuple[str, ...]]:
    """Every copy of every Advantage and Event, less what the scenario or a handicap takes out (SET-2, SET-5)."""
    out = scenario.cards_out.value if scenario.cards_out else ()
    decks = {
        deck: [c.id for c in box.cards.values() if c.deck == deck and c.id not in out for _ in range(c.copies)]
        for deck in ("advantage", "event")
    }
    if options.handicap == "human":
        for card in HANDICAP_EVENTS:
            if card in decks["event"]:
                decks["event"].remove(card)
    return {deck: tuple(cards) for deck, cards in decks.items()}


def _stack(box: Box, scenario: ScenarioModel, labels: list[str]) -> tuple[Layer, ...]:
    """The recipe as layers of parts; which tile lies where, only the table knows."""
    recipe = scenario.stack.value
    free = [t for t in box.tiles if str(t.number) not in labels]
    named = {number for layer in recipe.layers for number in layer.tiles}
    aside = {*recipe.tiles_aside, *named}
    pool = tuple(str(t.number) for t in free if t.kind not in recipe.set_aside and t.number not in aside)
    layers: list[Layer] = []
    left = len(pool)
    _check_named_tiles(box, scenario, labels)
    for model in recipe.layers:
        random_ones = left if model.rest else model.random
        if random_ones > left:
            reason = f"stack: {random_ones} random tiles wanted, {left} left"
            raise _refused(scenario.id, reason, "too_many_random", wanted=random_ones, left=left)
        left -= random_ones
        parts = [Part(random_ones, pool)] if random_ones else []
        for kind, count in model.kinds.items():
            of_kind = tuple(str(t.number) for t in free if t.kind == kind and t.number not in aside)
            if count > len(of_kind) or kind not in recipe.set_aside:
                reason = f"stack: {count} of kind {kind} are not set aside"
                raise _refused(scenario.id, reason, "not_set_aside", kind=kind, count=count)
            parts.append(Part(count, of_kind))
        parts += [Part(1, (str(number),)) for number in model.tiles]
        layers.append(tuple(parts))
    return tuple(layers)


def _check_named_tiles(box: Box, scenario: ScenarioModel, labels: list[str]) -> None:
    """Tiles named by number are in the box, each in one place, and not on the table already."""
    named = [number for layer in scenario.stack.value.layers for number in layer.tiles]
    known = {tile.number for tile in box.tiles}
    for number in named:
        if number not in known or str(number) in labels or named.count(number) > 1:
            reason = f"stack: tile {number} is not there to be put into the stack once"
            raise _refused(scenario.id, reason, "tile_taken", tile=str(number))


# -- another box in a running game -------------------------------------------------------------------------------------


def taken_over(state: State, box: Box) -> Applied:
    """The game goes on with the values of another box: what is on the table stays where it is.

    `MalformedState` if it cannot go on with them.
    """
    return change_box(state, game_with(state.game, box), box.version)


def game_with(old: Game, box: Box) -> Game:
    """The game's scenario and house rules under another box. Tiles that only the old box has can still be drawn."""
    scenario = box.scenarios.get(old.name)
    if scenario is None:
        raise malformed("unknown_name", where="scenario", got=old.name)
    game = game_for(box, scenario, old.house)
    return replace(game, tiles={**old.tiles, **game.tiles})


# -- shuffling: for a pile the companion keeps itself ------------------------------------------------------------------


def shuffled(state: State, rng: random.Random) -> tuple[str, ...]:
    """An order of the tiles still in the stack that respects its layers."""
    gone = {*state.laid, *state.discards}
    order: list[str] = []
    for layer in state.stack:
        drawn: list[str] = []
        for part in layer:
            choice = [t for t in part.tiles if t not in gone]
            taken = rng.sample(choice, min(part.left, len(choice)))
            gone.update(taken)
            drawn += taken
        rng.shuffle(drawn)
        order += drawn
    return tuple(order)


def shuffled_deck(state: State, deck: str, rng: random.Random) -> tuple[str, ...]:
    """The cards still in a deck, in some order; cards held face down are not known and stay in the count."""
    cards: Sequence[str] = state.decks.get(deck, ())
    hidden = state.hands.get(deck, ()).count(UNKNOWN)
    order = list(cards)
    rng.shuffle(order)
    return tuple(order[hidden:])
