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
    // What a page needs is found on the way: the list of it would weigh on the first load.
    modulePreload: false,
    assetsInlineLimit: 0,
  },
  server: {
    proxy: { "/api": SERVICE, "/socket.io": { target: SERVICE, ws: true } },
  },
});
