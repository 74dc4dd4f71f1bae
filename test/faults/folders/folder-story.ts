import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createFileTable } from '../../../main/folders/file-table.ts';
import type { WatchedFoldersDeps } from '../../../main/folders/folder-register.ts';
import { folderWorld } from '../../../main/folders/testing/folder-world.ts';
import { hiding } from '../../../main/folders/testing/hiding.ts';
import { pdfOf } from '../../../main/intake/testing/sample-files.ts';
import { createChance } from '../simulation/random.ts';

type Take = WatchedFoldersDeps['outbox']['take'];

/** A bug to plant, which the judge has to find. */
export interface FolderQuirks {
  readonly createTable?: typeof createFileTable;
  readonly take?: (take: Take) => Take;
  /** What only the journal knew is forgotten with it. */
  readonly withoutClaims?: boolean;
}

export interface FolderStory {
  readonly problems: readonly string[];
  readonly taken: number;
}

const QUIET_MS = 5_000;
const RESCAN_MS = 5 * 60_000;
const STEP_MS = 1_000;
const hashOf = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');

/** What may happen to our data while the app is closed. */
const grounds = ['journal lost', 'journal put back', 'all data lost'] as const;
/** A person has to say whether a file was sent: the journal that knew it is gone. */
const isAsked: ReadonlySet<string> = new Set(['maybe-sent', 'other-account']);

/** How the system's events are told. The app may never depend on them. */
const manners = ['faithful', 'lossy', 'silent'] as const;

interface Pending {
  readonly due: number;
  readonly act: () => void;
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
  let crashed = false;
  let mayCrash = false;
  /** The folder came back with an older journal, and nobody has resumed it. */
  let isHeld = false;

  /** Contents of documents that were sent. */
  const sent = new Set<string>();
  /** Contents of documents that a person withdrew: these files are never sent again by themselves. */
  const withdrawn = new Set<string>();
  /** How often each content was recorded, also in journals that are gone. */
  const recorded = new Map<string, number>();
  const counting =
    (take: Take): Take =>
    (offers, report) =>
      take(offers, (told) => {
        if (told.kind === 'accepted') {
          const { file } = told.submission.wish;
          recorded.set(file.sha256, (recorded.get(file.sha256) ?? 0) + 1);
          if (isHeld) problems.push(`${file.name} was taken before its folder was resumed`);
          if (told.submission.account !== 'anna') problems.push(`${file.name} was taken for another account`);
        }
        report(told);
      });
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

  /** A sub-folder that the system refuses now and then. */
  const scans = hiding('Scans/', { unread: new Set(['Scans']), isCut: false }, quirks.createTable);
  const begin = () =>
    world.begin({ createTable: scans.createTable, isJournalTrusted: world.here.testimony === 'known' }, {}, (take) => {
      const counted = crashing(counting(take));
      // A planted bug acts before the crash.
      return quirks.take ? quirks.take(counted) : counted;
    });
  let app = await begin();
  const originals = chance.pick(['move', 'keep'] as const);
  let id = await app.add({ originals });
  let hasMoved = false;

  /** An older journal, or none at all. A person adds the folder again if it is forgotten. */
  async function moveGround(): Promise<void> {
    const ground = chance.pick(grounds);
    if (ground === 'journal put back') await world.here.putBack();
    else await world.here.loseJournal();
    if (ground === 'all data lost') rmSync(join(world.here.folder, 'spool'), { recursive: true });
    world.here.journal.connections.save(world.connection, 1);
    if (quirks.withoutClaims) rmSync(at('.countersign/claims'), { recursive: true });
    if (quirks.withoutClaims) mkdirSync(at('.countersign/claims'));
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
  await app.hears(id);

  function happened(path: string): void {
    const hint = () => app.hearers.at(-1)?.hint(chance.of(0.05) ? null : path);
    if (manner === 'silent') return;
    if (manner === 'faithful') return hint();
    if (chance.of(0.5)) return;
    for (let times = chance.of(0.4) ? 2 : 1; times > 0; times -= 1)
      pending.push({ due: now + chance.between(0, 9) * STEP_MS, act: hint });
  }
  rests('First.pdf', beginning);
  const later = (steps: number, act: () => void) => void pending.push({ due: now + steps * STEP_MS, act });
  const resume = () => {
    isHeld = false;
    app.folders.pause(id, 'resume');
  };
  const at = (path: string) => join(world.root, path);
  const isThere = (path: string) => existsSync(at(path));

  function rests(path: string, content: Buffer): void {
    whole.set(hashOf(content), path);
    left.set(path, hashOf(content));
  }
  const fresh = (text = '') => pdfOf(`% story ${seed} file ${(number += 1)} ${text}${'x'.repeat(chance.below(3_000))}`);
  const newPath = () => {
    const folder = chance.pick(['', 'Scans/', 'Scans/', 'a/b/']);
    const path = `${folder}File ${(number += 1)}.pdf`;
    mkdirSync(dirname(at(path)), { recursive: true });
    return path;
  };
  const known = () => [...left.keys()].filter(isThere);

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
      later(chance.between(1, 15), () => {
        appendFileSync(at(path), content.subarray(cut));
        rests(path, content);
        happened(path);
      });
    },
    /** Is whole at an intermediate length for less than the quiet time: an update that is appended. */
    () => {
      const path = newPath();
      const first = fresh();
      const last = Buffer.concat([first, pdfOf(`% appended ${number}`)]);
      writeFileSync(at(path), first);
      fleeting.set(hashOf(first), path);
      left.set(path, '');
      happened(path);
      later(chance.between(1, 3), () => {
        writeFileSync(at(path), last);
        rests(path, last);
        happened(path);
      });
    },
    /** Preallocated with zeros. */
    () => {
      const path = newPath();
      const content = fresh();
      writeFileSync(at(path), Buffer.alloc(content.length));
      left.set(path, '');
      happened(path);
      later(chance.between(1, 15), () => {
        writeFileSync(at(path), content);
        rests(path, content);
        happened(path);
      });
    },
    /** Vanishes and returns, as editors save. */
    () => {
      const path = known().find((one) => left.get(one) !== '');
      if (path === undefined) return;
      renameSync(at(path), at(`${path}~`));
      happened(path);
      later(chance.between(0, 3), () => {
        if (!isThere(`${path}~`) || isThere(path)) return;
        renameSync(at(`${path}~`), at(path));
        happened(path);
      });
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
      const source = known().findLast((one) => left.get(one) !== '' && !withdrawn.has(left.get(one) ?? ''));
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
        const other = newPath();
        renameSync(at(path), at(other));
        left.set(other, sha256);
        happened(other);
      }
      happened(path);
    },
    /** The document of a submission is sent. */
    () => {
      const held = world.submissions().find(({ stage }) => stage.kind === 'held');
      if (!held) return;
      app.folders.submissionChanged(world.become(held, { stage: { kind: 'done', as: 'started' } }));
      sent.add(held.wish.file.sha256);
    },
    /** A person withdraws a document. Another file of the same content may be sent then. */
    () => {
      const isSingle = (sha256: string) => [...left.values()].filter((one) => one === sha256).length === 1;
      const held = world
        .submissions()
        .findLast(({ stage, wish }) => stage.kind === 'held' && isSingle(wish.file.sha256));
      if (!held) return;
      app.folders.submissionChanged(world.become(held, { stage: { kind: 'done', as: 'withdrawn' } }));
      withdrawn.add(held.wish.file.sha256);
    },
    /** A part of the folder cannot be read for a while. */
    () => {
      scans.hide(true);
      app.folders.look(id);
      later(chance.between(16, 19), () => app.folders.look(id));
      later(chance.between(20, 60), () => scans.hide(false));
    },
    /** Somebody else signs in for a while. */
    () => {
      app.state.publish({ connections: [{ ...world.connection, username: 'beat' }] });
      later(chance.between(1, 30), () => app.state.publish({ connections: [world.connection] }));
    },
  ];

  /** Whether the app ended and began again. */
  async function step(): Promise<boolean> {
    now += STEP_MS;
    const due = pending.filter((one) => one.due <= now);
    pending = pending.filter((one) => one.due > now);
    for (const { act } of due) act();
    await app.pass(STEP_MS);
    if (!crashed && !chance.of(0.02)) return false;
    crashed = false;
    await app.end();
    world.faults.length = 0;
    if (chance.of(0.3)) await moveGround();
    app = await begin();
    const kept = app.state.get().folders[0];
    id = kept?.id ?? (await app.add({ originals }));
    // Only its rule came back, perhaps an older one: it waits until a person resumes it.
    isHeld = kept !== undefined && (isHeld || world.here.testimony !== 'known');
    if (isHeld) later(chance.between(0, 20), resume);
    await app.hears(id);
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
    const wholeRest = RESCAN_MS + 4 * QUIET_MS;
    for (let rest = wholeRest; rest > 0; rest -= 5 * STEP_MS) {
      now += 4 * STEP_MS;
      // oxlint-disable-next-line no-await-in-loop
      await app.pass(4 * STEP_MS);
      // oxlint-disable-next-line no-await-in-loop
      if (await step()) rest = wholeRest;
    }
    judge();
    return { problems, taken: world.submissions().length };
  } finally {
    await app.end();
    world.faults.length = 0;
    await world[Symbol.asyncDispose]();
  }

  function judge(): void {
    const counts = recorded;
    const asked = new Set(
      app.folders.files(id, 'all').files.flatMap(({ key, verdict }) => (hasMoved && isAsked.has(verdict) ? [key] : [])),
    );
    const nameOf = (sha256: string) => whole.get(sha256) ?? fleeting.get(sha256) ?? 'half a file';
    for (const [sha256, count] of counts) {
      if (count > 1) problems.push(`${nameOf(sha256)} was taken ${count} times`);
      if (!whole.has(sha256)) problems.push(`${nameOf(sha256)} was taken before it was whole`);
    }
    for (const [path, sha256] of left)
      if (!counts.has(sha256) && !asked.has(path))
        problems.push(`${path} was never taken: it is lost ${app.shown(id).join()}`);
    for (const path of world.tree().filter((one) => one.startsWith('Sent/') && statSync(at(one)).isFile()))
      if (!sent.has(hashOf(readFileSync(at(path))))) problems.push(`${path} is in Sent and was not sent: it is lost`);
    for (const { key, verdict } of app.folders.files(id, 'all').files)
      if (verdict === 'writing') problems.push(`${key} has no verdict`);
  }
}

export interface PlantedFolderBug {
  readonly bug: string;
  readonly quirks: FolderQuirks;
  /** The judge's message that finds the bug. */
  readonly found: RegExp;
}

/** Bugs that a worker of watched folders can have. A judge that misses one proves nothing. */
export const plantedFolderBugs: readonly PlantedFolderBug[] = [
  {
    bug: 'a file is taken at start-up without a second look',
    quirks: {
      createTable(monotonic) {
        const table = createFileTable(monotonic);
        let isFirst = true;
        return {
          ...table,
          async seeAll(scan, quietMs) {
            await table.seeAll(scan, quietMs);
            if (isFirst) for (const record of table.files.values()) record.isStable = true;
            isFirst = false;
          },
        };
      },
    },
    found: /before it was whole/,
  },
  {
    bug: 'a file is moved before its outcome is durable',
    quirks: {
      take: (take) => (offers, report) => {
        const moved = offers.map((offer) => {
          // The story begins when its first file was taken.
          if (basename(offer.path) === 'First.pdf') return offer;
          const root = offer.path.slice(0, offer.path.indexOf('/Inbox/') + '/Inbox'.length);
          const path = join(root, 'Sent', basename(offer.path));
          mkdirSync(dirname(path), { recursive: true });
          renameSync(offer.path, path);
          return { ...offer, path };
        });
        return take(moved, (progress) => {
          const index = moved.findIndex((one) => one === progress.offer);
          report({ ...progress, offer: offers[index] ?? progress.offer });
        });
      },
    },
    found: /it is lost/,
  },
  {
    bug: 'a file that an event names is taken at once',
    quirks: {
      createTable(monotonic) {
        const table = createFileTable(monotonic);
        return {
          ...table,
          see(file, quietMs) {
            const record = table.see(file, quietMs);
            record.isStable = true;
            return record;
          },
        };
      },
    },
    found: /before it was whole/,
  },
  {
    bug: 'what lies where the folder cannot be read counts as deleted',
    quirks: {
      createTable(monotonic) {
        const table = createFileTable(monotonic);
        return {
          ...table,
          isHidden: () => false,
          mayBeThere: (path) => table.files.has(path),
          incomplete: () => ({ unread: 0, isCut: false }),
        };
      },
    },
    found: /was taken \d+ times/,
  },
  {
    bug: 'the folder itself does not know what an older journal forgot',
    quirks: { withoutClaims: true },
    found: /was taken \d+ times/,
  },
];
