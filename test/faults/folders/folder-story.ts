import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { BasisPart } from '../../../main/folders/basis.ts';
import type { createFileTable } from '../../../main/folders/file-table.ts';
import type { WatchedFoldersDeps } from '../../../main/folders/folder.ts';
import type { FolderEvents, FolderHearer } from '../../../main/folders/folder-watching.ts';
import { moveFile } from '../../../main/folders/move-file.ts';
import { folderWorld } from '../../../main/folders/testing/folder-world.ts';
import { hiding } from '../../../main/folders/testing/hiding.ts';
import { pdfOf } from '../../../main/intake/testing/sample-files.ts';
import type { Journal } from '../../../main/journal/journal.ts';
import { outboxFolder } from '../../../main/outbox/testing/outbox-folder.ts';
import { createChance } from '../simulation/random.ts';
import { createChanges, type RunningComputer } from './moment-changes.ts';
import { type FolderTruth, hashOf, isInside, judgeMoment, type Truth } from './moment-judge.ts';

type Take = WatchedFoldersDeps['outbox']['take'];

/** A bug to plant, which the judge has to find. */
export interface FolderQuirks {
  readonly createTable?: typeof createFileTable;
  readonly take?: (take: Take) => Take;
  /** What only the journal knew is forgotten with it. */
  readonly withoutClaims?: boolean;
  /** The parts of the basis that are compared in the moment of acting. */
  readonly compared?: readonly BasisPart[];
  readonly moveFile?: typeof moveFile;
  readonly journal?: (journal: Journal, root: string) => Journal;
  /** Nobody tells the folders of a signed copy. */
  readonly withoutCopyClaims?: boolean;
  /** No computer sees that another one watches the same folders. */
  readonly withoutWatchers?: boolean;
  /** The second computer has the identity of the first. */
  readonly oneIdentity?: boolean;
  /** No bug, but a world that shows one more often: two computers watch two folders. */
  readonly twoWatchTwo?: boolean;
  /** The same for another bug: the sub-folder of a withdrawn document goes away for a while. */
  readonly awayAfterWithdrawal?: boolean;
}

export interface FolderStory {
  readonly problems: readonly string[];
  readonly taken: number;
}

const QUIET_MS = 5_000;
const RESCAN_MS = 5 * 60_000;
const STEP_MS = 1_000;

/** What may happen to our data while the app is closed. */
const grounds = ['journal lost', 'journal put back', 'all data lost'] as const;
/** A person has to say whether a file was sent: the journal that knew it is gone. */
const isAsked: ReadonlySet<string> = new Set(['maybe-sent', 'other-account']);

/** How the system's events are told. The app may never depend on them. */
const manners = ['faithful', 'lossy', 'silent'] as const;

interface Pending {
  readonly due: number;
  readonly act: () => void;
  /** It waits while the sub-folder of this file lies elsewhere. */
  readonly path?: string | undefined;
}

/**
 * One seeded story: programs write, rename, replace and delete files while events are dropped, doubled, reordered or all
 * lost, and the app ends and crashes at any moment. At the end every file that rested was taken exactly once.
 */
export async function tellFolderStory(seed: number, quirks: FolderQuirks = {}): Promise<FolderStory> {
  const chance = createChance(seed);
  const world = folderWorld();
  const manner = chance.pick(manners);
  const problems: string[] = [];
  /** Whole contents by hash: those that rested, and those that were whole only for a moment. */
  const whole = new Map<string, string>();
  const fleeting = new Map<string, string>();
  /** What lies under each name now, as the programs left it. */
  const left = new Map<string, string>();
  let pending: Pending[] = [];
  let now = 0;
  let number = 0;
  /** How often something happened, so that the end waits for the last time. */
  let events = 0;
  let crashed = false;
  let mayCrash = false;
  /** The folder came back with an older journal, and nobody has resumed it. */
  let isHeld = false;

  /** Contents of documents that were sent. */
  const sent = new Set<string>();
  /** Contents that went another way, and contents that are signed copies. */
  const otherWay = new Set<string>();
  const copies = new Set<string>();
  const everCopies = new Set<string>();
  /** How often each content was recorded by the folders of each root: the claims in one do not tell the other. */
  const recordedIn = new Map<string, number>();
  /** Documents beside which a sidecar was seen: an old one sets them aside. */
  const sidecars = new Set<string>();
  const away: { folder: string | null } = { folder: null };
  /** Contents of documents that a person withdrew: these files are never sent again by themselves. */
  const withdrawn = new Set<string>();
  /** How often each content was recorded, also in journals that are gone. */
  const recorded = new Map<string, number>();
  const counting =
    (take: Take, { truth }: { readonly truth: Truth }): Take =>
    (offers, report) =>
      take(offers, (told) => {
        if (told.kind === 'accepted') {
          const { file } = told.submission.wish;
          recorded.set(file.sha256, (recorded.get(file.sha256) ?? 0) + 1);
          const key = `${file.sha256} ${truth.folders.get(told.submission.folder?.id ?? '')?.root ?? ''}`;
          recordedIn.set(key, (recordedIn.get(key) ?? 0) + 1);
          if (isHeld && truth === first.truth) problems.push(`${file.name} was taken before its folder was resumed`);
          problems.push(...judgeMoment(told.submission, truth));
          if (copies.has(file.sha256)) problems.push(`${file.name} is a signed copy and was taken`);
        }
        report(told);
      });
  /** How often each file was handed over: the order in which two folders work may differ from run to run. */
  const offered = new Map<string, number>();
  /** Changes something in the moment of acting: before the files are copied, or when one is copied. */
  const changing =
    (take: Take, computer: RunningComputer): Take =>
    async (offers, report) => {
      // The order of a group depends on the disk.
      const sorted = offers.toSorted((a, b) => (a.path < b.path ? -1 : 1));
      const [one] = sorted;
      if (one === undefined || !mayCrash) return take(offers, report);
      const tries = (offered.get(one.path) ?? 0) + 1;
      offered.set(one.path, tries);
      const own = createChance(
        Number.parseInt(hashOf(`${seed} ${one.path.slice(world.home.length)} ${tries}`).slice(0, 8), 16),
      );
      const moment = own.of(0.5) ? own.pick(['before', 'copied'] as const) : null;
      const target = own.pick([one, ...sorted]);
      if (moment === 'before') changes.change(pathOf(target.path), own, computer);
      return take(offers, (told) => {
        if (moment === 'copied' && told.kind === 'copied' && told.offer.path === target.path)
          changes.change(pathOf(target.path), own, computer);
        report(told);
      });
    };
  const crashing =
    (take: Take): Take =>
    async (offers, report) => {
      if (mayCrash && chance.of(0.08)) crash();
      await take(offers, report);
      if (mayCrash && chance.of(0.08)) crash();
    };
  function crash(): never {
    crashed = true;
    throw new Error('The app ended here.');
  }

  const later = (steps: number, act: () => void, path?: string) =>
    void pending.push({ due: now + steps * STEP_MS, act, path });
  const isAway = (path = '') => away.folder !== null && path.startsWith(`${away.folder}/`);
  const isThere = (path: string) => isInside(at(path));

  /** A sub-folder that the system refuses now and then. */
  const scans = hiding('Scans/', { unread: new Set(['Scans']), isCut: false }, quirks.createTable);
  const roots = chance.of(0.4) || quirks.twoWatchTwo ? [world.root, join(world.home, 'Post')] : [world.root];
  for (const root of roots) mkdirSync(root, { recursive: true });
  const hasSecond = chance.of(0.15) || quirks.twoWatchTwo === true;
  const at = (path: string) =>
    path.startsWith('@2/') ? join(world.home, 'Post', path.slice(3)) : join(world.root, path);
  const pathOf = (full: string) =>
    full.startsWith(`${world.root}/`)
      ? full.slice(world.root.length + 1)
      : `@2/${full.slice(join(world.home, 'Post').length + 1)}`;
  const goals = [chance.pick(['send', 'hold'] as const), chance.pick(['send', 'hold'] as const)] as const;
  const originals = chance.pick(['move', 'keep'] as const);

  const changes = createChanges({
    world,
    at,
    later,
    rests,
    fresh,
    happened,
    away,
    otherWay,
    copies,
    everCopies,
    roots,
    sidecars,
    recorded,
    hasSecond,
    withoutCopyClaims: quirks.withoutCopyClaims === true,
  });

  /** A program renames a new document over one that is being moved. */
  function saveOver(path: string): void {
    const content = fresh();
    writeFileSync(join(world.home, 'over'), content);
    renameSync(join(world.home, 'over'), path);
    rests(pathOf(path), content);
    happened(pathOf(path));
  }
  const moving: typeof moveFile = (options) => {
    const path = join(options.root, options.path);
    const own = createChance(Number.parseInt(hashOf(`${seed} ${pathOf(path)} moved`).slice(0, 8), 16));
    const what =
      options.into === 'Sent' && mayCrash && left.has(pathOf(path))
        ? own.pick(['nothing', 'before', 'meanwhile'] as const)
        : 'nothing';
    if (what === 'before' && isInside(path)) saveOver(path);
    const stillMoves = async (held: string) => {
      if (what === 'meanwhile') saveOver(path);
      return (await options.stillMoves?.(held)) ?? true;
    };
    return (quirks.moveFile ?? moveFile)({ ...options, stillMoves });
  };

  /** The watchers of each running app, by their folders. */
  let hearers: [string, FolderHearer][] = [];
  const otherHearers: [string, FolderHearer][] = [];
  const eventsFor = (all: () => [string, FolderHearer][]): FolderEvents => ({
    async watch(root, hearer) {
      all().push([root, hearer]);
      return { close: async () => {} };
    },
  });
  const common = () => ({
    createTable: scans.createTable,
    moveFile: moving,
    ...(quirks.compared && { compared: quirks.compared }),
  });
  const first: { -readonly [Key in keyof RunningComputer]: RunningComputer[Key] } = {
    id: 'computer-1',
    get app() {
      return app;
    },
    get journal() {
      return world.here.journal;
    },
    truth: { people: 'anna@muster.ch', signedIn: 'anna', folders: new Map() },
  };
  async function begin(): Promise<RunningComputer['app']> {
    hearers = [];
    Object.assign(first.truth, { people: 'anna@muster.ch', signedIn: 'anna' });
    const journal = quirks.journal?.(world.here.journal, world.root);
    return world.begin(
      {
        ...common(),
        ...(journal && { journal }),
        events: eventsFor(() => hearers),
        isJournalTrusted: world.here.testimony === 'known',
      },
      {},
      (take) => {
        const counted = crashing(changing(counting(take, first), first));
        // A planted bug acts before the crash.
        return quirks.take ? quirks.take(counted) : counted;
      },
    );
  }
  /** A person adds the folders. */
  async function addTo(running: RunningComputer['app'], truth: Truth): Promise<void> {
    truth.folders.clear();
    for (const [index, root] of roots.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const preview = await running.folders.preview(root);
      if (!preview.ok) throw new Error(JSON.stringify(preview));
      const usual = running.view(preview.id)?.rule;
      const goal = goals[index] ?? 'hold';
      if (usual === undefined) throw new Error('The preview is not shown.');
      const folder: FolderTruth = { root, goal, isPaused: false, takesPdf: true, confirmed: truth.people };
      truth.folders.set(preview.id, folder);
      // oxlint-disable-next-line no-await-in-loop
      const saved = await running.folders.save(preview.id, { ...usual, originals, goal }, true);
      if (!saved.ok) throw new Error(JSON.stringify(saved));
      // oxlint-disable-next-line no-await-in-loop
      await running.folders.idle();
    }
  }
  /** The watchers hear their own files and are believed, so that nobody looks at the whole folder for minutes. */
  async function hears(): Promise<void> {
    const isDone = () => [...first.truth.folders.keys()].every((id) => app.view(id)?.how === 'events');
    for (let tries = 0; tries < 2_000 && !isDone(); tries += 1) {
      for (const [, hearer] of hearers) hearer.hint('.countersign/probe-computer-1');
      app.folders.publish();
      // oxlint-disable-next-line no-await-in-loop -- until the disk has the file
      await setImmediate();
    }
  }
  let app = await begin();
  await addTo(app, first.truth);
  let hasMoved = false;

  /** An older journal, or none at all. A person adds the folder again if it is forgotten. */
  async function moveGround(): Promise<void> {
    const ground = chance.pick(grounds);
    if (ground === 'journal put back') await world.here.putBack();
    else await world.here.loseJournal();
    if (ground === 'all data lost') rmSync(join(world.here.folder, 'spool'), { recursive: true });
    world.here.journal.connections.save(world.connection, 1);
    for (const root of quirks.withoutClaims ? roots : []) {
      rmSync(join(root, '.countersign/claims'), { recursive: true, force: true });
      mkdirSync(join(root, '.countersign/claims'));
    }
    // Only the journal knew of them.
    for (const sha256 of otherWay) recorded.delete(sha256);
    // A copy that was saved while its file was handed over has no claim: only the journal knew it.
    for (const sha256 of copies)
      if (!roots.every((root) => existsSync(join(root, '.countersign/claims', `${sha256}.claim`))))
        copies.delete(sha256);
    hasMoved = true;
  }

  // The journal has a history when it is copied, so that its witness can tell.
  const beginning = world.put('First.pdf');
  // oxlint-disable-next-line no-await-in-loop -- until the first one is taken
  while (recorded.size === 0) await app.pass(STEP_MS);
  await app.end();
  await world.here.backUp();
  mayCrash = true;
  app = await begin();
  await hears();
  const there = hasSecond ? outboxFolder() : null;
  const second = there === null ? null : await beginSecond(there);

  /** A second computer, with a journal of its own, watches the same folders. */
  async function beginSecond(other: ReturnType<typeof outboxFolder>): Promise<RunningComputer> {
    other.journal.connections.save(world.connection, 1);
    const outbox = other.open();
    await outbox.ready;
    const truth: Truth = { people: 'anna@muster.ch', signedIn: 'anna', folders: new Map() };
    let running: RunningComputer | null = null;
    const wrap = (take: Take): Take => {
      const counted = counting(take, { truth });
      const changed: Take = (offers, report) => (running ? changing(counted, running) : counted)(offers, report);
      return quirks.take ? quirks.take(changed) : changed;
    };
    const computer = { id: quirks.oneIdentity ? 'computer-1' : 'computer-2', name: 'PC-2', user: 'beat' };
    const patch = {
      ...common(),
      journal: other.journal,
      outbox: { take: wrap(outbox.take), budgetOf: outbox.budgetOf },
    };
    const newId = () => `second-${(number += 1)}`;
    const begun = await world.begin({ ...patch, newId, events: eventsFor(() => otherHearers) }, computer);
    running = { id: computer.id, app: begun, truth, journal: other.journal };
    await addTo(begun, truth);
    for (const root of quirks.withoutWatchers ? roots : [])
      rmSync(join(root, '.countersign/watchers'), { recursive: true });
    return running;
  }

  function happened(path: string): void {
    events += 1;
    const isSecond = path.startsWith('@2/');
    const below = isSecond ? path.slice(3) : path;
    const root = isSecond ? roots[1] : roots[0];
    const hint = () => {
      for (const [watched, hearer] of [...hearers, ...otherHearers])
        if (watched === root) hearer.hint(chance.of(0.05) ? null : below);
    };
    if (manner === 'silent') return;
    if (manner === 'faithful') return hint();
    if (chance.of(0.5)) return;
    for (let times = chance.of(0.4) ? 2 : 1; times > 0; times -= 1)
      pending.push({ due: now + chance.between(0, 9) * STEP_MS, act: hint });
  }
  rests('First.pdf', beginning);

  const resume = () => {
    isHeld = false;
    for (const [id, folder] of first.truth.folders) {
      folder.isPaused = false;
      app.folders.pause(id, 'resume');
    }
  };

  function rests(path: string, content: Buffer): void {
    events += 1;
    whole.set(hashOf(content), path);
    left.set(path, hashOf(content));
  }
  /** Of this size if it is given. */
  function fresh(size?: number): Buffer {
    const text = `% story ${seed} file ${(number += 1)} `;
    if (size === undefined) return pdfOf(`${text}${'x'.repeat(chance.below(3_000))}`);
    // The offsets in a PDF grow with it.
    for (let missing = size - pdfOf(text).length; missing > 0; missing -= 1) {
      const content = pdfOf(`${text}${'x'.repeat(missing)}`);
      if (content.length <= size) return content;
    }
    return pdfOf(text);
  }
  const newPath = (near = chance.of(0.4) && roots.length > 1 ? '@2/' : '') => {
    const top = near.startsWith('@2/') ? '@2/' : '';
    const wanted = `${top}${chance.pick(['', 'Scans/', 'Scans/', 'a/b/'])}`;
    const folder = away.folder !== null && wanted.startsWith(away.folder) ? top : wanted;
    const path = `${folder}File ${(number += 1)}.pdf`;
    mkdirSync(dirname(at(path)), { recursive: true });
    return path;
  };
  const known = () => [...left.keys()].filter(isThere);
  const documents = () => known().filter((path) => left.get(path) !== '');

  const lookNow = () => {
    for (const id of first.truth.folders.keys()) app.folders.look(id);
  };

  const deeds: readonly [() => void, ...(() => void)[]] = [
    /** Appears at once, or by a rename. */
    () => {
      const path = newPath();
      const content = fresh();
      if (chance.of(0.5)) writeFileSync(at(path), content);
      else {
        writeFileSync(at(`${path}.part`), content);
        renameSync(at(`${path}.part`), at(path));
      }
      rests(path, content);
      happened(path);
    },
    /** Grows in pieces, with pauses up to three times the quiet time. */
    () => {
      const path = newPath();
      const content = fresh();
      // Without its last line end it is whole for everybody.
      const cut = Math.floor((content.length - 1) * chance.next());
      writeFileSync(at(path), content.subarray(0, cut));
      happened(path);
      left.set(path, '');
      later(
        chance.between(1, 15),
        () => {
          appendFileSync(at(path), content.subarray(cut));
          rests(path, content);
          happened(path);
        },
        path,
      );
    },
    /** Is whole at an intermediate length for less than the quiet time: an update that is appended. */
    () => {
      const path = newPath();
      const begun = fresh();
      const last = Buffer.concat([begun, pdfOf(`% appended ${number}`)]);
      writeFileSync(at(path), begun);
      fleeting.set(hashOf(begun), path);
      left.set(path, '');
      happened(path);
      later(
        chance.between(1, 3),
        () => {
          writeFileSync(at(path), last);
          rests(path, last);
          happened(path);
        },
        path,
      );
    },
    /** Preallocated with zeros. */
    () => {
      const path = newPath();
      const content = fresh();
      writeFileSync(at(path), Buffer.alloc(content.length));
      left.set(path, '');
      happened(path);
      later(
        chance.between(1, 15),
        () => {
          writeFileSync(at(path), content);
          rests(path, content);
          happened(path);
        },
        path,
      );
    },
    /** Vanishes and returns, as editors save. */
    () => {
      const path = known().find((one) => left.get(one) !== '');
      if (path === undefined) return;
      renameSync(at(path), at(`${path}~`));
      happened(path);
      later(
        chance.between(0, 3),
        () => {
          if (!isThere(`${path}~`) || isThere(path)) return;
          renameSync(at(`${path}~`), at(path));
          happened(path);
        },
        path,
      );
    },
    /** Only its time changes: the last thing that many programs do. */
    () => {
      const path = known()[0];
      if (path === undefined) return;
      const time = chance.between(-7_200, 7_200) + Date.now() / 1_000;
      utimesSync(at(path), time, time);
      happened(path);
    },
    /** The same content once more. */
    () => {
      const source = documents().findLast((one) => {
        const sha256 = left.get(one) ?? '';
        // Another folder does not know the claims of this one.
        return !withdrawn.has(sha256) && !everCopies.has(sha256);
      });
      if (source === undefined) return;
      const path = newPath();
      const content = readFileSync(at(source));
      writeFileSync(at(path), content);
      rests(path, content);
      happened(path);
    },
    /** A person deletes or renames it. */
    () => {
      const path = known().find((one) => left.get(one) !== '');
      if (path === undefined) return;
      const sha256 = left.get(path) ?? '';
      left.delete(path);
      if (chance.of(0.5)) rmSync(at(path));
      else {
        const other = newPath(path);
        renameSync(at(path), at(other));
        left.set(other, sha256);
        happened(other);
      }
      happened(path);
    },
    /** The document of a submission is sent. */
    () => {
      const held = world.submissions().find(({ stage }) => stage.kind !== 'done');
      if (!held) return;
      app.folders.submissionChanged(world.become(held, { stage: { kind: 'done', as: 'started' } }));
      sent.add(held.wish.file.sha256);
    },
    /** A person withdraws a document. Another file of the same content may be sent then. */
    () => {
      const isSingle = (sha256: string) => [...left.values()].filter((one) => one === sha256).length === 1;
      const held = world
        .submissions()
        .findLast(
          ({ stage, folder, wish }) =>
            stage.kind !== 'done' && first.truth.folders.has(folder?.id ?? '') && isSingle(wish.file.sha256),
        );
      if (!held) return;
      app.folders.submissionChanged(world.become(held, { stage: { kind: 'done', as: 'withdrawn' } }));
      withdrawn.add(held.wish.file.sha256);
      const path = [...left.keys()].find((one) => left.get(one) === held.wish.file.sha256) ?? '';
      const isDeep = path.replace('@2/', '').includes('/');
      if (!quirks.awayAfterWithdrawal || !isDeep || !isThere(path)) return;
      changes.takeAway(path);
      // Whole looks that see nothing of it.
      for (const steps of [1, 20, 40]) later(steps, lookNow);
    },
    /** A part of the folder cannot be read for a while. */
    () => {
      scans.hide(true);
      lookNow();
      later(chance.between(16, 19), lookNow);
      later(chance.between(20, 60), () => scans.hide(false));
    },
    /** Something else changes about a document: its people, its rule, its place. */
    () => changeSome(),
    () => changeSome(),
    () => changeSome(),
    /** A computer that is not here says that the document is a signed copy. */
    () => {
      const path = documents().find((one) => !recorded.has(left.get(one) ?? ''));
      if (path === undefined) return;
      const sha256 = left.get(path) ?? '';
      const root = path.startsWith('@2/') ? join(world.home, 'Post') : world.root;
      const claim = join(root, '.countersign/claims', `${sha256}.claim`);
      if ([...left.values()].filter((one) => one === sha256).length > 1 || existsSync(claim)) return;
      const said = { computer: 'computer-3', name: 'PC-3', user: 'carla', at: 1, file: basename(path), sha256 };
      writeFileSync(claim, JSON.stringify({ ...said, taken: false, copy: true }));
      copies.add(sha256);
      everCopies.add(sha256);
    },
    /** Preallocated for minutes, and then written while size and time stand still. */
    () => {
      const path = newPath();
      const content = fresh();
      writeFileSync(at(path), Buffer.alloc(content.length));
      utimesSync(at(path), 1_600_000_000, 1_600_000_000);
      left.set(path, '');
      happened(path);
      later(
        chance.between(40, 75),
        () => {
          if (!isThere(path)) {
            left.delete(path);
            return;
          }
          writeFileSync(at(path), content);
          utimesSync(at(path), 1_600_000_000, 1_600_000_000);
          rests(path, content);
        },
        path,
      );
    },
  ];

  /** The rules come back from the journal, perhaps older ones. A person adds the folders again that it forgot. */
  async function addAgain(): Promise<void> {
    const kept = app.state.get().folders;
    if (kept.length < roots.length) {
      isHeld = false;
      for (const { id } of kept) {
        // oxlint-disable-next-line no-await-in-loop
        await app.folders.remove(id);
      }
      return addTo(app, first.truth);
    }
    const isKnown = world.here.testimony === 'known';
    for (const { id, path, rule } of kept) {
      if (isKnown && first.truth.folders.has(id)) continue;
      const { goal, patterns } = rule;
      const takesPdf = patterns.includes('*.pdf');
      first.truth.folders.set(id, { root: path, goal, isPaused: true, takesPdf, confirmed: null });
    }
    const ids = new Set(kept.map(({ id }) => id));
    for (const id of first.truth.folders.keys()) if (!ids.has(id)) first.truth.folders.delete(id);
    isHeld = isHeld || !isKnown;
    if (isHeld) later(chance.between(0, 20), resume);
  }

  function changeSome(): void {
    const path = documents().at(chance.of(0.7) ? -1 : 0);
    if (path !== undefined) changes.change(path, chance, second !== null && chance.of(0.3) ? second : first);
  }

  /** Whether the app ended and began again. */
  async function step(): Promise<boolean> {
    now += STEP_MS;
    const due = pending.filter((one) => one.due <= now && !isAway(one.path));
    pending = pending.filter((one) => !due.includes(one));
    for (const { act } of due) act();
    await app.pass(STEP_MS);
    await second?.app.pass(STEP_MS);
    if (!crashed && !chance.of(0.02)) return false;
    crashed = false;
    await app.end();
    world.faults.length = 0;
    if (chance.of(0.3)) await moveGround();
    app = await begin();
    await addAgain();
    await hears();
    return true;
  }

  try {
    for (let deed = 0; deed < 14; deed += 1) {
      chance.pick(deeds)();
      // oxlint-disable-next-line no-await-in-loop -- time passes between what programs do
      for (let steps = chance.between(0, 8); steps > 0; steps -= 1) await step();
    }
    // oxlint-disable-next-line no-await-in-loop
    while (pending.length > 0) await step();
    // Nobody does anything any more: one rescan of an app that goes on has to find what events did not tell.
    let told = events;
    const wholeRest = RESCAN_MS + 4 * QUIET_MS;
    for (let rest = wholeRest; rest > 0; rest -= 5 * STEP_MS) {
      now += 4 * STEP_MS;
      // oxlint-disable-next-line no-await-in-loop
      await app.pass(4 * STEP_MS);
      // oxlint-disable-next-line no-await-in-loop
      await second?.app.pass(4 * STEP_MS);
      // oxlint-disable-next-line no-await-in-loop
      if ((await step()) || pending.length > 0 || events !== told) rest = wholeRest;
      told = events;
    }
    judge();
    return { problems: [...new Set(problems)], taken: world.submissions().length };
  } finally {
    await app.end();
    await second?.app.end();
    await there?.[Symbol.asyncDispose]();
    world.faults.length = 0;
    await world[Symbol.asyncDispose]();
  }

  function judge(): void {
    const counts = recorded;
    const shown = [...first.truth.folders].flatMap(([id, { root }]) =>
      app.folders.files(id, 'all').files.map(({ key, verdict }) => ({ path: pathOf(join(root, key)), verdict })),
    );
    /** A person has to decide about them, and is told so. */
    const toDecide = new Set(shown.flatMap(({ path, verdict }) => (verdict === 'set-aside' ? [path] : [])));
    const asked = new Set(shown.flatMap(({ path, verdict }) => (hasMoved && isAsked.has(verdict) ? [path] : [])));
    const nameOf = (sha256: string) => whole.get(sha256) ?? fleeting.get(sha256) ?? 'half a file';
    for (const [sha256, count] of counts) {
      // Two folders that no other computer watches know of each other by the journal alone.
      const perFolder = Math.max(0, ...roots.map((root) => recordedIn.get(`${sha256} ${root}`) ?? 0));
      if (hasMoved ? perFolder > 1 : count > 1) problems.push(`${nameOf(sha256)} was taken ${count} times`);
      if (!whole.has(sha256)) problems.push(`${nameOf(sha256)} was taken before it was whole`);
    }
    const present = new Map<string, string>();
    for (const root of roots)
      for (const one of readdirSync(root, { recursive: true, withFileTypes: true })) {
        const full = join(one.parentPath, one.name);
        if (one.isFile() && !pathOf(full).includes('.countersign/'))
          present.set(hashOf(readFileSync(full)), pathOf(full));
      }
    for (const [path, sha256] of left) {
      if (sha256 === '') continue;
      const place = present.get(sha256);
      if (place === undefined) problems.push(`${path} was destroyed`);
      else if (/^(?:@2\/)?Needs attention\//.test(place) && !sidecars.has(path))
        problems.push(`${path} was set aside although it is whole`);
      else if (
        !counts.has(sha256) &&
        !asked.has(path) &&
        !toDecide.has(place) &&
        !otherWay.has(sha256) &&
        !everCopies.has(sha256) &&
        !sidecars.has(path)
      )
        problems.push(
          `${path} was never taken: it is lost (at ${place}) ${shown.map(({ path: one, verdict }) => `${one}: ${verdict}`).join()}`,
        );
    }
    for (const [sha256, path] of present)
      if (/^(?:@2\/)?Sent\//.test(path) && whole.has(sha256) && !sent.has(sha256))
        problems.push(`${path} is in Sent and was not sent: it is lost`);
    for (const { path, verdict } of shown) if (verdict === 'writing') problems.push(`${path} has no verdict`);
  }
}
