import type { Handlers } from '../../preload/contract/index.ts';
import type { Journal } from '../journal/journal.ts';
import { chooseLanguage, localeOf } from '../language.ts';
import type { PublishedState } from '../published-state.ts';

interface SettingsDeps {
  readonly state: PublishedState;
  readonly settings: Journal['settings'];
  readonly preferredLanguages: readonly string[];
}

export function settingsHandlers({ state, settings, preferredLanguages }: SettingsDeps) {
  return {
    'settings.language': ({ choice }) => {
      settings.set('language', choice);
      const language = chooseLanguage(choice, preferredLanguages);
      state.publish({ languageChoice: choice, language, locale: localeOf(language, preferredLanguages) });
      return { ok: true };
    },
  } satisfies Partial<Handlers>;
}
