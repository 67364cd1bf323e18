/** What this tablet prefers: language, theme, sound, which side it was. Kept on the tablet, never sent. */

export const LANGUAGES = ["en", "fr", "ru"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Theme = "dark" | "light";
/** How large everything is drawn. */
export const TEXT_SIZES = [1, 1.15, 1.3] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

const STORE = "claustrophobia.settings";

interface Stored {
  language?: Language;
  theme?: Theme;
  sound?: boolean;
  introduced?: boolean;
  text?: TextSize;
  speech?: boolean;
  guided?: boolean;
}

function stored(): Stored {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "{}") as Stored;
  } catch {
    return {};
  }
}

function ownLanguage(): Language {
  const wanted = navigator.language.slice(0, 2) as Language;
  return LANGUAGES.includes(wanted) ? wanted : "en";
}

class Settings {
  language = $state<Language>("en");
  theme = $state<Theme>("dark");
  sound = $state(true);
  introduced = $state(false);
  text = $state<TextSize>(1);
  /** Prompts and results are read aloud. */
  speech = $state(false);
  /** The guided round is over, or was left. */
  guided = $state(true);

  constructor() {
    const kept = stored();
    this.language = kept.language ?? ownLanguage();
    this.theme = kept.theme ?? "dark";
    this.sound = kept.sound ?? true;
    this.introduced = kept.introduced ?? false;
    this.text = TEXT_SIZES.find((size) => size === kept.text) ?? 1;
    this.speech = kept.speech ?? false;
    // Whoever comes here for the first time is guided through a round.
    this.guided = kept.guided ?? this.introduced;
  }

  keep(): void {
    const { language, theme, sound, introduced, guided, text, speech } = this;
    localStorage.setItem(STORE, JSON.stringify({ language, theme, sound, introduced, guided, text, speech }));
    document.documentElement.style.setProperty("zoom", String(text));
    // Layouts give way to larger text: the breakpoints of a page do not know of it.
    document.documentElement.toggleAttribute("data-large-text", text > 1);
    document.documentElement.dataset.theme = theme;
    document.documentElement.lang = language;
  }
}

export const settings = new Settings();
