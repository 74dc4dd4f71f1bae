import type { PersonRow } from '../../../preload/contract/person.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../bridge/bridge.ts';

interface Forgotten {
  readonly forgotten: ReadonlySet<string>;
  /** The reason why the others are still in the list. */
  readonly failure: Problem | null;
}

/** Stops at the first person who cannot be removed: a journal that fails once fails for the next one, too. */
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
