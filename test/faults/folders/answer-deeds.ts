import { readFileSync } from 'node:fs';
import type { FolderFile } from '../../../preload/contract/folder.ts';
import { changeDocument, people } from './moment-changes.ts';
import { type Answer, hashOf } from './moment-judge.ts';
import { at, isThere, pathOf, type Story } from './story.ts';
import type { FirstComputer } from './story-computers.ts';
import type { WorldDeed } from './world-deeds.ts';

interface Asked {
  readonly answer: Answer;
  readonly print: string;
  /** As the story names it. */
  readonly path: string;
}

const answerable = ['complete', 'send-anyway', 'release', 'aside'] as const;

/** What the window asks about one of the files. */
function askOne(story: Story, { app, truth }: FirstComputer): Asked | null {
  const { own, left } = story;
  const asked: Asked[] = [];
  for (const [id, { root }] of truth.folders)
    for (const { key, print, actions } of app.folders.files(id, 'all').files) {
      const path = pathOf(story, `${root}/${key}`);
      const offered = answerable.filter((action) => actions.includes(action));
      const [first, ...more] = offered;
      if (first === undefined || !isThere(story, path)) continue;
      const action = own.pick([first, first, ...more]);
      const content = left.get(path) ?? hashOf(readFileSync(at(story, path)));
      const taken = story.recorded.get(content) ?? 0;
      const named = action === 'complete' ? own.pick(people) : null;
      const isCopy = story.copies.has(content);
      const remember = named !== null && own.of(0.3);
      const answer = { id, key, action, people: named, remember, content, texts: story.texts, taken, isCopy };
      asked.push({ answer, print, path });
    }
  const [one] = asked;
  return one === undefined ? null : own.pick([one, ...asked]);
}

/** What an answer that was carried out comes to. */
function noteAnswer(story: Story, { action, content }: Answer, path: string): void {
  if (action === 'aside') {
    if ((story.left.get(path) ?? content) !== content)
      story.problems.push(`${path} was set aside by an answer about something else`);
    story.asideByPerson.add(content);
  }
  if (action !== 'release') return;
  story.elsewhere.delete(content);
  story.released.add(content);
  // The person says that the other computer has not sent it.
  if (story.recorded.has(content)) story.sentAnyway.set(content, (story.sentAnyway.get(content) ?? 0) + 1);
}

async function give(story: Story, { app, truth }: FirstComputer, { answer, print, path }: Asked): Promise<void> {
  const { id, key, action, people: email, remember } = answer;
  const folder = truth.folders.get(id);
  const rowNow = (): FolderFile | undefined => app.folders.files(id, 'all').files.find((one) => one.key === key);
  const act = { id, key, print: story.quirks.answersUnseen ? (rowNow()?.print ?? print) : print };
  const signees = [{ email: email ?? '', name: '', comment: '', order: null }];
  story.answer = answer;
  try {
    const whole = action === 'complete' ? ({ ...act, action, signees, remember } as const) : null;
    const done = await app.folders.act(
      whole ?? { ...act, action: action === 'release' || action === 'aside' ? action : 'send-anyway' },
    );
    if (!done.ok) story.ofAnswer.length = 0;
    if (done.ok) noteAnswer(story, answer, path);
    if (done.ok && remember && folder !== undefined) folder.remembered = email;
  } catch (error) {
    if (!story.crashed) throw error;
    // The answer may be stored.
    if (remember && folder !== undefined) folder.remembered = null;
  } finally {
    story.problems.push(...story.ofAnswer.splice(0));
    story.answer = null;
  }
}

/** A person answers about a file. It may have changed since the window asked. */
export const answerOne: WorldDeed = async (story, { first }, pass) => {
  const { own } = story;
  const asked = askOne(story, first);
  if (asked === null) return;
  const isWritten = () => story.left.get(asked.path) === '';
  const change = () => {
    if (!isWritten()) changeDocument(story, asked.path, own, first);
  };
  for (let steps = own.between(0, 4); steps > 0; steps -= 1) {
    if (own.of(0.3)) change();
    // A window that begins anew shows its questions anew.
    // oxlint-disable-next-line no-await-in-loop -- time passes
    if (await pass()) return;
  }
  if (own.of(0.3)) change();
  // Nobody sets aside what a program writes at this moment.
  if (isWritten()) return;
  await give(story, first, asked);
};

/** A person lets a folder send by itself, to the people that the window named. */
export const confirmPeople: WorldDeed = async (story, { first }, pass) => {
  const { own, quirks } = story;
  const { app, truth } = first;
  const [one, ...more] = truth.folders;
  if (one === undefined || truth.signedIn !== 'anna') return;
  const [id, { root }] = own.pick([one, ...more]);
  const shown = app.view(id)?.rule;
  // A rule that waits for its pattern to come back would be saved without it once more.
  if (shown?.patterns.includes('*.pdf') !== true) return;
  const wanted = { ...shown, goal: 'send' } as const;
  const { print } = await app.folders.wouldSend(id, wanted);
  const named = truth.people;
  for (let steps = own.between(0, 3); steps > 0; steps -= 1) {
    if (own.of(0.5)) changeDocument(story, pathOf(story, `${root}/none`), own, first);
    // oxlint-disable-next-line no-await-in-loop -- time passes
    if (await pass()) return;
  }
  const done = await app.folders.save(id, wanted, true, quirks.answersUnseen ? null : print);
  const folder = truth.folders.get(id);
  if (!done.ok || folder === undefined) return;
  Object.assign(folder, { goal: 'send', confirmed: named, takesPdf: wanted.patterns.includes('*.pdf') });
};
