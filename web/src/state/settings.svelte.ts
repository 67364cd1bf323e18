/** What this tablet prefers: language, theme, sound, which side it was. Kept on the tablet, never sent. */

export const LANGUAGES = ["en", "fr", "ru"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Theme = "dark" | "light";

const STORE = "claustrophobia.settings";

interface Stored {
  language?: Language;
  theme?: Theme;
  sound?: boolean;
  introduced?: boolean;
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

  constructor() {
    const kept = stored();
    this.language = kept.language ?? ownLanguage();
    this.theme = kept.theme ?? "dark";
    this.sound = kept.sound ?? true;
    this.introduced = kept.introduced ?? false;
  }

  keep(): void {
    const { language, theme, sound, introduced } = this;
    localStorage.setItem(STORE, JSON.stringify({ language, theme, sound, introduced }));
    document.documentElement.dataset.theme = theme;
    document.documentElement.lang = language;
  }
}

export const settings = new Settings();
