/** The talents of the box, in the order of the rulebook. */
export const TALENTS = ["elusive", "frantic", "bodyguard", "impressive", "blessed"];
