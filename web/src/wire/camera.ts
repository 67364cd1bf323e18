/** The camera over the tray: its live image, its corners, other cameras, photos of dice. */

import { ask, credentials, post } from "./api";
import type {
  CameraSetupJson,
  CamerasAnswer,
  CameraStatusJson,
  Corner,
  FaceJson,
  FoundCameraJson,
  LearningJson,
  TabletFrameAnswer,
} from "./protocol";
import type { Pair } from "./types";

/** A die in an image: where, what was read, and whether somebody should look. */
export type FoundDie = Pick<FaceJson, "face" | "confidence" | "sure" | "box">;
export type LiveCamera = Omit<CameraStatusJson, "size" | "dice"> & { size: Pair | null; dice: FoundDie[] };

export const fetchLiveCamera = (): Promise<LiveCamera> => ask<LiveCamera>("/api/camera");

/** A picture as an address for an image, to be revoked when it is no longer shown; empty when there is none. */
export async function fetchPicture(path = "/api/camera.jpg"): Promise<string> {
  const answer = await fetch(path, { headers: credentials() });
  return answer.status === 200 ? URL.createObjectURL(await answer.blob()) : "";
}

/** The picture a reading rests on. */
export const fetchKeptPicture = (picture: string): Promise<string> =>
  fetchPicture(`/api/readings/${encodeURIComponent(picture)}.jpg`);

/** Corners go clockwise from the far left. */
export type CameraSetup = Omit<CameraSetupJson, "size" | "saved" | "marks"> & {
  size: Pair;
  saved: Corner[] | null;
  marks: Corner[] | null;
};

const listed = (corners: Corner[] | null): string =>
  corners
    ? `?corners=${corners
        .flat()
        .map((place) => place.toFixed(1))
        .join(",")}`
    : "";

export const fetchSetup = (corners: Corner[] | null): Promise<CameraSetup> =>
  ask<CameraSetup>(`/api/camera/setup${listed(corners)}`);
export const fetchFlat = (corners: Corner[]): Promise<string> => fetchPicture(`/api/camera/flat.jpg${listed(corners)}`);
export const saveCorners = (corners: Corner[] | null): Promise<unknown> => post("/api/camera/corners", { corners });

export const fetchCameras = async (): Promise<FoundCameraJson[]> => (await ask<CamerasAnswer>("/api/cameras")).cameras;
export const useCamera = (camera: string): Promise<unknown> => post("/api/camera/use", { camera });
/** The word for the camera of a tablet. */
export const TABLET = "tablet";
/** A picture of this tablet's own camera; whether the tray is looked at through it. */
export const sendFrame = async (eye: string, jpeg: Blob): Promise<boolean> =>
  (await ask<TabletFrameAnswer>(`/api/camera/frame?eye=${eye}`, { method: "POST", body: jpeg })).used;
export const restartCamera = (): Promise<unknown> => post("/api/camera/restart", {});

export const fetchLearning = (): Promise<LearningJson> => ask<LearningJson>("/api/camera/learning");
export const switchLearning = (on: boolean): Promise<LearningJson> =>
  post<LearningJson>("/api/camera/learning", { on });

/** A photo of the dice, taken with this tablet. It comes back as a reading. */
export const sendDicePhoto = (game: string, file: File): Promise<unknown> =>
  ask(`/api/games/${encodeURIComponent(game)}/photo`, { method: "POST", body: file });
