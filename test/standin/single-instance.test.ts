import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { unless, windowsObstacle } from '../only-where.ts';
import { temporaryFolder } from './fixture/start-fixture.ts';
import { SingleInstance } from './single-instance.ts';

/** Takes the lock, says so, and then reads nothing. */
const hung = `
  const { SingleInstance } = await import(process.argv[1]);
  new SingleInstance(() => {}).request(process.argv[2], { argv: [], cwd: '/', data: null });
  (await import('node:fs')).writeSync(1, 'held');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
`;

it('a later start ends a first one that reads nothing, and takes its place', unless(windowsObstacle), async () => {
  using home = temporaryFolder();
  const file = new URL('./single-instance.ts', import.meta.url).href;
  const first = spawn(process.execPath, ['--input-type=module', '-e', hung, file, home.path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void first.kill('SIGKILL'));
  const ended = once(first, 'exit');
  await once(first.stdout, 'data');
  const later = new SingleInstance(() => {}, 100);
  expect(later.request(home.path, { argv: [], cwd: '/', data: null })).toBe(true);
  expect(await ended).toEqual([null, 'SIGKILL']);
  later.release();
});
