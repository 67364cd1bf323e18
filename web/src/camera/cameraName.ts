import { t } from "../i18n/catalogue.svelte";
import { eye } from "../state/eye.svelte";
import { TABLET } from "../wire/camera";

/** What the camera in use is called; only real ones that are plugged in have names of their own. */
export function cameraName(name: string, simulated: boolean): string {
  if (simulated) return t("camera.simulated");
  if (name !== TABLET) return name;
  return t(eye.open ? "camera.this_tablet" : "camera.other_tablet");
}
