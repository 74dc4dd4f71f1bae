import { randomUUID } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Problem } from '../../preload/contract/problem.ts';
import { errorCode } from '../files/error-code.ts';
import { noPolicy, type Policy, parsePolicy } from './policy.ts';

export interface PolicyPlace {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly packaged: boolean;
}

/** Returns a path where only an administrator can write. In development a variable names another file, for tests. */
export function policyPath({ platform, env, packaged }: PolicyPlace): string {
  const forTests = env['COUNTERSIGN_POLICY'];
  if (!packaged && forTests !== undefined) return forTests;
  // Not from a variable: whoever starts the app could name a folder of their own.
  if (platform === 'win32') return String.raw`C:\ProgramData\Countersign\policy.json`;
  if (platform === 'darwin') return '/Library/Application Support/Countersign/policy.json';
  return '/etc/countersign/policy.json';
}

export interface ReadPolicy {
  readonly policy: Policy;
  readonly problem: Problem | null;
  /** Whether the fault is the same at each start, and nobody at this computer can correct it. A person is told once. */
  readonly isLasting?: boolean;
}

const longest = 256_000;
const writableByOthers = 0o022;
const ROOT = 0;

const none = (key: Problem['key'], file: string, details?: string): ReadPolicy => ({
  policy: noPolicy,
  problem: { key, params: { file }, ...(details === undefined ? {} : { details }) },
});

const isOfRoot = ({ uid, mode }: Pick<Stats, 'uid' | 'mode'>): boolean =>
  uid === ROOT && (mode & writableByOthers) === 0;

function foldersAbove(file: string): readonly string[] {
  const above = dirname(file);
  return above === file ? [] : [above, ...foldersAbove(above)];
}

function canOpenForWriting(file: string): boolean {
  try {
    closeSync(openSync(file, constants.O_RDWR));
    return true;
  } catch {
    return false;
  }
}

function canCreateBeside(file: string): boolean {
  const probe = join(dirname(file), `.countersign-${randomUUID()}`);
  try {
    closeSync(openSync(probe, 'wx'));
    unlinkSync(probe);
    return true;
  } catch {
    return false;
  }
}

/** Tells whether a file can be changed, by trying. The mode does not show all permissions, such as an access list. */
export const canChange = (file: string): boolean => canOpenForWriting(file) || canCreateBeside(file);

/**
 * Tells whether the person who runs the app, or another ordinary user, could have written the policy. Not on Windows.
 */
export function isWritableByUsers(file: string, uid: number | undefined): boolean {
  if (![file, ...foldersAbove(file)].every((path) => isOfRoot(lstatSync(path)))) return true;
  // The administrator can write everywhere.
  if (uid === ROOT) return false;
  return canChange(file);
}

/** Reads the opened file, so that nobody can exchange it in between. Throws for anything but a regular file. */
function readRegularFile(file: string): string {
  if (!lstatSync(file).isFile()) throw new Error('The policy is no regular file.');
  const handle = openSync(file, 'r');
  try {
    const found = fstatSync(handle);
    if (!found.isFile() || found.size > longest) throw new Error('The policy is too large, or no regular file.');
    return readFileSync(handle, 'utf8');
  } finally {
    closeSync(handle);
  }
}

/** Reads a text as a policy, from a place with this name. */
export function judgePolicy(text: string | null, file: string): ReadPolicy {
  const found = text === null ? null : parsePolicy(text);
  if (found?.kind !== 'read') return none('policy-unreadable', file);
  if (found.ignored.length === 0) return { policy: found.policy, problem: null };
  const fields = found.ignored.slice(0, 10).join(', ');
  return { policy: found.policy, problem: { key: 'policy-partly', params: { file, fields } } };
}

/** Reads the policy in a file. Whatever is wrong with it, the app starts, and says what it ignored. */
export function readPolicy(file: string, isWritable: (file: string) => boolean): ReadPolicy {
  try {
    const text = readRegularFile(file);
    return isWritable(file) ? none('policy-writable', file) : judgePolicy(text, file);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { policy: noPolicy, problem: null };
    return none('policy-unreadable', file, code);
  }
}
