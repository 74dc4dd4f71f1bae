import type { Quirks } from './quirks.ts';
import { type Chance, createChance } from './random.ts';
import { NAMES, type World } from './world.ts';

const MINUTE = 60_000;
const elsewhere = Buffer.from('%PDF-1.7\nelsewhere\n%%EOF\n');
/** The shortest pages of these stories: hundreds of documents in shorter ones take more windows than a story has. */
const SHORTEST_PAGE = 50;

export interface Namesakes {
  /** What all of them are called, ours too. */
  readonly name: string;
  /** How many documents other programs of the account make within five minutes. */
  readonly documents: number;
  /** How many submissions of this name people bring. 0: as many as in other stories. */
  readonly submissions: number;
}

/** Whether this story has namesakes, such as the "Vertrag.pdf" that everybody sends. */
export function namesakesOf(seed: number): Namesakes | null {
  const luck = createChance(seed ^ 0x71374491);
  if (!luck.of(0.08)) return null;
  const name = NAMES[seed % NAMES.length] ?? NAMES[0];
  return { name, documents: luck.between(30, 300), submissions: luck.of(0.25) ? luck.between(8, 40) : 0 };
}

/** Other programs make documents of the name, some before ours and some after them. */
export async function bringNamesakes(world: World, quirk?: Quirks['namesakes']): Promise<void> {
  const { namesakes, seed, service, time } = world;
  if (namesakes === null) return;
  const { options } = service;
  if (options.overviewCap !== null) options.overviewCap = SHORTEST_PAGE;
  const luck = createChance(seed ^ 0x3956c25b);
  for (let left = namesakes.documents; left > 0; left -= 1) {
    const at = luck.below(5 * MINUTE) - MINUTE;
    const make = () =>
      time.working(() => makeNamesake(world, namesakes.name, luck, quirk?.areDrafts === true ? ['draft'] : STATUSES));
    // oxlint-disable-next-line no-await-in-loop -- the service lists them in this order
    if (at < 0) await make();
    else time.after(at, () => void make());
  }
}

const STATUSES = ['draft', 'draft', 'draft', 'in-progress', 'signed', 'rejected', 'withdrawn'] as const;
type Status = (typeof STATUSES)[number];

async function makeNamesake(
  world: World,
  name: string,
  luck: Chance,
  statuses: readonly [Status, ...Status[]],
): Promise<void> {
  const { service, users, foreign } = world;
  const status = luck.pick(statuses);
  const signees = status === 'draft' && luck.of(0.6) ? [] : ['x@example.test'];
  const { documentId } = await service.documents.add(users.A.id, { name, status, signees, content: elsewhere });
  if (status === 'draft') foreign.add(documentId);
  if (status === 'signed') await world.noteSigned(documentId);
}
