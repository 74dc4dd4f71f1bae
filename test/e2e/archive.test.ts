import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from 'vitest';
import type { App } from './app-handle.ts';
import { focused, groups, panel, row } from './on-page.ts';
import { connect } from './onboarding.ts';
import { faults } from './screen-faults.ts';
import { setStage } from './stage.ts';
import { t } from './texts.ts';

const stage = setStage();

const several = { A: 'rejected', B: 'rejected', C: 'withdrawn', D: 'in-progress' } as const;

async function withEnded(statuses: Partial<typeof several> = several): Promise<App> {
  await using begun = new AsyncDisposableStack();
  const app = begun.use(await stage.launch());
  const user = stage.service.people.createServiceUser();
  for (const [name, status] of Object.entries(statuses)) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await stage.service.documents.add(user.id, { name: `${name}.pdf`, status });
  }
  await connect(app, stage.service, user);
  await row(app, 'A.pdf').waitFor();
  begun.move();
  return app;
}

const bar = ({ page }: App) => page.getByRole('region', { name: t('selection.label') });
const gone = (app: App, name: string) => row(app, name).waitFor({ state: 'detached' });

test('a rejected document leaves the list with one press, and the search still finds it', async () => {
  await using app = await withEnded();
  const { page } = app;
  await row(app, 'B.pdf')
    .getByRole('button', { name: `${t('row.done')} B.pdf` })
    .focus();
  await page.keyboard.press('Enter');
  await gone(app, 'B.pdf');
  await expect.poll(() => focused(app)).toContain('A.pdf');
  await page.getByRole('searchbox').fill('b.pd');
  await row(app, 'B.pdf').click();
  await panel(app)
    .getByRole('button', { name: t('selection.action.unarchive') })
    .click();
  await panel(app)
    .getByRole('button', { name: t('selection.action.archive') })
    .waitFor();
  await page.getByRole('searchbox').fill('');
  await row(app, 'B.pdf')
    .getByRole('button', { name: `${t('row.done')} B.pdf` })
    .waitFor();
  expect(app.problems()).toEqual([]);
});

test('a search that finds nothing says so, also when everything is in the archive', async () => {
  await using app = await withEnded({ A: 'rejected' });
  const { page } = app;
  const said = (title: 'allDoneTitle' | 'noMatchTitle') => page.getByText(t(`documents.${title}`)).waitFor();
  await row(app, 'A.pdf')
    .getByRole('button', { name: `${t('row.done')} A.pdf` })
    .click();
  await said('allDoneTitle');
  await page.getByRole('searchbox').fill('zzz');
  await said('noMatchTitle');
  await page.getByRole('button', { name: t('documents.showAll') }).click();
  await said('allDoneTitle');
  expect(app.problems()).toEqual([]);
});

test('Undo brings back the row that was done last', async () => {
  await using app = await withEnded();
  const { page } = app;
  const done = row(app, 'B.pdf').getByRole('button', { name: `${t('row.done')} B.pdf` });
  await done.click();
  await gone(app, 'B.pdf');
  // The row may be gone before main has answered, and Undo comes with the answer.
  await page.getByText(t('outbox.undoKeys', { keys: 'Ctrl+Z' })).waitFor({ state: 'attached' });
  await page.keyboard.press('ControlOrMeta+z');
  await done.click();
  await gone(app, 'B.pdf');
  await page.getByRole('button', { name: t('row.undoDone'), exact: true }).click();
  await done.waitFor();
  expect(app.problems()).toEqual([]);
});

test('several rows leave the list, after a question when one of them has not ended, and come back', async () => {
  await using app = await withEnded();
  const { page } = app;
  await row(app, 'A.pdf').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await bar(app)
    .getByRole('button', { name: t('selection.action.archive') })
    .click();
  const question = page.getByRole('alertdialog');
  await question.getByText(t('selection.ask.archive', { count: 3 })).waitFor();
  await question.getByText(t('selection.why.unfinished')).waitFor();
  await question.getByRole('button', { name: t('selection.action.archive') }).click();
  await Promise.all(['A.pdf', 'B.pdf', 'C.pdf'].map((name) => gone(app, name)));
  await row(app, 'D.pdf').waitFor();
  await bar(app)
    .getByRole('button', { name: t('selection.clear') })
    .click();
  await groups(app).selectOption('archive');
  await row(app, 'C.pdf').waitFor();
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
  await row(app, 'C.pdf').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await bar(app)
    .getByRole('button', { name: t('selection.action.unarchive') })
    .click();
  await gone(app, 'C.pdf');
  await page.getByText(t('documents.noMatchTitle')).waitFor();
  await page.getByRole('button', { name: t('documents.showAll') }).click();
  await Promise.all(['A.pdf', 'B.pdf', 'C.pdf', 'D.pdf'].map((name) => row(app, name).waitFor()));
  expect(app.problems()).toEqual([]);
});

test('the other actions of a document are in reach in a window of 400 %', async () => {
  await using app = await withEnded();
  const { page } = app;
  await row(app, 'C.pdf').click();
  await page.setViewportSize({ width: 320, height: 256 });
  await panel(app)
    .getByRole('button', { name: t('details.more') })
    .click();
  await page.getByRole('menuitem', { name: t('evidence.button') }).waitFor();
  expect(await faults(app)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(app)).toBe(t('details.more'));
});
