import type { Problem } from '../../preload/contract/problem.ts';
import type { Choices } from '../../preload/contract/sending.ts';
import type { UsableAuthorities } from '../../shared/file-demands.ts';
import { compareMarks } from '../../shared/mark-findings.ts';
import { wishesOfMarks } from '../../shared/mark-wishes.ts';
import { problemsOfDemands } from '../intake/found-in-file.ts';
import type { FoundMarks } from './text-mark-reader.ts';

/** A sentence has room for so many addresses. */
const mostNamed = 5;

/**
 * Returns the reason that forbids sending a document without a person: its marks ask for more than the choices give, or
 * are for others than these ask, or one of these has none. Null also where there are no marks, or their text cannot be
 * read: then nothing is known.
 */
export function markRefusal(
  found: FoundMarks | null,
  choices: Pick<Choices, 'signees' | 'mode' | 'jurisdiction'>,
  usable: UsableAuthorities,
): Problem | null {
  if (found === null) return null;
  const [demand] = problemsOfDemands(wishesOfMarks(found.marks), choices, usable);
  const { signees } = choices;
  if (demand !== undefined || signees.length === 0) return demand ?? null;
  const { strangers, without } = compareMarks(
    found,
    signees.map(({ email }) => email),
  );
  const [who, ...more] = [...strangers, ...without];
  if (who === undefined) return null;
  return { key: 'marks-differ', params: { value: [who, ...more].slice(0, mostNamed).join(', ') } };
}
