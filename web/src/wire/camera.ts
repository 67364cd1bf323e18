/** The camera over the tray: what it sees now, as the eye understands it. */

import { ask, credentials, post } from "./api";
import type { ReadDie } from "./types";

export type Box = [x: number, y: number, width: number, height: number];

export interface Glimpse {
  /** The camera's name; null where there is none. */
  camera: string | null;
  simulated: boolean;
  health: "none" | "starting" | "good" | "frozen" | "gone";
  /** Of the newest picture; 0 for none. */
  number: number;
  /** Width and height boxes are measured in. */
  size: [number, number] | null;
  state: string;
  sure: boolean;
  dice: ReadDie[];
  outside: Box[];
  /** A card may lie there that this seat must not see. */
  hidden: boolean;
}

export const fetchGlimpse = (): Promise<Glimpse> => ask<Glimpse>("/api/camera");

/** A picture as an address for an image; empty when there is none. */
export async function fetchPicture(path = "/api/camera.jpg"): Promise<string> {
  const answer = await fetch(path, { headers: credentials() });
  return answer.status === 200 ? URL.createObjectURL(await answer.blob()) : "";
}

export type Corner = [x: number, y: number];

export interface CameraSetup {
  size: [number, number];
  /** Corners as they are kept for this camera; null while the whole picture counts. */
  saved: Corner[] | null;
  /** Corners by the printed marks, where they are seen. */
  marks: Corner[] | null;
  problems: string[];
  /** Pixels per side of a die that lies there. */
  die: number | null;
}

const listed = (corners: Corner[] | null): string =>
  corners ? `?corners=${corners.flat().map((place) => place.toFixed(1)).join(",")}` : "";

export const fetchSetup = (corners: Corner[] | null): Promise<CameraSetup> => ask<CameraSetup>(`/api/camera/setup${listed(corners)}`);
export const fetchFlat = (corners: Corner[]): Promise<string> => fetchPicture(`/api/camera/flat.jpg${listed(corners)}`);
export const saveCorners = (corners: Corner[] | null): Promise<unknown> => post("/api/camera/corners", { corners });

export interface FoundCamera {
  id: string;
  name: string;
  real: boolean;
  used: boolean;
}

export const fetchCameras = async (): Promise<FoundCamera[]> => (await ask<{ cameras: FoundCamera[] }>("/api/cameras")).cameras;
export const useCamera = (camera: string): Promise<unknown> => post("/api/camera/use", { camera });
export const restartCamera = (): Promise<unknown> => post("/api/camera/restart", {});

/** A photo of the dice, taken with this tablet. It comes back as a reading. */
export const sendPhoto = (game: string, file: File): Promise<unknown> =>
  ask(`/api/games/${encodeURIComponent(game)}/photo`, { method: "POST", body: file });
