/** The reason why the journal cannot be used or written. Each has its own sentence. */
export type JournalFault =
  | 'newer'
  | 'damaged'
  | 'in-use'
  | 'elsewhere'
  | 'disk-full'
  | 'disk-error'
  | 'read-only'
  | 'not-reachable'
  | 'unexpected';

/** The faults by the lowest byte of SQLite's error code. The other bytes only say where it happened. */
const faults = new Map<number, JournalFault>([
  [3, 'read-only'], // PERM
  [5, 'in-use'], // BUSY
  [6, 'in-use'], // LOCKED
  [8, 'read-only'], // READONLY
  [10, 'disk-error'], // IOERR
  [11, 'damaged'], // CORRUPT
  [13, 'disk-full'], // FULL
  [14, 'not-reachable'], // CANTOPEN
  [15, 'in-use'], // PROTOCOL
  [26, 'damaged'], // NOTADB
]);

/** The faults by the error code of the file system, for copies, renames and flushes. */
const fileFaults = new Map<string, JournalFault>([
  ['ENOSPC', 'disk-full'],
  ['EDQUOT', 'disk-full'],
  ['EROFS', 'read-only'],
  ['EACCES', 'read-only'],
  ['EPERM', 'read-only'],
  ['EIO', 'disk-error'],
  ['ENOENT', 'not-reachable'],
  ['EBUSY', 'in-use'],
]);

export function faultOf(error: unknown): JournalFault {
  if (!(error instanceof Error)) return 'unexpected';
  if ('errcode' in error && typeof error.errcode === 'number') return faults.get(error.errcode & 0xff) ?? 'unexpected';
  if ('code' in error && typeof error.code === 'string') return fileFaults.get(error.code) ?? 'unexpected';
  return 'unexpected';
}
