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

export default defineConfig({
  plugins: [svelte(), packages()],
  base: "./",
  build: {
    outDir: "../companion/server/static/app",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: {
    // The sentences of the rules lie with the rules.
    fs: { allow: [".."] },
    proxy: { "/api": SERVICE, "/socket.io": { target: SERVICE, ws: true } },
  },
});
