import { z } from 'zod';
import { lengths, limits } from '../../preload/contract/limits.ts';
import { type Profile, profile } from '../../preload/contract/profile.ts';
import { choices } from '../../preload/contract/sending.ts';
import { type PortableSettings, type SomeSettings, someSettings } from '../../preload/contract/transfer.ts';
import { readPortable, type Unread, writePortable } from '../files/portable-file.ts';
import { proxyEntry } from '../network/proxy-choice.ts';

export type FileProfile = Pick<Profile, 'name' | 'choices'>;

const format = {
  format: 'countersign-settings',
  version: 1,
  mostBytes: lengths.settingsFile,
  /** All profiles of a connection together need fewer commas than this. */
  extent: { deepest: 32, mostCommas: 1_000_000 },
  schema: z.object({
    settings: someSettings,
    profiles: z.array(z.object({ name: profile.shape.name, choices })).max(limits.profiles),
  }),
};

export type SettingsFile =
  | { readonly kind: 'read'; readonly settings: SomeSettings; readonly profiles: readonly FileProfile[] }
  | Unread;

export const settingsFileName = 'Countersign.countersign-settings.json';

/** Takes the profiles by name alone: identities and defaults belong to this computer. */
export const writeSettingsFile = (settings: PortableSettings, profiles: readonly FileProfile[]): string =>
  writePortable(format, {
    settings,
    profiles: profiles.map(({ name, choices: chosen }) => ({ name, choices: chosen })),
  });

export function readSettingsFile(content: Uint8Array): SettingsFile {
  const file = readPortable(content, format);
  if (file.kind !== 'read') return file;
  const { proxy } = file.content.settings;
  // Somebody changed the file: a proxy of a kind that nobody could have entered.
  if (proxy?.mode === 'manual' && proxyEntry(proxy.address) === null) return { kind: 'unreadable' };
  return { kind: 'read', ...file.content };
}
