import type { Done } from '../../preload/contract/answer.ts';
import type { State } from '../../preload/contract/state.ts';
import { type PortableSettings, portableSettings, type SomeSettings } from '../../preload/contract/transfer.ts';
import type { Journal } from '../journal/journal.ts';
import { storeOrExplain } from '../journal/store-or-explain.ts';
import { chooseLanguage, localeOf } from '../language.ts';
import type { Network } from '../network/network.ts';
import type { PublishedState } from '../published-state.ts';
import { done, refuse } from '../refuse.ts';

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

  function shown(wish: SomeSettings): Partial<State> {
    const { language: choice, theme, parallelCalls, copyName, notifications } = wish;
    const language = chooseLanguage(choice ?? 'system', preferredLanguages);
    return {
      ...(choice !== undefined && {
        languageChoice: choice,
        language,
        locale: localeOf(language, preferredLanguages),
      }),
      ...(theme !== undefined && { theme }),
      ...(parallelCalls !== undefined && { parallelCalls }),
      ...(copyName !== undefined && { copyName }),
      ...(notifications !== undefined && { notifications }),
    };
  }

  function store(wish: SomeSettings): void {
    if (wish.language !== undefined) settings.set('language', wish.language);
    if (wish.theme !== undefined) settings.set('theme', wish.theme);
    if (wish.undoSeconds !== undefined) settings.set('undoSeconds', wish.undoSeconds);
    if (wish.parallelCalls !== undefined) settings.set('parallelCalls', wish.parallelCalls);
    if (wish.copyName !== undefined) settings.set('copyName', wish.copyName);
    if (wish.notifications !== undefined) settings.set('notifications', wish.notifications);
  }

  return {
    now(): PortableSettings {
      return portableSettings.parse({
        language: settings.get('language'),
        theme: settings.get('theme'),
        undoSeconds: settings.get('undoSeconds'),
        parallelCalls: settings.get('parallelCalls'),
        copyName: settings.get('copyName'),
        notifications: settings.get('notifications'),
        proxy: settings.get('proxy'),
      });
    },
    isLocked: (name: keyof PortableSettings): boolean => settings.isLocked(name),
    change(wish: SomeSettings): Done {
      if (Object.keys(wish).some(settings.isLocked)) return refuse('set-by-policy');
      return storeOrExplain(() => {
        if (wish.proxy !== undefined) {
          const routed = network.setRoute(wish.proxy);
          if (!routed.ok) return routed;
        }
        store(wish);
        const patch = shown(wish);
        if (Object.keys(patch).length > 0) state.publish(patch);
        if (wish.undoSeconds !== undefined) deps.onUndo();
        if (wish.notifications !== undefined) deps.onNotificationSettings();
        if (wish.proxy !== undefined) deps.onNetworkChanged();
        return done;
      });
    },
  };
}

export type AppSettings = ReturnType<typeof createAppSettings>;
