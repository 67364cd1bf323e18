/** The network as it is, and the changes one can make to it. */

import { Task } from "../box/task.svelte";
import { table } from "../state/table.svelte";
import { fetchHost, fetchQr } from "../wire/host";
import { changeHotspot, fetchNetwork, joinNetwork, renameService } from "../wire/network";
import { whoIsAt } from "../wire/places";
import type { NetworkAnswer, WifiNetworkJson } from "../wire/protocol";
import { tableCode } from "../wire/seat";

const AGAIN_MS = 2000;

export class NetworkWatch extends Task {
  now = $state.raw<NetworkAnswer | null>(null);
  code = $state("");
  qr = $state("");
  looking = $state(false);
  /** How long the name took to lead this tablet here: many tablets know nothing of such names. Null until it was tried. */
  answered = $state<number | "no" | null>(null);
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
      await this.tryName();
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

  /** Where its name leads from this tablet: to this service, or nowhere. */
  private async tryName(): Promise<void> {
    this.answered = null;
    const named = this.now?.origins.find((origin) => this.now?.name && origin.includes(this.now.name));
    // A secure page may not ask a plain address.
    if (!named || location.protocol === "https:") return;
    const own = await whoIsAt(location.origin);
    const begun = performance.now();
    const found = await whoIsAt(named);
    const took = Math.max(1, Math.round(performance.now() - begun));
    this.answered = own && found?.service === own.service ? took : "no";
  }

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
  rename = (name: string): Promise<void> =>
    this.change(async () => {
      await renameService(this.host, { name });
      await this.look(false);
      await this.tryName();
    });

  private change(what: () => Promise<unknown>): Promise<void> {
    return this.work(async () => {
      await what();
      await this.look(false);
    });
  }
}
