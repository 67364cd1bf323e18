/** The rule that was asked for on this tablet; empty for none. The game goes on beside it. */
export const ruleShown = $state<{ id: string; about: string }>({ id: "", about: "" });
