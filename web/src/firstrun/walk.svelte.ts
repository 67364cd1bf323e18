/** The walk through the first ten minutes: which step, how long, and steps that are done by themselves. */

import { Task } from "../box/task.svelte";
import type { CornerSetup } from "../camera/corners.svelte";
import { answerRoll, fetchFirstRun, practise, setStep } from "../wire/firstRun";
import type {
  CameraProblemName,
  CameraSetupJson,
  FirstRunAnswer,
  FirstStep,
  FirstStepJson,
  FirstStepState,
} from "../wire/protocol";

const ASK_MS = 700;
const SECOND_MS = 1000;
/** A step that was done by itself is seen for so long before the next one. */
const SEEN_MS = 1200;
const FOCUS: readonly CameraProblemName[] = ["blurred", "out_of_focus", "focus_not_kept"];
const LIGHT: readonly CameraProblemName[] = [
  "dark",
  "bright",
  "glare",
  "dark_left",
  "dark_right",
  "dark_far",
  "dark_near",
  "other_light",
];

/** What came of a step, as a sentence's key and facts; null while nothing good has. */
export function came(step: FirstStep, advice: CameraSetupJson | null): [string, Record<string, number>] | null {
  if (!advice) return null;
  const lacks = (problems: readonly CameraProblemName[]): boolean =>
    !advice.problems.some((problem) => problems.includes(problem));
  const [width = 0, height = 0] = advice.size;
  if (step === "camera") return ["first.camera.came", { width, height }];
  if (step === "focus" && lacks(FOCUS)) return ["first.focus.note", {}];
  if (step === "light" && lacks(LIGHT)) return ["first.light.note", {}];
  if (step === "corners" && advice.saved) return [advice.marks ? "first.corners.marks" : "first.corners.hand", {}];
  return null;
}

export class Walk extends Task {
  now = $state.raw<FirstRunAnswer | null>(null);
  /** The step that is shown. */
  step = $state<FirstStep | null>(null);
  /** Spent on this step since it was opened here. */
  seconds = $state(0);
  private timers: number[] = [];
  private passing = false;

  get steps(): FirstStepJson[] {
    return this.now?.steps ?? [];
  }

  get at(): number {
    return this.steps.findIndex(({ step }) => step === this.step);
  }

  get spent(): number {
    return this.seconds + this.steps.reduce((sum, one) => sum + one.seconds, 0);
  }

  async open(): Promise<void> {
    await this.work(async () => {
      this.now = await fetchFirstRun();
      this.go(this.now.steps.find(({ state }) => state === "open")?.step ?? "game");
    });
    this.timers = [
      window.setInterval(() => (this.seconds += 1), SECOND_MS),
      window.setInterval(() => void this.ask(), ASK_MS),
    ];
  }

  /** Leaves the walk where it is. */
  close(): void {
    this.timers.forEach((timer) => clearInterval(timer));
    if (this.now?.practising) void practise(false).catch(() => undefined);
    if (this.step) void this.tell(this.step, this.steps[this.at]?.state ?? "open");
  }

  private async ask(): Promise<void> {
    if (this.step === "rolls" && !this.busy) this.now = await fetchFirstRun().catch(() => this.now);
  }

  go(step: FirstStep): void {
    if (this.step) void this.tell(this.step, this.steps[this.at]?.state ?? "open");
    if (this.step === "rolls") void practise(false).catch(() => undefined);
    this.step = step;
    if (step === "rolls" && this.left) void this.practise();
  }

  /** Begin to roll; a machine without a camera says so. */
  practise = (): Promise<void> => this.work(async () => void (this.now = await practise(true)));

  get rolled(): number {
    return this.now?.rolls.length ?? 0;
  }

  get wrong(): number {
    return this.now?.rolls.filter(({ right }) => !right).length ?? 0;
  }

  /** How many practice rolls are still to be made. */
  get left(): number {
    return Math.max(0, (this.now?.wanted ?? 0) - this.rolled);
  }

  finish(state: FirstStepState): Promise<void> {
    return this.work(async () => {
      const step = this.step;
      if (!step) return;
      await this.tell(step, state);
      const next = this.steps[this.at + 1]?.step;
      if (next) this.go(next);
    });
  }

  private async tell(step: FirstStep, state: FirstStepState): Promise<void> {
    const seconds = this.seconds;
    this.seconds = 0;
    this.now = await setStep({ step, state, seconds }).catch(() => this.now);
  }

  answer = (reading: string, faces: number[]): Promise<void> =>
    this.work(async () => void (this.now = await answerRoll({ reading, faces })));

  /** What the camera says may finish the step that is shown. */
  async look(setup: CornerSetup): Promise<void> {
    if (this.passing || this.steps[this.at]?.state !== "open" || !(await this.isDone(setup))) return;
    this.passing = true;
    const step = this.step;
    setTimeout(() => {
      this.passing = false;
      if (this.step === step) void this.finish("done");
    }, SEEN_MS);
  }

  private async isDone(setup: CornerSetup): Promise<boolean> {
    const advice = setup.advice;
    if (!advice || !this.step) return false;
    if (this.step === "corners" && !advice.saved && advice.marks && !setup.corners && !setup.busy) {
      setup.begin();
      await setup.save();
    }
    return came(this.step, setup.advice) !== null;
  }
}
