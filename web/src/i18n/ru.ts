import happenings from "./ru/happenings.json";
import rules from "./ru/rules.json";
import table from "./ru/table.json";
import words from "./ru/words.json";
import rooms from "./ru/rooms.json";
import camera from "./ru/camera.json";

const catalogue: Record<string, string> = { ...words, ...rules, ...happenings, ...table, ...rooms, ...camera };
export default catalogue;
