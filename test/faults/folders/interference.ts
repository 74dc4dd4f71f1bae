import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { moveFile } from '../../../main/folders/move-file.ts';
import { hashOf, type Submission } from '../../../main/submission/submission.ts';
import type { Take } from './folder-quirks.ts';
import { changeDocument } from './moment-changes.ts';
import { isInside, judgeAnswer, judgeMoment, type Truth } from './moment-judge.ts';
import {
  chanceFor,
  fresh,
  HOUR_MS,
  happened,
  PER_HOUR,
  pathOf,
  type RunningComputer,
  rests,
  type Story,
} from './story.ts';

function count(story: Story, { wish, folder }: Submission, truth: Truth): void {
  const { recorded, recordedIn } = story;
  const sha256 = hashOf({ wish });
  recorded.set(sha256, (recorded.get(sha256) ?? 0) + 1);
  const key = `${sha256} ${truth.folders.get(folder?.id ?? '')?.root ?? ''}`;
  recordedIn.set(key, (recordedIn.get(key) ?? 0) + 1);
}

/** What a folder sent in the last hour, by the time that passed. The first minute is not sure. */
function judgeHour(story: Story, { goal, wish, folder }: Submission, truth: Truth): void {
  const found = truth.folders.get(folder?.id ?? '');
  if (goal !== 'send' || found === undefined) return;
  const lately = found.sends.filter((at) => story.now - at < HOUR_MS - 60_000);
  found.sends = [...lately, story.now];
  if (story.answer === null && lately.length >= PER_HOUR && story.worlds.has('clock'))
    story.problems.push(`${wish.file.name} was sent beyond the bound of the hour`);
}

/** Counts what is accepted, and judges each in its moment. */
export const counting =
  (story: Story, take: Take, truth: Truth, isFirst: boolean): Take =>
  (offers, report) =>
    take(offers, (told) => {
      if (told.kind === 'accepted') {
        const { submission } = told;
        const { name } = submission.wish.file;
        const sha256 = hashOf(submission);
        const answer = answerAbout(story, submission);
        const before = story.recorded.get(sha256) ?? 0;
        count(story, submission, truth);
        const complain = (problem: string) => void story.problems.push(`${name} ${problem}`);
        if (answer === null) {
          if (story.isHeld && isFirst) complain('was taken before its folder was resumed');
          if (before > 0 && submission.goal === 'send' && story.withdrawn.has(sha256))
            complain('was withdrawn and was sent again by itself');
        } else {
          story.ofAnswer.push(...judgeAnswer(submission, answer));
          if (before > answer.taken) complain('was taken by an answer that came too late');
          if (before > 0) story.sentAnyway.set(sha256, (story.sentAnyway.get(sha256) ?? 0) + 1);
        }
        if (isFirst) judgeHour(story, submission, truth);
        story.problems.push(...judgeMoment(submission, truth, answer));
        if (story.copies.has(sha256) && answer?.isCopy !== true) complain('is a signed copy and was taken');
      }
      report(told);
    });

const answerAbout = ({ answer }: Story, { folder }: Submission) =>
  answer?.id === folder?.id && answer?.key === folder?.path ? answer : null;

/** Changes something in the moment of acting: before the files are copied, or when one is copied. */
export function changing(story: Story, take: Take, computer: RunningComputer): Take {
  return async (offers, report) => {
    // The order of a group depends on the disk.
    const sorted = offers.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    const [one] = sorted;
    if (one === undefined || !story.mayCrash) return take(offers, report);
    // The order in which two folders work may differ from run to run.
    const tries = (story.offered.get(one.path) ?? 0) + 1;
    story.offered.set(one.path, tries);
    const own = chanceFor(story, `${one.path.slice(story.world.home.length)} ${tries}`);
    const moment = own.of(0.5) ? own.pick(['before', 'copied'] as const) : null;
    const target = own.pick([one, ...sorted]);
    const change = () => changeDocument(story, pathOf(story, target.path), own, computer);
    if (moment === 'before') change();
    return take(offers, (told) => {
      if (moment === 'copied' && told.kind === 'copied' && told.offer.path === target.path) change();
      report(told);
    });
  };
}

function crash(story: Story): never {
  story.crashed = true;
  throw new Error('The app ended here.');
}

/** Ends the app before files are taken, or after. */
export const crashing =
  (story: Story, take: Take): Take =>
  async (offers, report) => {
    if (story.mayCrash && story.chance.of(0.08)) crash(story);
    await take(offers, report);
    if (story.mayCrash && story.chance.of(0.08)) crash(story);
  };

/** A program renames a new document over one that is being moved. */
function saveOver(story: Story, path: string): void {
  const content = fresh(story);
  writeFileSync(join(story.world.home, 'over'), content);
  renameSync(join(story.world.home, 'over'), path);
  rests(story, pathOf(story, path), content);
  happened(story, pathOf(story, path));
}

/** Moves a file while another document may take its name. */
export const moving =
  (story: Story): typeof moveFile =>
  (options) => {
    const path = join(options.root, options.path);
    const own = chanceFor(story, `${pathOf(story, path)} moved`);
    const what =
      options.into === 'Sent' && story.mayCrash && story.left.has(pathOf(story, path))
        ? own.pick(['nothing', 'before', 'meanwhile'] as const)
        : 'nothing';
    if (what === 'before' && isInside(path)) saveOver(story, path);
    const stillMoves = async (held: string) => {
      if (what === 'meanwhile') saveOver(story, path);
      return (await options.stillMoves?.(held)) ?? true;
    };
    return (story.quirks.moveFile ?? moveFile)({ ...options, stillMoves });
  };
