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
import { profile } from '../../../main/folders/testing/folder-world.ts';
import { accepted, sampleSubmission } from '../../../main/submission/testing/sample-submission.ts';
import type { FolderRuleInput } from '../../../preload/contract/folder.ts';
import type { Chance } from '../simulation/random.ts';
import { hashOf, isClaimedLate, isInside, ownerNames } from './moment-judge.ts';
import { at, fresh, happened, later, RESCAN_MS, type RunningComputer, rests, STEP_MS, type Story } from './story.ts';

type Change = (story: Story, path: string, chance: Chance, computer: RunningComputer) => void;

function isClaimedByOther(root: string, sha256: string, id: string): boolean {
  const path = join(root, '.countersign/claims', `${sha256}.claim`);
  return existsSync(path) && !readFileSync(path, 'utf8').includes(`"computer":"${id}"`);
}

export const people = ['anna@muster.ch', 'carla@example.ch', 'dora@example.ch'] as const;

interface MoveOut {
  readonly isLinked: boolean;
  readonly isPrivate: boolean;
  /** How long it is away. */
  readonly steps: number;
}

/** No app can know that a file was renamed into a folder that went away before anybody could look. */
const hasUnseen = ({ renamedAt, now }: Story, folder: string): boolean =>
  [...renamedAt].some(([path, when]) => path.startsWith(`${folder}/`) && now - when < RESCAN_MS + 30 * STEP_MS);

/** The folders that the app makes again where they are missing. */
const isOwn = (folder: string): boolean => /^(?:@2\/)?(?:Sent|Duplicates|Needs attention)(?:\/|$)/.test(folder);

/** A sub-folder goes elsewhere and comes back, with or without a link in its place. */
export function moveOut(story: Story, path: string, { isLinked, isPrivate, steps }: MoveOut): void {
  const { away, world } = story;
  const folder = at(story, path);
  if (away.folder !== null || isOwn(path) || !existsSync(folder) || hasUnseen(story, path)) return;
  away.folder = path;
  const elsewhere = join(world.home, `Elsewhere ${(story.moves += 1)}`);
  const hidden = join(world.home, `Private ${story.moves}`);
  renameSync(folder, elsewhere);
  if (isPrivate) mkdirSync(hidden);
  if (isLinked) symlinkSync(isPrivate ? hidden : elsewhere, folder);
  happened(story, path);
  later(story, steps, () => {
    if (isLinked) rmSync(folder);
    else if (existsSync(folder)) rmdirSync(folder);
    renameSync(elsewhere, folder);
    away.folder = null;
    happened(story, path);
  });
}

/** Moves out the topmost sub-folder of a document. */
function shareOut(story: Story, path: string, chance: Chance, isLinked: boolean): void {
  const parts = path.split('/').slice(0, -1);
  const depth = parts[0] === '@2' ? 2 : 1;
  if (parts.length < depth) return;
  const folder = parts.slice(0, depth).join('/');
  const isPrivate = isLinked && chance.of(0.4);
  const steps = isLinked ? chance.between(1, 12) : chance.between(15, 60);
  moveOut(story, folder, { isLinked, isPrivate, steps });
}

/** The sub-folder of a document lies elsewhere for so long that it could be taken for deleted. */
export const takeAway = (story: Story, path: string): void =>
  moveOut(story, dirname(path), { isLinked: false, isPrivate: false, steps: 45 });

/** Saves the rule as the story arranged it. */
function saveRule(story: Story, { app, truth }: RunningComputer, id: string): void {
  const folder = truth.folders.get(id);
  const shown = app.view(id);
  if (folder === undefined || shown === undefined) return;
  if (isClaimedLate(folder.root, 1)) folder.goal = 'hold';
  const confirms = folder.goal === 'send';
  const patterns = folder.takesPdf ? ['*.pdf', '*.docx', '*.xlsx'] : ['*.docx'];
  const rule: FolderRuleInput = { ...shown.rule, goal: folder.goal, patterns };
  if (confirms) folder.confirmed = truth.people;
  story.orders.push(app.folders.save(id, rule, confirms));
}

/** A person pauses a folder, and resumes it after some steps. */
export function pauseFor(story: Story, computer: RunningComputer, id: string, steps: number): void {
  const { app, truth } = computer;
  const folder = truth.folders.get(id);
  if (folder === undefined || folder.isPaused) return;
  folder.isPaused = true;
  const isHour = story.worlds.has('clock');
  app.folders.pause(id, isHour ? 'hour' : 'always');
  later(story, steps, () => {
    // An older journal holds it anew, which is another question.
    if (truth.folders.get(id) !== folder) return;
    folder.isPaused = false;
    computer.app.folders.pause(id, 'resume');
  });
}

/** What a person changes about the rule of a folder. */
const changeRule: Change = (story, path, chance, computer) => {
  const { truth } = computer;
  const found = [...truth.folders].find(([, { root }]) => at(story, path).startsWith(`${root}/`));
  if (found === undefined || truth.signedIn !== 'anna') return;
  const [id, folder] = found;
  const kind = chance.pick(['goal', 'goal', 'goal', 'pattern', 'pause'] as const);
  const back = chance.between(3, 25);
  if (kind === 'pause') return pauseFor(story, computer, id, back);
  if (kind === 'goal') folder.goal = folder.goal === 'send' ? 'hold' : 'send';
  else folder.takesPdf = false;
  saveRule(story, computer, id);
  if (kind === 'goal') return;
  later(story, back, () => {
    // An older journal may have brought the rule back meanwhile, or forgotten its folder.
    const now = truth.folders.get(id);
    if (now === undefined) return;
    now.takesPdf = true;
    if (now.goal === 'send' && truth.signedIn !== 'anna') now.goal = 'hold';
    saveRule(story, computer, id);
  });
};

/** Another part of the app sends the same document. */
const sendOtherwise: Change = (story, path, _chance, { journal }) => {
  const { recorded, world } = story;
  const sha256 = hashOf(readFileSync(at(story, path)));
  if (recorded.has(sha256) || story.hasSecond) return;
  const ids = { connectionId: world.connection.id, account: 'anna' };
  const base = sampleSubmission(`other${(story.histories += 1)}`, ids);
  const wish = { ...base.wish, file: { ...base.wish.file, sha256, name: basename(path) } };
  journal.submissions.commit([accepted({ ...base, goal: 'hold', stage: { kind: 'held' }, wish })]);
  recorded.set(sha256, 1);
  story.otherWay.add(sha256);
};

/** The document is a signed copy, which this computer saves now. */
const saveCopy: Change = (story, path, _chance, { app, id, journal }) => {
  const full = at(story, path);
  const content = readFileSync(full);
  const sha256 = hashOf(content);
  if (story.recorded.has(sha256)) return;
  // The other computer claimed it before it was a copy: whoever claims first takes it.
  if (story.roots.some((root) => isClaimedByOther(root, sha256, id))) return;
  story.copies.add(sha256);
  story.everCopies.add(sha256);
  const documentId = `d${(story.histories += 1)}`;
  const connectionId = story.world.connection.id;
  journal.savedCopies.add({ connectionId, documentId, path: full, sha256, size: content.length, at: 1 });
  if (!story.quirks.withoutCopyClaims) app.folders.copySaved(connectionId, documentId, full);
};

const newText = (story: Story): string => String((story.texts += 1));

/** A sidecar arrives or is corrected. */
const putSidecar: Change = (story, path, chance) => {
  story.sidecars.add(path);
  writeFileSync(
    `${at(story, path)}.json`,
    JSON.stringify({ signees: [{ email: chance.pick(people) }], comment: newText(story) }),
  );
  if (chance.of(0.5)) happened(story, `${path}.json`);
};

const removeSidecar: Change = (story, path) => rmSync(`${at(story, path)}.json`, { force: true });

const open: Change = (story, path, chance) => {
  const owner = join(dirname(at(story, path)), chance.pick(ownerNames(basename(path))));
  writeFileSync(owner, 'anna');
  later(story, chance.between(1, 15), () => rmSync(owner, { force: true }), path);
};

const changePeople: Change = (story, _path, chance, { app, truth }) => {
  truth.people = chance.pick(people);
  const signees = [{ email: truth.people, name: '', comment: '', order: null }];
  // A person may be asked: then each change is another one.
  const asks = story.worlds.has('answers');
  if (asks) truth.text = newText(story);
  if (asks && story.own.of(0.5)) {
    truth.people = '';
    signees.pop();
  }
  app.state.publish({ profiles: [{ ...profile, choices: { ...profile.choices, comment: truth.text, signees } }] });
};

const changeAccount: Change = (story, _path, chance, computer) => {
  const { connection } = story.world;
  computer.truth.signedIn = 'beat';
  computer.app.state.publish({ connections: [{ ...connection, username: 'beat' }] });
  later(story, chance.between(1, 20), () => {
    computer.truth.signedIn = 'anna';
    computer.app.state.publish({ connections: [connection] });
  });
};

/** A program renames another document over it, which has the same size and time. */
const replace: Change = (story, path) => {
  const full = at(story, path);
  const { size, mtime, atime } = statSync(full);
  const content = fresh(story, size);
  if (content.length !== size) return;
  // What a folder has moved here still stands under its former name.
  const before = hashOf(readFileSync(full));
  for (const [other, sha256] of story.left)
    if (sha256 === before && !existsSync(at(story, other))) story.left.delete(other);
  const draft = join(story.world.home, 'draft');
  writeFileSync(draft, content);
  utimesSync(draft, atime, mtime);
  renameSync(draft, full);
  rests(story, path, content);
  happened(story, path);
};

/** The seeds of the planted bugs depend on the order of this list. */
const changes: readonly [Change, ...Change[]] = [
  putSidecar,
  removeSidecar,
  open,
  changePeople,
  changeAccount,
  changeRule,
  (story, path, chance) => shareOut(story, path, chance, true),
  (story, path, chance) => shareOut(story, path, chance, false),
  replace,
  sendOtherwise,
  saveCopy,
];

/** Changes something about a document, as the story does it between two steps or in the moment of acting. */
export function changeDocument(story: Story, path: string, chance: Chance, computer: RunningComputer): void {
  const change = chance.pick(changes);
  if (isInside(at(story, path)) || change === changePeople || change === changeAccount)
    change(story, path, chance, computer);
}
