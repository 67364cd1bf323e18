/** What special kinds of tiles have on their floor, in a square of 100; and the sign that names the kind at a glance. */

import type { IconName } from "../ui/icons";

export const SIGNS: Record<string, IconName> = {
  tight: "tight",
  booby_trapped: "spikes",
  lair: "lair",
  exit: "exit",
  pentacle: "star",
  hungry: "jaws",
  hole: "hole",
  flooded: "water",
  demonic_mechanism: "gear",
  stash: "chest",
  demonic_well: "hole",
  fog: "water",
  healing_fountain: "heart",
  large_room: "fit",
  sanctified_zone: "blessed",
  tomb: "cross",
  devouring_pit: "jaws",
  mushrooms: "sun",
  sacrificial_altar: "star",
};

/** A wash of colour over the whole floor. */
export const WASH: Record<string, string> = {
  hungry: "rgba(109,31,26,.38)",
  flooded: "rgba(15,86,99,.72)",
  fog: "rgba(200,205,210,.45)",
  sanctified_zone: "rgba(255,236,170,.28)",
  healing_fountain: "rgba(90,170,150,.22)",
};

function cogs(): string {
  const tooth = '<rect x="46.8" y="21" width="6.4" height="9" rx="1" transform="rotate(ANGLE 50 50)"/>';
  return Array.from({ length: 10 }, (_, i) => tooth.replace("ANGLE", String(i * 36))).join("");
}

function spikes(): string {
  const row = (y: number): string =>
    [41, 47, 53, 59].map((x) => `M${x - 1.9} ${y}L${x} ${y - 5.2}L${x + 1.9} ${y}Z`).join("");
  return `<path d="${row(45.5)}${row(52)}${row(58.5)}" fill="#d9cdb4" stroke="#1a120c" stroke-width=".5"/>`;
}

function stairs(): string {
  const tones = ["#fff0c4", "#ecd49a", "#cfb279", "#ab9160", "#8b7550", "#746145"];
  const step = (fill: string, i: number): string =>
    `<rect x="${29 - i * 3.2}" y="${28 + i * 8}" width="${42 + i * 6.4}" height="7" rx="1" fill="${fill}"/>`;
  return tones.map(step).join("");
}

const PENTAGRAM = "M50 21L67 73.500L22.400 41L77.600 41L33 73.500Z";
const BONES = "M28 66l12 7M70 30l-9 9M66 70l9-6";

export const DECOR: Record<string, string> = {
  booby_trapped: `<rect x="34" y="36" width="32" height="28" rx="1.500" fill="#463726" stroke="#1a120c" stroke-width="1.600"/><rect x="36.500" y="38.500" width="27" height="23" rx="1" fill="none" stroke="#a08660" stroke-width=".8"/>${spikes()}`,
  lair: `<g stroke="#20150d" stroke-width="3.600" stroke-linecap="round"><path d="${BONES}"/></g><g stroke="#e9dcbf" stroke-width="2.200" stroke-linecap="round"><path d="${BONES}"/></g><g stroke="#20150d" stroke-width="1" fill="none" opacity=".8"><path d="M30 36c5-6 12-9 20-9M34 39c4-5 10-7 16-7M68 60c-4 8-10 12-18 13"/></g>`,
  exit: `<path d="M50 12c-13 0-19 7-20 16h40c-1-9-7-16-20-16z" fill="#fff6da"/><path d="M50 10c-14.500 0-21.500 8-22.500 18h4c1-8 7-14 18.500-14s17.500 6 18.500 14h4c-1-10-8-18-22.500-18z" fill="#5d4c36" stroke="#20170f" stroke-width=".8"/>${stairs()}`,
  pentacle: `<g fill="none" stroke="#3a120c" stroke-width="3"><circle cx="50" cy="50" r="30"/><path d="${PENTAGRAM}"/></g><g fill="none" stroke="#d2604a" stroke-width="1.300"><circle cx="50" cy="50" r="30"/><circle cx="50" cy="50" r="33"/><path d="${PENTAGRAM}"/></g>`,
  hole: `<path d="M30 50l4-11 10-6 12 1 11 7 3 10-5 11-11 6-12-1-9-7z" fill="#4b3c2b" stroke="#201710" stroke-width="1.400"/><path d="M33.500 50l3.500-9 8.500-5 10 1 9.500 6 2 8-4.500 9-9 4.500-10-.6-7.500-6z" fill="#060403"/><path d="M36 44l8.500-6.500 11 .6 9 6" stroke="#8f7756" stroke-width="1" fill="none"/>`,
  flooded: `<path d="M71.500 48.500q2.500-2.600 5 0t5 0M77.800 39.300q2.500-2.600 5 0t5 0M42.700 48.600q2.500-2.600 5 0t5 0M27.900 51.300q2.500-2.600 5 0t5 0M50 62q2.500-2.600 5 0t5 0" stroke="#a9dbe0" stroke-width="1.100" fill="none" stroke-linecap="round" opacity=".75"/>`,
  demonic_mechanism: `<g fill="#5c2a1e" stroke="#1a0d09" stroke-width=".8">${cogs()}</g><circle cx="50" cy="50" r="23" fill="#5c2a1e" stroke="#1a0d09" stroke-width="1"/><circle cx="50" cy="50" r="19" fill="none" stroke="#c9745a" stroke-width="1"/><circle cx="50" cy="50" r="7.500" fill="#1a0d09" stroke="#c9745a" stroke-width="1"/><path d="M50 31v11M50 58v11M31 50h11M58 50h11" stroke="#c9745a" stroke-width="1.600"/>`,
  stash: `<path d="M33 45c0-9 5-13 17-13s17 4 17 13v19H33z" fill="#6b4a26" stroke="#1a120c" stroke-width="1.600"/><path d="M33 46h34" stroke="#1a120c" stroke-width="1.600"/><path d="M39 33v31M61 33v31" stroke="#b98b45" stroke-width="2"/><rect x="46.500" y="42" width="7" height="9" rx="1" fill="#e0b45c" stroke="#1a120c"/>`,
  demonic_well: `<circle cx="50" cy="50" r="21" fill="#3a2018" stroke="#1a0d09" stroke-width="2"/><circle cx="50" cy="50" r="15" fill="#5f1410"/><circle cx="50" cy="50" r="9" fill="#a8331f"/><circle cx="50" cy="50" r="4" fill="#ffb060"/>`,
  healing_fountain: `<circle cx="50" cy="50" r="20" fill="#766a55" stroke="#20170f" stroke-width="1.600"/><circle cx="50" cy="50" r="15" fill="#3f8f8d"/><path d="M50 42v16M42 50h16" stroke="#e8fbff" stroke-width="3" stroke-linecap="round"/>`,
  large_room: `<g fill="#5d4c36" stroke="#20170f" stroke-width="1"><circle cx="27" cy="27" r="5"/><circle cx="73" cy="27" r="5"/><circle cx="27" cy="73" r="5"/><circle cx="73" cy="73" r="5"/></g>`,
  sanctified_zone: `<path d="M50 28v44M38 42h24" stroke="#3d2c10" stroke-width="7" stroke-linecap="round"/><path d="M50 28v44M38 42h24" stroke="#ffe7a5" stroke-width="3.500" stroke-linecap="round"/>`,
  tomb: `<path d="M36 70V44a14 14 0 0 1 28 0v26z" fill="#8a8071" stroke="#1d1712" stroke-width="1.800"/><path d="M50 40v16M44 46h12" stroke="#2a221a" stroke-width="2.500"/>`,
  fog: `<path d="M24 44c8-6 14 4 22-1s14 4 24 0M28 58c8-5 14 4 22 0s12 3 22-1" stroke="#eef1f3" stroke-width="3" stroke-opacity=".6" fill="none" stroke-linecap="round"/>`,
  devouring_pit: `<circle cx="50" cy="50" r="21" fill="#160b08" stroke="#3a120c" stroke-width="2"/><path d="M32 40l5 7 3-9 4 7 6-9 5 9 4-8 5 8 4-6M33 62l5-7 4 7 4-7 5 8 5-8 4 7 5-7 4 6" stroke="#e9dcbf" stroke-width="2" fill="none" stroke-linejoin="round"/>`,
  mushrooms: `<g stroke="#20170f" stroke-width="1"><path d="M38 58v-8M60 66v-9M55 44v-7" stroke="#e9dcbf" stroke-width="4"/><path d="M29 50c0-9 18-9 18 0zM51 57c0-9 18-9 18 0zM47 38c0-8 16-8 16 0z" fill="#6fb7a0"/></g>`,
  sacrificial_altar: `<rect x="32" y="38" width="36" height="24" rx="2" fill="#746145" stroke="#20170f" stroke-width="1.800"/><path d="M40 50h20M50 42v16" stroke="#9c2413" stroke-width="3"/>`,
};
