import type { Done } from '../../preload/contract/answer.ts';
import { copyPatternOf, isUsualCopyName } from '../../preload/contract/copy-name.ts';
import type { State } from '../../preload/contract/state.ts';
import { type PortableSettings, portableSettings, type SomeSettings } from '../../preload/contract/transfer.ts';
import type { Journal } from '../journal/journal.ts';
import { storeOrExplain } from '../journal/store-or-explain.ts';
import type { Network } from '../network/network.ts';
import { done, refuse } from '../problems/refuse.ts';
import type { PublishedState } from '../state/published-state.ts';
import { chooseLanguage, localeOf } from '../words/language.ts';

export interface AppSettingsDeps {
  readonly settings: Journal['settings'];
  readonly state: PublishedState;
  readonly network: Pick<Network, 'setRoute'>;
  readonly preferredLanguages: readonly string[];
  readonly onUndo: () => void;
  readonly onNotificationSettings: () => void;
  readonly onNetworkChanged: () => void;
}

/** Changes settings: stores them, shows them, and tells who follows them. */
export function createAppSettings(deps: AppSettingsDeps) {
  const { settings, state, network, preferredLanguages } = deps;

  const copyPatternIn = (choice: State['languageChoice']) =>
    copyPatternOf(settings.get('copyName'), chooseLanguage(choice, preferredLanguages));

  function shown(changes: SomeSettings): Partial<State> {
    const { language: choice, theme, parallelCalls, copyName, receipts, rescue, notifications } = changes;
    const language = chooseLanguage(choice ?? 'system', preferredLanguages);
    return {
      ...(choice !== undefined && {
        languageChoice: choice,
        language,
        locale: localeOf(language, preferredLanguages),
        copyName: copyPatternIn(choice),
      }),
      ...(theme !== undefined && { theme }),
      ...(parallelCalls !== undefined && { parallelCalls }),
      ...(copyName !== undefined && { copyName: copyPatternIn(settings.get('language')) }),
      ...(receipts !== undefined && { receipts }),
      ...(rescue !== undefined && { rescue }),
      ...(notifications !== undefined && { notifications }),
    };
  }

  function store(changes: SomeSettings): void {
    if (changes.language !== undefined) settings.set('language', changes.language);
    if (changes.theme !== undefined) settings.set('theme', changes.theme);
    if (changes.undoSeconds !== undefined) settings.set('undoSeconds', changes.undoSeconds);
    if (changes.parallelCalls !== undefined) settings.set('parallelCalls', changes.parallelCalls);
    const { copyName } = changes;
    if (copyName !== undefined) settings.set('copyName', isUsualCopyName(copyName) ? null : copyName);
    if (changes.receipts !== undefined) settings.set('receipts', changes.receipts);
    if (changes.rescue !== undefined) settings.set('rescue', changes.rescue);
    if (changes.notifications !== undefined) settings.set('notifications', changes.notifications);
  }

  return {
    now(): PortableSettings {
      return portableSettings.parse({
        language: settings.get('language'),
        theme: settings.get('theme'),
        undoSeconds: settings.get('undoSeconds'),
        parallelCalls: settings.get('parallelCalls'),
        copyName: copyPatternIn(settings.get('language')),
        receipts: settings.get('receipts'),
        rescue: settings.get('rescue'),
        notifications: settings.get('notifications'),
        proxy: settings.get('proxy'),
      });
    },
    isLocked: (name: keyof PortableSettings): boolean => settings.isLocked(name),
    change(changes: SomeSettings): Done {
      if (Object.keys(changes).some(settings.isLocked)) return refuse('set-by-policy');
      return storeOrExplain(() => {
        if (changes.proxy !== undefined) {
          const routed = network.setRoute(changes.proxy);
          if (!routed.ok) return routed;
        }
        store(changes);
        const patch = shown(changes);
        if (Object.keys(patch).length > 0) state.publish(patch);
        if (changes.undoSeconds !== undefined) deps.onUndo();
        if (changes.notifications !== undefined) deps.onNotificationSettings();
        if (changes.proxy !== undefined) deps.onNetworkChanged();
        return done;
      });
    },
  };
}

export type AppSettings = ReturnType<typeof createAppSettings>;
