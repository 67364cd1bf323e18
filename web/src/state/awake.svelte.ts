/**
 * The screen stays awake while a game is on: Wake Lock where the browser allows it. On a plain http address there is none; Chromium then
 * keeps the screen on for a film that is in view and covers at least a fifth of it, sound or not (Blink, VideoWakeLock): so one lies
 * behind the whole page. WebKit wants a film with sound for that, which nobody wants at a table: there the page says that it cannot.
 */

type Way = "" | "lock" | "film" | "none";

class Awake {
  way = $state<Way>("");
  private lock: WakeLockSentinel | null = null;
  private film: HTMLVideoElement | null = null;

  async keep(): Promise<void> {
    if (this.lock && !this.lock.released) return;
    try {
      this.lock = await navigator.wakeLock.request("screen");
      this.way = "lock";
    } catch {
      // No Wake Lock: not a secure address, or the battery is low.
      await this.playFilm();
    }
  }

  private async playFilm(): Promise<void> {
    if (this.film) {
      // A page that was out of sight finds its film stopped.
      await this.film.play().catch(() => (this.way = "none"));
      return;
    }
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 2;
    const pen = canvas.getContext("2d");
    const film = document.createElement("video");
    film.muted = true;
    film.playsInline = true;
    film.setAttribute("aria-hidden", "true");
    film.tabIndex = -1;
    film.style.cssText = "position:fixed;inset:0;width:100%;height:100%;z-index:-1;pointer-events:none";
    // A stream without pictures does not begin, and one without new pictures ends.
    const drawing = setInterval(() => pen?.fillRect(0, 0, 2, 2), 1000);
    try {
      if (!/Chrom(e|ium)\//.test(navigator.userAgent)) throw new Error("no film keeps this browser awake");
      film.srcObject = canvas.captureStream(1);
      document.body.append(film);
      pen?.fillRect(0, 0, 2, 2);
      await film.play();
      this.film = film;
      this.way = "film";
    } catch {
      clearInterval(drawing);
      film.remove();
      this.way = "none";
    }
  }
}

export const awake = new Awake();

export function keepAwake(): void {
  void awake.keep();
  // Some browsers play nothing before the first touch.
  document.addEventListener("pointerup", () => awake.way === "none" && void awake.keep(), { passive: true });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void awake.keep();
  });
}
