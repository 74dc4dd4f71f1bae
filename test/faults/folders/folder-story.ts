import { type Computers, doSomething } from './deeds.ts';
import type { FolderQuirks } from './folder-quirks.ts';
import { createStory, doPending, HOUR_MS, RESCAN_MS, rests, STEP_MS, type Story } from './story.ts';
import { beginSecond, FirstComputer } from './story-computers.ts';
import { judgeEnd } from './story-judge.ts';
import { doInWorlds } from './world-deeds.ts';

interface FolderStory {
  readonly problems: readonly string[];
  readonly taken: number;
}

const QUIET_MS = 5_000;

/** The journal has a history when it is copied, so that its witness can tell. */
async function takeFirst(story: Story, first: FirstComputer): Promise<void> {
  const { world } = story;
  await first.begin();
  // A clock that is moved back stays after the year 1970.
  if (story.worlds.has('clock')) first.app.time.set(1_000 * HOUR_MS);
  await first.addFolders();
  const content = world.put('First.pdf');
  // oxlint-disable-next-line no-await-in-loop -- until the first one is taken
  while (story.recorded.size === 0) await first.app.pass(STEP_MS);
  await first.app.end();
  await world.here.backUp();
  story.mayCrash = true;
  await first.begin();
  await first.hears();
  rests(story, 'First.pdf', content);
}

/** Lets time pass. Tells whether the app ended and began again. */
async function step(story: Story, { first, second }: Computers): Promise<boolean> {
  story.now += STEP_MS;
  doPending(story);
  await first.app.pass(STEP_MS);
  await second?.app.pass(STEP_MS);
  // Minutes of the story may pass while the disk answers once.
  await Promise.all(story.orders.splice(0));
  if (!story.crashed && !story.chance.of(0.02)) return false;
  await first.restart();
  return true;
}

/** Nobody does anything any more: one rescan of an app that goes on has to find what events did not tell. */
async function rest(story: Story, computers: Computers): Promise<void> {
  const wholeRest = RESCAN_MS + 4 * QUIET_MS;
  let told = story.events;
  for (let left = wholeRest; left > 0; left -= 5 * STEP_MS) {
    story.now += 4 * STEP_MS;
    // oxlint-disable-next-line no-await-in-loop -- time passes
    await computers.first.app.pass(4 * STEP_MS);
    // oxlint-disable-next-line no-await-in-loop
    await computers.second?.app.pass(4 * STEP_MS);
    // oxlint-disable-next-line no-await-in-loop
    if ((await step(story, computers)) || story.pending.length > 0 || story.events !== told) left = wholeRest;
    told = story.events;
  }
}

/**
 * One seeded story: programs write, rename, replace and delete files while events are dropped, doubled, reordered or all
 * lost, and the app ends and crashes at any moment. At the end every file that rested was taken exactly once.
 */
export async function tellFolderStory(seed: number, quirks: FolderQuirks = {}): Promise<FolderStory> {
  const story = createStory(seed, quirks);
  const { chance, world } = story;
  const first = new FirstComputer(story);
  await takeFirst(story, first);
  const second = story.hasSecond ? await beginSecond(story) : null;
  const computers = { first, second };
  try {
    for (let deed = 0; deed < 14; deed += 1) {
      doSomething(story, computers);
      // oxlint-disable-next-line no-await-in-loop
      await doInWorlds(story, computers, () => step(story, computers));
      // oxlint-disable-next-line no-await-in-loop -- time passes between what programs do
      for (let steps = chance.between(0, 8); steps > 0; steps -= 1) await step(story, computers);
    }
    // oxlint-disable-next-line no-await-in-loop
    while (story.pending.length > 0) await step(story, computers);
    await rest(story, computers);
    const problems = [...story.problems, ...judgeEnd(story, first)];
    return { problems: [...new Set(problems)], taken: world.submissions().length };
  } finally {
    await first.app.end();
    await second?.[Symbol.asyncDispose]();
    world.faults.length = 0;
    await world[Symbol.asyncDispose]();
  }
}
