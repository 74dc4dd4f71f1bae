import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { folderWorld } from '../../../main/folders/testing/folder-world.ts';
import { hiding } from '../../../main/folders/testing/hiding.ts';
import { pdfOf } from '../../../main/intake/testing/sample-files.ts';
import type { Journal } from '../../../main/journal/journal.ts';
import type { FolderHearer } from '../../../main/platform/folder-events.ts';
import { type Chance, createChance } from '../simulation/random.ts';
import { chooseWorlds, type FolderQuirks, type WorldName } from './folder-quirks.ts';
import { type Answer, hashOf, isInside, type Truth } from './moment-judge.ts';

type World = ReturnType<typeof folderWorld>;

/** One computer that watches the folders, with its running app. */
export interface RunningComputer {
  readonly id: string;
  readonly app: Awaited<ReturnType<World['begin']>>;
  readonly truth: Truth;
  readonly journal: Journal;
}

export const STEP_MS = 1_000;
export const RESCAN_MS = 5 * 60_000;
export const HOUR_MS = 60 * 60_000;
/** What a folder may send in an hour where the clock on the wall is moved. */
export const PER_HOUR = 1;

/** How the system's events are told. The app may never depend on them. */
const manners = ['faithful', 'lossy', 'silent'] as const;

interface Pending {
  readonly due: number;
  readonly act: () => void;
  /** It waits while the sub-folder of this file lies elsewhere. */
  readonly path: string | undefined;
}

/** What a story knows of its files. Contents are named by their hash, paths as `pathOf` tells them. */
function emptyBooks() {
  return {
    /** Whole contents: those that rested, and those that were whole only for a moment. */
    whole: new Map<string, string>(),
    fleeting: new Map<string, string>(),
    /** What lies under each name now, as the programs left it. An empty text: it is not whole. */
    left: new Map<string, string>(),
    /** Contents of documents that were sent. */
    sent: new Set<string>(),
    /** Contents of documents that a person withdrew: these files are never sent again by themselves. */
    withdrawn: new Set<string>(),
    /** When a program renamed a file to this path. */
    renamedAt: new Map<string, number>(),
    /** Contents that two files had at some time. */
    doubled: new Set<string>(),
    /** Contents that went another way, and contents that are signed copies. */
    otherWay: new Set<string>(),
    copies: new Set<string>(),
    everCopies: new Set<string>(),
    /** Documents beside which a sidecar was seen: an old one sets them aside. */
    sidecars: new Set<string>(),
    /** How often each content was recorded, also in journals that are gone. */
    recorded: new Map<string, number>(),
    /** The same for the folders of each root: the claims in one do not tell the other. */
    recordedIn: new Map<string, number>(),
    /** How often each file was handed over. */
    offered: new Map<string, number>(),
    /** How often a person sent a content once more. */
    sentAnyway: new Map<string, number>(),
    /** Contents that a person set aside, and contents that another computer says it has taken. */
    asideByPerson: new Set<string>(),
    elsewhere: new Set<string>(),
    /** Contents that another computer had taken, and that a person released: the app asks about them. */
    released: new Set<string>(),
    /** Contents whose file was away for long, or came once more by a cloud. Withdrawn ones are prepared again, and never sent. */
    mayReturn: new Set<string>(),
  };
}

/** The choices by which one world differs from another. */
function chooseWorld(chance: Chance, world: World, quirks: FolderQuirks) {
  const manner = chance.pick(manners);
  const roots = chance.of(0.4) || quirks.twoWatchTwo ? [world.root, join(dirname(world.root), 'Post')] : [world.root];
  const hasSecond = chance.of(0.15) || quirks.twoWatchTwo === true;
  const goals = [chance.pick(['send', 'hold'] as const), chance.pick(['send', 'hold'] as const)] as const;
  const originals = chance.pick(['move', 'keep'] as const);
  return { manner, roots, hasSecond, goals, originals };
}

/** One story as a value. Plain functions tell it on. */
export interface Story extends ReturnType<typeof emptyBooks>, ReturnType<typeof chooseWorld> {
  readonly seed: number;
  readonly quirks: FolderQuirks;
  readonly chance: Chance;
  readonly world: World;
  /** The sub-folder `Scans`, which the system refuses now and then. */
  readonly scans: ReturnType<typeof hiding>;
  readonly problems: string[];
  /** What the worlds of this story choose. */
  readonly own: Chance;
  readonly worlds: ReadonlySet<WorldName>;
  /** The answer of a person that is being carried out. */
  answer: Answer | null;
  /** What a person has ordered and the app has not done yet. */
  readonly orders: Promise<unknown>[];
  /** What is wrong with what was taken while it was carried out, unless it was refused. */
  readonly ofAnswer: string[];
  /** How many texts profiles and sidecars had: each has a number. */
  texts: number;
  readonly away: {
    /** The sub-folder that lies elsewhere now. */
    folder: string | null;
    /** The same of a whole watched folder: `@2/` is the second. */
    root: '' | '@2/' | null;
  };
  now: number;
  pending: Pending[];
  /** The watchers of each running app, by their folders. */
  hearers: [string, FolderHearer][];
  readonly otherHearers: [string, FolderHearer][];
  /** How many names and contents were given out; sub-folders that went away; documents with a history. */
  number: number;
  moves: number;
  histories: number;
  /** How often something happened, so that the end waits for the last time. */
  events: number;
  mayCrash: boolean;
  crashed: boolean;
  /** An older journal, or none, was there at some time. */
  hasMoved: boolean;
  /** The folder came back with an older journal, and nobody has resumed it. */
  isHeld: boolean;
}

export function createStory(seed: number, quirks: FolderQuirks): Story {
  const chance = createChance(seed);
  const worlds = chooseWorlds(seed, quirks);
  const world = folderWorld(worlds.has('cloud') ? 'OneDrive/Inbox' : 'Inbox');
  const chosen = chooseWorld(chance, world, quirks);
  for (const root of chosen.roots) mkdirSync(root, { recursive: true });
  return {
    ...emptyBooks(),
    ...chosen,
    seed,
    quirks,
    chance,
    world,
    scans: hiding('Scans/', { unread: new Set(['Scans']), isCut: false }, quirks.createTable),
    problems: [],
    own: createChance(seed + 600_000_000),
    worlds,
    answer: null,
    orders: [],
    ofAnswer: [],
    texts: 0,
    away: { folder: null, root: null },
    now: 0,
    pending: [],
    hearers: [],
    otherHearers: [],
    number: 0,
    moves: 0,
    histories: 0,
    events: 0,
    mayCrash: false,
    crashed: false,
    hasMoved: false,
    isHeld: false,
  };
}

const postOf = ({ world }: Story) => join(dirname(world.root), 'Post');

/** The watched folder in which a path lies. */
export const rootOf = (story: Story, path: string): string =>
  path.startsWith('@2/') ? postOf(story) : story.world.root;

/** Paths are below the first folder, or begin with `@2/`. */
export const at = (story: Story, path: string): string =>
  path.startsWith('@2/') ? join(postOf(story), path.slice(3)) : join(story.world.root, path);

export function pathOf(story: Story, full: string): string {
  const { root } = story.world;
  return full.startsWith(`${root}/`) ? full.slice(root.length + 1) : `@2/${full.slice(postOf(story).length + 1)}`;
}

/** Lets something happen after some steps; if a path is given, not before its sub-folder is back. */
export function later(story: Story, steps: number, act: () => void, path?: string): void {
  story.pending.push({ due: story.now + steps * STEP_MS, act, path });
}

/** Tells whether the file of this act lies elsewhere now. */
function isAway({ away }: Story, { path }: Pending): boolean {
  const { folder, root } = away;
  if (path === undefined) return false;
  return (
    (folder !== null && path.startsWith(`${folder}/`)) || (root !== null && path.startsWith('@2/') === (root === '@2/'))
  );
}

/** Does what is due. What waited for a folder happens as soon as that is back: no half file rests there in between. */
export function doPending(story: Story): void {
  const due = story.pending.filter((one) => one.due <= story.now);
  const [waiting, ready] = [due.filter((one) => isAway(story, one)), due.filter((one) => !isAway(story, one))];
  const doAll = (acts: readonly Pending[]) => {
    story.pending = story.pending.filter((one) => !acts.includes(one));
    story.events += acts.length;
    for (const { act } of acts) act();
  };
  doAll(ready);
  doAll(waiting.filter((one) => !isAway(story, one)));
}

/** A chance of its own for what may come in another order from run to run. */
export const chanceFor = ({ seed }: Story, what: string): Chance =>
  createChance(Number.parseInt(hashOf(`${seed} ${what}`).slice(0, 8), 16));

/** The file has this content from now on, and is whole. */
export function rests(story: Story, path: string, content: Buffer): void {
  story.events += 1;
  story.whole.set(hashOf(content), path);
  story.left.set(path, hashOf(content));
}

/** The system tells of a change, in the manner of this story. */
export function happened(story: Story, path: string): void {
  const { chance, manner, roots } = story;
  story.events += 1;
  const isSecond = path.startsWith('@2/');
  const below = isSecond ? path.slice(3) : path;
  const root = isSecond ? roots[1] : roots[0];
  const hint = () => {
    for (const [watched, hearer] of [...story.hearers, ...story.otherHearers])
      if (watched === root) hearer.hint(chance.of(0.05) ? null : below);
  };
  if (manner === 'silent') return;
  if (manner === 'faithful') return hint();
  if (chance.of(0.5)) return;
  for (let times = chance.of(0.4) ? 2 : 1; times > 0; times -= 1) later(story, chance.between(0, 9), hint);
}

/** Copies without a claim are known to nobody but to the journal that has them. */
export function forgetUntold({ copies, roots }: Story): void {
  for (const sha256 of copies)
    if (!roots.every((root) => existsSync(join(root, '.countersign/claims', `${sha256}.claim`)))) copies.delete(sha256);
}

/** A new document, of this size if it is given. */
export function fresh(story: Story, size?: number): Buffer {
  const text = `% story ${story.seed} file ${(story.number += 1)} `;
  if (size === undefined) return pdfOf(`${text}${'x'.repeat(story.chance.below(3_000))}`);
  // The offsets in a PDF grow with it.
  for (let missing = size - pdfOf(text).length; missing > 0; missing -= 1) {
    const content = pdfOf(`${text}${'x'.repeat(missing)}`);
    if (content.length <= size) return content;
  }
  return pdfOf(text);
}

/** A path that nobody used, in the same folder as another if that is given. */
export function newPath(story: Story, near?: string): string {
  const { chance, roots, away } = story;
  const beside = near ?? (chance.of(0.4) && roots.length > 1 ? '@2/' : '');
  const top = beside.startsWith('@2/') ? '@2/' : '';
  const wanted = `${top}${chance.pick(['', 'Scans/', 'Scans/', 'a/b/'])}`;
  const folder = away.folder !== null && wanted.startsWith(away.folder) ? top : wanted;
  const path = `${folder}File ${(story.number += 1)}.pdf`;
  mkdirSync(dirname(at(story, path)), { recursive: true });
  return path;
}

export const isThere = (story: Story, path: string): boolean => isInside(at(story, path));
/** The files that lie where the story left them, and those among them that are whole. */
export const known = (story: Story): readonly string[] => [...story.left.keys()].filter((path) => isThere(story, path));
export const documents = (story: Story): readonly string[] =>
  known(story).filter((path) => story.left.get(path) !== '');
