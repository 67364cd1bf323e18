import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The service the development server passes sockets and pages on to.
const SERVICE = process.env.COMPANION_URL ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
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
