import type { Handlers } from '../../preload/contract/index.ts';
import type { PracticeSignIn } from '../practice/practice-sign-in.ts';

export function practiceHandlers({ practiceSignIn }: { readonly practiceSignIn: PracticeSignIn }) {
  return {
    'practice.begin': practiceSignIn.begin,
    'practice.openMail': practiceSignIn.openMail,
  } satisfies Partial<Handlers>;
}
