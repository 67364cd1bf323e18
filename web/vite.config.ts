import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

// The service the development server passes sockets and pages on to.
const SERVICE = process.env.COMPANION_URL ?? "http://127.0.0.1:8000";

// Which packages the tablet is built of, and which version of each: for the list of all that ships with a release.
function packages(): Plugin {
  return {
    name: "packages",
    generateBundle(_, bundle) {
      const used = new Map<string, string>();
      for (const chunk of Object.values(bundle)) {
        for (const id of chunk.type === "chunk" ? chunk.moduleIds : []) {
          const [, root, name] = /(.*\/node_modules\/)((?:@[^/]+\/)?[^/]+)\//.exec(id) ?? [];
          if (name) used.set(name, JSON.parse(readFileSync(`${root}${name}/package.json`, "utf8")).version);
        }
      }
      const source = JSON.stringify(Object.fromEntries([...used].sort()), null, 1) + "\n";
      this.emitFile({ type: "asset", fileName: "packages.json", source });
    },
  };
}

// On a slow line every file costs a wait, and a browser fetches six at a time: what is needed together is one file.
// Whatever the first of a list takes along is not in the next.
const TOGETHER = [
  { name: "base", tags: ["$initial" as const] },
  { name: "DrawPanel", test: /src\/explore\/DrawPanel\.svelte$/ },
  { name: "begin", test: /src\/setup\/(Home|NewGame|Intro|HostDrawer|walk\/SetupWalk)\.svelte$/ },
  { name: "play", test: /src\/(table\/pages|panel\/panels)\.ts$/ },
  { debugName: "words", name: wordsTogether, test: /(src\/i18n|sentences\/refusals)\/.*\.json$/ },
].map((group, i, all) => ({ ...group, priority: all.length - i }));

/** The words of a language: those of every game, those one begins with, and each other page its own. */
function wordsTogether(id: string): string | null {
  const [, folder, file = ""] = /([a-z]+)\/([a-z]+)\.json$/.exec(id) ?? [];
  if (folder === "refusals") return `play-${file}`;
  if (/^(choices|refusals|camera|happenings)$/.test(file)) return `play-${folder}`;
  return /^(pages|setup|walk)$/.test(file) ? `begin-${folder}` : null;
}

export default defineConfig({
  plugins: [svelte(), packages()],
  base: "./",
  build: {
    outDir: "../companion/server/static/app",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: TOGETHER } } },
  },
  server: {
    // The sentences of the rules lie with the rules.
    fs: { allow: [".."] },
    proxy: { "/api": SERVICE, "/socket.io": { target: SERVICE, ws: true } },
  },
});
