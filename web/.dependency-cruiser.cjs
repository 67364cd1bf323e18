/** No import cycles, Svelte files included (eslint's own rule does not look into those). */
module.exports = {
  forbidden: [
    {
      name: "no-cycle",
      severity: "error",
      from: {},
      // A component may show itself again one level deeper.
      to: { circular: true, via: { pathNot: "ClauseList\\.svelte$" } },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
  },
};
