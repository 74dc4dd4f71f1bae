import { z } from 'zod';
import { lengths } from '../../preload/contract/limits.ts';
import { type Profile, profile } from '../../preload/contract/profile.ts';
import { choices } from '../../preload/contract/sending.ts';
import { readPortable, type Unread, writePortable } from '../files/portable-file.ts';
import { safeStem } from '../files/safe-name.ts';

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

/** Turns the profile's name into a file name that every system allows. */
export const profileFileName = (name: string): string => `${safeStem(name, 'Countersign')}${profileEnding}`;
