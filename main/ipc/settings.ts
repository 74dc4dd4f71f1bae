import type { Handlers } from '../../preload/contract/index.ts';
import type { Clock } from '../clock.ts';
import { copyName } from '../documents/copy-name.ts';
import type { Journal } from '../journal/journal.ts';
import { storeOrExplain } from '../journal/store-or-explain.ts';
import { chooseLanguage, localeOf } from '../language.ts';
import type { PublishedState } from '../published-state.ts';

interface SettingsDeps {
  readonly onNotificationSettings: () => void;
  readonly clock: Clock;
  readonly state: PublishedState;
  readonly settings: Journal['settings'];
  readonly preferredLanguages: readonly string[];
}

/** A document to show a name with. */
const sample = { id: '3f2a9c1e', kind: 'pdf', people: ['Anna Muster'] } as const;

export function settingsHandlers({ clock, state, settings, preferredLanguages, onNotificationSettings }: SettingsDeps) {
  return {
    'settings.copyName': ({ pattern }) => {
      settings.set('copyName', pattern);
      state.publish({ copyName: settings.get('copyName') });
      return { ok: true };
    },
    'settings.previewCopyName': ({ pattern, name }) => ({
      name: copyName(pattern, { ...sample, name, completedAt: clock.now() }),
    }),
    'settings.list': (choice) =>
      storeOrExplain(() => {
        settings.set('listChoice', choice);
        state.publish({ listChoice: choice });
        return { ok: true as const };
      }),
    'settings.language': ({ choice }) => {
      settings.set('language', choice);
      const language = chooseLanguage(choice, preferredLanguages);
      state.publish({ languageChoice: choice, language, locale: localeOf(language, preferredLanguages) });
      return { ok: true };
    },
    'settings.notifications': (wanted) =>
      storeOrExplain(() => {
        settings.set('notifications', wanted);
        state.publish({ notifications: wanted });
        onNotificationSettings();
        return { ok: true as const };
      }),
  } satisfies Partial<Handlers>;
}
