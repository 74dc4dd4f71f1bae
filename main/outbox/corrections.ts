import { canonicalJson } from '../journal/canonical-json.ts';
import { wishOfCompletion } from '../submission/decide/command.ts';
import type { Command } from '../submission/fact.ts';
import type { Submission } from '../submission/submission.ts';

/** Commands that change the choices or the account, which the spool stores as well. */
export type Correction = Extract<Command, { readonly kind: 'revise' | 'update' | 'complete' | 'take-over' | 'claim' }>;

export const isCorrection = (command: Command): command is Correction =>
  ['revise', 'update', 'complete', 'take-over', 'claim'].includes(command.kind);

export function hasSameChoices(one: Submission, other: Submission): boolean {
  return canonicalJson([one.wish, one.account]) === canonicalJson([other.wish, other.account]);
}

export const withChoicesOf = (row: Submission, { wish, account, goal }: Submission): Submission => ({
  ...row,
  wish,
  account: account ?? row.account,
  goal,
});

/** Returns the submission for the spool. After new choices or a new account, a person has to press Send again. */
export function correct(row: Submission, command: Correction): Submission {
  const { wish } = row;
  switch (command.kind) {
    case 'revise':
      return { ...row, wish: { ...command.choices, file: wish.file }, goal: 'hold' };
    case 'update':
      return { ...row, wish: { ...wish, alias: command.alias, comment: command.comment } };
    case 'complete':
      return { ...row, wish: wishOfCompletion(wish, command), goal: 'hold' };
    case 'claim':
      return { ...row, account: command.account };
    default:
      return { ...row, account: command.account, goal: 'hold' };
  }
}
