/** What every game comes to after its first screen, in one file: see panel/panels.ts. */

export { default as AssignPage } from "../initiative/AssignPage.svelte";
export { default as Banner } from "../result/Banner.svelte";
export { default as DamagePage } from "../damage/DamagePage.svelte";
export { default as DestinyPage } from "../destiny/DestinyPage.svelte";
export { default as DiceSheet } from "../dice/DiceSheet.svelte";
export { default as OnTable } from "../result/OnTable.svelte";
export { default as PutBackPanel } from "../result/PutBackPanel.svelte";
