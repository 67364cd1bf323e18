/** The panels every game comes to, in one file: on a slow line one is fetched as soon as twenty small ones. */

export { default as Acting } from "./Acting.svelte";
export { default as Aiming } from "./Aiming.svelte";
export { default as DiscardPanel } from "./DiscardPanel.svelte";
export { default as Entering } from "./Entering.svelte";
export { default as InterruptPanel } from "./InterruptPanel.svelte";
export { default as LayPanel } from "../explore/LayPanel.svelte";
export { default as NobodyChosen } from "./NobodyChosen.svelte";
export { default as OffRules } from "./OffRules.svelte";
export { default as PickPanel } from "./PickPanel.svelte";
export { default as RefusalPanel } from "./RefusalPanel.svelte";
export { default as TokenPanel } from "../explore/TokenPanel.svelte";
export { default as WayPanel } from "./WayPanel.svelte";
