/** The log as the drawer shows it: newest first, by round and phase, one entry per step with its further lines below. */

import type { LogLine } from "../wire/types";

export interface Entry {
  seq: number;
  lines: LogLine[];
  undone: boolean;
  override: boolean;
}

export interface Chapter {
  key: string;
  round: number;
  phase: string;
  entries: Entry[];
}

/** Everybody a line is about. */
export function about(line: LogLine): string[] {
  const facts = line.facts;
  const names = [facts["warrior"], facts["target"], facts["attacker"], facts["victim"]];
  return names.filter((name): name is string => typeof name === "string");
}

export function entries(log: LogLine[]): Entry[] {
  const found: Entry[] = [];
  for (const line of log) {
    const last = found.at(-1);
    if (last && last.seq === line.seq) last.lines.push(line);
    else found.push({ seq: line.seq, lines: [line], undone: line.undone, override: line.override });
  }
  return found;
}

export function chapters(log: LogLine[], only: string): Chapter[] {
  const found: Chapter[] = [];
  let chapter: Chapter = { key: "start", round: 1, phase: "", entries: [] };
  found.push(chapter);
  for (const entry of entries(log)) {
    const shown = only === "" || entry.lines.some((line) => about(line).some((name) => name === only || (only === "demon" && /^(demon|troglodyte)/.test(name))));
    if (shown) chapter.entries.push(entry);
    const phase = entry.undone ? undefined : entry.lines.findLast((line) => line.key === "phase");
    if (phase) {
      chapter = { key: `${entry.seq}`, round: Number(phase.facts["round"]), phase: String(phase.facts["phase"]), entries: [] };
      found.push(chapter);
    }
  }
  for (const one of found) one.entries.reverse();
  return found.reverse().filter((one) => one.entries.length > 0);
}
