import type { BigIntStats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { errorCode } from './error-code.ts';

/** Writes size, time, inode and device as one text. Compare it only: the clock of a server may be wrong. */
export const lookOf = ({ size, mtimeNs, ino, dev }: Pick<BigIntStats, 'size' | 'mtimeNs' | 'ino' | 'dev'>): string =>
  `${size}:${mtimeNs}:${ino}:${dev}`;

/** Returns what remains of a look when a drive is mounted again: another number of the device, and often of the file. */
export const lastingLook = (look: string): string => look.split(':').slice(0, 2).join(':');

/** Reads the fingerprint of a file. Null: nothing is there, or the system does not tell. */
export const lookAt = async (path: string, tell = lookOf): Promise<string | null> =>
  lstat(path, { bigint: true }).then(tell, (): null => null);

/** Tells whether the system says that nothing is there. */
export const isGone = async (path: string): Promise<boolean> =>
  lstat(path).then(
    () => false,
    (error: unknown) => errorCode(error) === 'ENOENT',
  );
