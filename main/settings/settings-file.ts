import { z } from 'zod';
import { lengths, limits } from '../../preload/contract/limits.ts';
import { type Profile, profile } from '../../preload/contract/profile.ts';
import { choices } from '../../preload/contract/sending.ts';
import { type PortableSettings, type SomeSettings, someSettings } from '../../preload/contract/transfer.ts';
import { isBeyond } from '../../shared/json-extent.ts';
import { proxyEntry } from '../network/proxy-choice.ts';

const format = 'countersign-settings';
const version = 1;

export type FileProfile = Pick<Profile, 'name' | 'choices'>;

/** Read before the rest of the file, because a newer version may have changed the rest. */
const head = z.object({ format: z.literal(format), version: z.number() });
const body = head.extend({
  version: z.literal(version),
  settings: someSettings,
  profiles: z.array(z.object({ name: profile.shape.name, choices })).max(limits.profiles),
});

export type SettingsFile =
  | { readonly kind: 'read'; readonly settings: SomeSettings; readonly profiles: readonly FileProfile[] }
  | { readonly kind: 'unreadable' | 'newer' };

/** All profiles of a connection together need fewer commas than this. */
const extent = { deepest: 32, mostCommas: 1_000_000 };

export const settingsFileName = 'Countersign.countersign-settings.json';

/** Takes the profiles by name alone: identities and defaults belong to this computer. */
export const writeSettingsFile = (settings: PortableSettings, profiles: readonly FileProfile[]): string =>
  `${JSON.stringify(
    { format, version, settings, profiles: profiles.map(({ name, choices: chosen }) => ({ name, choices: chosen })) },
    null,
    2,
  )}\n`;

function parse(content: Uint8Array): SettingsFile {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
  if (isBeyond(text, extent)) return { kind: 'unreadable' };
  const json: unknown = JSON.parse(text);
  const found = head.safeParse(json);
  if (!found.success) return { kind: 'unreadable' };
  if (found.data.version > version) return { kind: 'newer' };
  const { settings, profiles } = body.parse(json);
  // Somebody changed the file: a proxy of a kind that nobody could have entered.
  if (settings.proxy?.mode === 'manual' && proxyEntry(settings.proxy.address) === null) return { kind: 'unreadable' };
  return { kind: 'read', settings, profiles };
}

export function readSettingsFile(content: Uint8Array): SettingsFile {
  if (content.byteLength > lengths.settingsFile) return { kind: 'unreadable' };
  try {
    return parse(content);
  } catch {
    // The content is no UTF-8, no JSON, or has other fields.
    return { kind: 'unreadable' };
  }
}
