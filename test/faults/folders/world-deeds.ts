import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { answerOne, confirmPeople } from './answer-deeds.ts';
import { type Computers, withdraw } from './deeds.ts';
import type { WorldName } from './folder-quirks.ts';
import { moveOut, pauseFor } from './moment-changes.ts';
import { programDeeds } from './program-deeds.ts';
import { at, documents, forgetUntold, HOUR_MS, happened, isThere, later, rests, rootOf, type Story } from './story.ts';

/** `pass` lets a step of time pass, and tells whether the app began anew. */
export type WorldDeed = (story: Story, computers: Computers, pass: () => Promise<boolean>) => Promise<void>;

/** A document, rather one that was withdrawn. */
function someDocument(story: Story, isFit: (path: string) => boolean = () => true): string | undefined {
  const all = documents(story).filter(isFit);
  const [one, ...more] = all.filter((path) => story.withdrawn.has(story.left.get(path) ?? ''));
  return one === undefined ? all.at(story.own.of(0.5) ? -1 : 0) : story.own.pick([one, ...more]);
}

/** Somebody sets the clock on the wall, perhaps while a folder is paused, and a document comes. */
const moveClock: WorldDeed = async (story, { first }) => {
  const { own } = story;
  for (const id of own.of(0.5) ? first.truth.folders.keys() : []) pauseFor(story, first, id, own.between(10, 25));
  const hours = own.pick([-24, -1, 1, 24]);
  first.app.time.set(hours * HOUR_MS);
  if (own.of(0.5)) programDeeds.appear(story);
};

/** A file is elsewhere for long, perhaps after it was withdrawn, and comes back. */
const vanishLong: WorldDeed = async (story, computers) => {
  if (story.own.of(0.7)) withdraw(story, computers);
  const path = someDocument(story);
  if (path === undefined) return;
  // Whole looks that do not see it.
  for (const steps of [1, 20, 40]) later(story, steps, () => computers.first.lookNow());
  const kept = join(story.world.home, `Kept ${(story.moves += 1)}`);
  story.mayReturn.add(story.left.get(path) ?? '');
  renameSync(at(story, path), kept);
  happened(story, path);
  const comeBack = () => {
    const isFree = !isThere(story, path) && story.left.has(path) && story.own.of(0.5);
    // A person puts it back under another name.
    if (!isFree && !isThere(story, path)) story.left.delete(path);
    const place = isFree ? path : path.replace(/(\.\w+)$/, ` ${story.moves}$1`);
    const content = readFileSync(kept);
    renameSync(kept, at(story, place));
    rests(story, place, content);
    happened(story, place);
  };
  later(story, story.own.between(20, 200), comeBack, path);
};

/** A sub-folder is elsewhere for minutes. */
const subFolderAway: WorldDeed = async (story, computers) => {
  if (story.own.of(0.5)) withdraw(story, computers);
  const path = someDocument(story, (one) => one.replace('@2/', '').includes('/'));
  if (path === undefined) return;
  const [folder = ''] = /^(?:@2\/)?[^/]+/.exec(path) ?? [];
  moveOut(story, folder, { isLinked: false, isPrivate: false, steps: story.own.between(60, 400) });
};

/** Nothing may lie in it. The app may be about to take back what it made in the moment in which the drive went away. */
async function removeEmpty(root: string, pass: () => Promise<boolean>): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- time passes
  for (let tries = 10; tries > 0 && readdirSync(root).length > 0; tries -= 1) await pass();
  rmdirSync(root);
}

/** A watched folder is away as a whole: its drive may leave an empty folder in its place. */
const rootAway: WorldDeed = async (story, computers, pass) => {
  if (story.own.of(0.5)) withdraw(story, computers);
  const { own, roots, world, away } = story;
  if (away.folder !== null) return;
  const top = roots.length > 1 && own.of(0.5) ? '@2/' : '';
  const root = rootOf(story, top);
  const elsewhere = join(world.home, `Drive ${(story.moves += 1)}`);
  const leavesEmpty = own.of(0.5);
  away.root = top;
  renameSync(root, elsewhere);
  if (leavesEmpty) mkdirSync(root);
  // oxlint-disable-next-line no-await-in-loop -- time passes
  for (let steps = own.between(20, 180); steps > 0; steps -= 1) await pass();
  if (leavesEmpty) await removeEmpty(root, pass);
  renameSync(elsewhere, root);
  away.root = null;
  // A copy that was saved in that moment is known to one computer, and the other one may look first.
  if (story.hasSecond) forgetUntold(story);
  story.events += 1;
};

/** The cloud brings the note of another computer that watches the folder, or its name alone. */
const noteWatcher: WorldDeed = async (story) => {
  const root = story.own.pick([story.world.root, ...story.roots]);
  const said = { id: 'computer-3', name: 'PC-3', user: 'carla' };
  const text = story.own.of(0.5) ? JSON.stringify(said) : '';
  writeFileSync(join(root, '.countersign/watchers/computer-3.json'), text);
};

/** The cloud brings the claim of another computer, perhaps too late: then one of the two gets another name. */
const bringClaim: WorldDeed = async (story, { first }) => {
  const path = someDocument(story, (one) => !story.everCopies.has(story.left.get(one) ?? ''));
  if (path === undefined) return;
  const sha256 = story.left.get(path) ?? '';
  const folder = join(rootOf(story, path), '.countersign/claims');
  const claim = join(folder, `${sha256}.claim`);
  const said = { computer: 'computer-3', name: 'PC-3', user: 'carla', at: first.app.time.clock.now() };
  const text = JSON.stringify({ ...said, file: basename(path), sha256, taken: true, copy: false });
  const renames = existsSync(claim) && story.own.of(0.5);
  if (renames) renameSync(claim, join(folder, `${sha256}-PC-1.claim`));
  if (renames || !existsSync(claim)) {
    writeFileSync(claim, text);
    story.elsewhere.add(sha256);
  } else writeFileSync(join(folder, `${sha256}-PC-3.claim`), text);
};

/** The cloud brings a document once more, under the name of a conflict. */
const bringCopy: WorldDeed = async (story) => {
  const path = someDocument(story, (one) => !story.everCopies.has(story.left.get(one) ?? ''));
  if (path === undefined) return;
  const content = readFileSync(at(story, path));
  const sha256 = story.left.get(path) ?? '';
  const name = path.replace(/(\.\w+)$/, `-PC-3${(story.number += 1)}$1`);
  writeFileSync(at(story, name), content);
  rests(story, name, content);
  story.doubled.add(sha256);
  if (story.withdrawn.has(sha256)) story.mayReturn.add(sha256);
  happened(story, name);
};

const deeds: Readonly<Record<WorldName, readonly [WorldDeed, ...WorldDeed[]]>> = {
  answers: [answerOne, answerOne, answerOne, confirmPeople],
  clock: [moveClock],
  away: [vanishLong, subFolderAway, rootAway],
  cloud: [noteWatcher, bringClaim, bringCopy],
};

/** Something that happens only in the worlds of this story. */
export const doInWorlds: WorldDeed = async (story, computers, pass) => {
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  for (const world of story.worlds) if (story.own.of(0.4)) await story.own.pick(deeds[world])(story, computers, pass);
};
