import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { samplePdf } from '../practice-service/sample-pdf.ts';
import type { App } from './app-handle.ts';
import {
  addSignees,
  button,
  chooseMore,
  focused,
  goSettings,
  middle,
  moreOf,
  row,
  says,
  sentTo,
  sheet,
  undoFor,
} from './on-page.ts';
import { connectionFileIn, next, signFromMail } from './onboarding.ts';
import { setStage } from './stage.ts';
import { t } from './texts.ts';

const stage = setStage();
const start = () => stage.launch({ connection: null });
const file = () => connectionFileIn(stage.home, stage.service.connection);

describe('the first start without a connection file', () => {
  test('takes the file by a drop, and the way back leads to the same screen', async () => {
    await using app = await start();
    const { page } = app;
    await page.getByText(t('welcome.lead')).waitFor();
    await app.drop(middle, [stage.put('letter.pdf', '%PDF-1.7')]);
    await page.getByText(t('problem.connection-file-unreadable.what')).waitFor();
    await app.drop(middle, [file()]);
    await page.getByRole('radio', { name: stage.service.connection.name }).waitFor();
    await button(app, t('connect.back')).click();
    await page.getByText(t('welcome.lead')).waitFor();
    await expect.poll(() => focused(app)).toBe('Countersign');
    expect(await page.getByRole('alert').count()).toBe(0);
    await app.drop(middle, [file()]);
    await page.getByRole('radio', { name: stage.service.connection.name }).waitFor();
    await next(app);
    await page.getByLabel(t('signIn.paste')).waitFor();
    expect(app.problems()).toEqual([]);
  });

  test('takes the file by the dialog, or its text by a paste', async () => {
    await using app = await start();
    const { page } = app;
    await app.answerDialog({ dialog: 'open', paths: [file()] });
    await button(app, t('welcome.open')).click();
    await page.getByRole('radio', { name: stage.service.connection.name }).waitFor();
    await button(app, t('connect.back')).click();
    await page.getByText(t('welcome.lead')).waitFor();
    await page.evaluate(
      (text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      JSON.stringify({ ...stage.service.connection, name: 'Pasted office' }),
    );
    await page.getByRole('radio', { name: 'Pasted office' }).waitFor();
    expect(app.problems()).toEqual([]);
  });

  test('writes to the IT department by the mail program', async () => {
    await using app = await start();
    await button(app, new RegExp(t('welcome.write'))).click();
    await app.page.getByText(t('welcome.opened')).waitFor();
    const [opened] = await app.opened();
    const mail = new URL(opened?.target ?? '');
    expect([mail.protocol, mail.pathname]).toEqual(['mailto:', '']);
    expect(mail.searchParams.get('body')).toContain('docs/connection.md');
    expect(app.problems()).toEqual([]);
  });

  test('is worked with the keyboard alone, and typing by hand has a way back', async () => {
    await using app = await start();
    const { page } = app;
    await page.getByText(t('welcome.lead')).waitFor();
    const way: string[] = [];
    for (let at = 0; at < 4; at += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await page.keyboard.press('Tab');
      // oxlint-disable-next-line no-await-in-loop
      way.push((await focused(app)) ?? '');
    }
    expect(way).toEqual([
      t('welcome.open'),
      `${t('welcome.write')}${t('welcome.writeText')}`,
      `${t('welcome.practice')}${t('welcome.practiceText')}`,
      t('connection.details'),
    ]);
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(app)).toBe(t('connection.title'));
    await page.getByRole('textbox', { name: t('connection.name'), exact: true }).fill('Muster AG');
    await button(app, t('connect.back')).click();
    await button(app, t('connection.details')).click();
    await expect
      .poll(() => page.getByRole('textbox', { name: t('connection.name'), exact: true }).inputValue())
      .toBe('Muster AG');
    expect(app.problems()).toEqual([]);
  });
});

describe('the practice service in the app', () => {
  /** Through the check to the list of documents. */
  async function practise(app: App): Promise<void> {
    await button(app, new RegExp(t('welcome.practice'))).click();
    await button(app, t('signInTest.finish')).click();
    await app.page.getByText(t('app.practiceText')).waitFor();
  }

  test('lets a person send, sign for somebody else and have the signed copy, all on this computer', async () => {
    await using app = await start();
    const { page } = app;
    await practise(app);
    await undoFor(app, 0);
    await app.drop(middle, [stage.put('Lease.pdf', await samplePdf({ title: 'Lease' }))]);
    await sheet(app).getByText('Lease.pdf').first().waitFor();
    await addSignees(app, 'beat@muster.ch');
    await button(app, t('submission.sendTo', { count: 1 })).click();
    await sheet(app).waitFor({ state: 'detached' });
    await says(app, 'Lease.pdf', sentTo(1)).waitFor();

    await button(app, t('app.practiceMail')).click();
    await expect.poll(async () => (await app.opened()).length).toBe(1);
    const [opened] = await app.opened();
    await signFromMail(opened?.target ?? '', 'beat@muster.ch');
    await says(app, 'Lease.pdf', t('row.spoken.saved')).waitFor();
    const { savedCopies } = await page.evaluate(async () => {
      const now = await window.countersign.state.get();
      if (!now.ok) throw new Error('no state');
      return now.value.state.connections[0] ?? { savedCopies: '' };
    });
    expect(readdirSync(savedCopies)).toEqual([expect.stringContaining('Lease')]);
    expect(app.problems()).toEqual([]);
    await app.quit();

    // The next start shows the same list, from the same service.
    await using again = await start();
    await row(again, 'Lease.pdf').waitFor();
    await again.page.getByText(t('app.practiceText')).waitFor();
    expect(again.problems()).toEqual([]);
  });

  test('has the mark of the app beside its name: at the first start, above the screens, and in About', async () => {
    await using app = await start();
    const { page } = app;
    const marks = page.locator('svg[viewBox="0 0 32 32"]');
    const isBesideName = async () => {
      const name = page.getByText('Countersign', { exact: true });
      const [mark, words] = await Promise.all([marks.boundingBox(), name.boundingBox()]);
      if (!mark || !words) return false;
      const isOnOneLine = words.y < mark.y + mark.height && mark.y < words.y + words.height;
      return isOnOneLine && mark.x + mark.width <= words.x;
    };
    await page.getByText(t('welcome.lead')).waitFor();
    expect(await marks.count()).toBe(1);
    await practise(app);
    await expect.poll(isBesideName).toBe(true);
    // Where the names of the screens give way to their icons, the name of the app does, too.
    await page.setViewportSize({ width: 860, height: 560 });
    expect(await marks.isVisible()).toBe(true);
    await page.setViewportSize({ width: 1180, height: 780 });
    await goSettings(app, 'help');
    await expect.poll(() => marks.count()).toBe(2);
    expect(app.problems()).toEqual([]);
  });

  test('ends like every sign-in, with all that it had, and the first screen is back', async () => {
    await using app = await start();
    const { page } = app;
    await practise(app);
    await goSettings(app, 'connections');
    expect(await button(app, new RegExp(t('settings.changeConnection'))).count()).toBe(0);
    await chooseMore(app, moreOf(t('connection.practice')), t('practice.leave'));
    await page.getByText(t('practice.leaveText')).waitFor();
    await button(app, t('practice.leaveConfirm')).click();
    await page.getByText(t('welcome.lead')).waitFor();
    expect(existsSync(join(app.home, 'practice'))).toBe(false);
    await practise(app);
    expect(app.problems()).toEqual([]);
  });

  test('can be tried beside a connection, and is offered once', async () => {
    await using app = await stage.connected();
    await goSettings(app, 'connections');
    await practise(app);
    await goSettings(app, 'connections');
    const cards = app.page.getByRole('heading', { level: 3 });
    await expect.poll(() => cards.allTextContents()).toEqual([stage.service.connection.name, t('connection.practice')]);
    expect(await button(app, t('welcome.practice')).count()).toBe(0);
    expect(app.problems()).toEqual([]);
  });

  test('is not offered where the IT department forbids it, and main refuses as well', async () => {
    const policy = join(stage.home, 'policy.json');
    writeFileSync(policy, JSON.stringify({ format: 'countersign-policy', version: 1, forbidPractice: true }));
    await using app = await stage.launch({ connection: null, env: { COUNTERSIGN_POLICY: policy } });
    await app.page.getByText(t('welcome.lead')).waitFor();
    expect(await app.page.getByText(t('welcome.practice')).count()).toBe(0);
    const answer = await app.page.evaluate(() => window.countersign.practice.begin());
    expect(answer).toMatchObject({ value: { ok: false, problem: { key: 'set-by-policy' } } });
    expect(app.problems()).toEqual([]);
  });
});
