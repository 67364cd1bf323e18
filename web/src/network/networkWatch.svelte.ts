/** The network as it is, and the changes one can make to it. */

import { Task } from "../box/task.svelte";
import { table } from "../state/table.svelte";
import { fetchHost, fetchQr } from "../wire/host";
import { changeHotspot, fetchNetwork, joinNetwork, renameService } from "../wire/network";
import type { NetworkAnswer, WifiNetworkJson } from "../wire/protocol";
import { tableCode } from "../wire/seat";

const AGAIN_MS = 2000;

export class NetworkWatch extends Task {
  now = $state.raw<NetworkAnswer | null>(null);
  code = $state("");
  qr = $state("");
  looking = $state(false);
  /** The network whose word is being typed. */
  asked = $state("");
  word = $state("");
  /** A network that is not in the list: its name is typed too. */
  unlisted = $state(false);
  private host = "";
  private timer = 0;

  async open(): Promise<void> {
    await this.work(async () => {
      this.host = await table.hostToken(tableCode());
      await this.look(true);
      this.code = (await fetchHost(this.host)).code;
      this.qr = await fetchQr(this.host);
    });
    this.timer = window.setInterval(() => void this.follow(), AGAIN_MS);
  }

  close(): void {
    clearInterval(this.timer);
    URL.revokeObjectURL(this.qr);
  }

  look = async (scan: boolean): Promise<void> => {
    this.looking = scan;
    try {
      this.now = await fetchNetwork(this.host, scan);
    } finally {
      this.looking = false;
    }
  };

  /** While the network changes the service may be out of reach: it is asked again. */
  private async follow(): Promise<void> {
    if (!this.looking) await this.look(false).catch(() => undefined);
  }

  /** A tap on a network: join it, or ask for its word first. */
  tap(network: WifiNetworkJson): void {
    if (network.joined) return;
    this.ask(network.ssid);
    if (network.known || !network.secured) void this.join();
  }

  /** The word of this network is typed next; without a name both are. */
  ask(ssid: string): void {
    this.asked = ssid;
    this.word = "";
    this.unlisted = !ssid;
  }

  get asking(): boolean {
    return this.unlisted || Boolean(this.asked);
  }

  join = (): Promise<void> =>
    this.change(async () => {
      await joinNetwork(this.host, { ssid: this.asked, word: this.word });
      this.forget();
    });

  /** Nothing is typed any more. */
  forget = (): void => {
    this.asked = "";
    this.unlisted = false;
  };

  hotspot = (on: boolean): Promise<void> => this.change(() => changeHotspot(this.host, { on }));
  auto = (on: boolean): Promise<void> => this.change(() => changeHotspot(this.host, { auto: on }));
  rename = (name: string): Promise<void> => this.change(() => renameService(this.host, { name }));

  private change(what: () => Promise<unknown>): Promise<void> {
    return this.work(async () => {
      await what();
      await this.look(false);
    });
  }
}
