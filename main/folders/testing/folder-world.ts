import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { emptyState } from '../../../preload/contract/empty-state.ts';
import type { FolderAct, FolderRuleInput } from '../../../preload/contract/folder.ts';
import type { Profile } from '../../../preload/contract/profile.ts';
import { sampleConnection } from '../../account/testing/sample-connection.ts';
import { noWishes } from '../../hand-over/testing/no-wishes.ts';
import { pdfOf } from '../../intake/testing/sample-files.ts';
import { outboxFolder } from '../../outbox/testing/outbox-folder.ts';
import type { FolderEvents, FolderHearer } from '../../platform/folder-events.ts';
import type { Computer } from '../../platform/this-computer.ts';
import { sampleChoices } from '../../profiles/testing/sample-choices.ts';
import { createPublishedState, type PublishedState } from '../../state/published-state.ts';
import { hashOf, type Submission } from '../../submission/submission.ts';
import { changeOf } from '../../submission/testing/sample-submission.ts';
import { directTextMarkReader } from '../../text-marks/testing/direct-text-mark-reader.ts';
import type { WatchedFoldersDeps } from '../folder.ts';
import { holdFolders } from '../folder-rule.ts';
import { createWatchedFolders, type WatchedFolders } from '../watched-folders.ts';
import { virtualTime } from './virtual-time.ts';

export const profile: Profile = {
  id: 'p1',
  name: 'Contracts',
  choices: { ...sampleChoices, alias: 'Anna Muster' },
  isDefault: true,
};
const account = 'anna';

type WithoutPrint<Act> = Act extends unknown ? Omit<Act, 'print'> : never;
type Unprinted = WithoutPrint<FolderAct>;

interface Disk {
  readonly root: string;
  readonly submissions: () => readonly Submission[];
  readonly become: (submission: Submission, differs: Partial<Submission>) => Submission;
}

interface Run {
  readonly folders: WatchedFolders;
  readonly outbox: ReturnType<ReturnType<typeof outboxFolder>['open']>;
  readonly state: PublishedState;
  readonly time: ReturnType<typeof virtualTime>;
  readonly hearers: readonly FolderHearer[];
}

/** One run of the app: what a test sees of it, and what a person does with it. */
function runningApp(world: Disk, run: Run, computerId: string, onEnd: (at: number) => void) {
  const { folders, outbox, state, time, hearers } = run;
  /** Lets the time pass in steps, and everything that begins in each of them. */
  async function pass(ms: number): Promise<void> {
    await time.pass(ms, () => folders.idle());
  }
  return {
    folders,
    outbox,
    state,
    time,
    pass,
    hearers,
    view: (id: string) => state.get().folders.find((one) => one.id === id),
    /** What the window shows of the files: `name: verdict`. */
    shown: (id: string) =>
      folders
        .files(id, 'all')
        .files.map(({ key, verdict }) => `${key}: ${verdict}`)
        .toSorted(),
    /** What a person decided about a file, as the window shows it now. */
    act: (what: Unprinted) =>
      folders.act({
        ...what,
        print: folders.files(what.id, 'all').files.find(({ key }) => key === what.key)?.print ?? '',
      }),
    /** Adds the folder and waits until it is watched. */
    async add(rule: Partial<FolderRuleInput> = {}): Promise<string> {
      const preview = await folders.preview(world.root);
      if (!preview.ok) throw new Error(JSON.stringify(preview));
      const usual = state.get().folders.find(({ id }) => id === preview.id)?.rule;
      if (!usual) throw new Error('The preview is not shown.');
      const given = { ...usual, ...rule };
      const saved = await folders.save(preview.id, given, true);
      if (!saved.ok) throw new Error(JSON.stringify(saved));
      await folders.idle();
      return saved.id;
    },
    /** The watcher hears its own file and is believed, so that nobody looks at the whole folder for minutes. */
    async hears(id: string): Promise<void> {
      const how = () => state.get().folders.find((one) => one.id === id)?.how;
      for (let tries = 0; tries < 10_000 && how() !== 'events'; tries += 1) {
        hearers.at(-1)?.hint(`.countersign/probe-${computerId}`);
        folders.publish();
        // oxlint-disable-next-line no-await-in-loop -- until the disk has the file
        await setImmediate();
      }
      // Its probe waits for two seconds, by the clock of the test.
      if (how() !== 'events') throw new Error('The watcher hears nothing.');
    },
    /** The newest submission ended at the service. */
    endsAs(as: 'started' | 'withdrawn' | 'cancelled'): void {
      const [submission] = world.submissions();
      if (submission === undefined) throw new Error('There is no submission.');
      folders.submissionChanged(world.become(submission, { stage: { kind: 'done', as } }));
    },
    async end(): Promise<void> {
      onEnd(time.clock.now());
      await folders.close();
      outbox.close();
    },
  };
}

/** The documents that lie in the folder, and those that were taken. */
function documentsIn(root: string, submissions: Disk['submissions']) {
  return {
    path: (name: string) => join(root, name),
    /** Writes a whole PDF. `text` makes its content another one. */
    put(name: string, text = name): Buffer {
      const content = pdfOf(`% ${text}`);
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), content);
      return content;
    },
    /** All files below the folder that a person sees. */
    tree(): readonly string[] {
      const all = readdirSync(root, { recursive: true, encoding: 'utf8' });
      return all.filter((path) => !path.startsWith('.') && statSync(join(root, path)).isFile()).toSorted();
    },
    names: () =>
      submissions()
        .map(({ wish }) => wish.file.name)
        .toSorted(),
    /** How often each content has become a submission. */
    timesTaken(): ReadonlyMap<string, number> {
      const counts = new Map<string, number>();
      for (const hash of submissions().map(hashOf)) counts.set(hash, (counts.get(hash) ?? 0) + 1);
      return counts;
    },
    sha256: (name: string) =>
      createHash('sha256')
        .update(readFileSync(join(root, name)))
        .digest('hex'),
    exists: (name: string) => existsSync(join(root, name)),
  };
}

/** A watched folder on a real disk, with a journal, a spool and a time that the test moves. */
export function folderWorld(place = 'Inbox') {
  const home = mkdtempSync(join(tmpdir(), 'countersign-folder-'));
  const root = join(home, place);
  mkdirSync(root, { recursive: true });
  const here = outboxFolder();
  const connection = {
    ...sampleConnection,
    username: account,
    signedIn: 'yes' as const,
    savedCopies: join(home, 'copies'),
  };
  here.journal.connections.save(connection, 1);
  const faults: unknown[] = [];
  let ids = 0;
  /** A run begins when the one before has ended. */
  let lastEnd: number | undefined;
  /** The computer has been running for a month. */
  let upMs = 30 * 24 * 3_600_000;

  /** One run of the app on this disk: end it and begin another to restart. */
  async function begin(
    patch: Partial<WatchedFoldersDeps> = {},
    computer: Partial<Computer> = {},
    /** Something goes wrong between the folder and the outbox. */
    wrapTake: (take: WatchedFoldersDeps['outbox']['take']) => WatchedFoldersDeps['outbox']['take'] = (take) => take,
    /** Room in the spool. */
    limitBytes = 10_000_000,
  ) {
    const time = virtualTime(lastEnd);
    const upBefore = upMs;
    const state = createPublishedState({
      ...emptyState,
      connections: [connection],
      active: connection.id,
      profiles: [profile],
    });
    const hearers: FolderHearer[] = [];
    const events: FolderEvents = {
      async watch(_root, hearer) {
        hearers.push(hearer);
        return { close: async () => {} };
      },
    };
    const { isJournalTrusted = true } = patch;
    const holdRest = () => void holdFolders(here.journal, time.clock.now());
    const outbox = here.open({ state, clock: time.clock, older: !isJournalTrusted, holdRest, limitBytes });
    const folders = createWatchedFolders({
      clock: time.clock,
      journal: here.journal,
      state,
      outbox: { take: wrapTake(outbox.take), budgetOf: outbox.budgetOf },
      events,
      readMounts: async () => null,
      documentReader: directTextMarkReader,
      computer: { id: 'computer-1', name: 'PC-1', user: 'anna', ...computer },
      durable: true,
      isJournalTrusted,
      // The book reads them anew each time.
      profilesOf: () => structuredClone([...state.get().profiles]),
      findSignees: async () => ({ kind: 'found', signees: [], asks: noWishes }),
      reasonOf: ({ kind }, name) => `${name}: ${kind}`,
      neighbours: () => ({ own: [join(home, 'data')], copies: [connection.savedCopies], allowed: null }),
      forceHold: false,
      newId: () => `n${(ids += 1)}-${computer.id ?? ''}`,
      bootedAt: () => time.clock.now() - upBefore - time.clock.monotonic(),
      onFault: (error) => void faults.push(error),
      ...patch,
    });
    folders.load();
    await outbox.ready;

    const run = { folders, outbox, state, time, hearers };
    return runningApp({ root, submissions, become }, run, computer.id ?? 'computer-1', (at) => {
      lastEnd = at;
      upMs = upBefore + time.clock.monotonic();
    });
  }

  const submissions = (): readonly Submission[] =>
    here.journal.pages.page({ connectionId: connection.id, limit: 100_000 }).rows;

  /** What a submission came to, as the outbox would record it. */
  function become(submission: Submission, differs: Partial<Submission>): Submission {
    const change = changeOf(submission, differs);
    const committed = here.journal.submissions.commit([change]);
    if (!committed.ok) throw new Error(committed.details);
    return change.submission;
  }

  return {
    home,
    root,
    here,
    connection,
    faults,
    begin,
    submissions,
    ...documentsIn(root, submissions),
    become,
    async [Symbol.asyncDispose](): Promise<void> {
      await here[Symbol.asyncDispose]();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
