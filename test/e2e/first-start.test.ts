import { describe, expect, test } from 'vitest';
import { button, focused, middle } from './on-page.ts';
import { connectionFileIn, next } from './onboarding.ts';
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
    await button(app, t('welcome.write')).click();
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
      t('connection.details'),
      t('connect.network'),
    ]);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(app)).toBe(t('connection.title'));
    await page.getByRole('textbox', { name: t('connection.name'), exact: true }).fill('Muster AG');
    await button(app, t('connect.back')).click();
    await button(app, t('connection.details')).click();
    expect(await page.getByRole('textbox', { name: t('connection.name'), exact: true }).inputValue()).toBe('Muster AG');
    expect(app.problems()).toEqual([]);
  });
});
