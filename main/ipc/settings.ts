import type { Handlers } from '../../preload/contract/index.ts';
import type { Journal } from '../journal/journal.ts';
import { tryWrite } from '../journal/try-write.ts';
import { chooseLanguage, localeOf } from '../language.ts';
import type { PublishedState } from '../published-state.ts';

interface SettingsDeps {
  readonly onNotificationSettings: () => void;
  readonly state: PublishedState;
  readonly settings: Journal['settings'];
  readonly preferredLanguages: readonly string[];
}

export function settingsHandlers({ state, settings, preferredLanguages, onNotificationSettings }: SettingsDeps) {
  return {
    'settings.language': ({ choice }) => {
      settings.set('language', choice);
      const language = chooseLanguage(choice, preferredLanguages);
      state.publish({ languageChoice: choice, language, locale: localeOf(language, preferredLanguages) });
      return { ok: true };
    },
    'settings.notifications': (wanted) =>
      tryWrite(() => {
        settings.set('notifications', wanted);
        state.publish({ notifications: wanted });
        onNotificationSettings();
        return { ok: true as const };
      }),
  } satisfies Partial<Handlers>;
}
