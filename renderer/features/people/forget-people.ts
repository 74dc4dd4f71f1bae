import type { PersonRow } from '../../../preload/contract/person.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../bridge/bridge.ts';

interface Forgotten {
  readonly forgotten: ReadonlySet<string>;
  /** Why the rest is still there. */
  readonly failure: Problem | null;
}

/** One after the other. The first that cannot be written down ends it: the next would fail as well. */
export async function forgetPeople(people: readonly Pick<PersonRow, 'email'>[]): Promise<Forgotten> {
  const forgotten = new Set<string>();
  for (const { email } of people) {
    // oxlint-disable-next-line no-await-in-loop -- the first failure ends it
    const answer = await ask(bridge().people.forget({ email }));
    if (!answer.ok) return { forgotten, failure: answer.problem };
    forgotten.add(email);
  }
  return { forgotten, failure: null };
}
