import { expect, test } from "vitest";

import type { Parts } from "../wire/devices";
import { concerns } from "./concerns";

const fine: Parts = {
  tray: { state: "connected", faults: {} },
  camera: { name: "C920", health: "good", size: [1920, 1080] },
  free_megabytes: 21_000,
  degrees: 54,
};

test("nothing to look at", () => {
  expect(concerns(fine, [], { running: false, findings: [] }).size).toBe(0);
  expect(concerns(null, [], null).size).toBe(0);
});

test("a part counts once, however often it is told", () => {
  const failed = { part: "camera", state: "fail", code: "camera_fails", facts: {} } as const;
  const gone: Parts = { ...fine, camera: { name: "C920", health: "gone", size: null } };
  expect([...concerns(gone, ["dark", "glare"], { running: false, findings: [failed] })]).toEqual(["camera"]);
});

test("every part has its own trouble", () => {
  const tray: Parts["tray"] = { state: "problem", problem: { code: "tray_busy", facts: {} }, faults: { reader: "lost" } };
  expect([...concerns({ ...fine, tray, free_megabytes: 20, degrees: 85 }, [], null)]).toEqual(["tray", "reader", "disk", "temperature"]);
});

test("playing without a tray, or a step of the check that is left out, is nothing to look at", () => {
  const without: Parts = { ...fine, tray: { state: "problem", problem: { code: "tray_no_tray", facts: {} } }, camera: null };
  const missing = { part: "reader", state: "missing", code: "reader_missing", facts: {} } as const;
  expect(concerns(without, [], { running: false, findings: [missing] }).size).toBe(0);
});
