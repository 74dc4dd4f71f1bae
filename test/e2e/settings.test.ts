import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { button, goSettings } from './on-page.ts';
import { setStage } from './stage.ts';
import { pattern, t, textIn } from './texts.ts';
import { createTranscript } from './transcript.ts';

const stage = setStage();

describe('settings', () => {
  test('act at once, and are the same after a restart', async () => {
    const isDark = () => matchMedia('(prefers-color-scheme: dark)').matches;
    {
      await using app = await stage.connected();
      await goSettings(app, 'general');
      await app.page.getByRole('combobox', { name: t('settings.theme') }).selectOption('dark');
      await expect.poll(() => app.page.evaluate(isDark)).toBe(true);
      await app.page.getByRole('combobox', { name: t('settings.parallel') }).selectOption('1');
      await app.page.getByRole('combobox', { name: t('settings.language') }).selectOption('de');
      await app.page.getByRole('heading', { name: textIn('de', 'nav.settings') }).waitFor();
      expect(app.problems()).toEqual([]);
    }
    await using app = await stage.launch({ colorScheme: 'light' });
    await app.page.getByRole('button', { name: textIn('de', 'nav.settings') }).click();
    const parallel = app.page.getByRole('combobox', { name: textIn('de', 'settings.parallel') });
    await expect.poll(() => parallel.inputValue()).toBe('1');
    expect(await app.page.evaluate(isDark)).toBe(true);
  });

  test('go to another computer in a file, which says first what it would change', async () => {
    await using app = await stage.connected();
    const { page } = app;
    const file = join(stage.home, 'mine.countersign-settings.json');
    const told = await createTranscript(app);
    for (const name of ['connections', 'notifications', 'network', 'storage'] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      await goSettings(app, name);
      // oxlint-disable-next-line no-await-in-loop -- main makes the example
      if (name === 'storage') await page.getByText(pattern('settings.copyNameExample')).waitFor();
      // oxlint-disable-next-line no-await-in-loop
      await told.read(t(`settings.page.${name}`), 'main nav + div');
    }
    await told.hear('On the way');
    await told.expectAs('settings');
    await app.answerDialog({ dialog: 'save', path: file });
    await button(app, t('transfer.export')).click();
    await page.getByText(t('transfer.exported'), { exact: true }).waitFor();
    const written = readFileSync(file, 'utf8');
    writeFileSync(file, written.replace('"theme": "system"', '"theme": "dark"'));
    await app.answerDialog({ dialog: 'open', paths: [file] });
    await button(app, t('transfer.import')).click();
    const dialog = page.getByRole('dialog', { name: t('transfer.question') });
    await dialog.getByText(`${t('settings.themes.system')} → ${t('settings.themes.dark')}`).waitFor();
    await dialog.getByRole('button', { name: t('transfer.confirm') }).click();
    await page.getByText(t('transfer.imported'), { exact: true }).waitFor();
    await goSettings(app, 'general');
    await expect.poll(() => page.getByRole('combobox', { name: t('settings.theme') }).inputValue()).toBe('dark');
    expect(app.problems()).toEqual([]);
  });
});
