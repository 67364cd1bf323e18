/** The first ten minutes, kept by the service. */

import { ask, post } from "./api";
import type { FirstRunAnswer, FirstStepRequest, PracticeRollRequest } from "./protocol";

export const fetchFirstRun = (): Promise<FirstRunAnswer> => ask<FirstRunAnswer>("/api/first-run");
export const setStep = (step: FirstStepRequest): Promise<FirstRunAnswer> =>
  post<FirstRunAnswer>("/api/first-run/step", step);
export const practise = (on: boolean): Promise<FirstRunAnswer> =>
  post<FirstRunAnswer>("/api/first-run/practice", { on });
export const answerRoll = (roll: PracticeRollRequest): Promise<FirstRunAnswer> =>
  post<FirstRunAnswer>("/api/first-run/roll", roll);
