/** `countersign send`, as scripts call it: handed to the running app, or to one that it starts. */
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isGone, runToEnd } from '../standin/start.ts';
import type { App } from './app-handle.ts';
import { desktopThat, standin, windowNow } from './desk-helpers.ts';
import { addSignees, button, go, heldRow, undoFor } from './on-page.ts';
import { setStage } from './stage.ts';
import { t, textIn } from './texts.ts';

const stage = setStage();
const root = join(import.meta.dirname, '../..');
const main = join(root, 'out/main/main.js');

const said = z.object({
  ok: z.boolean(),
  files: z.array(z.object({ file: z.string(), state: z.string(), reason: z.string().optional() })),
});

/** Runs the command to its end. Its own line among those of the standin begins with `{"ok"`. */
async function send(args: readonly string[], env: Record<string, string> = {}) {
  const home = `--user-data-dir=${join(stage.home, 'app')}`;
  const end = await runToEnd({ main, args: [home, 'send', ...args], env, cwd: stage.home });
  const line = end.output.split('\n').find((one) => one.startsWith('{"ok"'));
  const states =
    line === undefined ? null : said.parse(JSON.parse(line)).files.map(({ state, reason }) => reason ?? state);
  return { code: end.code, output: end.output, states };
}

async function addProfile(app: App): Promise<void> {
  const { page } = app;
  await go(app, 'profiles');
  await button(app, t('profiles.add')).click();
  await page.getByLabel(t('send.profileName')).fill('Contracts');
  await addSignees(app, 'anna@muster.ch');
  await page.getByText(t('send.more'), { exact: true }).click();
  await page.getByLabel(t('submission.alias'), { exact: true }).fill('Muster AG');
  await button(app, t('submission.save')).click();
  await page.getByText(t('send.profileSaved', { name: 'Contracts' })).waitFor();
  await go(app, 'documents');
}

const starts = () => stage.service.documents.all().map(({ documentId }) => stage.service.records.startsOf(documentId));

describe('countersign send', () => {
  test('sends through the running app once, says what became of each file, and ends with a code', async () => {
    const { paths } = stage.letters(2);
    await using app = await stage.connected();
    await undoFor(app, 0);
    await addProfile(app);
    await standin(app).ask('window', { act: 'hide' });
    const args = [...paths, 'gone.pdf', '--profile=contracts', '--json'];
    expect(await send(args)).toMatchObject({ code: 1, states: ['sending', 'sending', 'file-missing'] });
    expect((await windowNow(app))?.visible).toBe(false);
    await expect.poll(starts).toEqual([1, 1]);
    expect(await send([...paths, '--profile', 'Contracts', '--json'])).toMatchObject({
      code: 0,
      states: ['already', 'already'],
    });
    expect(await send([...paths, '--profile', 'Other', '--json'])).toMatchObject({
      code: 3,
      states: ['profile-not-found', 'profile-not-found'],
    });
    const plain = await send([paths[0] ?? '', '--profile', 'Contracts']);
    expect(plain.output).toContain(`${paths[0]}: ${t('command.already')}\n`);
    expect(starts()).toEqual([1, 1]);
    expect(app.problems()).toEqual([]);
  });

  test('starts the app without a window if it does not run', async () => {
    const { paths } = stage.letters(1);
    const before = await stage.connected();
    await addProfile(before);
    await before.quit();
    // An AppImage is started by its own path: here it is a program that starts the app on the standin.
    const program = join(stage.home, 'countersign.AppImage');
    const pid = join(stage.home, 'pid');
    const run = join(root, 'test/standin/run.ts');
    writeFileSync(
      program,
      `#!/bin/sh\necho $$ >> '${pid}'\nshift\nexec '${process.execPath}' '${run}' '${main}' "$@"\n`,
    );
    chmodSync(program, 0o755);
    const env = { ...desktopThat(true, stage.home), APPIMAGE: program, APPDIR: dirname(process.execPath) };
    try {
      const first = await send([...paths, '--profile', 'Contracts', '--hold', '--json'], env);
      expect(first).toMatchObject({ code: 0, states: ['prepared'] });
    } finally {
      // On a slow computer it may have been started twice: the second one gives way.
      const pids = existsSync(pid) ? readFileSync(pid, 'utf8').trim().split('\n').map(Number) : [];
      for (const one of pids) if (!isGone(one)) process.kill(one, 'SIGTERM');
      await expect.poll(() => pids.every(isGone)).toBe(true);
    }
    await using later = await stage.launch({ connection: null });
    await heldRow(later, 'Letter 001.pdf').waitFor();
    expect(stage.service.documents.all()).toEqual([]);
    expect(later.problems()).toEqual([]);
  });

  test('says that no app could be started when the lock is refused though none runs, or nothing can be written', async () => {
    const { paths } = stage.letters(2);
    const args = [...paths, '--profile', 'Contracts', '--json'];
    const refused = { code: 3, states: ['not-started', 'not-started'] };
    expect(await send(args, { STANDIN_FAILS: 'lock' })).toMatchObject(refused);
    const data = join(stage.home, 'app');
    // A late app finds no request.
    expect(readdirSync(join(data, 'requests'))).toEqual([]);
    expect(readdirSync(join(data, 'starts'))).toEqual([]);
    rmSync(join(data, 'requests'), { recursive: true });
    writeFileSync(join(data, 'requests'), 'a file in the place of the folder');
    const plain = await send(args.slice(0, -1), { STANDIN_LOCALE: 'de-CH' });
    expect(plain.code).toBe(3);
    expect(plain.output).toContain(`${paths[0]}: ${textIn('de', 'command.notStarted').replace('{{folder}}', data)}\n`);
    expect(existsSync(join(data, 'journal.sqlite'))).toBe(false);
  });

  test('that is used in a wrong way says how it is used, and starts nothing', async () => {
    const { code, output } = await send(['a.pdf', '--profil', 'Contracts'], { STANDIN_LOCALE: 'it-CH' });
    expect(code).toBe(2);
    expect(output).toContain('Opzione sconosciuta: --profil\n');
    expect(output).toContain(`${textIn('it', 'command.usage.use')}\n`);
    expect(existsSync(join(stage.home, 'app', 'journal.sqlite'))).toBe(false);
  });
});
