import { expect, test } from "vitest";

import type { DeviceParts } from "../wire/devices";
import type { CameraPart } from "../wire/protocol";
import { concerns } from "./concerns";

const CAMERA: CameraPart = {
  name: "C920",
  health: "good",
  number: 1,
  size: [1920, 1080],
  state: "empty",
  sure: false,
  dice: [],
  outside: [],
};
const fine: DeviceParts = {
  tray: { state: "connected", faults: {} },
  camera: CAMERA,
  faults: [],
  free_megabytes: 21_000,
  degrees: 54,
};

test("nothing to poll at", () => {
  expect(concerns(fine, [], { running: false, findings: [] }).size).toBe(0);
  expect(concerns(null, [], null).size).toBe(0);
});

test("a part counts once, however often it is told", () => {
  const failed = { part: "camera", state: "fail", code: "camera_fails", facts: {}, what: "", do: "" } as const;
  const gone: DeviceParts = { ...fine, camera: { ...CAMERA, health: "gone", size: null } };
  expect([...concerns(gone, ["dark", "glare"], { running: false, findings: [failed] })]).toEqual(["camera"]);
});

test("every part has its own trouble", () => {
  const tray: DeviceParts["tray"] = {
    state: "problem",
    problem: { code: "tray_busy", facts: {} },
    faults: { reader: "lost" },
  };
  expect([...concerns({ ...fine, tray, free_megabytes: 20, degrees: 85 }, [], null)]).toEqual([
    "tray",
    "reader",
    "disk",
    "temperature",
  ]);
});

test("playing without a tray, or a step of the check that is left out, is nothing to poll at", () => {
  const without: DeviceParts = {
    ...fine,
    tray: { state: "problem", problem: { code: "tray_no_tray", facts: {} } },
    camera: null,
  };
  const missing = { part: "reader", state: "missing", code: "reader_missing", facts: {}, what: "", do: "" } as const;
  expect(concerns(without, [], { running: false, findings: [missing] }).size).toBe(0);
});

test("a device the service started without is looked at", () => {
  const fault = { part: "camera", state: "fail", code: "device_fault", facts: {}, what: "", do: "" } as const;
  expect([...concerns({ ...fine, faults: [fault] }, [], null)]).toEqual(["camera"]);
});
