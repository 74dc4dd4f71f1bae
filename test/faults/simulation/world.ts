import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crashDisk } from '../../../main/intake/testing/crash-disk.ts';
import type { Journal } from '../../../main/journal/journal.ts';
import type { Submission, Wish } from '../../../main/submission/submission.ts';
import { type PracticeService, startPracticeService } from '../../practice-service/practice-service.ts';
import { createNetwork, type Weather } from './network.ts';
import { type Chance, createChance } from './random.ts';
import { createTime } from './time.ts';

const BEGIN = Date.UTC(2026, 4, 4, 9);
export const CONNECTION = 'practice';
export const NAMES = ['Contract.pdf', 'Offer 2026.pdf', 'Vérifié.pdf', 'a "quoted" name.pdf', 'Lease.pdf'] as const;

/** Contents to send, on the real disk once for all runs: the intake reads them, the client streams them. */
export interface Contents {
  readonly folder: string;
  readonly files: readonly { readonly sha256: string; readonly size: number }[];
}

/** Where a flush costs nothing, if this computer has such a place. */
const fastFolder = () => (existsSync('/dev/shm') ? '/dev/shm' : tmpdir());

export const pathOfName = ({ folder }: Contents, number: number, name: string) =>
  join(folder, `brought-${number}`, name);

export function writeContents(count = 8): Contents {
  const folder = mkdtempSync(join(fastFolder(), 'countersign-simulation-'));
  const files = Array.from({ length: count }, (_, number) => {
    const bytes = Buffer.from(`%PDF-1.7\ndoc-${number}\n%%EOF\n`);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    writeFileSync(join(folder, sha256), bytes);
    // The same length, other words.
    writeFileSync(join(folder, `rotted-${sha256}`), bytes.toString().replace('doc-', 'cod-'));
    mkdirSync(join(folder, `brought-${number}`));
    for (const name of NAMES) writeFileSync(pathOfName({ folder, files: [] }, number, name), bytes);
    return { sha256, size: bytes.length };
  });
  return { folder, files };
}

/** What the person wants of one submission now: by their last word, not by the app's. */
export interface Intent {
  /** Send was pressed, and not taken back since. */
  readonly sent: boolean;
  /** The end of the time for Undo, by no clock that anybody can set. */
  readonly notBefore: number;
  readonly wish: Omit<Wish, 'file'>;
  readonly sha256: string;
  readonly account: string;
}

/** Everything that is not the process: the service, the way there, the disk, the hours, and what the person wants. */
export async function createWorld(seed: number, weather: Weather, contents: Contents) {
  const chance: Chance = createChance(seed);
  const time = createTime(BEGIN);
  const grounds = createChance(seed ^ 0x1f123bb5);
  const capped = grounds.of(0.25);
  const service: PracticeService = await startPracticeService({
    port: null,
    now: time.now,
    polling: chance.pick(['429-seconds', '429-date', '403', '503']),
    signees: chance.pick(['objects', 'strings']),
    signeesOrdered: chance.pick(['flat', 'groups', 'empty']),
    errorStyle: chance.pick(['json', 'text', 'html', 'empty', 'headers']),
    duplicateSignee: chance.pick(['accept', 'ignore', 'refuse']),
    uploadStatus: chance.pick([200, 201]),
    addSigneeStatus: chance.pick([200, 201, 204]),
    extraFields: chance.of(0.3),
    // Reading back would otherwise see a status it cannot know.
    unknownEnums: chance.of(0.2),
    overviewCap: capped ? grounds.pick([2, 3, 5, 10]) : null,
    overviewEcho: grounds.pick(['asked', 'used']),
    overviewSize: grounds.pick(['total', 'page']),
    pollingPages: grounds.of(0.3) ? 'counted' : 'free',
    tokenSeconds: grounds.pick([900, 900, 900, 60, 20]),
  });
  const problems: string[] = [];
  const problem = (text: string) => void problems.push(text);
  const users = { A: service.people.createServiceUser(), B: service.people.createServiceUser() } as const;
  /** When a person last asked something of a submission. */
  const touched = new Map<string, number>();
  let known: readonly Submission[] | null = null;
  const world = {
    seed,
    chance,
    grounds,
    time,
    service,
    users,
    /** Whose credentials the connection has, and what the app calls them. */
    signedIn: 'A' as keyof typeof users,
    /** The connection was changed to lead to another service. */
    moved: false,
    /** Other credentials were given to a running app. */
    switched: false,
    weather,
    contents,
    problems,
    problem,
    touched,
    folder: mkdtempSync(join(contents.folder, 'life-')),
    /** The journal of the process that runs. */
    journal: null as Journal | null,
    lives: 0,
    /** Times the app could not know what it had learned of the service. */
    journalsLost: 0,
    spool: crashDisk(() => 1),
    spoolBroken: false,
    /** Contents whose copy in the spool has changed. */
    rotted: new Set<string>(),
    /** By the id of the submission. */
    intents: new Map<string, Intent>(),
    /** What was asked for and not answered: the app may have heard it or not. */
    pending: new Set<Intent>(),
    /** Told to the person: from here on it must not be lost. */
    acknowledged: new Set<string>(),
    /** Asked for by a person: a second upload of the content is right. */
    uploadAgain: new Map<string, number>(),
    foreign: new Set<string>(),
    clockError: 0,
    clockJumped: false,
    diskBrokenFrom: Number.POSITIVE_INFINITY,
    diskBrokenUntil: 0,
    checks: 0,
    /** The ground has moved under the journal: what it says may be old. */
    disturbed: false,
    crashesHere: (_name: string): boolean => false,
    onStart: (_documentId: string): void => {},
    onPeople: (_documentId: string): void => {},
    onRow: (_row: Submission): void => {},
    rows(): readonly Submission[] {
      known ??= world.journal?.pages.page({ connectionId: CONNECTION, limit: 1_000 }).rows ?? [];
      return known;
    },
    /** The journal has changed, or is another one. */
    forgetRows(): void {
      known = null;
    },
    end: () => rmSync(world.folder, { recursive: true, force: true }),
  };
  const waits = (key: string, since: number) => {
    // Whoever looks anew does not know how the last look ended.
    if (world.disturbed) return false;
    const number = (sha256: string) => contents.files.findIndex((file) => file.sha256 === sha256);
    const found = world
      .rows()
      .filter(({ documentId, wish }) =>
        key.includes(documentId === null || key.includes('doc-') ? `doc-${number(wish.file.sha256)}` : documentId),
      );
    const [row] = found;
    return (
      found.length === 1 && row !== undefined && (touched.get(row.id) ?? 0) < since && (row.uploadedAt ?? 0) <= since
    );
  };
  const network = createNetwork({
    time,
    chance,
    service,
    weather,
    problem,
    waits,
    onStart: (documentId) => world.onStart(documentId),
    onPeople: (documentId) => world.onPeople(documentId),
    addressesEnd: grounds.of(0.15),
  });
  return Object.assign(world, { network });
}

export type World = Awaited<ReturnType<typeof createWorld>>;
