/** Icons of talents, objects and gifts. */

import type { IconName } from "../ui/icons";

const TALENTS: Record<string, IconName> = {
  elusive: "elusive",
  frantic: "frantic",
  bodyguard: "bodyguard",
  impressive: "impressive",
  blessed: "blessed",
};
const OBJECTS: Record<string, IconName> = {
  blessed_hammer: "hammer",
  blunderbuss: "gun",
  shield_of_steel: "shield",
};

export function talentIcon(talent: string): IconName {
  return TALENTS[talent] ?? "pin";
}

export function objectIcon(object: string): IconName {
  return OBJECTS[object] ?? "box";
}
