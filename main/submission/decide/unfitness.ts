import { limits } from '../../../preload/contract/limits.ts';
import type { Reason, Wish } from '../submission.ts';

/** Returns the reason why the service would refuse this upload. We find it before the first call. */
export function findUnfitness(wish: Wish, goal: 'send' | 'draft' | 'hold'): Reason | null {
  if (wish.file.size > limits.fileBytes) return { kind: 'too-large' };
  if (wish.alias.trim() === '') return { kind: 'no-sender' };
  if (wish.signees.length > limits.participants) return { kind: 'too-many-signees' };
  if (goal === 'send' && wish.signees.length === 0 && !wish.scanPredefined) return { kind: 'no-signees' };
  return null;
}
