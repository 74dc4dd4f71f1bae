import { z } from 'zod';
import { lengths } from '../../preload/contract/limits.ts';
import { type Profile, profile } from '../../preload/contract/profile.ts';
import { choices } from '../../preload/contract/sending.ts';
import { isBeyond } from '../../shared/json-extent.ts';

const format = 'countersign-profile';
const version = 1;
const profileEnding = '.countersign-profile.json';

/** Looked at first: what a newer version wrote may be anything. */
const head = z.object({ format: z.literal(format), version: z.number() });
const body = head.extend({ version: z.literal(version), name: profile.shape.name, choices });

export type ProfileFile =
  | ({ readonly kind: 'read' } & Pick<Profile, 'name' | 'choices'>)
  | { readonly kind: 'unreadable' | 'newer' };

export const writeProfileFile = ({ name, choices: chosen }: Pick<Profile, 'name' | 'choices'>): string =>
  `${JSON.stringify({ format, version, name, choices: chosen }, null, 2)}\n`;

/** Further parameters are nested 20 times at most, and have room for no more commas than this beside all signees. */
const extent = { deepest: 30, mostCommas: 100_000 };

function parse(content: Uint8Array): ProfileFile {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
  if (isBeyond(text, extent)) return { kind: 'unreadable' };
  const json: unknown = JSON.parse(text);
  const found = head.safeParse(json);
  if (!found.success) return { kind: 'unreadable' };
  if (found.data.version > version) return { kind: 'newer' };
  const { name, choices: chosen } = body.parse(json);
  return { kind: 'read', name, choices: chosen };
}

export function readProfileFile(content: Uint8Array): ProfileFile {
  if (content.byteLength > lengths.profileFile) return { kind: 'unreadable' };
  try {
    return parse(content);
  } catch {
    // Not UTF-8, not JSON, not these fields, or nested so deeply that looking at it fails.
    return { kind: 'unreadable' };
  }
}

// oxlint-disable-next-line no-control-regex
const forbidden = /[\\/:*?"<>|\u0000-\u001F\u007F-\u009F]|\p{Cf}/gu;
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** A file's name on every system, whatever the profile is called. */
export function profileFileName(name: string): string {
  const safe = name
    .replace(forbidden, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[. ]+/, '');
  return `${safe === '' || reserved.test(safe) ? 'Countersign' : safe.slice(0, 80).trim()}${profileEnding}`;
}
