/** A scenario as the owner builds it, and what the service makes of it. */

import type { Clause } from "../box/editor/cardSheet";
import { ask, post } from "../wire/api";
import type {
  CheckedScenario,
  KeptScenarioAnswer,
  NewTrialAnswer,
  ScenarioInWords,
  ScenarioList,
  ScenarioPart as WirePart,
  ScenarioSetup,
  ScenarioSheet as WireSheet,
  SpecialRule,
  SquamataForce,
  StackLayer,
  StackRecipe,
  StartTile,
  TrialJson,
  VictoryCondition,
  Winner,
} from "../wire/protocol";
import type { Pair, Side, Tile, Warrior } from "../wire/types";

export type { Recruit, ScenarioEntry, Winner } from "../wire/protocol";

export type Laid = Omit<StartTile, "at" | "tile"> & { at: Pair; tile?: number | undefined };
export type Layer = StackLayer;
export type Stack = StackRecipe;
export type Rule = Omit<SpecialRule, "do"> & { do: Clause[] };
export type Condition = Omit<VictoryCondition, "when"> & { when: Clause[] };

/** A scenario as the owner builds it; every field has a value here. */
export type ScenarioSheet = Required<
  Omit<WireSheet, "id" | "number" | "first_die" | "explorers" | "squamata" | "start" | "special" | "victory">
> &
  Pick<WireSheet, "id" | "number" | "first_die" | "explorers"> & {
    /** Kartikeya, where it plays. */
    squamata?: SquamataForce | undefined;
    start: Laid[];
    special: Rule[];
    victory: Condition[];
  };
export type Field = keyof ScenarioSheet;
/** What is stated of a scenario: only its name is always there. */
export type StatedSheet = Partial<ScenarioSheet> & Pick<ScenarioSheet, "name">;

export type Setup = Omit<ScenarioSetup, "tiles" | "warriors"> & { tiles: Tile[]; warriors: Warrior[] };
export type ScenarioPreview = ScenarioInWords;
export type ScenarioPart = Omit<WirePart, "special" | "victory"> & { special: Rule[]; victory: Condition[] };
export type ScenarioListing = Omit<ScenarioList, "parts"> & {
  parts: { special: ScenarioPart[]; victory: ScenarioPart[] };
};
/** What the service makes of a sheet: the table it would lay out, or why it cannot. */
export type ScenarioAnswer = Omit<CheckedScenario, "sheet" | "setup"> & { sheet: StatedSheet; setup: Setup | null };
export type Trial = Omit<TrialJson, "winners"> & { winners: Record<Winner, number> };

const SCENARIOS = "/api/box/scenarios";
const at = (id: string): string => `${SCENARIOS}/${encodeURIComponent(id)}`;
const trialAt = (id: string): string => `/api/box/trials/${encodeURIComponent(id)}`;

export const fetchScenarios = (): Promise<ScenarioListing> => ask<ScenarioListing>(SCENARIOS);
export const fetchScenario = (id: string): Promise<ScenarioAnswer> => ask<ScenarioAnswer>(at(id));
export const checkScenario = (sheet: Partial<ScenarioSheet>): Promise<ScenarioAnswer> =>
  post<ScenarioAnswer>(`${SCENARIOS}/check`, sheet);
export const keepScenario = async (sheet: Partial<ScenarioSheet>): Promise<string> =>
  (await post<KeptScenarioAnswer>(SCENARIOS, sheet)).id;
export const dropScenario = (id: string): Promise<unknown> => post(`${at(id)}/delete`, {});
export const beginTrial = async (sheet: Partial<ScenarioSheet>): Promise<string> =>
  (await post<NewTrialAnswer>(`${SCENARIOS}/trial`, { sheet })).trial;
export const fetchTrial = (id: string): Promise<Trial> => ask<Trial>(trialAt(id));
export const stopTrial = (id: string): Promise<unknown> => post(`${trialAt(id)}/stop`, {});

/** The sheet with defaults for everything that is left out, so that every control has a value. */
export function whole(given: StatedSheet): ScenarioSheet {
  const blank = {
    aim: given.name,
    humans: [],
    gifts: [],
    advantages: 0,
    events: 0,
    cards_out: [],
    tokens: {},
    packs: ["base"],
    sides: ["human", "demon"] as Side[],
    deadly: [],
    tp: 0,
    reinforcements: [],
    foes: [],
    start: [],
    special: [],
    victory: [],
    way_out: [],
  };
  return { stack: { set_aside: [], tiles_aside: [], layers: [] }, ...blank, ...given };
}

/** A first sheet that can be played at once: the owner changes it into what is wanted. */
export function blankSheet(title: string, { recipes, parts }: ScenarioListing): ScenarioSheet {
  const ways = ["leave", "draw", "all_dead"].flatMap(
    (id) => parts.victory.find((part) => part.id === id)?.victory ?? [],
  );
  const recipe = recipes.find(({ id }) => id === "survivors") ?? recipes[0];
  return whole({
    name: { en: title },
    humans: ["redeemer", "brute", "blade"].map((card) => ({ card, objects: [], tile: "" })),
    gifts: ["aura_of_courage"],
    advantages: 1,
    tp: 4,
    reinforcements: [{ card: "troglodyte", most: 0 }],
    start: [{ kind: "pentacle", at: [0, 0], rotation: 0 }],
    ...(recipe ? { stack: recipe.stack } : {}),
    victory: ways,
  });
}

/** A variant of a scenario, under a name of its own. */
export function variant({ id: _id, ...rest }: ScenarioSheet, title: string): ScenarioSheet {
  return { ...rest, number: 0, name: { en: title } };
}
