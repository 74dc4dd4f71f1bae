import { z } from 'zod';
import { lengths } from '../../preload/contract/limits.ts';
import { type Profile, profile } from '../../preload/contract/profile.ts';
import { choices } from '../../preload/contract/sending.ts';
import { isBeyond } from '../../shared/json-extent.ts';

const format = 'countersign-profile';
const version = 1;
const profileEnding = '.countersign-profile.json';

/** Read before the rest of the file, because a newer version may have changed the rest. */
const head = z.object({ format: z.literal(format), version: z.number() });
const body = head.extend({ version: z.literal(version), name: profile.shape.name, choices });

export type ProfileFile =
  | ({ readonly kind: 'read' } & Pick<Profile, 'name' | 'choices'>)
  | { readonly kind: 'unreadable' | 'newer' };

export const writeProfileFile = ({ name, choices: chosen }: Pick<Profile, 'name' | 'choices'>): string =>
  `${JSON.stringify({ format, version, name, choices: chosen }, null, 2)}\n`;

/** Extra parameters have at most 20 levels. All signees and extra parameters together need fewer commas than this. */
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
    // The content is no UTF-8, no JSON, has other fields, or is nested too deeply for the parser.
    return { kind: 'unreadable' };
  }
}

// oxlint-disable-next-line no-control-regex
const forbidden = /[\\/:*?"<>|\u0000-\u001F\u007F-\u009F]|\p{Cf}/gu;
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** Turns the profile's name into a file name that every system allows. */
export function profileFileName(name: string): string {
  const safe = name
    .replace(forbidden, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[. ]+/, '');
  return `${safe === '' || reserved.test(safe) ? 'Countersign' : safe.slice(0, 80).trim()}${profileEnding}`;
}
