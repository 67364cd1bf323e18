import rules from "../../../companion/rules/sentences/en.json";
import table from "./en/table.json";
import words from "./en/words.json";

const catalogue: Record<string, string> = { ...words, ...rules, ...table };
export default catalogue;
