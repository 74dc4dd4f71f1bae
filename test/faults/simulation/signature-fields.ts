import type { Wish } from '../../../main/submission/submission.ts';
import type { World } from './world.ts';

type People = Pick<Wish, 'signees' | 'scanPredefined'>;

const addressesOf = ({ signees }: People): readonly string[] => signees.map(({ email }) => email);

/** Some files have signature fields, whose people the service adds at the upload: all, some, others, or one twice. */
export function withFields(world: World, sha256: string, wish: Omit<Wish, 'file'>): Omit<Wish, 'file'> {
  const { moods, service } = world;
  // The fields of this service have no order, which would be a difference of its own.
  const isOrdered = wish.signees.some(({ order }) => order !== undefined);
  if (!moods.of(0.24) || isOrdered || service.options.namedInFiles[sha256] !== undefined) return wish;
  const people = addressesOf(wish);
  const [first = ''] = people;
  const named = moods.pick([
    people,
    people.toReversed(),
    people.slice(1),
    [...people, 'zoe@example.test'],
    [first, first],
  ]);
  service.options.namedInFiles = { ...service.options.namedInFiles, [sha256]: named };
  world.demands.ask(sha256);
  const signees = moods.of(0.2) ? [] : wish.signees;
  return { ...wish, signees, scanPredefined: true };
}

/** Does the document ask exactly the people that a person chose? Those of signature fields come in their own sequence. */
export function asksRight(world: World, sha256: string, wish: People, asked: readonly string[]): boolean {
  if (!wish.scanPredefined) return addressesOf(wish).join() === asked.join();
  const wanted = wish.signees.length > 0 ? addressesOf(wish) : [...new Set(namedIn(world, sha256))];
  return wanted.toSorted().join() === asked.toSorted().join();
}

/** The fields name somebody whom nobody chose, somebody twice, or nobody where nobody was chosen: a person has to decide. */
export function hasOddFields(world: World, sha256: string, wish: People): boolean {
  if (!wish.scanPredefined) return false;
  const named = namedIn(world, sha256);
  const wanted = addressesOf(wish);
  const isStrange = wanted.length > 0 && named.some((email) => !wanted.includes(email));
  const isNobody = wanted.length === 0 && named.length === 0;
  return isStrange || isNobody || new Set(named).size < named.length;
}

export const namedIn = ({ service }: World, sha256: string): readonly string[] =>
  service.options.namedInFiles[sha256] ?? [];
