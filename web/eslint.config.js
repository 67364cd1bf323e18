import js from "@eslint/js";
import { createNodeResolver, importX } from "eslint-plugin-import-x";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

/**
 * Folders of src from the bottom to the top. A folder imports from the rows above its own in this list, never from its
 * own row or from a row below: so there are no cycles between folders.
 */
const LAYERS = [
  ["wire"], // the service: types, requests, the socket
  ["state"], // what this tablet knows and has picked
  ["i18n"], // words, names, sentences
  ["ui"], // building blocks of screens
  ["legal"], // finding verbs among the legal ones
  ["map", "camera"],
  ["result"], // what a tap came to, and what hands must do
  ["teach"], // pieces known by their faces
  ["cards", "bar", "log", "stats", "devices", "override", "board"],
  ["dice"],
  ["explore"],
  ["panel"],
  ["initiative", "destiny", "damage", "fountain", "squamata", "box", "setup", "solo"],
  ["boxes", "scenario", "games", "backups", "ending", "rules", "guide", "screen", "textview", "playing", "deadly"],
  ["network", "firstrun", "secure", "update", "coach"],
  ["table"],
];
// The last row, the table, may import everything.
const zones = LAYERS.slice(0, -1).flatMap((row, at) =>
  row.map((folder) => ({
    target: `./src/${folder}`,
    from: [...row.filter((other) => other !== folder), ...LAYERS.slice(at + 1).flat()].map((other) => `./src/${other}`),
    message: "Layers: see LAYERS in eslint.config.js.",
  })),
);

const EXTENSIONS = [".ts", ".svelte.ts", ".svelte", ".js", ".json"];

export default ts.config(
  { ignores: ["node_modules/", "public/", "src/wire/protocol.ts"] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    languageOptions: {
      globals: { ...globals.browser, ...globals.node },
      parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig },
    },
    plugins: { "import-x": importX },
    settings: {
      "import-x/resolver-next": [createNodeResolver({ extensions: EXTENSIONS })],
    },
    rules: {
      "import-x/no-restricted-paths": ["error", { zones }],
      "import-x/no-duplicates": "error",
      "import-x/no-unresolved": ["error", { ignore: ["^virtual:", "\\?"] }],
      "@typescript-eslint/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
      "@typescript-eslint/no-unused-vars": ["error", { varsIgnorePattern: "^_", argsIgnorePattern: "^_" }],
      "svelte/no-useless-mustaches": "off", // {" "} holds a space that prettier would break
      "svelte/prefer-svelte-reactivity": "off", // sets and maps here are values of a moment, nothing watches them
      eqeqeq: "error",
      "no-undef": "off", // TypeScript knows better
      "max-lines": ["error", { max: 400 }],
    },
  },
  {
    // These draw SVG that is written in ui/icons.ts and map/decor.ts: nothing from outside gets in.
    files: ["src/ui/Icon.svelte", "src/map/Costs.svelte", "src/map/Labels.svelte", "src/map/TileArt.svelte"],
    rules: { "svelte/no-at-html-tags": "off" },
  },
);
