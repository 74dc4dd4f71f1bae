/** The app without its window: the icon in the notification area, closing, quitting, starting with the computer. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { App } from './app-handle.ts';
import { desktopThat, standin, windowNow } from './desk-helpers.ts';
import { hand } from './hand.ts';
import { addSignees, button, go, middle, row, says, sheet, undoFor } from './on-page.ts';
import { connect } from './onboarding.ts';
import { contract } from './preview/samples.ts';
import { setStage } from './stage.ts';
import { t } from './texts.ts';

const stage = setStage();

const icon = async (app: App) => {
  const tray = await standin(app).ask('tray');
  return tray && { picture: basename(tray.image), toolTip: tray.toolTip };
};
const close = (app: App) => standin(app).ask('window', { act: 'close' });
const questions = async (app: App) =>
  (await standin(app).ask('dialogs')).flatMap(({ kind, options }) => (kind === 'message' ? [options] : []));
const dialogs = async (app: App) => (await questions(app)).map(({ message, buttons }) => [message, buttons]);

describe('the icon', () => {
  test('shows by shape and words how things are, and its menu speaks the language of the window', async () => {
    await using app = await stage.launch({ env: desktopThat(true, stage.home) });
    await app.page.locator('main').waitFor();
    await expect
      .poll(() => icon(app))
      .toEqual({ picture: 'stopped.png', toolTip: `Countersign\n${t('desk.stop.signed-out')}` });
    await connect(app, stage.service);
    await expect.poll(() => icon(app)).toEqual({ picture: 'idle.png', toolTip: 'Countersign' });
    await hand(app, 'hold', 'Contract.pdf');
    await expect
      .poll(() => icon(app))
      .toEqual({
        picture: 'needs-you.png',
        toolTip: `Countersign\n${t('notification.many.needsYou', { count: 1 })}`,
      });
    await go(app, 'settings');
    await app.page.getByLabel(t('settings.language')).selectOption('it');
    const labels = async () => (await standin(app).ask('menu', 'tray'))?.map(({ label }) => label);
    await expect
      .poll(labels)
      .toEqual(['1 documento da controllare', '', 'Apri Countersign', 'Invia documenti…', '', 'Esci da Countersign']);
    expect(app.problems()).toEqual([]);
  });

  test('its menu brings chosen documents into the sheet of a hidden window', async () => {
    await using app = await stage.launch({ env: desktopThat(true, stage.home) });
    await connect(app, stage.service);
    await standin(app).ask('window', { act: 'hide' });
    await app.answerDialog({ dialog: 'open', paths: [stage.put('Lease.pdf', await contract(1))] });
    // The menu has it a moment after the connection is there.
    const offered = async () => (await standin(app).ask('menu', 'tray'))?.find(({ label }) => label === t('desk.new'));
    await expect.poll(offered).toMatchObject({ enabled: true });
    await app.clickMenu([t('desk.new')], 'tray');
    await sheet(app).getByText('Lease.pdf').first().waitFor();
    await expect.poll(async () => (await windowNow(app))?.visible).toBe(true);
    expect(app.problems()).toEqual([]);
  });

  test('the computer stays awake while a document is sent, and no longer', async () => {
    await using app = await stage.launch({ env: desktopThat(true, stage.home) });
    await connect(app, stage.service);
    await undoFor(app, 0);
    // The service answers late until it was seen.
    stage.service.options.latencyMs = 5_000;
    const seen: number[] = [];
    const awake = async () => {
      const { awake: now } = await standin(app).ask('record');
      if (seen.at(-1) !== now) seen.push(now);
      return seen;
    };
    await awake();
    await hand(app, 'send', 'Contract.pdf');
    await expect.poll(awake, { interval: 20 }).toEqual([0, 1]);
    stage.service.options.latencyMs = 0;
    await says(app, 'Contract.pdf', t('submission.end.started')).waitFor();
    await expect.poll(awake).toEqual([0, 1, 0]);
    expect(app.problems()).toEqual([]);
  });
});

describe('closing the window', () => {
  test('hides it, is explained once, and a click on the icon brings it back', async () => {
    const env = desktopThat(true, stage.home);
    const first = await stage.launch({ env });
    await first.page.locator('main').waitFor();
    await first.answerDialog({ dialog: 'message', button: 0 });
    await close(first);
    await expect.poll(async () => (await windowNow(first))?.visible).toBe(false);
    expect(await dialogs(first)).toEqual([[t('desk.closing.title'), [t('desk.closing.ok'), t('menu.quit')]]]);
    await standin(first).ask('clickTray');
    expect(await windowNow(first)).toMatchObject({ visible: true, focused: true });
    await close(first);
    await expect.poll(async () => (await windowNow(first))?.visible).toBe(false);
    expect(first.problems()).toEqual([]);
    await first.quit();

    await using later = await stage.launch({ env });
    await later.page.locator('main').waitFor();
    await close(later);
    await expect.poll(async () => (await windowNow(later))?.visible).toBe(false);
    expect(later.problems()).toEqual([]);
  });

  test('minimizes it where the desktop shows no icons, and says so', async () => {
    await using app = await stage.launch({ env: desktopThat(false, stage.home) });
    await app.page.locator('main').waitFor();
    await app.answerDialog({ dialog: 'message', button: 0 });
    await close(app);
    await expect.poll(async () => (await windowNow(app))?.minimized).toBe(true);
    expect((await windowNow(app))?.visible).toBe(true);
    const [shown] = await questions(app);
    expect(shown?.['detail']).toBe(t('desk.closing.minimize'));
    expect(app.problems()).toEqual([]);
  });

  test('ends the app if the person prefers that', async () => {
    const app = await stage.launch({ env: desktopThat(true, stage.home) });
    await app.page.locator('main').waitFor();
    await app.answerDialog({ dialog: 'message', button: 1 });
    await close(app);
    expect(await standin(app).ended).toEqual({ code: 0, signal: null });
    await app.kill();
  });
});

describe('quitting', () => {
  const quitByMenu = (app: App) => app.clickMenu([t('menu.quit')], 'tray');

  test('asks while a document can still be undone, goes on with a no, and ends with a yes', async () => {
    const app = await stage.connected();
    await undoFor(app, 120);
    await hand(app, 'send', 'Offer.pdf');
    await app.answerDialog({ dialog: 'message', button: 0 });
    await quitByMenu(app);
    await expect.poll(() => dialogs(app)).toHaveLength(1);
    const [shown] = await questions(app);
    expect(shown).toMatchObject({
      message: t('desk.quit.title'),
      detail: t('desk.quit.sending', { count: 1 }),
      buttons: [t('desk.quit.stay'), t('desk.quit.quit')],
      cancelId: 0,
    });
    await row(app, 'Offer.pdf').waitFor();
    await app.answerDialog({ dialog: 'message', button: 1 });
    expect(app.problems()).toEqual([]);
    await quitByMenu(app);
    expect(await standin(app).ended).toEqual({ code: 0, signal: null });
    await app.kill();
    await using later = await stage.launch({ connection: null });
    await row(later, 'Offer.pdf').waitFor();
  });

  test('asks about files in the Send window, and about nothing when it is empty', async () => {
    const app = await stage.connected();
    await app.drop(middle, [stage.put('One.pdf', await contract(1))]);
    await addSignees(app, 'anna@muster.ch');
    await app.answerDialog({ dialog: 'message', button: 0 });
    await quitByMenu(app);
    await expect.poll(() => dialogs(app)).toHaveLength(1);
    const [shown] = await questions(app);
    expect(shown?.['detail']).toBe(t('desk.quit.unsent', { count: 1 }));
    await app.answerDialog({ dialog: 'message', button: 1 });
    await quitByMenu(app);
    expect(await standin(app).ended).toEqual({ code: 0, signal: null });
    await app.kill();

    const later = await stage.launch({ connection: null });
    await later.page.getByRole('heading', { name: t('documents.title'), level: 1 }).waitFor();
    await later.quit();
    expect(later.problems()).toEqual([]);
  });

  test('does not ask when the computer shuts down', async () => {
    const app = await stage.connected();
    await undoFor(app, 120);
    await hand(app, 'send', 'Offer.pdf');
    await app.power('shutdown');
    expect(await standin(app).ended).toEqual({ code: 0, signal: null });
    expect(app.problems()).toEqual([]);
    await app.kill();
  });
});

describe('the start with the computer', () => {
  const installed = () => ({
    ...desktopThat(true, stage.home),
    STANDIN_PACKAGED: '1',
    XDG_CONFIG_HOME: join(stage.home, 'config'),
  });
  const entry = () => join(stage.home, 'config/autostart/app.countersign.Countersign.desktop');

  test('is asked for after the first watched folder, and a switch in the settings takes it back', async () => {
    const before = await stage.connected();
    const { page } = before;
    await go(before, 'profiles');
    await button(before, t('profiles.add')).click();
    await page.getByLabel(t('send.profileName')).fill('Contracts');
    await addSignees(before, 'anna@muster.ch');
    await button(before, t('submission.save')).click();
    await page.getByText(t('send.profileSaved', { name: 'Contracts' })).waitFor();
    await go(before, 'settings');
    expect(await page.getByText(t('settings.startAtLogin')).count()).toBe(0);
    await before.quit();

    const inbox = join(stage.home, 'Inbox');
    mkdirSync(inbox);
    await using app = await stage.launch({ connection: null, env: installed() });
    await go(app, 'folders');
    await app.answerDialog({ dialog: 'open', paths: [inbox] });
    await button(app, t('folders.add')).click();
    await button(app, t('folders.switchOn')).click();
    const question = app.page.getByRole('alertdialog', { name: t('folders.login.title') });
    await question.getByRole('button', { name: t('folders.login.yes') }).click();
    await expect.poll(() => existsSync(entry()) && readFileSync(entry(), 'utf8')).toContain(' --hidden\n');
    await question.waitFor({ state: 'detached' });
    await go(app, 'settings');
    const box = app.page.getByRole('checkbox', { name: t('settings.startAtLogin') });
    await expect.poll(() => box.isChecked()).toBe(true);
    await app.page.getByText(t('settings.startAtLogin')).click();
    await expect.poll(() => box.isChecked()).toBe(false);
    await expect.poll(() => existsSync(entry())).toBe(false);
    expect(app.problems()).toEqual([]);
  });
});
