/** The check of the devices: started here, run by the service, polled until it is over. */

import { fetchDeviceCheck, startCheck, type DeviceCheck } from "../wire/devices";

const AGAIN_MS = 400;

export class CheckRun {
  check = $state.raw<DeviceCheck | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private watching = true;

  poll = (): Promise<void> => this.ask(fetchDeviceCheck);
  begin = (): Promise<void> => this.ask(startCheck);

  stop(): void {
    this.watching = false;
    clearTimeout(this.timer);
  }

  private async ask(how: () => Promise<DeviceCheck>): Promise<void> {
    clearTimeout(this.timer);
    try {
      this.check = await how();
    } catch {
      // The page says elsewhere that the service does not answer.
      this.check = null;
    }
    if (this.watching && this.check?.running) this.timer = setTimeout(() => void this.poll(), AGAIN_MS);
  }
}
