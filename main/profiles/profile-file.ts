import { z } from 'zod';
import { lengths } from '../../preload/contract/limits.ts';
import { type Profile, profile } from '../../preload/contract/profile.ts';
import { choices } from '../../preload/contract/sending.ts';
import { readPortable, type Unread, writePortable } from '../files/portable-file.ts';

const profileEnding = '.countersign-profile.json';

const format = {
  format: 'countersign-profile',
  version: 1,
  mostBytes: lengths.profileFile,
  /** Extra parameters have at most 20 levels. All signees and extra parameters together need fewer commas than this. */
  extent: { deepest: 30, mostCommas: 100_000 },
  schema: z.object({ name: profile.shape.name, choices }),
};

type FileProfile = Pick<Profile, 'name' | 'choices'>;
export type ProfileFile = ({ readonly kind: 'read' } & FileProfile) | Unread;

export const writeProfileFile = ({ name, choices: chosen }: FileProfile): string =>
  writePortable(format, { name, choices: chosen });

export function readProfileFile(content: Uint8Array): ProfileFile {
  const file = readPortable(content, format);
  return file.kind === 'read' ? { kind: 'read', ...file.content } : file;
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
