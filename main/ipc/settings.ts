import type { Handlers } from '../../preload/contract/index.ts';
import type { Journal } from '../journal/journal.ts';
import { chooseLanguage } from '../language.ts';
import type { PublishedState } from './published-state.ts';

interface SettingsDeps {
  readonly state: PublishedState;
  readonly settings: Journal['settings'];
  readonly preferredLanguages: readonly string[];
}

export function settingsHandlers({ state, settings, preferredLanguages }: SettingsDeps) {
  return {
    'settings.language': ({ choice }) => {
      settings.set('language', choice);
      state.publish({ languageChoice: choice, language: chooseLanguage(choice, preferredLanguages) });
      return { ok: true };
    },
  } satisfies Partial<Handlers>;
}
