import { canonical } from '../journal/canonical-json.ts';
import type { Command } from '../submission/fact.ts';
import type { Submission } from '../submission/submission.ts';

/** Commands that change what the spool keeps of a submission: its choices or its account. */
export type Correction = Extract<Command, { readonly kind: 'revise' | 'update' | 'take-over' }>;

export const isCorrection = (command: Command): command is Correction =>
  command.kind === 'revise' || command.kind === 'update' || command.kind === 'take-over';

export function sameChoices(one: Submission, other: Submission): boolean {
  return canonical([one.wish, one.account]) === canonical([other.wish, other.account]);
}

export const withChoicesOf = (row: Submission, { wish, account, goal }: Submission): Submission => ({
  ...row,
  wish,
  account,
  goal,
});

/** The row as the spool keeps it. With other choices or another account, a person has to press Send again. */
export function correctedRow(row: Submission, command: Correction): Submission {
  const { wish } = row;
  switch (command.kind) {
    case 'revise':
      return { ...row, wish: { ...command.choices, file: wish.file }, goal: 'hold' };
    case 'update':
      return { ...row, wish: { ...wish, alias: command.alias, comment: command.comment } };
    default:
      return { ...row, account: command.account, goal: 'hold' };
  }
}
