/**
 * Parts of the page are fetched when they are first shown. A browser remembers one that failed for as long as the page lives, so the
 * page is opened anew once the service answers; the seat is taken up again by its token.
 */

const RETRY_MS = 1000;
/** The script that the page of a build begins with. */
const SCRIPT = /assets\/(index-[\w-]+\.js)/;

/** Does the service have other pages than this one, as after an update? */
async function isReplaced(): Promise<boolean> {
  try {
    const answer = await fetch("/", { cache: "no-store" });
    const now = answer.ok ? SCRIPT.exec(await answer.text()) : null;
    return now !== null && document.querySelector(`script[src$="${now[1]}"]`) === null;
  } catch {
    return false;
  }
}

class Parts {
  /** A part did not arrive; it is tried again. */
  missing = $state(false);

  watch(): void {
    const missed = new Set<unknown>();
    addEventListener("vite:preloadError", (event) => {
      missed.add(event.payload);
      void this.tryAgain();
    });
    addEventListener("unhandledrejection", (event) => {
      if (!missed.has(event.reason) && !String(event.reason).includes("dynamically imported module")) return;
      // The players are told and it is tried again: to the browser that is no error of the page.
      event.preventDefault();
      void this.tryAgain();
    });
  }

  /** After an update: parts of this page that were not fetched yet are gone, and what the service says may have another shape. */
  async renew(): Promise<void> {
    if (await isReplaced()) location.reload();
  }

  private async tryAgain(): Promise<void> {
    if (this.missing) return;
    this.missing = true;
    while (!(await this.answers())) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    location.reload();
  }

  /** Do all parts of the page that were asked for arrive again, or have others taken their place? */
  private async answers(): Promise<boolean> {
    if (await isReplaced()) return true;
    const asked = performance
      .getEntriesByType("resource")
      .map((entry) => entry.name)
      .filter((name) => name.includes("/assets/"));
    try {
      const found = await Promise.all([...new Set(asked)].slice(-8).map((name) => fetch(name, { cache: "no-store" })));
      return found.every((one) => one.ok);
    } catch {
      return false;
    }
  }
}

export const parts = new Parts();
