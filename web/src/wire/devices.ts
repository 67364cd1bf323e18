/** The parts of the table as the service knows them: tray, camera, disk, heat, and the check. */

import { ask, credentials, post } from "./api";
import type { Facts } from "./types";

export interface TrayTest {
  lasts: boolean;
  buttons: Record<string, { presses: number; down: boolean }>;
  card: { uid: string; text: string | null } | null;
}

export interface TrayPart {
  state: "none" | "connected" | "searching" | "problem";
  simulated?: boolean;
  port?: string;
  problem?: { code: string; facts: Facts } | null;
  board?: { board: string; firmware: string; can: string[] } | null;
  bad_frames?: number;
  resets?: number;
  /** Part → what is wrong with it. */
  faults?: Record<string, string>;
  /** What the ring was told last; null when it is dark. */
  light?: { level: number; colour: string } | null;
  test?: TrayTest;
}

export interface Parts {
  tray: TrayPart;
  camera: { name: string; health: string; size: [number, number] | null } | null;
  free_megabytes: number | null;
  degrees: number | null;
}

export interface Finding {
  part: string;
  state: "ok" | "missing" | "fail";
  code: string;
  facts: Facts;
}

export interface Check {
  running: boolean;
  findings: Finding[];
}

export const fetchParts = (): Promise<Parts> => ask<Parts>("/api/devices");
export const fetchCheck = (): Promise<Check> => ask<Check>("/api/check");
export const startCheck = (): Promise<Check> => post<Check>("/api/check", {});
export const tryTray = (on: boolean): Promise<TrayTest> => post<TrayTest>("/api/tray/test", { on });

/** Looks for a tray at once; as it is afterwards. */
export const searchTray = async (): Promise<TrayPart> => (await post<{ tray: TrayPart }>("/api/tray/search", {})).tray;
export const blinkTray = (): Promise<unknown> => post<unknown>("/api/tray/blink", {});

export async function fetchSupport(): Promise<Facts> {
  const answer = await fetch("/api/support.json", { headers: credentials() });
  return answer.ok ? ((await answer.json()) as Facts) : { status: answer.status };
}
