import type { TFunction } from 'i18next';
import type { PortableSettings } from '../../../preload/contract/transfer.ts';
import { languageNames } from '../../language/language-choice.tsx';

/** The labels of the settings, as the screen has them. */
export const settingLabels = {
  language: 'settings.language',
  theme: 'settings.theme',
  undoSeconds: 'settings.undo',
  parallelCalls: 'settings.parallel',
  copyName: 'settings.copyName',
  receipts: 'settings.receipts',
  rescue: 'settings.rescue',
  notifications: 'settings.page.notifications',
  proxy: 'network.proxy',
} as const satisfies Record<keyof PortableSettings, string>;

export const sayUndo = (t: TFunction, seconds: number): string =>
  seconds === 0 ? t('settings.undoNone') : t('settings.undoSeconds', { count: seconds });

/** Writes the value of a setting in words. */
export function saySetting(t: TFunction, settings: PortableSettings, name: keyof PortableSettings): string {
  const { language, theme, undoSeconds, parallelCalls, copyName, receipts, rescue, proxy } = settings;
  const words = {
    language: () => (language === 'system' ? t('settings.system') : languageNames[language]),
    theme: () => t(`settings.themes.${theme}`),
    undoSeconds: () => sayUndo(t, undoSeconds),
    parallelCalls: () => String(parallelCalls),
    copyName: () => copyName,
    receipts: () => t(receipts ? 'transfer.on' : 'transfer.off'),
    rescue: () => t(rescue ? 'transfer.on' : 'transfer.off'),
    notifications: () => t('transfer.notifications'),
    proxy: () => (proxy.mode === 'manual' ? proxy.address : t(`network.proxies.${proxy.mode}`)),
  } satisfies Record<keyof PortableSettings, () => string>;
  return words[name]();
}
