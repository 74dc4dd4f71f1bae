import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failedAt } from './electron-binary.ts';
import { runDownload } from './electron-download.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-download-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** A fake download. It prints its process id first, and `done` at its end. */
async function download(source: string, reached: boolean, patience: { unreachable: number; silent: number }) {
  const program = `const fs = require('node:fs');
    const say = (name, text) => fs.writeFileSync(process.env.TOLD + '/' + name, text);
    say('pid', String(process.pid));
    ${source}`;
  const grows = join(folder, 'grows');
  await runDownload({
    command: [process.execPath, '-e', program],
    env: { ...process.env, TOLD: folder, GROWS: grows },
    folders: [grows],
    reachable: () => Promise.resolve(reached),
    patience,
  });
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
  expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
  return { done: existsSync(join(folder, 'done')) };
}

const long = 3_600_000;

describe('a download', () => {
  test('is awaited', async () => {
    const ended = await download(`say('done', '')`, true, { unreachable: long, silent: long });
    expect(ended).toEqual({ done: true });
  });

  test('is ended if no bytes arrive', async () => {
    const ended = await download('setInterval(() => {}, 1e6)', true, { unreachable: long, silent: 2_000 });
    expect(ended).toEqual({ done: false });
  });

  test('is ended much earlier if the server does not answer', async () => {
    const ended = await download('setInterval(() => {}, 1e6)', false, { unreachable: 2_000, silent: long });
    expect(ended).toEqual({ done: false });
  });

  test('may take any time while bytes arrive', async () => {
    const moving = `const { GROWS } = process.env;
      fs.mkdirSync(GROWS);
      let pieces = 0;
      setInterval(() => {
        fs.appendFileSync(GROWS + '/zip', 'piece');
        pieces += 1;
        if (pieces === 40) { say('done', ''); process.exit(); }
      }, 100);`;
    const ended = await download(moving, false, { unreachable: 3_000, silent: 3_000 });
    expect(ended).toEqual({ done: true });
  });
});

describe('a failed download', () => {
  const at = Date.UTC(2026, 10, 21);
  const hour = 3_600_000;

  test.each([
    [JSON.stringify({ at }), at + 23 * hour, at],
    [JSON.stringify({ at }), at + 25 * hour, null],
    // The clock was set back: a failure in the future does not count.
    [JSON.stringify({ at }), at - 25 * hour, null],
    ['nonsense', at, null],
  ])('remembered as %s is at %d still %j', (content, now, expected) => {
    const file = join(folder, 'failed.json');
    writeFileSync(file, content);
    expect(failedAt(file, now)).toBe(expected);
  });

  test('is not remembered if there was none', () => {
    expect(failedAt(join(folder, 'failed.json'), at)).toBeNull();
  });
});
