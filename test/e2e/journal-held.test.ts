/** Another program, such as a backup, holds the journal when the app starts. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { setStage } from './stage.ts';
import { t } from './texts.ts';

const stage = setStage();
let backup: DatabaseSync | null = null;
afterEach(() => backup?.close());

test('the window says that it waits, shows no empty list, and goes on when the journal is free', async () => {
  const home = join(stage.home, 'app');
  mkdirSync(home, { recursive: true });
  backup = new DatabaseSync(join(home, 'journal.sqlite'));
  backup.exec('BEGIN EXCLUSIVE');
  await using app = await stage.launch();
  await app.page.getByRole('heading', { name: t('problem.journal-in-use.what') }).waitFor();
  await app.page.getByText(t('problem.journal-in-use.do')).waitFor();
  expect(await app.page.locator('#root').count()).toBe(0);
  backup.close();
  backup = null;
  await app.page.locator('#root main').waitFor();
  expect(await app.page.getByText(t('problem.journal-in-use.what')).count()).toBe(0);
  expect(app.problems()).toEqual([]);
});
