/** This tablet as the eye over the tray: the pictures of its own camera go to the service, one after the other. */

import { ServiceError } from "../wire/api";
import { sendFrame } from "../wire/camera";

const LONG_SIDE = 1280;
const QUALITY = 0.85;
/** From the beginning of one picture to that of the next, at least. */
const PACE_MS = 125;
/** The service was away. */
const AGAIN_MS = 1000;
/** The tray is looked at through another camera for so long: this one is let go. */
const UNUSED_MS = 5000;
/** Kept over a reload, and no longer: a tablet that is put away looks at nothing. */
const LOOKS = "claustrophobia.eye";
/** Tells this tablet from others, as long as the page is open. */
const NAME = "claustrophobia.eye.name";

const pause = (millis: number): Promise<void> => new Promise((done) => setTimeout(done, millis));

/** Why a browser gives no camera, as a refusal of the service would say it. */
function refusal(error: unknown): ServiceError {
  const denied = error instanceof DOMException && error.name === "NotAllowedError";
  return new ServiceError("eye", denied ? "eye_denied" : "eye_missing", {});
}

class Eye {
  /** Pictures are being sent. */
  open = $state(false);
  private film: HTMLVideoElement | null = null;
  private readonly canvas = document.createElement("canvas");

  /** Browsers give their camera to pages of a secure address only. */
  get possible(): boolean {
    return isSecureContext && "mediaDevices" in navigator;
  }

  /** Opens the camera; resolves when the service has its first picture. */
  async look(): Promise<void> {
    if (this.open) return;
    const film = (this.film ??= document.createElement("video"));
    film.muted = film.playsInline = true;
    const video = { facingMode: { ideal: "environment" }, width: { ideal: LONG_SIDE }, height: { ideal: 720 } };
    try {
      film.srcObject = await navigator.mediaDevices.getUserMedia({ audio: false, video });
      await film.play();
    } catch (error) {
      this.close();
      throw refusal(error);
    }
    sessionStorage.setItem(LOOKS, "yes");
    try {
      await this.send(film);
    } catch (error) {
      this.close();
      throw error;
    }
    this.open = true;
    void this.goOn(film);
  }

  /** After a reload: whoever was the eye is it again. */
  resume(): void {
    if (this.possible && sessionStorage.getItem(LOOKS)) void this.look().catch(() => undefined);
  }

  close(): void {
    const stream = this.film?.srcObject;
    if (stream instanceof MediaStream) stream.getTracks().forEach((track) => track.stop());
    if (this.film) this.film.srcObject = null;
    this.open = false;
    sessionStorage.removeItem(LOOKS);
  }

  private get name(): string {
    const name = sessionStorage.getItem(NAME) ?? crypto.randomUUID();
    sessionStorage.setItem(NAME, name);
    return name;
  }

  private async goOn(film: HTMLVideoElement): Promise<void> {
    let used = performance.now();
    while (this.open) {
      const began = performance.now();
      try {
        // Behind other pages a browser shows no new pictures: an old one would be a lie.
        if (document.hidden || (await this.send(film))) used = began;
      } catch (error) {
        if (error instanceof ServiceError && error.code === "camera/other_tablet") break;
        used = performance.now();
        await pause(AGAIN_MS);
      }
      if (performance.now() - used > UNUSED_MS || !(film.srcObject as MediaStream | null)?.active) break;
      await pause(Math.max(0, PACE_MS - (performance.now() - began)));
    }
    this.close();
  }

  /** One picture; whether the tray is looked at through it. */
  private async send(film: HTMLVideoElement): Promise<boolean> {
    const scale = Math.min(1, LONG_SIDE / Math.max(film.videoWidth, film.videoHeight));
    const canvas = this.canvas;
    canvas.width = Math.round(film.videoWidth * scale);
    canvas.height = Math.round(film.videoHeight * scale);
    canvas.getContext("2d")?.drawImage(film, 0, 0, canvas.width, canvas.height);
    const jpeg = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
    return jpeg !== null && sendFrame(this.name, jpeg);
  }
}

export const eye = new Eye();
