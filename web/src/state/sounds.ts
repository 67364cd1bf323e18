/** Three small sounds, made on the spot: dice read, refused, your turn. */

import { settings } from "./settings.svelte";

type Note = [hertz: number, at: number, long: number];

const TUNES: Record<"read" | "refused" | "turn", Note[]> = {
  read: [
    [660, 0, 0.07],
    [880, 0.07, 0.1],
  ],
  refused: [
    [196, 0, 0.12],
    [155, 0.12, 0.18],
  ],
  turn: [
    [392, 0, 0.16],
    [523, 0.14, 0.26],
  ],
};

let context: AudioContext | null = null;

export function play(tune: keyof typeof TUNES): void {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  const start = context.currentTime + 0.01;
  for (const [hertz, at, long] of TUNES[tune]) {
    const voice = context.createOscillator();
    const loud = context.createGain();
    voice.frequency.value = hertz;
    voice.type = "triangle";
    loud.gain.setValueAtTime(0.0001, start + at);
    loud.gain.exponentialRampToValueAtTime(0.16, start + at + 0.015);
    loud.gain.exponentialRampToValueAtTime(0.0001, start + at + long);
    voice.connect(loud).connect(context.destination);
    voice.start(start + at);
    voice.stop(start + at + long);
  }
}
