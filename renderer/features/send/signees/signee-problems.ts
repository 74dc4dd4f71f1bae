import { limits } from '../../../../preload/contract/limits.ts';
import { oncePer } from '../../../../shared/once-per.ts';
import type { AddressProblem } from '../../../../shared/people/address.ts';
import { checkAddress } from '../../../../shared/people/address.ts';
import type { SigneeDraft, SigneeList } from './signee-list.ts';

export type SigneeProblem = AddressProblem | 'duplicate';

/** Checks each address once, since drafts never change. */
const check = oncePer(({ email }: SigneeDraft) => checkAddress(email));

/**
 * Finds problems to correct before sending, by the key of the signee. A duplicate address is reported at each
 * occurrence.
 */
export function signeeProblems(list: SigneeList): ReadonlyMap<string, SigneeProblem> {
  const count = new Map<string, number>();
  for (const signee of list) {
    const { same } = check(signee);
    if (same !== null) count.set(same, (count.get(same) ?? 0) + 1);
  }
  const problems = new Map<string, SigneeProblem>();
  for (const signee of list) {
    const { problem, same } = check(signee);
    if (problem !== null) problems.set(signee.key, problem);
    else if (same !== null && (count.get(same) ?? 0) > 1) problems.set(signee.key, 'duplicate');
  }
  return problems;
}

/** Counts signees beyond the limit of the service. */
export const signeesTooMany = (list: SigneeList) => Math.max(0, list.length - limits.participants);
