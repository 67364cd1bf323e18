import rules from "../../../companion/rules/sentences/fr.json";
import table from "./fr/table.json";
import words from "./fr/words.json";
import camera from "./fr/camera.json";

const catalogue: Record<string, string> = { ...words, ...rules, ...table, ...camera };
export default catalogue;
