import { limits } from '../../../preload/contract/limits.ts';
import type { Reason, Wish } from '../submission.ts';

/** Refuses before any call what the service would refuse anyway. */
export function unfitness(wish: Wish, goal: 'send' | 'draft' | 'hold'): Reason | null {
  if (wish.file.size > limits.fileBytes) return { kind: 'too-large' };
  if (wish.alias.trim() === '') return { kind: 'no-sender' };
  if (wish.signees.length > limits.participants) return { kind: 'too-many-signees' };
  if (goal === 'send' && wish.signees.length === 0 && !wish.scanPredefined) return { kind: 'no-signees' };
  return null;
}
