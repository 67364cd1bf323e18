/** Parts that need attention. Each counts once, however many things are wrong with it. */

import type { DeviceCheck, DeviceParts } from "../wire/devices";

const HOT = 80;
const SMALL_DISK = 200;

export const isHot = (parts: DeviceParts): boolean => (parts.degrees ?? 0) >= HOT;
export const isTight = (parts: DeviceParts): boolean =>
  parts.free_megabytes !== null && parts.free_megabytes < SMALL_DISK;

/** `pictures` is what is wrong with the camera's picture. */
export function concerns(parts: DeviceParts | null, pictures: string[], check: DeviceCheck | null): Set<string> {
  const found = new Set(
    (check?.findings ?? []).filter((finding) => finding.state === "fail").map((finding) => finding.part),
  );
  if (!parts) return found;
  for (const fault of parts.faults) found.add(fault.part);
  if (parts.camera && (parts.camera.health !== "good" || pictures.length > 0)) found.add("camera");
  if (parts.tray.problem && parts.tray.problem.code !== "tray_no_tray") found.add("tray");
  for (const part of Object.keys(parts.tray.faults ?? {})) found.add(part);
  if (isTight(parts)) found.add("disk");
  if (isHot(parts)) found.add("temperature");
  return found;
}
