import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { hashOf } from '../../../main/submission/submission.ts';
import { changeDocument, takeAway } from './moment-changes.ts';
import { programDeeds } from './program-deeds.ts';
import { documents, isThere, later, type RunningComputer, rootOf, type Story } from './story.ts';
import type { FirstComputer } from './story-computers.ts';

export interface Computers {
  readonly first: FirstComputer;
  readonly second: RunningComputer | null;
}

type Deed = (story: Story, computers: Computers) => void;

/** The document of a submission is sent. */
const send: Deed = ({ world, sent }, { first }) => {
  const held = world.submissions().find(({ stage }) => stage.kind !== 'done');
  if (!held) return;
  first.app.folders.submissionChanged(world.become(held, { stage: { kind: 'done', as: 'started' } }));
  sent.add(hashOf(held));
};

/** A person withdraws a document. Another file of the same content may be sent then. */
export const withdraw: Deed = (story, { first }) => {
  const { world, left, doubled } = story;
  const isSingle = (sha256: string) =>
    !doubled.has(sha256) && [...left.values()].filter((one) => one === sha256).length === 1;
  const held = world
    .submissions()
    .findLast(
      ({ stage, folder, wish }) =>
        stage.kind !== 'done' && first.truth.folders.has(folder?.id ?? '') && isSingle(hashOf({ wish })),
    );
  if (!held) return;
  first.app.folders.submissionChanged(world.become(held, { stage: { kind: 'done', as: 'withdrawn' } }));
  story.withdrawn.add(hashOf(held));
  const path = [...left.keys()].find((one) => left.get(one) === hashOf(held)) ?? '';
  const { awayAfterWithdrawal, hiddenAfterWithdrawal } = story.quirks;
  const isDeep = path.replace('@2/', '').includes('/');
  if (!isDeep || !isThere(story, path)) return;
  if (awayAfterWithdrawal) takeAway(story, path);
  else if (hiddenAfterWithdrawal && path.startsWith('Scans/')) {
    story.scans.hide(true);
    later(story, 105, () => story.scans.hide(false));
  } else return;
  // Whole looks that see nothing of it. A new file in between begins the waiting anew.
  for (const steps of [1, 20, 40, 60, 80, 100]) later(story, steps, () => first.lookNow());
};

/** A part of the folder cannot be read for a while. */
const hideScans: Deed = (story, { first }) => {
  const { chance, scans } = story;
  scans.hide(true);
  first.lookNow();
  later(story, chance.between(16, 19), () => first.lookNow());
  later(story, chance.between(20, 60), () => scans.hide(false));
};

/** Something else changes about a document: its people, its rule, its place. */
const changeSome: Deed = (story, { first, second }) => {
  const { chance } = story;
  const path = documents(story).at(chance.of(0.7) ? -1 : 0);
  if (path !== undefined) changeDocument(story, path, chance, second !== null && chance.of(0.3) ? second : first);
};

/** A computer that is not here says that the document is a signed copy. */
const claimCopy: Deed = (story) => {
  const { left } = story;
  const path = documents(story).find((one) => !story.recorded.has(left.get(one) ?? ''));
  if (path === undefined) return;
  const sha256 = left.get(path) ?? '';
  const claim = join(rootOf(story, path), '.countersign/claims', `${sha256}.claim`);
  if ([...left.values()].filter((one) => one === sha256).length > 1) return;
  const said = { computer: 'computer-3', name: 'PC-3', user: 'carla', at: 1, file: basename(path), sha256 };
  try {
    // The app may write its own claim in this moment.
    writeFileSync(claim, JSON.stringify({ ...said, taken: false, copy: true }), { flag: 'wx' });
  } catch {
    return;
  }
  story.copies.add(sha256);
  story.everCopies.add(sha256);
};

/** The seeds of the planted bugs depend on the order of this list. */
const deeds: readonly [Deed, ...Deed[]] = [
  programDeeds.appear,
  programDeeds.grow,
  programDeeds.append,
  programDeeds.preallocate,
  programDeeds.vanish,
  programDeeds.touch,
  programDeeds.double,
  programDeeds.removeOrRename,
  send,
  withdraw,
  hideScans,
  changeSome,
  changeSome,
  changeSome,
  claimCopy,
  programDeeds.preallocateLong,
];

/** A program, a person or another computer does something. */
export const doSomething = (story: Story, computers: Computers): void => story.chance.pick(deeds)(story, computers);
