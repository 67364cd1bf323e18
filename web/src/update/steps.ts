/** The steps of an update as the page shows them: done, now, still to come, or where it went wrong. */

import type { UpdateAnswer } from "../wire/protocol";

export const STEPS = ["brought", "checked", "copy", "environment", "trial", "switch"] as const;
export type StepName = (typeof STEPS)[number];
export type StepLook = "done" | "now" | "later" | "wrong";

const FAILED_AT: Partial<Record<string, StepName>> = {
  environment: "environment",
  trial: "trial",
  no_answer: "switch",
};

/** How many steps are behind us. */
function behind({ state, release }: UpdateAnswer): number {
  switch (state.step) {
    case "checking":
    case "environment":
      return 3;
    case "trial":
      return 4;
    case "ready":
    case "switching":
      return 5;
    case "done":
      return release ? 2 : 6;
    default:
      return release ? 2 : 0;
  }
}

export function lookOf(answer: UpdateAnswer, step: StepName): StepLook {
  const at = STEPS.indexOf(step);
  const wrong = answer.state.step === "failed" ? FAILED_AT[answer.state.why] : undefined;
  if (wrong) return step === wrong ? "wrong" : at < STEPS.indexOf(wrong) ? "done" : "later";
  const done = behind(answer);
  if (at < done) return "done";
  return at === done ? "now" : "later";
}
