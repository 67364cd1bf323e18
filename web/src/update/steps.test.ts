import { describe, expect, it } from "vitest";

import type { ReleaseJson, UpdateAnswer, UpdateStateJson } from "../wire/protocol";
import { lookOf, STEPS } from "./steps";

const RELEASE: ReleaseJson = { version: "0.6.0", bytes: 1, changes: [] };

function looks(state: Partial<UpdateStateJson>, release: ReleaseJson | null = RELEASE): string {
  const full = { step: "idle", version: "", before: "", percent: 0, why: "", detail: "", ...state };
  return STEPS.map((step) => lookOf({ state: full, release } as UpdateAnswer, step)[0]).join("");
}

describe("the steps of an update", () => {
  it("goes from step to step", () => {
    expect(looks({}, null)).toBe("nlllll");
    expect(looks({})).toBe("ddnlll");
    expect(looks({ step: "environment" })).toBe("dddnll");
    expect(looks({ step: "trial" })).toBe("ddddnl");
    expect(looks({ step: "ready" })).toBe("dddddn");
    expect(looks({ step: "done" }, null)).toBe("dddddd");
  });

  it("shows where it went wrong", () => {
    expect(looks({ step: "failed", why: "trial" })).toBe("ddddwl");
    expect(looks({ step: "failed", why: "no_answer" })).toBe("dddddw");
    expect(looks({ step: "failed", why: "interrupted" })).toBe("ddnlll");
  });
});
