/** What the computer does around the app: it starts it, sleeps, loses the network or a screen, ends the session. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startStandin } from '../standin/start.ts';
import type { App } from './app-handle.ts';
import { desktopThat, standin, windowNow } from './desk-helpers.ts';
import { hand } from './hand.ts';
import { go, heldRow, panel, row, says, sheet, undoFor, unfold } from './on-page.ts';
import { connect } from './onboarding.ts';
import { contract } from './preview/samples.ts';
import { setStage } from './stage.ts';
import { t, textIn } from './texts.ts';

const stage = setStage();
const builtMain = join(import.meta.dirname, '../../out/main/main.js');

const toolTip = async (app: App) => (await standin(app).ask('tray'))?.toolTip;
const started = () => stage.service.documents.all().map(({ documentId }) => stage.service.records.startsOf(documentId));

describe('a start with the computer', () => {
  test('shows no window; a second start does', async () => {
    await using app = await stage.launch({ args: ['--hidden'], env: desktopThat(true, stage.home) });
    await expect.poll(() => toolTip(app)).toContain(t('desk.stop.signed-out'));
    expect((await windowNow(app))?.visible).toBe(false);
    // The computer starts it once more, and still nobody asked for a window.
    await app.secondInstance(['--hidden']);
    expect((await windowNow(app))?.visible).toBe(false);
    await app.secondInstance([]);
    await expect.poll(async () => (await windowNow(app))?.visible).toBe(true);
    expect(app.problems()).toEqual([]);
  });

  test('is minimized where nothing shows our icon', async () => {
    await using app = await stage.launch({ args: ['--hidden'], env: desktopThat(false, stage.home) });
    await expect.poll(async () => (await windowNow(app))?.minimized).toBe(true);
    expect(app.problems()).toEqual([]);
  });
});

describe('a computer on which Electron does not do what it should', () => {
  test('never says that the window can be shown: it is shown all the same', async () => {
    await using app = await stage.launch({ env: { STANDIN_FAILS: 'ready-to-show' } });
    await expect.poll(async () => (await windowNow(app))?.visible).toBe(true);
    expect(app.problems()).toEqual([]);
  });

  test('refuses the lock though no other app runs: the person is told, and the start ends as a failure', async () => {
    const app = await startStandin({
      main: builtMain,
      args: [`--user-data-dir=${join(stage.home, 'app')}`],
      env: { STANDIN_FAILS: 'lock', STANDIN_LOCALE: 'fr-CH' },
    });
    expect(await app.ended).toEqual({ code: 1, signal: null });
    expect(app.problems.map(({ text }) => text)).toEqual([
      expect.stringContaining(`${textIn('fr', 'startFailed.title')}: `),
    ]);
    expect(app.problems[0]?.text).toContain(join(stage.home, 'app'));
  });
});

describe('starts with files', () => {
  test('that follow each other closely are one sheet', async () => {
    await using app = await stage.connected();
    const { paths } = stage.letters(3);
    const before = await standin(app).ask('windows');
    await Promise.all(paths.map((path) => app.secondInstance(['--send', '--', path])));
    await expect.poll(() => sheet(app).getByRole('row').filter({ hasText: 'Letter' }).count()).toBe(3);
    expect(await standin(app).ask('windows')).toHaveLength(before.length);
    expect(app.problems()).toEqual([]);
  });

  test('an entry of the desktop asks which documents to send', async () => {
    await using app = await stage.connected();
    await app.answerDialog({ dialog: 'open', paths: [stage.put('Lease.pdf', await contract(1))] });
    await app.secondInstance(['--send']);
    await sheet(app).getByText('Lease.pdf').first().waitFor();
    expect(app.problems()).toEqual([]);
  });
});

describe('an address of ours', () => {
  test('shows the row of a document that is known, and does nothing else', async () => {
    await using app = await stage.connected();
    await undoFor(app, 0);
    await hand(app, 'send', 'Contract.pdf');
    await says(app, 'Contract.pdf', t('submission.end.started')).waitFor();
    await go(app, 'people');
    const [document] = stage.service.documents.all();
    const before = stage.service.records.breaches.length;
    await app.secondInstance([`countersign://open?document=${document?.documentId}`]);
    await unfold(app, 'history');
    await panel(app).getByText(t('history.started')).waitFor();
    await go(app, 'people');
    // oxlint-disable-next-line no-await-in-loop
    for (const address of [
      'countersign://open?document=unknown',
      `countersign://send?document=${document?.documentId}`,
      'countersign://open?document=%00%2e%2e',
    ])
      await app.secondInstance([address, join(stage.home, 'gone.pdf'), '--send']);
    await app.page.getByRole('heading', { name: t('nav.people'), level: 1 }).waitFor();
    expect(await sheet(app).count()).toBe(0);
    expect([stage.service.records.breaches.length, started()]).toEqual([before, [1]]);
    expect(app.problems()).toEqual([]);
  });
});

describe('the computer', () => {
  test('loses the network: the icon says so, and what waited goes on when it is back', async () => {
    await using app = await stage.launch({ env: desktopThat(true, stage.home) });
    await connect(app, stage.service);
    await app.page.evaluate(() => dispatchEvent(new Event('offline')));
    await expect.poll(() => toolTip(app)).toBe(`Countersign\n${t('desk.stop.offline')}`);
    await app.page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(() => toolTip(app)).toBe('Countersign');
    expect(app.problems()).toEqual([]);
  });

  test('sleeps in the middle of an upload: the document is sent once', async () => {
    await using app = await stage.connected();
    await undoFor(app, 0);
    // Until it sleeps, the service has not answered.
    stage.service.options.latencyMs = 5_000;
    await hand(app, 'send', 'Contract.pdf');
    await expect.poll(async () => (await standin(app).ask('record')).awake).toBe(1);
    await app.power('suspend');
    stage.service.options.latencyMs = 0;
    await app.sleep(8 * 60 * 60_000);
    await app.power('unlock-screen');
    await says(app, 'Contract.pdf', t('submission.end.started')).waitFor();
    expect(started()).toEqual([1]);
    expect(app.problems()).toEqual([]);
  });

  test('sleeps, or only locks its screen, while Undo is possible: it still is', async () => {
    await using app = await stage.connected();
    await undoFor(app, 60);
    await hand(app, 'send', 'Contract.pdf');
    const undo = row(app, 'Contract.pdf').getByRole('button', { name: t('submission.command.undo') });
    await undo.waitFor();
    await app.power('unlock-screen');
    await app.sleep(8 * 60 * 60_000);
    await app.power('unlock-screen');
    // A click takes a moment, and the end of the time moves in it.
    await undo.hover();
    await app.page.mouse.down();
    await app.sleep(60 * 60_000);
    // The clock of the window stands still meanwhile.
    await row(app, 'Contract.pdf')
      .filter({ hasText: /54\d:\d\d/ })
      .waitFor();
    await app.page.mouse.up();
    await heldRow(app, 'Contract.pdf').waitFor();
    expect(started()).not.toContain(1);
    expect(app.problems()).toEqual([]);
  });

  test('loses the screen that the window is on: the window comes back', async () => {
    await using app = await stage.launch();
    await app.page.locator('main').waitFor();
    const first = { x: 0, y: 0, width: 1280, height: 700 };
    await standin(app).ask('screens', [first, { x: 1280, y: 0, width: 1920, height: 1040 }]);
    await standin(app).ask('resize', { x: 1500, y: 100, width: 900, height: 600 });
    await standin(app).ask('screens', [first]);
    expect((await windowNow(app))?.bounds).toEqual({ x: 190, y: 50, width: 900, height: 600 });
    expect(app.problems()).toEqual([]);
  });

  test('ends the session without waiting: what was accepted is there after the next start', async () => {
    const app = await stage.connected();
    await undoFor(app, 120);
    await hand(app, 'send', 'Offer.pdf');
    // The answer is lost with the process.
    await Promise.race([
      standin(app)
        .ask('endSession')
        .catch(() => undefined),
      standin(app).ended,
    ]);
    expect((await standin(app).ended).signal).toBe('SIGKILL');
    await app.kill();
    await using later = await stage.launch({ connection: null });
    await row(later, 'Offer.pdf').waitFor();
    expect(later.problems()).toEqual([]);
  });
});
