import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startPracticeService } from '../practice-service/practice-service.ts';
import { launchApp } from './launch-app.ts';
import { connectionFileIn } from './onboarding.ts';
import { t } from './texts.ts';

const root = join(import.meta.dirname, '../..');
const script = join(root, 'scripts/start.ts');

const line = z.object({
  runtime: z.enum(['electron', 'standin']),
  cdp: z.string(),
  home: z.string(),
  service: z.object({ url: z.string(), connection: z.string() }).nullable(),
  screenshot: z.string().nullable(),
});

let home: string;
let started: ChildProcess | null;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'countersign-start-'));
  started = null;
});
afterEach(() => {
  started?.kill('SIGKILL');
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

/** `npm start -- --json`, as a script that drives the app would use it. */
async function start(...options: string[]) {
  const child = spawn(process.execPath, [script, '--json', '--home', home, ...options], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started = child;
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  let told = '';
  child.stderr.on('data', (chunk: Buffer) => {
    told += chunk.toString();
  });
  for await (const text of createInterface(child.stdout))
    return { ...line.parse(JSON.parse(text)), said: () => told, child, ended };
  throw new Error(`It ended without a word:\n${told}`);
}

const isUp = async (url: string) => {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
};

/** What was started carries the data folder in its arguments. */
const left = () => spawnSync('pgrep', ['-f', home], { encoding: 'utf8' }).stdout.trim();

describe('npm start', () => {
  test('opens the app on the practice service, says so in one line, and a signal ends all of it', async () => {
    const { cdp, service, screenshot, child, ended } = await start();
    expect(screenshot !== null && existsSync(screenshot) && statSync(screenshot).size).toBeGreaterThan(5_000);
    expect(await isUp(service?.url ?? '')).toBe(true);
    const browser = await chromium.connectOverCDP(cdp);
    await browser.contexts()[0]?.pages()[0]?.getByText(t('connection.practiceLead')).waitFor();
    await browser.close();
    child.kill('SIGINT');
    await ended;
    expect(await isUp(service?.url ?? '')).toBe(false);
    expect(await isUp(`${cdp}/json/version`)).toBe(false);
    expect(left()).toBe('');
  });

  test('a second run finds the same service at the same address', async () => {
    const first = await start();
    first.child.kill('SIGTERM');
    await first.ended;
    const second = await start();
    expect(second.service?.url).toBe(first.service?.url);
    second.child.kill('SIGTERM');
    await second.ended;
  });

  test('without a screenshot it goes on, says so, and ends as always', async () => {
    mkdirSync(join(home, 'window.png'));
    const { screenshot, service, said, child, ended } = await start();
    expect(screenshot).toBeNull();
    expect(said()).toMatch(/There is no screenshot: .+/);
    expect(await isUp(service?.url ?? '')).toBe(true);
    child.kill('SIGTERM');
    await ended;
    expect(left()).toBe('');
  });

  test('an app that shows no window is told in a sentence, and nothing is left behind', () => {
    const { WAYLAND_DISPLAY: _none, ...rest } = process.env;
    // The standin misses its browser, Electron its display.
    const env = { ...rest, STANDIN_CHROMIUM: join(home, 'no-browser'), DISPLAY: ':4242' };
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--json', '--home', home], {
      cwd: root,
      env,
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/Countersign ended before its window opened \(code \d+\)\./);
    expect(left()).toBe('');
  });

  test.each([
    [['--conection', 'x'], /Unknown option '--conection'/],
    [['--connection', '/nowhere/x.json'], /There is no connection file at \/nowhere\/x\.json\. Nothing was started\./],
    [['--home'], /argument missing|requires/i],
  ])('%j is answered with a sentence', (options, sentence) => {
    const { status, stderr } = spawnSync(process.execPath, [script, ...options], { cwd: root, encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

test('a connection file that is opened by itself goes to the Countersign that is open', async () => {
  const service = await startPracticeService();
  try {
    await using app = await launchApp({ home: join(home, 'app'), locale: 'en-GB' });
    const offered = app.page.getByText(t('connection.practiceLead'));
    await app.page.getByRole('main').waitFor();
    expect(await offered.count()).toBe(0);
    await app.secondInstance([connectionFileIn(home, service.connection)]);
    await offered.waitFor();
    expect(app.problems()).toEqual([]);
  } finally {
    await service.close();
  }
});
