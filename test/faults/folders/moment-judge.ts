import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Submission } from '../../../main/submission/submission.ts';
import type { FolderFileAction } from '../../../preload/contract/folder.ts';

/** What holds for one watched folder, as the story arranged it. */
export interface FolderTruth {
  readonly root: string;
  goal: 'send' | 'hold';
  isPaused: boolean;
  takesPdf: boolean;
  /** The people that were confirmed with the rule. Null: an older journal came back with another rule. */
  confirmed: string | null;
  /** The people whom an answer wants remembered, where nobody else is named. Null: an older journal may have others. */
  remembered: string | null;
  /** When it sent something, by the time of the story. */
  sends: readonly number[];
}

/** What a person answered about a file, with what was there when the window asked. */
export interface Answer {
  readonly id: string;
  readonly key: string;
  readonly action: FolderFileAction;
  /** The people that it names, if the question is who signs. */
  readonly people: string | null;
  readonly remember: boolean;
  readonly content: string;
  /** Texts with a higher number came later. */
  readonly texts: number;
  readonly taken: number;
  readonly isCopy: boolean;
}

/** What holds on one computer: only the story writes it, so that the app's own view proves nothing. */
export interface Truth {
  people: string;
  /** The text of the profile. */
  text: string;
  signedIn: string;
  readonly folders: Map<string, FolderTruth>;
}

export const hashOf = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');

/** The file is where its path says: no part of the path is a link. */
export function isInside(path: string): boolean {
  try {
    return realpathSync(dirname(path)) === dirname(path) && existsSync(path);
  } catch {
    return false;
  }
}

/** The people and the text that the sidecar names. Null: there is none. */
function namedBeside(path: string): { readonly people: string; readonly text: string } | null {
  if (!existsSync(`${path}.json`)) return null;
  const read: { signees: { email: string }[]; comment: string } = JSON.parse(readFileSync(`${path}.json`, 'utf8'));
  return { people: read.signees.map(({ email }) => email).join(), text: read.comment };
}

/** A cloud keeps the folder in step with another computer that watches it: claims come too late. */
export const isClaimedLate = (root: string, own: number): boolean =>
  root.includes('/OneDrive/') && watchersOf(root) > own;

const watchersOf = (root: string): number => {
  const folder = join(root, '.countersign/watchers');
  return existsSync(folder) ? readdirSync(folder).length : 0;
};

export const ownerNames = (name: string): readonly [string, string] => [`~$${name}`, `.~lock.${name}#`];

/** Compares an accepted submission with what holds in this moment, and with what a person was shown. */
export function judgeMoment(
  { wish, account, goal, folder }: Submission,
  truth: Truth,
  answer: Answer | null,
): readonly string[] {
  const rule = truth.folders.get(folder?.id ?? '');
  if (folder === null || rule === undefined) return [`${wish.file.name} was taken by a folder that nobody added`];
  const path = join(rule.root, folder.path);
  const problems: string[] = [];
  const complain = (problem: string) => void problems.push(`${folder.path} ${problem}`);
  if (account !== 'anna' || truth.signedIn !== 'anna') complain('was taken for another account');
  const isPaused = rule.isPaused && answer === null;
  if (isPaused || !rule.takesPdf || (goal === 'send' && rule.goal !== 'send'))
    complain('was taken by a rule that no longer held');
  if (goal === 'send' && isClaimedLate(rule.root, 1)) complain('was sent where another computer may send it as well');
  if (!isInside(path)) {
    complain('was taken from outside of the folder');
    return problems;
  }
  if (hashOf(readFileSync(path)) !== wish.file.sha256) complain('was another document when it was taken');
  const named = namedBeside(path);
  const people = wish.signees.map(({ email }) => email).join();
  const wanted = named?.people ?? truth.people;
  const isAnswered = wanted === '' && people === answer?.people;
  const isRemembered = wanted === '' && (rule.remembered ?? people) === people;
  if (people !== wanted && !isAnswered && !isRemembered) complain('went to people that were no longer named');
  if (wish.comment !== (named?.text ?? truth.text)) complain('went with a text that no longer held');
  const confirmed = isRemembered ? '' : people;
  const isConfirmed = answer !== null || named !== null || (rule.confirmed ?? confirmed) === confirmed;
  if (goal === 'send' && !isConfirmed) complain('was sent to people that nobody confirmed');
  if (ownerNames(basename(path)).some((name) => existsSync(join(dirname(path), name))))
    complain('was taken while it was open');
  return problems;
}

/** Whether an answer takes what the window showed. An answer that was refused took nothing: the folder itself did. */
export const judgeAnswer = ({ wish, folder }: Submission, answer: Answer): readonly string[] =>
  // The first text has no number.
  answer.content !== wish.file.sha256 || Number(wish.comment) > answer.texts
    ? [`${folder?.path} was taken by an answer about something else`]
    : [];
