/** The log as the drawer shows it: newest first, by round and phase, one entry per step with its further lines below. */

import type { LogLine } from "../wire/types";
import { number, text } from "../wire/facts";

export interface LogEntry {
  /** The last act of the tap: the game can go back to it. */
  seq: number;
  lines: LogLine[];
  undone: boolean;
  /** The seat that took it back. */
  undoneBy: string;
  override: boolean;
}

/** What happened to the table or its seats, and changes nothing in the game. */
const NO_ACTS = new Set([
  "policy",
  "coach_on",
  "coach_off",
  "seat_allowed",
  "seat_taken_over",
  "end_confirmed",
  "end_not_confirmed",
]);

/** Can the game go back to this step? */
export function isAct({ lines, undone }: LogEntry): boolean {
  return !undone && !NO_ACTS.has(lines[0]?.key ?? "");
}

export interface LogPhase {
  key: string;
  round: number;
  phase: string;
  entries: LogEntry[];
}

/** Everybody a line is about. */
export function about(line: LogLine): string[] {
  return ["warrior", "target", "attacker", "victim"].map((name) => text(line.facts, name)).filter(Boolean);
}

/** One entry a tap. An undo stands in the log once: as the step that is struck through. */
export function logEntries(log: LogLine[]): LogEntry[] {
  const found: LogEntry[] = [];
  let tap = -1;
  for (const line of log) {
    if (line.key === "undo" || line.key === "redo") continue;
    const { seq, undone, override, undone_by: undoneBy } = line;
    const last = found.at(-1);
    if (last && tap === line.tap) {
      last.lines.push(line);
      last.seq = seq;
    } else found.push({ seq, lines: [line], undone, undoneBy, override });
    tap = line.tap;
  }
  return found;
}

/** Only steps about somebody who is wanted; those about nobody only if all are. */
export function chapters(log: LogLine[], wanted: ((warrior: string) => boolean) | null): LogPhase[] {
  const found: LogPhase[] = [];
  let chapter: LogPhase = { key: "start", round: 1, phase: "", entries: [] };
  found.push(chapter);
  for (const entry of logEntries(log)) {
    if (!wanted || entry.lines.some((line) => about(line).some(wanted))) chapter.entries.push(entry);
    const phase = entry.undone ? undefined : entry.lines.findLast((line) => line.key === "phase");
    if (phase) {
      chapter = {
        key: `${entry.seq}`,
        round: number(phase.facts, "round"),
        phase: text(phase.facts, "phase"),
        entries: [],
      };
      found.push(chapter);
    }
  }
  for (const one of found) one.entries.reverse();
  return found.reverse().filter((one) => one.entries.length > 0);
}
