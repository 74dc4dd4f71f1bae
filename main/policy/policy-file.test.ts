import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rootObstacle, unless, windowsObstacle } from '../../test/only-where.ts';
import { noPolicy } from './policy.ts';
import { canChange, isWritableByUsers, policyPath, readPolicy } from './policy-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-policy-'));
  file = join(folder, 'policy.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const good = JSON.stringify({ format: 'countersign-policy', version: 1, forceHold: true });
const read = () => readPolicy(file, () => false);
const unreadable = { policy: noPolicy, problem: { key: 'policy-unreadable' } };

describe('the policy of this computer', () => {
  test('counts when only administrators can write it', () => {
    writeFileSync(file, good);
    expect(read()).toEqual({ policy: { ...noPolicy, forceHold: true }, problem: null });
  });

  test('is none when there is no file', () => {
    expect(read()).toEqual({ policy: noPolicy, problem: null });
    expect(readPolicy(join(file, 'below', 'policy.json'), () => false).problem).toBeNull();
  });

  test('is ignored with a word when ordinary users can write it', () => {
    writeFileSync(file, good);
    expect(readPolicy(file, () => true)).toEqual({
      policy: noPolicy,
      problem: { key: 'policy-writable', params: { file } },
    });
  });

  test.each<[string, () => void]>([
    ['damaged', () => writeFileSync(file, good.slice(0, 30))],
    ['huge', () => writeFileSync(file, `${good}${' '.repeat(300_000)}`)],
    ['a folder', () => mkdirSync(file)],
    [
      'a link',
      () => {
        writeFileSync(join(folder, 'elsewhere.json'), good);
        symlinkSync(join(folder, 'elsewhere.json'), file);
      },
    ],
    ['a link to nothing', () => symlinkSync(join(folder, 'nothing'), file)],
  ])('%s, is ignored with a word', (_what, make) => {
    make();
    expect(read()).toMatchObject(unreadable);
  });

  test('a pipe does not make the app wait', unless(windowsObstacle), () => {
    execFileSync('mkfifo', [file]);
    expect(read()).toMatchObject(unreadable);
  });

  test('names what it ignores, not all of a thousand parts', () => {
    const parts = Object.fromEntries(Array.from({ length: 1_000 }, (_none, index) => [`part${index}`, index]));
    writeFileSync(file, JSON.stringify({ ...JSON.parse(good), ...parts }));
    const { policy, problem } = read();
    expect(policy.forceHold).toBe(true);
    expect(problem).toMatchObject({ key: 'policy-partly', params: { file } });
    expect(String(problem?.params['fields']).length).toBeLessThan(200);
  });
});

describe('a policy that ordinary users can write', () => {
  const others = process.getuid?.() === 0 ? 1_000 : process.getuid?.();

  test('is recognised by a folder above it that everybody may write', () => {
    writeFileSync(file, good);
    // The folder for temporary files is open to all.
    expect(isWritableByUsers(file, others)).toBe(true);
  });

  test('is recognised by trying, where permissions are not in the mode', () => {
    writeFileSync(file, good);
    expect(canChange(file)).toBe(true);
    expect(readdirSync(folder)).toEqual(['policy.json']);
  });

  test('is none that only root can write', unless(windowsObstacle), () => {
    expect(isWritableByUsers('/etc/passwd', process.getuid?.())).toBe(false);
  });

  test('is any that a group may write, or that root gave away', unless(rootObstacle), () => {
    const safe = mkdtempSync('/root/countersign-policy-');
    try {
      const own = join(safe, 'policy.json');
      writeFileSync(own, good);
      chmodSync(own, 0o644);
      expect(isWritableByUsers(own, 0)).toBe(false);
      chmodSync(own, 0o664);
      expect(isWritableByUsers(own, 0)).toBe(true);
      chmodSync(own, 0o644);
      chownSync(own, 1_000, 1_000);
      expect(isWritableByUsers(own, 0)).toBe(true);
      chownSync(own, 0, 0);
      chmodSync(safe, 0o777);
      expect(isWritableByUsers(own, 0)).toBe(true);
    } finally {
      rmSync(safe, { recursive: true });
    }
  });
});

test.each([
  ['linux', '/etc/countersign/policy.json'],
  ['darwin', '/Library/Application Support/Countersign/policy.json'],
  ['win32', String.raw`C:\ProgramData\Countersign\policy.json`],
] as const)('on %s it is where administrators alone write', (platform, path) => {
  const env = { ProgramData: 'D:\\mine', COUNTERSIGN_POLICY: '/home/anna/policy.json' };
  expect(policyPath({ platform, env, packaged: true })).toBe(path);
  expect(policyPath({ platform, env: {}, packaged: false })).toBe(path);
  expect(policyPath({ platform, env, packaged: false })).toBe('/home/anna/policy.json');
});
