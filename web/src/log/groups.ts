/** The log as the drawer shows it: newest first, by round and phase, one entry per step with its further lines below. */

import type { LogLine } from "../wire/types";
import { number, text } from "../wire/facts";

export interface LogEntry {
  seq: number;
  lines: LogLine[];
  undone: boolean;
  override: boolean;
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

export function logEntries(log: LogLine[]): LogEntry[] {
  const found: LogEntry[] = [];
  for (const line of log) {
    const last = found.at(-1);
    if (last && last.seq === line.seq) last.lines.push(line);
    else found.push({ seq: line.seq, lines: [line], undone: line.undone, override: line.override });
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
