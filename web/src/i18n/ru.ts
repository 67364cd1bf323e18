import rules from "../../../companion/rules/sentences/ru.json";
import table from "./ru/table.json";
import words from "./ru/words.json";

const catalogue: Record<string, string> = { ...words, ...rules, ...table };
export default catalogue;
