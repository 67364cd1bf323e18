import { describe, expect, it } from "vitest";

import { altered, withNumber, type Form, type Item, type Value } from "./boxCheck";
import type { Json } from "../wire/protocol";
import { propose, type NumberReading } from "./photo";

const LINE: Form = { kind: "line", mvt: [0, 9], cbt: [0, 9], def: [1, 6] };

function value(field: string, is: Json, form: Form): Value {
  return { path: `pack.human.brute.${field}`, field, of: "brute", is, from: "stand-in", note: "", form };
}

function card(...values: Value[]): Item {
  return { id: "human.brute", kind: "human", name: null, state: "open", seconds: 20, values };
}

const reading = (line: number, name: NumberReading["value"], digit: number, sure: boolean): NumberReading => ({
  line,
  value: name,
  digit,
  sure,
  confidence: sure ? 0.99 : 0.6,
  guesses: [7, 4],
  box: [0, 0, 1, 1],
});

describe("what has been altered", () => {
  it("leaves out what is the same, whatever the order of words", () => {
    const item = card(
      value("talents", ["a", "b"], { kind: "words", of: [] }),
      value("1", { mvt: 1, cbt: 2, def: 3 }, LINE),
    );
    const draft = { "pack.human.brute.talents": ["b", "a"], "pack.human.brute.1": { def: 3, cbt: 2, mvt: 1 } };
    expect(altered(item, draft)).toEqual({});
    expect(altered(item, { "pack.human.brute.1": { mvt: 1, cbt: 2, def: 4 } })).toEqual({
      "pack.human.brute.1": { mvt: 1, cbt: 2, def: 4 },
    });
  });

  it("keeps the order of clauses", () => {
    const item = card(value("effect", [{ verb: "a" }, { verb: "b" }], { kind: "clauses", numbers: [] }));
    expect(Object.keys(altered(item, { "pack.human.brute.effect": [{ verb: "b" }, { verb: "a" }] }))).toHaveLength(1);
  });
});

describe("a number inside clauses", () => {
  it("is replaced where it stands, and only there", () => {
    const clauses: Json = [
      { verb: "tp", amount: 1 },
      { verb: "if", then: [{ verb: "hit", amount: 2 }] },
    ];
    expect(withNumber(clauses, [1, "then", 0, "amount"], 5)).toEqual([
      { verb: "tp", amount: 1 },
      { verb: "if", then: [{ verb: "hit", amount: 5 }] },
    ]);
    expect(clauses[1]).toEqual({ verb: "if", then: [{ verb: "hit", amount: 2 }] });
  });
});

describe("a photo", () => {
  const item = card(
    value("1", { mvt: 1, cbt: 1, def: 3 }, LINE),
    value("health", 4, { kind: "number", least: 1, most: 20 }),
  );

  it("proposes what is sure and asks about the rest", () => {
    const numbers = [reading(1, "mvt", 2, true), reading(1, "cbt", 3, false), reading(0, "health", 6, true)];
    const { draft, unsure } = propose(item, { kind: "warrior", numbers, doubts: [], corners: [], ms: 0, sure: false });
    expect(draft).toEqual({ "pack.human.brute.1": { mvt: 2, cbt: 1, def: 3 }, "pack.human.brute.health": 6 });
    expect(unsure).toEqual({ "pack.human.brute.1/cbt": [3, 7, 4] });
  });

  it("never proposes a digit the value cannot have", () => {
    const { draft, unsure } = propose(item, {
      kind: "warrior",
      numbers: [reading(1, "def", 9, true)],
      doubts: [],
      corners: [],
      ms: 0,
      sure: true,
    });
    expect(draft).toEqual({});
    expect(unsure).toEqual({ "pack.human.brute.1/def": [4] });
  });

  it("of a line the card does not have says nothing", () => {
    const { draft, unsure } = propose(item, {
      kind: "warrior",
      numbers: [reading(6, "mvt", 2, true)],
      doubts: [],
      corners: [],
      ms: 0,
      sure: true,
    });
    expect([draft, unsure]).toEqual([{}, {}]);
  });
});
