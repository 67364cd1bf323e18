/** Which page is shown. The table is the page while a game is joined; the others lie over it. */

const PAGES = [
  "table",
  "home",
  "setup",
  "join",
  "devices",
  "statistics",
  "intro",
  "check",
  "box",
  "card",
  "scenario",
  "boxes",
  "games",
  "backups",
  "replay",
  "chronicle",
  "analysis",
  "rules",
  "screen",
  "text",
  "network",
  "firstrun",
  "secure",
  "update",
  "teach",
] as const;
export type Page = (typeof PAGES)[number];

function fromAddress(): Page {
  const named = location.hash.replace("#/", "") as Page;
  return PAGES.includes(named) ? named : "table";
}

class Route {
  page = $state<Page>(fromAddress());
  /** What lies over the table: a drawer or a sheet. */
  drawer = $state<"" | "log" | "menu" | "override" | "boxcheck" | "host" | "hands" | "card" | "coach">("");

  constructor() {
    addEventListener("hashchange", () => {
      this.page = fromAddress();
    });
  }

  go(page: Page): void {
    this.drawer = "";
    location.hash = page === "table" ? "" : `#/${page}`;
    this.page = page;
  }
}

export const route = new Route();
