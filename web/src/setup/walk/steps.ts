/** What must lie on the real table before the first roll, step by step: taken from the game as it was set up. */

import { kindName, nameOf, theBox, tileName, warriorName } from "../../i18n/names.svelte";
import { t } from "../../i18n/catalogue.svelte";
import { list } from "../../i18n/numbers";
import type { IconName } from "../../ui/icons";
import { sidesOf } from "../../ui/sides";
import type { Side, Tile, View, Warrior } from "../../wire/types";

/** One thing to take, lay or build. */
export interface Thing {
  id: string;
  text: string;
  note?: string;
  /** Whose hands do it; everybody's where it is left out. */
  side?: Side;
  icon?: IconName;
  figure?: { figure: string; id: string };
  tiles?: { kind: string; openings: string; label: string }[];
  number?: number;
}

export const STEPS = ["minis", "cards", "tiles", "stack", "destiny", "ready"] as const;
export type StepId = (typeof STEPS)[number];

/** A part of the stack, for its picture: so many tiles, and what they are. */
export interface Slab {
  tiles: number;
  name: string;
  special: boolean;
}

export function thingsOf(step: StepId, view: View): Thing[] {
  return { minis, cards, tiles, stack, destiny, ready: () => [] }[step](view);
}

function minis(view: View): Thing[] {
  const standing = view.warriors.filter((w) => w.tile);
  return [...standing.map((w) => miniature(w, view)), ...reserve(view)];
}

const miniature = (w: Warrior, view: View): Thing => ({
  id: `mini/${w.id}`,
  text: warriorName(w.id, view),
  note: t(w.parts ? "walk.mini.board" : w.lines ? "walk.mini.stand" : "walk.mini.plain"),
  side: w.side,
  figure: { figure: w.figure, id: w.id },
});

/** The Demon's warriors that may come later, within reach of the Demon player. */
function reserve(view: View): Thing[] {
  const { scenarios, profiles, stock } = theBox();
  const cards = scenarios.find(({ id }) => id === view.scenario)?.reinforcements ?? [];
  return cards.map(({ card, most }) => {
    const figure = profiles[card]?.figure ?? card;
    return {
      id: `reserve/${card}`,
      text: nameOf("profile", card),
      note: t("walk.mini.reserve"),
      side: "demon",
      figure: { figure, id: figure },
      number: most || stock[figure] || 0,
    };
  });
}

function cards(view: View): Thing[] {
  const decks = (["advantage", "event"] as const).filter((deck) => view.decks[deck]);
  return [
    ...decks.map((deck): Thing => {
      const cardsLeft = view.decks[deck] ?? 0;
      const drawn = view.sources.cards === "companion";
      return {
        id: `deck/${deck}`,
        text: t(drawn ? "walk.deck.stays" : "walk.deck", { deck: t(`deck.${deck}`) }),
        note: t(drawn ? "walk.deck.companion" : "walk.deck.note", { cards: cardsLeft }),
        side: deck === "event" ? "demon" : "human",
        icon: deck === "event" ? "claws" : "gift",
        number: cardsLeft,
      };
    }),
    ...view.warriors.filter((w) => w.tile && w.objects.length + w.gifts.length).map((w) => carried(w, view)),
  ];
}

const carried = (w: Warrior, view: View): Thing => ({
  id: `cards/${w.id}`,
  text: t("walk.carries", {
    name: warriorName(w.id, view),
    cards: list([...w.objects, ...w.gifts].map((card) => nameOf("card", card))),
  }),
  note: t("walk.carries.note"),
  side: w.side,
  figure: { figure: w.figure, id: w.id },
});

function tiles(view: View): Thing[] {
  return view.tiles.map((tile) => ({
    id: `tile/${tile.label}`,
    ...firstTile(tile, view),
    tiles: [art(tile.label, tile)],
  }));
}

function firstTile(tile: Tile, view: View): { text: string; note: string } {
  const here = view.warriors.filter((w) => w.tile === tile.label).map((w) => warriorName(w.id, view));
  const [x, y] = tile.at;
  const name = tileName(tile.label, view);
  return {
    text: x === 0 && y === 0 ? t("walk.tile.first", { tile: name }) : t("walk.tile.next", { tile: name }),
    note: here.length ? t("walk.tile.with", { warriors: list(here) }) : t("walk.tile.empty"),
  };
}

function art(
  label: string,
  tile?: { kind: string; openings: string },
): { kind: string; openings: string; label: string } {
  const { kind, openings } = tile ?? theBox().tiles[label] ?? { kind: "plain", openings: "NESW" };
  return { kind, openings, label };
}

/** The tiles that are shuffled together: the largest group of the stack. */
const pool = (view: View): readonly string[] =>
  view.stack.flat().reduce<string[]>((most, part) => (part.tiles.length > most.length ? part.tiles : most), []);

/** The stack from the top. */
export function slabs(view: View): Slab[] {
  const random = new Set(pool(view));
  return view.stack.map((layer) => {
    const special = layer.filter((part) => !part.tiles.some((label) => random.has(label)));
    const count = layer.reduce((sum, part) => sum + part.left, 0);
    const named = special.map((part) => kindName(theBox().tiles[part.tiles[0] ?? ""]?.kind ?? "plain"));
    const rest = count - special.reduce((sum, part) => sum + part.left, 0);
    const name = list([...(rest ? [t("walk.random", { tiles: rest })] : []), ...named]);
    return { tiles: count, name, special: named.length > 0 };
  });
}

function stack(view: View): Thing[] {
  if (view.sources.tiles === "companion")
    return [{ id: "stack/none", text: t("walk.stack.none"), note: t("walk.stack.none.note"), icon: "tile" }];
  const random = new Set(pool(view));
  const special = view.stack.flat().filter((part) => !part.tiles.some((label) => random.has(label)));
  const out = special.flatMap((part) => part.tiles.slice(0, part.left)).map((label) => art(label));
  const first: Thing[] = out.length
    ? [{ id: "stack/out", text: t("walk.stack.out"), note: t("walk.stack.out.note"), tiles: out }]
    : [];
  const shuffle: Thing = { id: "stack/shuffle", text: t("walk.stack.shuffle", { tiles: random.size }), icon: "again" };
  return [...first, shuffle, ...slabs(view).map(slabThing)];
}

function slabThing({ tiles: count, name, special }: Slab, at: number): Thing {
  return {
    id: `stack/${at}`,
    text: t(at === 0 ? "walk.stack.top" : "walk.stack.under", { what: name }),
    note: at === 0 ? t("walk.stack.top.note") : special ? t("walk.stack.special.note") : t("walk.stack.rest.note"),
    number: count,
  };
}

function destiny(view: View): Thing[] {
  const sides = sidesOf(view);
  const dice = t(sides.includes("human") ? "walk.dice.note" : "walk.dice.combat");
  return [
    ...(sides.includes("demon") ? ofDemon(view) : []),
    ...view.warriors.filter((w) => w.parts).flatMap(ofSquamata),
    { id: "destiny/tokens", text: t("walk.tokens"), note: t("walk.tokens.note"), icon: "heart" },
    { id: "destiny/dice", text: t("walk.dice"), note: dice, icon: "dice" },
  ];
}

function ofDemon(view: View): Thing[] {
  const points = view.deadly?.points ?? 0;
  const deadly: Thing = {
    id: "destiny/deadly",
    text: t("walk.deadly"),
    note: t("walk.deadly.note", { points }),
    side: "demon",
    icon: "skull",
  };
  return [
    { id: "destiny/board", text: t("walk.board"), note: t("walk.board.note"), side: "demon", icon: "eye" },
    { id: "destiny/tp", text: t("walk.tp", { tp: view.tp }), side: "demon", icon: "skull", number: view.tp },
    ...(view.deadly ? [deadly] : []),
  ];
}

/** The board of Kartikeya, and the tiles that lie on it. */
function ofSquamata(w: Warrior): Thing[] {
  const names = w.squamata.map((id) => nameOf("squamata_tile", id));
  const board: Thing = { id: "destiny/squamata", text: t("walk.squamata"), side: w.side, icon: "slit" };
  const laid: Thing = {
    id: "destiny/squamata_tiles",
    text: t("walk.squamata.tiles", { tiles: list(names) }),
    side: w.side,
    icon: "tile",
  };
  return [{ ...board, note: t("walk.squamata.note") }, ...(names.length ? [laid] : [])];
}
