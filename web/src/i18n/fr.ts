import rules from "../../../companion/rules/sentences/fr.json";
import table from "./fr/table.json";
import words from "./fr/words.json";

const catalogue: Record<string, string> = { ...words, ...rules, ...table };
export default catalogue;
