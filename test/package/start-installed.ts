/*
 * node test/package/start-installed.ts <program> <data folder>
 * Starts an installed app on the standin, waits for its first screen, and quits it. Prints what was seen as one line of JSON.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import { z } from 'zod';

const [, , program = '', dataFolder = ''] = process.argv;
const readyLine = z.object({ standin: z.literal('ready'), cdp: z.string(), pid: z.number() });

const app = spawn(program, [`--user-data-dir=${dataFolder}`], {
  env: { ...process.env, STANDIN_LOCALE: 'en-GB' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(app, 'close');
for await (const line of createInterface(app.stdout)) {
  if (!line.startsWith('{"standin":"ready"')) continue;
  const { cdp, pid } = readyLine.parse(JSON.parse(line));
  const browser = await chromium.connectOverCDP(cdp, { noDefaults: true });
  const [context] = browser.contexts();
  const page = context?.pages()[0] ?? (await context?.waitForEvent('page'));
  if (!page) throw new Error('The installed app showed no window');
  await page.locator('main').waitFor();
  const heading = await page.getByRole('heading').first().innerText();
  await browser.close();
  process.kill(pid, 'SIGTERM');
  const [code] = z.tuple([z.number().nullable(), z.string().nullable()]).parse(await ended);
  process.stdout.write(`${JSON.stringify({ heading, code })}\n`);
}
