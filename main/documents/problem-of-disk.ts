import type { Problem } from '../../preload/contract/problem.ts';
import { errorCode } from '../files/error-code.ts';

/** Returns the sentence for a signed copy that could not be written. */
export function problemOfDisk(error: unknown, folder: string): Problem {
  const details = error instanceof Error ? error.message : String(error);
  const code = errorCode(error);
  const key = code === 'ENOSPC' || code === 'EDQUOT' ? 'copy-folder-full' : 'copy-folder-unreachable';
  return { key, params: { folder }, details };
}
