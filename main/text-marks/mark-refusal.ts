import type { Problem } from '../../preload/contract/problem.ts';
import type { Choices } from '../../preload/contract/sending.ts';
import { compareMarks } from '../../shared/mark-findings.ts';
import type { FoundMarks } from './text-mark-reader.ts';

/** A sentence has room for so many addresses. */
const mostNamed = 5;

/**
 * Returns the reason that forbids sending a document without a person: its marks are for others than the choices ask, or
 * one of these has none. Null also where there are no marks, or their text cannot be read: then nothing is known.
 */
export function markRefusal(found: FoundMarks | null, { signees }: Pick<Choices, 'signees'>): Problem | null {
  if (found === null || signees.length === 0) return null;
  const { strangers, without } = compareMarks(
    found,
    signees.map(({ email }) => email),
  );
  const [who, ...more] = [...strangers, ...without];
  if (who === undefined) return null;
  return { key: 'marks-differ', params: { value: [who, ...more].slice(0, mostNamed).join(', ') } };
}
