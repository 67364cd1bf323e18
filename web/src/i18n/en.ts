import happenings from "./en/happenings.json";
import rules from "./en/rules.json";
import table from "./en/table.json";
import words from "./en/words.json";
import rooms from "./en/rooms.json";
import camera from "./en/camera.json";

const catalogue: Record<string, string> = { ...words, ...rules, ...happenings, ...table, ...rooms, ...camera };
export default catalogue;
