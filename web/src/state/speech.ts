/** Reading aloud with the browser's own voice, on tablets that want it. */

import { settings } from "./settings.svelte";

let last = "";

/** Says a sentence unless it was the last one said. */
export function speak(sentence: string): void {
  if (!settings.speech || !sentence || sentence === last || !("speechSynthesis" in globalThis)) return;
  last = sentence;
  const words = new SpeechSynthesisUtterance(sentence);
  words.lang = settings.language;
  speechSynthesis.speak(words);
}

/** Nothing more is said, and the next sentence is said again. */
export function hush(): void {
  last = "";
  if ("speechSynthesis" in globalThis) speechSynthesis.cancel();
}
