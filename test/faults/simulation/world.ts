import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crashDisk } from '../../../main/intake/testing/crash-disk.ts';
import type { Journal } from '../../../main/journal/journal.ts';
import type { Submission, Wish } from '../../../main/submission/submission.ts';
import { measureTurnsBy } from '../../../main/time/slices.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { type PracticeService, startPracticeService } from '../../practice-service/practice-service.ts';
import type { Call } from './calls-judge.ts';
import { idsOf } from './connections.ts';
import { createCopiesDisk } from './copies-disk.ts';
import { createFileDemands } from './file-demands.ts';
import { createPresses } from './invitations.ts';
import type { Namesakes } from './namesakes.ts';
import { createNetwork, type Weather } from './network.ts';
import { type Chance, createChance } from './random.ts';
import { createRedirects } from './redirects.ts';
import { createStrangeService } from './strange-service.ts';
import { createTime } from './time.ts';

/** How long a request that timed out, or its repetition by a proxy, may be on its way. */
const LATE_MS = 31 * 60_000;
const BEGIN = Date.UTC(2026, 4, 4, 9);
export const CONNECTION = 'practice';
/** So many rows are not read anew after each change. */
const MANY_ROWS = 60;
export const NAMES = ['Contract.pdf', 'Offer 2026.pdf', 'Vérifié.pdf', 'a "quoted" name.pdf', 'Lease.pdf'] as const;

/** The files to send, on the real disk, shared by all runs. */
export interface Contents {
  readonly folder: string;
  readonly files: readonly { readonly sha256: string; readonly size: number }[];
}

/** A folder in memory, where a flush is free, if there is one. */
const fastFolder = () => (existsSync('/dev/shm') ? '/dev/shm' : tmpdir());

export const pathOfName = ({ folder }: Contents, number: number, name: string) =>
  join(folder, `brought-${number}`, name);

export function writeContents(count = 8): Contents {
  const folder = mkdtempSync(join(fastFolder(), 'countersign-simulation-'));
  const files = Array.from({ length: count }, (_, number) => {
    const bytes = Buffer.from(`%PDF-1.7\ndoc-${number}\n%%EOF\n`);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    writeFileSync(join(folder, sha256), bytes);
    // The same length, with other words.
    writeFileSync(join(folder, `rotted-${sha256}`), bytes.toString().replace('doc-', 'cod-'));
    mkdirSync(join(folder, `brought-${number}`));
    for (const name of NAMES) writeFileSync(pathOfName({ folder, files: [] }, number, name), bytes);
    return { sha256, size: bytes.length };
  });
  return { folder, files };
}

/** Half of the services that show people as objects use the names of public clients. */
const inPublicNames = (seed: number, shape: 'objects' | 'strings') =>
  shape === 'objects' && createChance(seed ^ 0x7f4a7c15).of(0.5) ? 'public' : shape;

/** What the person wants of a submission now. */
export interface Intent {
  /** The person pressed Send and has not cancelled. */
  readonly sent: boolean;
  /** The end of the time for Undo, by a clock that nobody can set. */
  readonly notBefore: number;
  readonly wish: Omit<Wish, 'file'>;
  readonly sha256: string;
  /** Null: nobody was signed in, so it may be whoever signs in next. */
  readonly account: string | null;
  /** Accounts for which the file was handed over before, without an answer. */
  readonly earlier: readonly (string | null)[];
}

/** What a person ordered for a document that was made elsewhere. */
export interface Ordered {
  readonly kind: 'withdraw' | 'delete';
  readonly account: string;
  readonly at: number;
  /** The app said that it has taken the order. */
  readonly isSure: boolean;
}

/** A document that everyone has signed. */
export interface Signed {
  readonly name: string;
  readonly account: string;
  readonly sha256: string;
  readonly at: number;
  /** How many checks have shown it while the service still had it and the app had time to save it. */
  windows: number;
  /** Each of these checks counts as its share of the checks that the list of that time needs. 1: three could have shown it. */
  shown: number;
}

/** Reads the submissions of a connection, newest first. */
function* pagesOf(journal: Journal | null, connectionId: string): Generator<readonly Submission[]> {
  for (let before: number | null | undefined; before !== null; ) {
    const page: ReturnType<Journal['pages']['page']> | undefined = journal?.pages.page({
      connectionId,
      before: before ?? null,
      limit: 1_000,
    });
    yield page?.rows ?? [];
    before = page?.next ?? null;
  }
}

/** Everything around the process: service, network, disk, time and the person's intents. */
export async function createWorld(seed: number, weather: Weather, contents: Contents) {
  const chance: Chance = createChance(seed);
  const time = createTime(BEGIN);
  // No work is long: otherwise the speed of this computer would decide the order of the calls.
  const measureByClock = measureTurnsBy(() => 0);
  const grounds = createChance(seed ^ 0x1f123bb5);
  const capped = grounds.of(0.25);
  const home = createChance(seed ^ 0x3c6ef372);
  const orders = createChance(seed ^ 0x510e527f);
  const moods = createChance(seed ^ 0xbb67ae85);
  const copying = createChance(seed ^ 0x6a09e667);
  const demands = createFileDemands(seed);
  const service: PracticeService = await startPracticeService(
    {
      port: null,
      now: time.now,
      polling: chance.pick(['429-seconds', '429-date', '403', '503']),
      signees: inPublicNames(seed, chance.pick(['objects', 'strings'])),
      signeesOrdered: chance.pick(['flat', 'groups', 'empty']),
      errorStyle: chance.pick(['json', 'text', 'html', 'empty', 'headers']),
      duplicateSignee: chance.pick(['accept', 'ignore', 'refuse']),
      uploadStatus: chance.pick([200, 201]),
      addSigneeStatus: chance.pick([200, 201, 204]),
      extraFields: chance.of(0.3),
      // Otherwise the comparison would see an unknown status.
      unknownEnums: chance.of(0.2),
      overviewCap: capped ? grounds.pick([2, 3, 5, 10]) : null,
      overviewEcho: grounds.pick(['asked', 'used']),
      overviewSize: grounds.pick(['total', 'page']),
      pollingPages: grounds.of(0.3) ? 'counted' : 'free',
      tokenSeconds: grounds.pick([900, 900, 900, 60, 20]),
    },
    demands.paper,
  );
  const problems: string[] = [];
  const problem = (text: string) => void problems.push(text);
  const users = { A: service.people.createServiceUser(), B: service.people.createServiceUser() } as const;
  /** When a person last gave a command to a submission. */
  const touched = new Map<string, number>();
  /** By the id of the submission: its document, and since when it has it. Rows tell the app's clock, which people set. */
  const owned = new Map<string, { readonly documentId: string; readonly since: number }>();
  const foreign = new Set<string>();
  /** When each submission was first stored. */
  const born = new Map<string, number>();
  const strange = createStrangeService({ seed, service, now: time.now, foreign });
  const redirects = createRedirects(seed, problem);
  let known: readonly Submission[] | null = null;
  /** The same by id, in a story of thousands. */
  let kept: Map<string, Submission> | null = null;
  const readRows = () => idsOf(seed).flatMap((id) => [...pagesOf(world.journal, id)].flat());
  const world = {
    seed,
    chance,
    grounds,
    /** Decides what happens to signed copies. */
    home,
    /** Decides what people order for documents made elsewhere. */
    orders,
    /** Decides how the service behaves at times, and which files have signature fields. */
    moods,
    /** Decides when people send the copies of documents that they withdrew. */
    copying,
    time,
    service,
    users,
    /** The user whose credentials the connection has. */
    signedIn: 'A' as keyof typeof users,
    /** The connection got the address of another service. */
    moved: false,
    /** The credentials changed while the app ran. */
    switched: false,
    weather,
    contents,
    /** Documents and submissions of one name, far more than anybody can look at. Null: this story has none. */
    namesakes: null as Namesakes | null,
    /** What a planted bug lets the judge say: nothing more has to be told then. */
    shows: null as RegExp | null,
    problems,
    problem,
    touched,
    folder: mkdtempSync(join(contents.folder, 'life-')),
    /** The journal of the running process. */
    journal: null as Journal | null,
    lives: 0,
    /** How often the app lost what it had learned about the service. */
    journalsLost: 0,
    spool: crashDisk(() => 1),
    spoolBroken: false,
    copies: createCopiesDisk({
      chance: home,
      now: time.now,
      problem,
      links: home.of(0.7),
      isOurs: home.of(0.5),
    }),
    /** By the id of the document: the finished ones, with the hash of the file that everyone has signed. */
    signed: new Map<string, Signed>(),
    /** Requests that the saver made. */
    savingRequests: 0,
    /** What the app tells about signed copies on every screen. */
    told: [] as readonly Problem[],
    /** Contents with a damaged spool copy. */
    rotted: new Set<string>(),
    /** By the id of the submission. */
    intents: new Map<string, Intent>(),
    /** Each content with an account that a person ever chose for it. */
    chosen: new Set<string>(),
    /** Commands without an answer: the app may have received them or not. */
    pending: new Set<Intent>(),
    /** When a person last cancelled a document that was never sent, by the hash of its content. */
    cancelledAt: new Map<string, number>(),
    /** Accepted submissions, which must not be lost. */
    acknowledged: new Set<string>(),
    /** By the id of a corrected copy: the submission that it replaces. */
    replaced: new Map<string, string>(),
    /** Second uploads of a content that a person ordered. */
    uploadAgain: new Map<string, number>(),
    foreign,
    strange,
    redirects,
    demands,
    presses: createPresses(seed),
    /** By the id of the document: what a person ordered last and has not let go. */
    ordered: new Map<string, Ordered>(),
    /** Documents for which the call that a person ordered was made. */
    carriedOut: new Set<string>(),
    /** Documents of orders whose call was made and whose outcome no answer and no look has told. */
    callsInDoubt: new Set<string>(),
    clockError: 0,
    /** The computer sleeps: a clock that is set forward now looks like a longer sleep. */
    looksLikeSleep: false,
    clockJumped: false,
    clockSetAt: Number.NEGATIVE_INFINITY,
    diskBrokenFrom: Number.POSITIVE_INFINITY,
    diskBrokenUntil: 0,
    checks: 0,
    /** Requests for details of documents that no submission has. */
    looks: 0,
    /** When the last check and the one before it ended. */
    checkedAt: [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY] as readonly [number, number],
    /** When the journal was last lost, damaged or replaced. */
    disturbedAt: Number.NEGATIVE_INFINITY,
    /** The journal may be older than what happened then. Calls from before may still arrive later. */
    mayForget: (at: number): boolean => at <= world.disturbedAt + (weather.late || weather.replays ? LATE_MS : 10_000),
    /** The same for all that a submission has done since it was accepted. */
    mayForgetOf: (id: string): boolean => world.mayForget(born.get(id) ?? Number.NEGATIVE_INFINITY),
    crashesHere: (_name: string): boolean => false,
    onCall: (_call: Call): void => {},
    onRow: (_row: Submission): void => {},
    rows(): readonly Submission[] {
      known ??= kept === null ? readRows() : [...kept.values()];
      return known;
    },
    /** The journal was replaced. */
    forgetRows(): void {
      known = kept = null;
    },
    /** Submissions were stored. In a story of thousands, reading all of them anew after each call would take hours. */
    rowsChanged(changed: readonly Submission[]): void {
      if (world.namesakes === null || world.namesakes.submissions < MANY_ROWS) return world.forgetRows();
      kept ??= new Map((known ?? readRows()).map((row) => [row.id, row]));
      for (const row of changed) kept.set(row.id, row);
      known = null;
    },
    /** A submission was stored. */
    noteRow({ id, documentId }: Submission): void {
      if (!born.has(id)) born.set(id, time.now());
      if (documentId === null) owned.delete(id);
      else if (owned.get(id)?.documentId !== documentId) owned.set(id, { documentId, since: time.now() });
    },
    /** The computer is about to sleep: whoever can press Undo now has the rest of the time afterwards. */
    moveUndo(ms: number): void {
      for (const [id, intent] of world.intents)
        if (intent.notBefore > time.now()) world.intents.set(id, { ...intent, notBefore: intent.notBefore + ms });
    },
    setClock(ms: number): void {
      // Nobody can tell it from a longer sleep.
      if (world.looksLikeSleep && ms > 0) network.forgetWaits(0);
      world.clockError += ms;
      world.clockJumped = true;
      world.clockSetAt = time.now();
    },
    /** Remembers the file of a document that everyone has signed. */
    async noteSigned(documentId: string): Promise<void> {
      const document = service.documents.find(documentId);
      if (document?.documentStatus !== 'signed') return;
      const content = await service.documents.contentOf(documentId);
      const account = Object.values(users).find(({ id }) => id === document.owner)?.username ?? '';
      const sha256 = createHash('sha256').update(content).digest('hex');
      world.signed.set(documentId, {
        name: document.documentName,
        account,
        sha256,
        at: time.now(),
        windows: 0,
        shown: 0,
      });
    },
    /** What has to be put back after the story. */
    afterwards: [] as (() => void)[],
    end(): void {
      for (const putBack of world.afterwards) putBack();
      measureByClock();
      rmSync(world.folder, { recursive: true, force: true });
    },
  };
  const waits = (key: string, since: number) => {
    // A new search does not know the result of the last look.
    if (world.mayForget(since)) return false;
    const order = [...world.ordered].find(([id]) => key.includes(id));
    if (order !== undefined) return order[1].at < since;
    const number = (sha256: string) => contents.files.findIndex((file) => file.sha256 === sha256);
    const found = world
      .rows()
      .filter(({ documentId, wish }) =>
        key.includes('doc-')
          ? key.endsWith(` doc-${number(wish.file.sha256 ?? '')}`)
          : key.includes(documentId ?? 'doc-'),
      );
    const [row] = found;
    if (row === undefined || found.length > 1) return false;
    // Before that, another submission may have looked at the document.
    const ownedSince = owned.get(row.id)?.since ?? 0;
    return (touched.get(row.id) ?? 0) < since && ownedSince <= since;
  };
  const network = createNetwork({
    time,
    chance,
    service,
    weather,
    problem,
    waits,
    onCall: (call) => world.onCall(call),
    addressesEnd: grounds.of(0.15),
    hidesJurisdiction: seed % 3 === 0,
    strange,
    redirects,
    answerOf: (request) => world.presses.answerOf(request),
    vainAnswer: (['body', 'headers', 'silent'] as const)[seed % 3] ?? 'body',
    startsInVainUntil: moods.of(0.06) ? BEGIN + moods.between(5, 100) * 60_000 : 0,
  });
  return Object.assign(world, { network });
}

export type World = Awaited<ReturnType<typeof createWorld>>;
