import { describe, expect, it } from "vitest";

import { printed, fill, moment } from "./format";

describe("fill", () => {
  it("fills holes by name", () => {
    expect(fill("en", "{who} moved to {tile}", { who: "Brute 1", tile: "Stash" })).toBe("Brute 1 moved to Stash");
  });

  it("leaves nothing where a value is missing", () => {
    expect(fill("en", "[{gone}]", {})).toBe("[]");
  });

  it.each([
    [1, "1 hit"],
    [2, "2 hits"],
    [0, "0 hits"],
  ])("counts %i in English", (hits, text) => {
    expect(fill("en", "{hits#hit|hits}", { hits })).toBe(text);
  });

  it.each([
    [1, "1 удар"],
    [2, "2 удара"],
    [5, "5 ударов"],
    [21, "21 удар"],
  ])("counts %i in Russian", (hits, text) => {
    expect(fill("ru", "{hits#удар|удара|ударов}", { hits })).toBe(text);
  });

  it("writes parts of a number as the language does", () => {
    const sentence = "{n} GB, {n#metre|metres}";
    expect(fill("en", sentence, { n: 1.5 })).toBe("1.5 GB, 1.5 metres");
    expect(fill("ru", sentence, { n: 1.5 })).toContain("1,5 GB");
    expect(fill("en", sentence, { n: 2000 })).toBe("2000 GB, 2000 metres");
  });

  it("says something only if it is so", () => {
    expect(fill("en", "gets the {die}{out? and is Exhausted|}", { die: 4, out: 1 })).toBe(
      "gets the 4 and is Exhausted",
    );
    expect(fill("en", "gets the {die}{out? and is Exhausted|}", { die: 4, out: "" })).toBe("gets the 4");
  });
});

describe("moment", () => {
  it("names day and time", () => {
    expect(moment("en", 1_794_802_842)).toContain("2026");
  });

  it("never throws, whatever a file said", () => {
    for (const odd of [1e30, -1e30, NaN, Infinity, 8_640_000_000_001, null, undefined, "now", {}]) {
      expect(moment("fr", odd)).toBe("–");
    }
    expect(moment("ru", -1)).not.toBe("–");
  });
});

describe("French as it is printed", () => {
  it("has one apostrophe and spaces that do not break", () => {
    expect(printed("fr", "L'objet : qu'est-ce ? « Ici » ; oui !")).toBe(
      "L\u2019objet\u00a0: qu\u2019est-ce\u202f? «\u202fIci\u202f»\u202f; oui\u202f!",
    );
  });

  it("keeps a number and its unit together", () => {
    expect(printed("fr", "5 PM, 3 pas, 20 s : 1,2 Go")).toBe("5\u00a0PM, 3 pas, 20\u00a0s\u00a0: 1,2\u00a0Go");
  });

  it("leaves other languages alone", () => {
    expect(printed("en", "The Demon's : 'x' ?")).toBe("The Demon's : 'x' ?");
  });
});
