import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { rootObstacle, unless } from '../only-where.ts';
import { removeLeftovers } from './profile.ts';

/** A folder with a profile for each of these process ids. */
function profilesOf(...pids: readonly number[]) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-profiles-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const pid of pids) mkdirSync(join(folder, `countersign-standin-${pid}-x`));
  return folder;
}

const gone = () => spawnSync(process.execPath, ['--version']).pid;

test('the profile of a run that was killed is removed, and no other one', () => {
  const folder = profilesOf(gone(), process.pid);
  removeLeftovers(folder);
  expect(readdirSync(folder)).toEqual([`countersign-standin-${process.pid}-x`]);
});

test('what another account left behind stays, and stops nobody', unless(rootObstacle), () => {
  const folder = profilesOf(gone());
  const [name = ''] = readdirSync(folder);
  chownSync(join(folder, name), 12_345, 12_345);
  removeLeftovers(folder);
  expect(readdirSync(folder)).toEqual([name]);
});
