import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { outboxFolder } from '../../../main/outbox/testing/outbox-folder.ts';
import type { FolderEvents, FolderHearer } from '../../../main/platform/folder-events.ts';
import { sampleChoices } from '../../../main/profiles/testing/sample-choices.ts';
import type { Take } from './folder-quirks.ts';
import { changing, counting, crashing, moving } from './interference.ts';
import { type FolderTruth, isClaimedLate, type Truth } from './moment-judge.ts';
import { forgetUntold, later, PER_HOUR, type RunningComputer, type Story } from './story.ts';

type App = RunningComputer['app'];

/** What may happen to our data while the app is closed. */
const grounds = ['journal lost', 'journal put back', 'all data lost'] as const;

const usual = { people: 'anna@muster.ch', text: sampleChoices.comment, signedIn: 'anna' } as const;
const newTruth = (): Truth => ({ ...usual, folders: new Map() });

const eventsFor = (hearers: () => [string, FolderHearer][]): FolderEvents => ({
  async watch(root, hearer) {
    hearers().push([root, hearer]);
    return { close: async () => {} };
  },
});

const interfering = (story: Story) => ({
  createTable: story.scans.createTable,
  moveFile: moving(story),
  ...(story.quirks.wallAlone && { bootedAt: undefined }),
  ...(story.quirks.compared && { compared: story.quirks.compared }),
});

const newFolder = { sends: [], remembered: '' } satisfies Partial<FolderTruth>;

/** A person adds the folders. `watchers`: how many there are if no other computer watches them. */
async function addFolders(story: Story, app: App, truth: Truth, watchers: number): Promise<void> {
  truth.folders.clear();
  const bound = story.worlds.has('clock') && { perHour: PER_HOUR };
  for (const [index, root] of story.roots.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const preview = await app.folders.preview(root);
    if (!preview.ok) throw new Error(JSON.stringify(preview));
    const rule = app.view(preview.id)?.rule;
    const goal = isClaimedLate(root, watchers) ? 'hold' : (story.goals[index] ?? 'hold');
    if (rule === undefined) throw new Error('The preview is not shown.');
    const folder = { ...newFolder, root, goal, isPaused: false, takesPdf: true, confirmed: truth.people };
    truth.folders.set(preview.id, folder);
    // oxlint-disable-next-line no-await-in-loop
    const saved = await app.folders.save(preview.id, { ...rule, ...bound, originals: story.originals, goal }, true);
    if (!saved.ok) throw new Error(JSON.stringify(saved));
    // oxlint-disable-next-line no-await-in-loop
    await app.folders.idle();
  }
}

/** An older journal, or none at all. */
async function moveGround(story: Story): Promise<void> {
  const { world, roots } = story;
  const ground = story.chance.pick(grounds);
  if (ground === 'journal put back') await world.here.putBack();
  else await world.here.loseJournal();
  if (ground === 'all data lost') rmSync(join(world.here.folder, 'spool'), { recursive: true });
  world.here.journal.connections.save(world.connection, 1);
  for (const root of story.quirks.withoutClaims ? roots : []) {
    rmSync(join(root, '.countersign/claims'), { recursive: true, force: true });
    mkdirSync(join(root, '.countersign/claims'));
  }
  // Only the journal knew of them.
  for (const sha256 of story.otherWay) story.recorded.delete(sha256);
  // A copy that was saved while its file was handed over has no claim: only the journal knew it.
  forgetUntold(story);
  story.hasMoved = true;
}

/** The computer of the story. Its app ends and begins again, with the journal that is there then. */
export class FirstComputer implements RunningComputer {
  readonly id = 'computer-1';
  readonly truth = newTruth();
  readonly #story: Story;
  #app: App | null = null;

  constructor(story: Story) {
    this.#story = story;
  }

  get app(): App {
    if (this.#app === null) throw new Error('The app has not begun.');
    return this.#app;
  }

  get journal(): RunningComputer['journal'] {
    return this.#story.world.here.journal;
  }

  async begin(): Promise<void> {
    const story = this.#story;
    const { quirks, world } = story;
    story.hearers = [];
    Object.assign(this.truth, usual);
    const journal = quirks.journal?.(this.journal, world.root);
    const patch = {
      ...interfering(story),
      ...(journal && { journal }),
      events: eventsFor(() => story.hearers),
      isJournalTrusted: world.here.testimony === 'known',
    };
    this.#app = await world.begin(patch, {}, (take) => {
      const counted = crashing(story, changing(story, counting(story, take, this.truth, true), this));
      // A planted bug acts before the crash.
      return quirks.take ? quirks.take(counted) : counted;
    });
  }

  addFolders(): Promise<void> {
    const { root } = this.#story.world;
    const isOurs = existsSync(join(root, '.countersign/watchers', `${this.id}.json`));
    return addFolders(this.#story, this.app, this.truth, isOurs ? 1 : 0);
  }

  /** The watchers hear their own files and are believed, so that nobody looks at the whole folder for minutes. */
  async hears(): Promise<void> {
    const isDone = () => [...this.truth.folders.keys()].every((id) => this.app.view(id)?.how === 'events');
    for (let tries = 0; tries < 2_000 && !isDone(); tries += 1) {
      for (const [, hearer] of this.#story.hearers) hearer.hint('.countersign/probe-computer-1');
      this.app.folders.publish();
      // oxlint-disable-next-line no-await-in-loop -- until the disk has the file
      await setImmediate();
    }
  }

  lookNow(): void {
    for (const id of this.truth.folders.keys()) this.app.folders.look(id);
  }

  /** Perhaps with an older journal. A person adds the folders again that it forgot. */
  async restart(): Promise<void> {
    const story = this.#story;
    story.crashed = false;
    await this.app.end();
    story.world.faults.length = 0;
    if (story.away.root === null && story.chance.of(0.3)) await moveGround(story);
    await this.begin();
    await this.#addAgain();
    await this.hears();
  }

  #resume(): void {
    this.#story.isHeld = false;
    for (const [id, folder] of this.truth.folders) {
      folder.isPaused = false;
      this.app.folders.pause(id, 'resume');
    }
  }

  /** The rules come back from the journal, perhaps older ones. */
  async #addAgain(): Promise<void> {
    const story = this.#story;
    const { folders } = this.truth;
    const kept = this.app.state.get().folders;
    if (kept.length < story.roots.length) {
      story.isHeld = false;
      for (const { id } of kept) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await this.app.folders.remove(id);
      }
      return this.addFolders();
    }
    const isKnown = story.world.here.testimony === 'known';
    for (const { id, path, rule } of kept) {
      if (isKnown && folders.has(id)) continue;
      const takesPdf = rule.patterns.includes('*.pdf');
      const unknown = { confirmed: null, remembered: null };
      folders.set(id, { ...newFolder, ...unknown, root: path, goal: rule.goal, isPaused: true, takesPdf });
    }
    const ids = new Set(kept.map(({ id }) => id));
    for (const id of folders.keys()) if (!ids.has(id)) folders.delete(id);
    story.isHeld = story.isHeld || !isKnown;
    if (story.isHeld) later(story, story.chance.between(0, 20), () => this.#resume());
  }
}

/** A second computer, with a journal of its own, watches the same folders. */
export async function beginSecond(story: Story): Promise<RunningComputer & AsyncDisposable> {
  const { quirks, world } = story;
  const other = outboxFolder();
  other.journal.connections.save(world.connection, 1);
  const outbox = other.open();
  await outbox.ready;
  const truth = newTruth();
  let running: RunningComputer | null = null;
  const wrap = (take: Take): Take => {
    const counted = counting(story, take, truth, false);
    const changed: Take = (offers, report) => (running ? changing(story, counted, running) : counted)(offers, report);
    return quirks.take ? quirks.take(changed) : changed;
  };
  const computer = { id: quirks.oneIdentity ? 'computer-1' : 'computer-2', name: 'PC-2', user: 'beat' };
  const patch = {
    ...interfering(story),
    journal: other.journal,
    outbox: { take: wrap(outbox.take), budgetOf: outbox.budgetOf },
    newId: () => `second-${(story.number += 1)}`,
    events: eventsFor(() => story.otherHearers),
  };
  const app = await world.begin(patch, computer);
  running = { id: computer.id, app, truth, journal: other.journal };
  await addFolders(story, app, truth, 0);
  for (const root of quirks.withoutWatchers ? story.roots : []) {
    const watchers = join(root, '.countersign/watchers');
    rmSync(watchers, { recursive: true });
    // Each computer would note again that it watches.
    writeFileSync(watchers, '');
  }
  return {
    ...running,
    async [Symbol.asyncDispose]() {
      await app.end();
      await other[Symbol.asyncDispose]();
    },
  };
}
