import type { Handlers } from '../../preload/contract/index.ts';
import { isGiven } from '../../preload/contract/setting-values.ts';
import { copyFolder, copyName } from '../documents/copy-name.ts';
import { detailsOf } from '../files/error-code.ts';
import type { Journal } from '../journal/journal.ts';
import { storeOrExplain } from '../journal/store-or-explain.ts';
import type { Desktop } from '../platform/desktop.ts';
import type { LoginStart } from '../platform/login-start.ts';
import { done, refuse } from '../problems/refuse.ts';
import type { AppSettings } from '../settings/app-settings.ts';
import { settingsFileName, writeSettingsFile } from '../settings/settings-file.ts';
import type { SettingsTransfer } from '../settings/settings-transfer.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { Clock } from '../time/clock.ts';
import type { Texts } from '../words/texts.ts';
import { saveAs } from './save-as.ts';

interface SettingsDeps {
  readonly clock: Clock;
  readonly desktop: Pick<Desktop, 'showInFolder' | 'pickSavePath'>;
  readonly state: PublishedState;
  readonly settings: Journal['settings'];
  readonly appSettings: AppSettings;
  readonly settingsTransfer: SettingsTransfer;
  readonly supportReport: () => Promise<string>;
  readonly texts: Texts;
  readonly loginStart: LoginStart;
}

/** A document to show a name with. */
const sample = { id: '3f2a9c1e', kind: 'pdf', people: ['Anna Muster'] } as const;

export function settingsHandlers(deps: SettingsDeps) {
  const { clock, desktop, state, settings, appSettings, settingsTransfer, supportReport, texts, loginStart } = deps;
  return {
    'settings.copyName': ({ pattern }) => appSettings.change({ copyName: pattern }),
    'settings.besideCopies': (changes) => appSettings.change(changes),
    'settings.previewCopyName': ({ pattern, name }) => {
      const profile = state.get().profiles[0]?.name ?? '';
      const folder = copyFolder(pattern, profile);
      const file = copyName(pattern, { ...sample, profile, name, completedAt: clock.now() });
      return { name: folder === '' ? file : `${folder}/${file}` };
    },
    'settings.list': (choice) =>
      storeOrExplain(() => {
        settings.set('listChoice', choice);
        state.publish({ listChoice: choice });
        return { ok: true as const };
      }),
    'settings.language': ({ choice }) => appSettings.change({ language: choice }),
    'settings.theme': ({ theme }) => appSettings.change({ theme }),
    'settings.undo': ({ seconds }) => appSettings.change({ undoSeconds: seconds }),
    'settings.parallel': ({ calls }) => appSettings.change({ parallelCalls: calls }),
    'settings.notifications': (wanted) => appSettings.change({ notifications: wanted }),
    'settings.showData': () => {
      desktop.showInFolder(state.get().dataFolder);
      return done;
    },
    'settings.startAtLogin': ({ on }) => {
      if (on !== null && state.get().locked.includes('startAtLogin')) return refuse('set-by-policy');
      try {
        // Null: a person may have changed it in the settings of the system.
        if (on !== null) loginStart.set(on);
        return done;
      } catch (error) {
        return refuse('login-start', {}, detailsOf(error));
      } finally {
        state.publish({ startAtLogin: loginStart.read() });
      }
    },
    'settings.export': () =>
      saveAs(desktop, {
        title: texts()('transfer.export'),
        name: settingsFileName,
        content: writeSettingsFile(
          appSettings.now(),
          state.get().profiles.filter((one) => !isGiven(one)),
        ),
      }),
    'settings.supportReport': async () => {
      const day = new Date(clock.now()).toISOString().slice(0, 10);
      const title = texts()('help.report');
      return saveAs(desktop, { title, name: `countersign-support-${day}.json`, content: await supportReport() });
    },
    'settings.readFile': settingsTransfer.offer,
    'settings.import': settingsTransfer.take,
  } satisfies Partial<Handlers>;
}
