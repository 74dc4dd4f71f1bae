import { z } from 'zod';
import { dialogAnswer } from './answer.ts';
import { languages } from './language.ts';
import { lengths, limits } from './limits.ts';
import { proxyChoice } from './network.ts';
import { notificationSettings } from './notifications.ts';
import { profile } from './profile.ts';
import { themes } from './setting-values.ts';

/** The settings that a person may take to another computer. No secret, and no path of this computer. */
export const portableSettings = z.object({
  language: z.enum(['system', ...languages]),
  theme: z.enum(themes),
  undoSeconds: z.number().int().min(0).max(limits.undoSeconds),
  parallelCalls: z.number().int().min(1).max(limits.parallelCalls),
  copyName: z.string().max(lengths.name),
  receipts: z.boolean(),
  /** Files of rejected and withdrawn documents are saved. */
  rescue: z.boolean(),
  notifications: notificationSettings,
  proxy: proxyChoice,
});
export type PortableSettings = z.infer<typeof portableSettings>;
export const someSettings = portableSettings.partial();
export type SomeSettings = z.infer<typeof someSettings>;

const importId = z.object({ id: z.string().min(1).max(64) });

/** The changes that an import would make. Nothing has changed yet. */
export const settingsOffer = dialogAnswer({
  ...importId.shape,
  /** The settings as they would be, and the names of those that differ. */
  settings: portableSettings,
  changed: z.array(portableSettings.keyof()),
  /** Settings that differ and stay, because the IT department has set them. */
  locked: z.array(portableSettings.keyof()),
  /** Names of profiles that would be added to the shown connection. */
  profiles: z.array(profile.shape.name),
  /** Profiles that are there already, with the same name and content. */
  same: z.number(),
});
export type SettingsOffer = Extract<z.infer<typeof settingsOffer>, { readonly ok: true }>;

/** The parts that the person wants. */
export const settingsImport = importId.extend({ settings: z.boolean(), profiles: z.boolean() });
