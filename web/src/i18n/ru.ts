import rules from "../../../companion/rules/sentences/ru.json";
import table from "./ru/table.json";
import words from "./ru/words.json";
import camera from "./ru/camera.json";

const catalogue: Record<string, string> = { ...words, ...rules, ...table, ...camera };
export default catalogue;
