import { createPublishedState } from '../../../main/state/published-state.ts';
import { createWaitingList } from '../../../main/waiting/waiting-list.ts';
import { createTexts } from '../../../main/words/texts.ts';
import { emptyState } from '../../../preload/contract/empty-state.ts';
import { whatIsUnread } from '../../../renderer/features/waiting/signature-rows.ts';
import { connectionsOf } from './connections.ts';
import { createLives, type Lives } from './process-lives.ts';
import type { Quirks } from './quirks.ts';
import { CONNECTION, type Contents, createWorld, type World } from './world.ts';

const MINUTE = 60_000;
/** A service that shows its documents as they are, with names that are not so long that no answer can hold a page. */
const SEED = 12;
/** Longer than any account of this size may take. */
const AT_MOST = 12 * 60 * MINUTE;

interface FirstSight {
  /** The documents of the account, one of four of which waits for somebody. */
  readonly documents: number;
  /** The details that the service answers between two checks. It refuses the next ones. */
  readonly allowed: number;
}

export interface Seen {
  /** Until *Signatures* had everybody. Null: it never had. */
  readonly minutes: number | null;
  readonly problems: readonly string[];
  /** How many details the service refused after each check, most first. */
  readonly refused: readonly number[];
}

/** Connects an account that this app has never seen, and looks at *Signatures* each minute until it is whole. */
export async function seeFirst(
  { documents, allowed }: FirstSight,
  contents: Contents,
  quirks: Quirks = {},
): Promise<Seen> {
  const weather = { trouble: 0, replays: false, late: false, overlooks: false, storage: 0 };
  const world = await createWorld(SEED, weather, contents);
  const { time, service } = world;
  try {
    Object.assign(service.options, { overviewCap: null, overviewSize: 'total', pollingPages: 'free' });
    const waiting = await fillAccount(world, documents);
    const lives = createLives(world, {
      ...quirks,
      http: (port) => limited(world, allowed, quirks.http?.(port) ?? port),
    });
    const begin = time.now();
    lives.start();
    let isWhole = false;
    while (!isWhole && time.now() - begin < AT_MOST) {
      // oxlint-disable-next-line no-await-in-loop -- minute after minute
      await time.run(time.now() + MINUTE, () => false);
      // oxlint-disable-next-line no-await-in-loop -- the same
      isWhole = await judgeSight(world, lives, waiting);
    }
    const minutes = isWhole ? (time.now() - begin) / MINUTE : null;
    lives.end();
    return { minutes, problems: [...new Set(world.problems)], refused: refusedAfterChecks(world) };
  } finally {
    await service.close();
    world.end();
  }
}

/** Makes documents of many days. Returns those that wait, the newest first. */
async function fillAccount({ service, users, time }: World, documents: number): Promise<readonly string[]> {
  const content = Buffer.from('%PDF-1.7\nelsewhere\n%%EOF\n');
  const statuses = ['in-progress', 'signed', 'rejected', 'withdrawn'] as const;
  const waiting: string[] = [];
  for (let number = 0; number < documents; number += 1) {
    const status = statuses[number % statuses.length] ?? 'signed';
    const made = { name: `Contract ${number}.pdf`, status, signees: [`p${number}@example.test`], content };
    // oxlint-disable-next-line no-await-in-loop -- the service lists them in this order
    const { documentId } = await time.working(() =>
      service.documents.add(users.A.id, { ...made, daysAgo: (10 * number) / documents }),
    );
    if (status === 'in-progress') waiting.push(documentId);
  }
  return waiting;
}

/** Counts the details since the last overview, and lets the service refuse those beyond its limit. */
function limited({ service }: World, allowed: number, port: ReturnType<NonNullable<Quirks['http']>>) {
  let read = 0;
  return {
    send(...given: Parameters<typeof port.send>) {
      const [{ method, url }] = given;
      if (/\/overview/.test(url)) read = 0;
      if (method === 'GET' && /\/documents\/[^/]+$/.test(url)) read += 1;
      if (read > allowed) {
        read = allowed;
        service.options.forced.push({ operation: 'details', times: 1, force: { kind: 'answer', status: 429 } });
      }
      return port.send(...given);
    },
  };
}

function refusedAfterChecks({ service }: World): readonly number[] {
  const counts: number[] = [];
  for (const { operation, status } of service.records.requests) {
    if (operation === 'overview' && status === 200) counts.push(0);
    if (operation === 'details' && status === 429) counts[counts.length - 1] = (counts.at(-1) ?? 0) + 1;
  }
  return counts.toSorted((one, other) => other - one);
}

/** Compares *Signatures* with the truth. Returns whether it has everybody and says so. */
async function judgeSight(world: World, lives: Lives, waiting: readonly string[]): Promise<boolean> {
  const { journal, time, problem, service } = world;
  const process = lives.current();
  if (journal === null || process === null) return false;
  const list = createWaitingList({
    clock: { ...time, monotonic: time.now },
    journal,
    state: createPublishedState({ ...emptyState, connections: connectionsOf(world), active: CONNECTION }),
    textsIn: createTexts().in,
    desktop: { openMail: async () => false },
    preferredLanguages: [],
    invitations: { isOn: () => false, whyNot: () => null, resend: () => null, last: () => null },
  });
  const view = await time.working(() => list.view({ band: 'all', search: '' }));
  const unread = whatIsUnread(view, { check: process.check(), list: emptyState.list });
  const shown = new Set(view.people.flatMap(({ documents }) => documents.map(({ id }) => id)));
  const count = shown.size + view.leftOut;
  if ([...shown].some((id) => !waiting.includes(id))) problem('somebody is waited for who is not');
  if (unread === null && count < waiting.length) problem(`${count} of ${waiting.length} are said to be all`);
  if (unread?.kind === 'details' && unread.read !== count) problem(`${unread.read} read, ${count} shown`);
  if (unread?.kind === 'details' && process.check().isWhole && unread.all !== waiting.length)
    problem(`${unread.all} are said to wait, and ${waiting.length} do`);
  const refused = new Set(
    service.records.requests.filter(({ status }) => status === 429).map(({ path }) => path.split('/').at(-1)),
  );
  // The one that the service refused comes after all that were never asked for.
  const inOrder = waiting.filter((id) => !refused.has(id));
  const read = inOrder.filter((id) => (journal.documentFacts.find(CONNECTION, id)?.signees ?? null) !== null);
  if (read.some((id, place) => id !== inOrder[place])) problem('an older document was read before a newer one');
  return unread === null && count === waiting.length;
}
