import happenings from "./fr/happenings.json";
import rules from "./fr/rules.json";
import table from "./fr/table.json";
import words from "./fr/words.json";
import rooms from "./fr/rooms.json";
import camera from "./fr/camera.json";

const catalogue: Record<string, string> = { ...words, ...rules, ...happenings, ...table, ...rooms, ...camera };
export default catalogue;
