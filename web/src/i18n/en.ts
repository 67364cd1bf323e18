import rules from "../../../companion/rules/sentences/en.json";
import table from "./en/table.json";
import words from "./en/words.json";
import camera from "./en/camera.json";

const catalogue: Record<string, string> = { ...words, ...rules, ...table, ...camera };
export default catalogue;
