import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { folderWorld } from '../../../main/folders/testing/folder-world.ts';
import { profile } from '../../../main/folders/testing/folder-world.ts';
import type { Journal } from '../../../main/journal/journal.ts';
import { accepted, sampleSubmission } from '../../../main/submission/testing/sample-submission.ts';
import type { FolderRuleInput } from '../../../preload/contract/folder.ts';
import type { Chance } from '../simulation/random.ts';
import { hashOf, isInside, ownerNames, type Truth } from './moment-judge.ts';

type World = ReturnType<typeof folderWorld>;

/** One computer that watches the folders, with its running app. */
export interface RunningComputer {
  readonly id: string;
  readonly app: Awaited<ReturnType<World['begin']>>;
  readonly truth: Truth;
  readonly journal: Journal;
}

/** What the story gives to the changes. Paths are below the first folder, or begin with `@2/`. */
export interface Telling {
  readonly world: World;
  readonly at: (path: string) => string;
  readonly later: (steps: number, act: () => void, path?: string) => void;
  readonly rests: (path: string, content: Buffer) => void;
  readonly fresh: (size?: number) => Buffer;
  readonly happened: (path: string) => void;
  /** The sub-folder that lies elsewhere now, and the act that brings it back. */
  readonly away: { folder: string | null };
  /** Contents that went another way, that are signed copies, and whose sidecars changed. */
  readonly otherWay: Set<string>;
  readonly copies: Set<string>;
  readonly everCopies: Set<string>;
  readonly roots: readonly string[];
  readonly sidecars: Set<string>;
  readonly recorded: Map<string, number>;
  readonly hasSecond: boolean;
  readonly withoutCopyClaims: boolean;
}

function isClaimedByOther(root: string, sha256: string, id: string): boolean {
  const path = join(root, '.countersign/claims', `${sha256}.claim`);
  return existsSync(path) && !readFileSync(path, 'utf8').includes(`"computer":"${id}"`);
}

const people = ['anna@muster.ch', 'carla@example.ch', 'dora@example.ch'] as const;

/** Sub-folders that go elsewhere and come back, with or without a link in their place. */
function createMoves({ world, at, later, happened, away }: Telling) {
  let number = 0;

  function moveOut(folder: string, isLinked: boolean, isPrivate: boolean, steps: number): void {
    if (away.folder !== null || !existsSync(at(folder))) return;
    away.folder = folder;
    const elsewhere = join(world.home, `Elsewhere ${(number += 1)}`);
    renameSync(at(folder), elsewhere);
    if (isPrivate) mkdirSync(join(world.home, `Private ${number}`));
    const target = isPrivate ? join(world.home, `Private ${number}`) : elsewhere;
    if (isLinked) symlinkSync(target, at(folder));
    happened(folder);
    later(steps, () => {
      if (isLinked) rmSync(at(folder));
      else if (existsSync(at(folder))) rmdirSync(at(folder));
      renameSync(elsewhere, at(folder));
      away.folder = null;
      happened(folder);
    });
  }

  function shareOut(path: string, chance: Chance, isLinked: boolean): void {
    const parts = path.split('/').slice(0, -1);
    const depth = parts[0] === '@2' ? 2 : 1;
    if (parts.length < depth) return;
    const folder = parts.slice(0, depth).join('/');
    const isPrivate = isLinked && chance.of(0.4);
    moveOut(folder, isLinked, isPrivate, isLinked ? chance.between(1, 12) : chance.between(15, 60));
  }

  return { moveOut, shareOut };
}

/** What a person changes about the rule of a folder. */
function createRuleChanges({ at, later }: Telling) {
  /** The rule as the story arranged it, saved by the person. */
  function saveRule({ app, truth }: RunningComputer, id: string): void {
    const folder = truth.folders.get(id);
    const shown = app.view(id);
    if (folder === undefined || shown === undefined) return;
    const confirms = folder.goal === 'send';
    const patterns = folder.takesPdf ? ['*.pdf', '*.docx', '*.xlsx'] : ['*.docx'];
    const rule: FolderRuleInput = { ...shown.rule, goal: folder.goal, patterns };
    if (confirms) folder.confirmed = truth.people;
    void app.folders.save(id, rule, confirms);
  }

  function changeRule(computer: RunningComputer, path: string, chance: Chance): void {
    const { app, truth } = computer;
    const found = [...truth.folders].find(([, { root }]) => at(path).startsWith(`${root}/`));
    if (found === undefined || truth.signedIn !== 'anna') return;
    const [id, folder] = found;
    const kind = chance.pick(['goal', 'goal', 'goal', 'pattern', 'pause'] as const);
    const back = chance.between(3, 25);
    if (kind === 'pause') {
      if (folder.isPaused) return;
      folder.isPaused = true;
      app.folders.pause(id, 'always');
      later(back, () => {
        folder.isPaused = false;
        computer.app.folders.pause(id, 'resume');
      });
      return;
    }
    if (kind === 'goal') folder.goal = folder.goal === 'send' ? 'hold' : 'send';
    else folder.takesPdf = false;
    saveRule(computer, id);
    if (kind === 'goal') return;
    later(back, () => {
      // An older journal may have brought the rule back meanwhile, or forgotten its folder.
      const now = truth.folders.get(id);
      if (now === undefined) return;
      now.takesPdf = true;
      if (now.goal === 'send' && truth.signedIn !== 'anna') now.goal = 'hold';
      saveRule(computer, id);
    });
  }

  return changeRule;
}

/** The content of a document gets a history beside the folder. */
function createHistoryChanges(telling: Telling): readonly Change[] {
  const { world, at, otherWay, copies, everCopies, roots, recorded, hasSecond } = telling;
  let number = 0;
  return [
    /** Another part of the app sends the same document. */
    function sendOtherwise(path, _chance, { journal }) {
      const sha256 = hashOf(readFileSync(at(path)));
      if (recorded.has(sha256) || hasSecond) return;
      const base = sampleSubmission(`other${(number += 1)}`, { connectionId: world.connection.id, account: 'anna' });
      const wish = { ...base.wish, file: { ...base.wish.file, sha256, name: basename(path) } };
      journal.submissions.commit([accepted({ ...base, goal: 'hold', stage: { kind: 'held' }, wish })]);
      recorded.set(sha256, 1);
      otherWay.add(sha256);
    },
    /** It is a signed copy, which this computer saves now. */
    function saveCopy(path, _chance, { app, id, journal }) {
      const content = readFileSync(at(path));
      const sha256 = hashOf(content);
      if (recorded.has(sha256)) return;
      // The other computer claimed it before it was a copy: whoever claims first takes it.
      if (roots.some((root) => isClaimedByOther(root, sha256, id))) return;
      copies.add(sha256);
      everCopies.add(sha256);
      const documentId = `d${(number += 1)}`;
      const connectionId = world.connection.id;
      journal.savedCopies.add({ connectionId, documentId, path: at(path), sha256, size: content.length, at: 1 });
      if (!telling.withoutCopyClaims) app.folders.copySaved(connectionId, documentId, at(path));
    },
  ];
}

export function createChanges(telling: Telling) {
  const { world, at, later, rests, fresh, happened, sidecars } = telling;
  const { moveOut, shareOut } = createMoves(telling);
  const changeRule = createRuleChanges(telling);

  const changes: readonly [Change, ...Change[]] = [
    /** A sidecar arrives or is corrected. */
    function putSidecar(path, chance) {
      sidecars.add(path);
      writeFileSync(`${at(path)}.json`, JSON.stringify({ signees: [{ email: chance.pick(people) }] }));
      if (chance.of(0.5)) happened(`${path}.json`);
    },
    function removeSidecar(path) {
      rmSync(`${at(path)}.json`, { force: true });
    },
    function open(path, chance) {
      const owner = join(dirname(at(path)), chance.pick(ownerNames(basename(path))));
      writeFileSync(owner, 'anna');
      later(chance.between(1, 15), () => rmSync(owner, { force: true }), path);
    },
    function changePeople(_path, chance, { app, truth }) {
      truth.people = chance.pick(people);
      const signees = [{ email: truth.people, name: '', comment: '', order: null }];
      app.state.publish({ profiles: [{ ...profile, choices: { ...profile.choices, signees } }] });
    },
    function changeAccount(_path, chance, computer) {
      const { app, truth } = computer;
      truth.signedIn = 'beat';
      app.state.publish({ connections: [{ ...world.connection, username: 'beat' }] });
      later(chance.between(1, 20), () => {
        truth.signedIn = 'anna';
        computer.app.state.publish({ connections: [world.connection] });
      });
    },
    (path, chance, computer) => changeRule(computer, path, chance),
    (path, chance) => shareOut(path, chance, true),
    (path, chance) => shareOut(path, chance, false),
    /** A program renames another document over it, which has the same size and time. */
    function replace(path) {
      const { size, mtime, atime } = statSync(at(path));
      const content = fresh(size);
      if (content.length !== size) return;
      const draft = join(world.home, 'draft');
      writeFileSync(draft, content);
      utimesSync(draft, atime, mtime);
      renameSync(draft, at(path));
      rests(path, content);
      happened(path);
    },
    ...createHistoryChanges(telling),
  ];

  return {
    /** The sub-folder of a document lies elsewhere for so long that it could be taken for deleted. */
    takeAway: (path: string): void => moveOut(dirname(path), false, false, 45),
    /** Changes something about a document, as the story does it between two steps or in the moment of acting. */
    change(path: string, chance: Chance, computer: RunningComputer): void {
      const one = chance.pick(changes);
      if (isInside(at(path)) || one.name === 'changePeople' || one.name === 'changeAccount')
        one(path, chance, computer);
    },
  };
}
type Change = (path: string, chance: Chance, computer: RunningComputer) => void;
