import type { LockName } from '../../preload/contract/setting-values.ts';
import { useMirror } from './mirror.ts';

/** Tells whether the IT department has set this, so that it cannot be changed here. */
export const useLocked = (name: LockName): boolean => useMirror(({ state }) => state?.locked.includes(name) ?? false);
