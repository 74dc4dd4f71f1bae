/** `countersign status` and `--version`, as a program calls them that watches over computers. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import manifest from '../../package.json' with { type: 'json' };
import { runToEnd } from '../standin/start.ts';
import { hand } from './hand.ts';
import { undoFor } from './on-page.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const main = join(import.meta.dirname, '../../out/main/main.js');
const run = (...args: readonly string[]) =>
  runToEnd({ main, args: [`--user-data-dir=${join(stage.home, 'app')}`, ...args], cwd: stage.home });

async function status(...ids: readonly string[]) {
  const { code, output } = await run('status', '--json', ...ids);
  const line = output.split('\n').find((one) => one.startsWith('{"running"'));
  return { code, ...z.record(z.string(), z.unknown()).parse(JSON.parse(line ?? '')) };
}

test('the running app says how things are, and none is started for the question', async () => {
  expect(await status()).toEqual({ code: 3, running: false, version: 1, app: manifest.version });
  expect(existsSync(join(stage.home, 'app/journal.sqlite'))).toBe(false);
  await using app = await stage.connected();
  expect(await status()).toMatchObject({ code: 0, running: true, status: 'idle', needsYou: 0, problems: [] });
  expect(await run('--version')).toMatchObject({
    code: 0,
    output: expect.stringContaining(`Countersign ${manifest.version}\n`),
  });
  expect((await run('status', '--yaml')).code).toBe(2);
  expect(app.problems()).toEqual([]);
});

test('a script learns of the documents that it names what their receipts say', async () => {
  await using app = await stage.connected();
  await undoFor(app, 0);
  await hand(app, 'send', 'Lease.pdf');
  await expect.poll(() => stage.service.documents.all()[0]?.documentStatus).toBe('in-progress');
  const id = stage.service.documents.all()[0]?.documentId ?? '';
  expect(await status(id)).toMatchObject({
    code: 0,
    documents: [
      { id, found: true, document: { documentId: id, mode: 'timestamp', original: { name: 'Lease.pdf' } }, copy: null },
    ],
  });
  expect(await status(id, 'nobody')).toMatchObject({ code: 1, documents: [{ found: true }, { found: false }] });
  expect(await status()).not.toHaveProperty('documents');
  const help = await run('status', '--help');
  expect([help.code, help.output]).toEqual([0, expect.stringContaining('countersign status [--json] [ID…]')]);
  expect(app.problems()).toEqual([]);
});
