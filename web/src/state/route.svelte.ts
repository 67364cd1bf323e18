/** Which page is shown. The table is the page while a game is joined; the others lie over it. */

export type Room = "table" | "home" | "setup" | "join" | "devices" | "statistics" | "intro" | "check" | "box" | "card" | "scenario" | "boxes";

const ROOMS: readonly Room[] = ["table", "home", "setup", "join", "devices", "statistics", "intro", "check", "box", "card", "scenario", "boxes"];

function fromAddress(): Room {
  const named = location.hash.replace("#/", "") as Room;
  return ROOMS.includes(named) ? named : "table";
}

class Route {
  room = $state<Room>(fromAddress());
  /** What lies over the table: a drawer or a sheet. */
  drawer = $state<"" | "log" | "menu" | "override" | "boxcheck">("");

  constructor() {
    addEventListener("hashchange", () => {
      this.room = fromAddress();
    });
  }

  go(room: Room): void {
    this.drawer = "";
    location.hash = room === "table" ? "" : `#/${room}`;
    this.room = room;
  }
}

export const route = new Route();
