import { errorCode } from '../error-code.ts';

const readOnly: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM']);
/** A folder that goes away or refuses is no bug of ours. */
const expected: ReadonlySet<string> = new Set([
  'EROFS',
  'EACCES',
  'EPERM',
  'ENOENT',
  'ENOTDIR',
  'EIO',
  'ESTALE',
  'ENOSPC',
  'EDQUOT',
  'ETIMEDOUT',
  'EHOSTDOWN',
  'ENOTCONN',
  'EBUSY',
]);

/** The status of a folder in which the system refused something with this code. */
export const statusOfRefusal = (code: string): 'read-only' | 'failed' => (readOnly.has(code) ? 'read-only' : 'failed');

export const isExpectedFault = (error: unknown): boolean => expected.has(errorCode(error));
