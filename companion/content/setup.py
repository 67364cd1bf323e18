"""Setting up a game: a scenario of the box, house rules, handicap or auction team, turned into the first state."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from companion.content.box import DECKS, Box
from companion.content.clauses import clauses_from
from companion.content.forces import forces, recruits
from companion.content.models import PackModel
from companion.content.options import HANDICAP_EVENTS, HANDICAP_TP, HANDICAPS, GameOptions, setup_refused
from companion.content.scenario_models import ScenarioModel
from companion.rules.actions import UNKNOWN
from companion.rules.auction import refuse_team
from companion.rules.board import Board, Laid, Tile, openings_from, turned
from companion.rules.cards import DeadlyEvent, Layer, Part, Space, TileKind, Turn
from companion.rules.drawing import DrawCards
from companion.rules.engine import Applied, begin
from companion.rules.exploring import with_water
from companion.rules.game import EDITION, Condition, Game, HouseRules, house_rules
from companion.rules.override.boxes import change_box
from companion.rules.override.checks import malformed
from companion.rules.state import Roster, State
from companion.rules.words import HUMAN, SQUAMATA, THREAT, Side, talents_from

# Advantages nobody has against Kartikeya (FS-6).
REMOVED = frozenset({"oil_for_your_lamp", "our_faith_will_protect_us"})


def new_game(box: Box, scenario_id: str, options: GameOptions = GameOptions()) -> State:  # noqa: B008 (immutable)
    """The state right after set-up. It waits for the first draw of Advantage cards, or for the first roll."""
    scenario = box.scenarios.get(scenario_id)
    if scenario is None:
        reason = f"no scenario {scenario_id!r} in the box; there are {', '.join(box.scenarios)}"
        raise setup_refused(scenario_id, reason, "no_such_scenario")
    if options.handicap not in (None, "human", "demon"):
        reason = f"handicap {options.handicap!r}: it is for the human or the demon"
        raise setup_refused(scenario_id, reason, "bad_handicap")
    if not options.handicaps <= set(HANDICAPS):
        reason = f"handicaps {sorted(options.handicaps)}: there are {', '.join(HANDICAPS)}"
        raise setup_refused(scenario_id, reason, "bad_handicap")
    _check_team(box, scenario, options)
    game = _game_of(box, scenario, options)
    board, labels = _first_tiles(box, scenario)
    state = State(
        game=game,
        round=1,
        turn=0,
        agenda=_first_draws(scenario, options),
        board=board,
        warriors=Roster(forces(box, scenario, options, board)),
        stack=_stack(box, scenario, labels),
        laid={label: label for label in labels},
        tp=scenario.tp.value + (HANDICAP_TP if options.has("more_tp") else 0),
        hands={"advantage": (), "event": ()},
        decks={**_decks(box, scenario, options), **game.tokens},
    )
    return begin(state._replace(water=with_water(state))).state


def _game_of(box: Box, scenario: ScenarioModel, options: GameOptions) -> Game:
    try:
        house = house_rules(dict(options.house))
    except ValueError as error:
        raise setup_refused(scenario.id, str(error), "bad_house_rule") from error
    return game_for(box, scenario, house, options.edition)


def game_for(box: Box, scenario: ScenarioModel, house: HouseRules, edition: int) -> Game:
    """What does not change during a game: the box's values under a scenario and house rules."""
    special = scenario.special.value if scenario.special else ()
    part = box.part(scenario)
    return Game(
        turns=tuple(Turn(t.phase, t.side, t.kind) for t in scenario.turns),
        profiles=box.profiles,
        cards=box.rules_cards,
        tile_kinds=_tile_kinds(box, scenario),
        squares=box.squares,
        tiles={str(t.number): Tile(str(t.number), t.kind, openings_from(t.openings)) for t in part.tile},
        stock=box.stock,
        copies={card.id: card.copies.value for deck in DECKS for card in getattr(part, deck)},
        reinforcements={r.card: r.most for r in scenario.reinforcements.value},
        hole_markers=box.pack.hole_markers.value if box.pack.hole_markers else 0,
        hand_limit=hand_limit(box, scenario.packs),
        explorers=_explorers(scenario),
        squamata_board=_squamata_board(part),
        resistances={model.id: model.resistance.value for model in part.part},
        squamata_tiles={tile.id: tile.part.value for tile in part.squamata_tile},
        deadly=_deadly(part, scenario),
        cards_out=REMOVED if scenario.squamata else frozenset(),
        house=house,
        conditions=tuple(Condition(c.winner, c.reason, clauses_from(c.when)) for c in scenario.victory.value),
        special=tuple(
            (rule.when, clause)
            for rule in special
            if rule.since <= edition <= rule.until
            for clause in clauses_from(rule.do)
        ),
        tokens=_tokens(scenario, edition),
        separate_parts=edition > 1 and len(_first_tiles(box, scenario)[0].parts()) > 1,
        name=scenario.id,
        escape=any(clause["verb"] in ("out", "carried_out") for c in scenario.victory.value for clause in c.when),
        edition=edition,
    )


def _explorers(scenario: ScenarioModel) -> frozenset[Side]:
    """The Humans, and Kartikeya like any warrior (FS-3), unless the scenario says otherwise."""
    return frozenset(scenario.explorers.value if scenario.explorers else (HUMAN, SQUAMATA))


def _squamata_board(part: PackModel) -> dict[str, tuple[Space, ...]]:
    return {
        model.id: tuple(
            Space(s.dice, s.number, s.mvt, s.cbt, s.defence, talents_from(s.talents)) for s in model.spaces.value
        )
        for model in part.part
    }


def _deadly(part: PackModel, scenario: ScenarioModel) -> dict[str, DeadlyEvent]:
    """The scenario's table of Deadly Destiny, in its order (FS-6)."""
    known = {card.id: card for card in part.deadly}
    chosen = [known[name] for name in (scenario.deadly.value if scenario.deadly else ()) if name in known]
    return {
        card.id: DeadlyEvent(
            card.price.value if card.price else 1,
            clauses_from(card.effect.value) if card.effect else (),
            frozenset(card.when.value) if card.when else frozenset({THREAT}),
        )
        for card in chosen
    }


def hand_limit(box: Box, packs: Collection[str]) -> int:
    """Events the Demon may hold with these packs; 0: any number (DP-1)."""
    limits = [info.hand_limit.value for info in box.pack.packs if info.id in packs and info.hand_limit]
    return min(limits, default=0)


def _tokens(scenario: ScenarioModel, edition: int) -> dict[str, tuple[str, ...]]:
    """Tokens laid in secret; games of edition 1 knew none."""
    if scenario.tokens is None or edition < EDITION:
        return {}
    return {name: tuple(faces) for name, faces in scenario.tokens.value.items()}


def _tile_kinds(box: Box, scenario: ScenarioModel) -> Mapping[str, TileKind]:
    """The kinds of the box, with the ways out the scenario names in place of the Exit."""
    kinds = {kind.id: box.tile_kinds[kind.id] for kind in box.part(scenario).tile_kind}
    if not scenario.way_out:
        return kinds
    return {kind.id: replace(kind, way_out=kind.id in scenario.way_out) for kind in kinds.values()}


def _first_tiles(box: Box, scenario: ScenarioModel) -> tuple[Board, list[str]]:
    """The tiles on the table at the start, each the first of its kind in the box."""
    laid: list[Laid] = []
    tiles = box.part(scenario).tile
    for model in scenario.start.value:
        used = {tile.label for tile in laid}
        if any(tile.at == model.at for tile in laid):
            raise setup_refused(scenario.id, f"start: two tiles lie on {list(model.at)}", "two_tiles")
        of_kind = (t for t in tiles if t.kind == model.kind and model.tile in (None, t.number))
        tile = next((t for t in of_kind if str(t.number) not in used), None)
        if tile is None:
            reason = f"start: the box has no further {model.kind} tile"
            raise setup_refused(scenario.id, reason, "no_more_tiles", kind=model.kind)
        openings = turned(openings_from(tile.openings), model.rotation)
        laid.append(Laid(str(tile.number), tile.kind, model.at, openings, model.rotation))
    return Board(tuple(laid)), [tile.label for tile in laid]


def _check_team(box: Box, scenario: ScenarioModel, options: GameOptions) -> None:
    if options.team is None:
        return
    if HUMAN not in scenario.sides:
        raise setup_refused(scenario.id, "an auction is for the Humans, and nobody plays them here", "no_humans_play")
    if options.bid is None:
        raise setup_refused(scenario.id, "an auction team needs the winning bid", "no_bid")
    if options.edition < EDITION:
        return  # The team was checked when the game was begun.
    out = cards_out(scenario)
    part = box.part(scenario)
    cards = [card for deck in DECKS for card in getattr(part, deck)]
    copies = {card.id: 0 if card.id in out else card.copies.value for card in cards}
    refused = refuse_team(options.team, options.bid, box.rules_cards, copies)
    if refused is not None:
        reason = f"{refused.rule}: {refused.key} {dict(refused.facts)}"
        raise setup_refused(scenario.id, reason, f"auction_{refused.key}", **refused.facts)


def _first_draws(scenario: ScenarioModel, options: GameOptions) -> tuple[DrawCards, ...]:
    """What each side draws before the first round. The last one on the agenda comes first: the Human's."""
    count = options.team.advantages if options.team else scenario.advantages.value
    count += options.has("more_advantage")
    # Against Kartikeya the Demon has no Events (FS-6).
    events = scenario.events.value if scenario.events and not scenario.squamata else 0
    wanted = (("event", events), ("advantage", count if HUMAN in scenario.sides else 0))
    return tuple(DrawCards(deck, number, "setup") for deck, number in wanted if number)


def _decks(box: Box, scenario: ScenarioModel, options: GameOptions) -> dict[str, tuple[str, ...]]:
    """Every copy of every Advantage and Event, less what the scenario or a handicap takes out (SET-2, SET-5)."""
    out = cards_out(scenario)
    part = box.part(scenario)
    decks = {
        deck: [c.id for c in getattr(part, deck) if c.id not in out for _ in range(c.copies.value)]
        for deck in ("advantage", "event")
    }
    if scenario.squamata is not None:
        decks["event"] = []
    if any(clause["verb"] == "search_tomb" for kind in part.tile_kind for clause in kind.on_first_entry):
        decks["object"] = _unused_objects(part, scenario, options)
    if options.has("events_out"):
        for card in HANDICAP_EVENTS:
            if card in decks["event"]:
                decks["event"].remove(card)
    return {deck: tuple(cards) for deck, cards in decks.items()}


def cards_out(scenario: ScenarioModel) -> frozenset[str]:
    """Cards that are left out of their decks: those the scenario names, and those nobody has against Kartikeya."""
    named = scenario.cards_out.value if scenario.cards_out else ()
    return frozenset(named) | (REMOVED if scenario.squamata else frozenset())


def _unused_objects(part: PackModel, scenario: ScenarioModel, options: GameOptions) -> list[str]:
    """The Objects nobody carries: what can be found in a Tomb (DP-5)."""
    carried = Counter(item for _, objects, _, _ in recruits(scenario, options) for item in objects)
    return [card.id for card in part.object for _ in range(card.copies.value - carried[card.id])]


def _stack(box: Box, scenario: ScenarioModel, labels: list[str]) -> tuple[Layer, ...]:
    """The recipe as layers of parts; which tile lies where, only the table knows."""
    recipe = scenario.stack.value
    free = [t for t in box.part(scenario).tile if str(t.number) not in labels]
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
            raise setup_refused(scenario.id, reason, "too_many_random", wanted=random_ones, left=left)
        left -= random_ones
        parts = [Part(random_ones, pool)] if random_ones else []
        for kind, count in model.kinds.items():
            of_kind = tuple(str(t.number) for t in free if t.kind == kind and t.number not in aside)
            if count > len(of_kind) or kind not in recipe.set_aside:
                reason = f"stack: {count} of kind {kind} are not set aside"
                raise setup_refused(scenario.id, reason, "not_set_aside", kind=kind, count=count)
            parts.append(Part(count, of_kind))
        parts += [Part(1, (str(number),)) for number in model.tiles]
        layers.append(tuple(parts))
    return tuple(layers)


def _check_named_tiles(box: Box, scenario: ScenarioModel, labels: list[str]) -> None:
    """Tiles named by number are in the box, each in one place, and not on the table already."""
    named = [number for layer in scenario.stack.value.layers for number in layer.tiles]
    known = {tile.number for tile in box.part(scenario).tile}
    for number in named:
        if number not in known or str(number) in labels or named.count(number) > 1:
            reason = f"stack: tile {number} is not there to be put into the stack once"
            raise setup_refused(scenario.id, reason, "tile_taken", tile=str(number))


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
    game = game_for(box, scenario, old.house, old.edition)
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
