/** The screen stays awake while a game is on: Wake Lock where the browser allows it, else a silent film that plays on. */

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
    if (this.film) return;
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 2;
    const pen = canvas.getContext("2d");
    const film = document.createElement("video");
    film.muted = true;
    film.playsInline = true;
    try {
      film.srcObject = canvas.captureStream(1);
      await film.play();
      // A stream without new pictures would end the film.
      setInterval(() => pen?.fillRect(0, 0, 2, 2), 1000);
      this.film = film;
      this.way = "film";
    } catch {
      this.way = "none";
    }
  }
}

export const awake = new Awake();

export function keepAwake(): void {
  void awake.keep();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void awake.keep();
  });
}
