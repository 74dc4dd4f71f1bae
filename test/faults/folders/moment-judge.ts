import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Submission } from '../../../main/submission/submission.ts';

/** What holds for one watched folder, as the story arranged it. */
export interface FolderTruth {
  readonly root: string;
  goal: 'send' | 'hold';
  isPaused: boolean;
  takesPdf: boolean;
  /** The people that were confirmed with the rule. Null: an older journal came back with another rule. */
  confirmed: string | null;
}

/** What holds on one computer: only the story writes it, so that the app's own view proves nothing. */
export interface Truth {
  people: string;
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

/** The people that the sidecar names. Null: there is none. */
function namedBeside(path: string): string | null {
  if (!existsSync(`${path}.json`)) return null;
  const read: { signees: { email: string }[] } = JSON.parse(readFileSync(`${path}.json`, 'utf8'));
  return read.signees.map(({ email }) => email).join();
}

export const ownerNames = (name: string): readonly [string, string] => [`~$${name}`, `.~lock.${name}#`];

/** Compares an accepted submission with what holds in this moment. */
export function judgeMoment({ wish, account, goal, folder }: Submission, truth: Truth): readonly string[] {
  const rule = truth.folders.get(folder?.id ?? '');
  if (folder === null || rule === undefined) return [`${wish.file.name} was taken by a folder that nobody added`];
  const path = join(rule.root, folder.path);
  const problems: string[] = [];
  const complain = (problem: string) => void problems.push(`${folder.path} ${problem}`);
  if (account !== 'anna' || truth.signedIn !== 'anna') complain('was taken for another account');
  if (rule.isPaused || !rule.takesPdf || (goal === 'send' && rule.goal !== 'send'))
    complain('was taken by a rule that no longer held');
  if (!isInside(path)) {
    complain('was taken from outside of the folder');
    return problems;
  }
  if (hashOf(readFileSync(path)) !== wish.file.sha256) complain('was another document when it was taken');
  const named = namedBeside(path);
  const people = wish.signees.map(({ email }) => email).join();
  if (people !== (named ?? truth.people)) complain('went to people that were no longer named');
  const isConfirmed = named !== null || rule.confirmed === null || rule.confirmed === people;
  if (goal === 'send' && !isConfirmed) complain('was sent to people that nobody confirmed');
  if (ownerNames(basename(path)).some((name) => existsSync(join(dirname(path), name))))
    complain('was taken while it was open');
  return problems;
}
