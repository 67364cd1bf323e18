/** The parts of the table as the service knows them: tray, camera, disk, heat, and the check. */

import { ask, credentials, post } from "./api";
import type {
  Facts,
  CheckAnswer,
  CheckJson,
  DevicesAnswer,
  DevicesNow,
  NoTrayJson,
  TrayAnswer,
  TrayStatusJson,
  TrayTestAnswer,
} from "./protocol";

/** Without a tray there is only the state. */
export type TrayPart = Omit<Partial<TrayStatusJson>, "state"> & Pick<TrayStatusJson | NoTrayJson, "state">;
export type DeviceParts = Omit<DevicesNow, "tray"> & { tray: TrayPart };
export type DeviceCheck = CheckJson;

export const fetchParts = (): Promise<DeviceParts> => ask<DevicesAnswer>("/api/devices");
export const fetchDeviceCheck = (): Promise<DeviceCheck> => ask<CheckAnswer>("/api/check");
export const startCheck = (): Promise<DeviceCheck> => post<CheckAnswer>("/api/check", {});
export const tryTray = (on: boolean): Promise<TrayTestAnswer> => post<TrayTestAnswer>("/api/tray/test", { on });

/** Looks for a tray at once; as it is afterwards. */
export const searchTray = async (): Promise<TrayPart> => (await post<TrayAnswer>("/api/tray/search", {})).tray;
export const blinkTray = (): Promise<unknown> => post<unknown>("/api/tray/blink", {});

export async function fetchSupport(): Promise<Facts> {
  const answer = await fetch("/api/support.json", { headers: credentials() });
  return answer.ok ? ((await answer.json()) as Facts) : { status: answer.status };
}
