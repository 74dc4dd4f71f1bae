import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from 'vitest';
import { languages } from '../../preload/contract/language.ts';
import type { App } from './app-handle.ts';
import { hand } from './hand.ts';
import { button, counted, focused, groups, row, undoFor } from './on-page.ts';
import { connect } from './onboarding.ts';
import { passPollingWindow } from './polling-window.ts';
import { setStage } from './stage.ts';
import { t } from './texts.ts';

const stage = setStage();

const names = ({ page }: App) => page.locator('[role="grid"] [data-key]').count();
const chip = (app: App, name: string) => button(app, t('documents.filterBy.off', { name }));

test('filters are combined, shown as chips, and kept over a restart', async () => {
  const draft = t('documentStatus.draft');
  {
    await using app = await stage.connected();
    await undoFor(app, 0);
    await hand(app, 'send', 'Lease.pdf');
    await hand(app, 'draft', 'Offer.pdf');
    await expect.poll(() => stage.service.documents.all().length).toBe(2);
    await row(app, 'Offer.pdf').waitFor();
    await button(app, t('documents.filter')).click();
    const filters = app.page.getByRole('dialog', { name: t('documents.filter') });
    await filters.waitFor();
    expect((await new AxeBuilder({ page: app.page }).setLegacyMode().analyze()).violations).toEqual([]);
    await filters.getByText(draft, { exact: true }).click();
    await row(app, 'Lease.pdf').waitFor({ state: 'detached' });
    await app.page.keyboard.press('Escape');
    await filters.waitFor({ state: 'detached' });
    await expect.poll(() => focused(app)).toBe(t('documents.filter'));
    await chip(app, draft).waitFor();
    await app.quit();
    expect(app.problems()).toEqual([]);
  }
  stage.service.tokens.clientRestarted();
  await using app = await stage.launch();
  await row(app, 'Offer.pdf').waitFor();
  await expect.poll(() => names(app)).toBe(1);
  await chip(app, draft).click();
  await row(app, 'Lease.pdf').waitFor();
  await button(app, t('documents.filter')).click();
  await app.page.getByLabel(t('documents.sortBy.label')).selectOption('name');
  await expect.poll(() => names(app)).toBe(2);
  expect(app.problems()).toEqual([]);
});

test('sections fold with the pointer and the keyboard, keep their count, and stay folded over a restart', async () => {
  const head = ({ page }: App, group: 'ready' | 'drafts') =>
    page.getByRole('rowheader').getByRole('button', { name: new RegExp(`^${t(`documents.${group}`)}`) });
  const isFolded = (app: App, group: 'ready' | 'drafts') =>
    expect.poll(() => head(app, group).getAttribute('aria-expanded'));
  {
    await using app = await stage.connected();
    const { keyboard } = app.page;
    await hand(app, 'draft', 'Offer.pdf', 'Letter.pdf');
    await hand(app, 'hold', 'Lease.pdf', 'Plan.pdf');
    await counted(app, 'drafts', 2);
    await head(app, 'drafts').click();
    await isFolded(app, 'drafts').toBe('false');
    await expect.poll(() => names(app)).toBe(2);
    await expect.poll(() => head(app, 'drafts').textContent()).toContain('2');
    // All rows are those in sight.
    await row(app, 'Lease.pdf').focus();
    await keyboard.press('ControlOrMeta+a');
    await app.page.getByText(t('selection.count', { count: 2 })).waitFor();
    await keyboard.press('Escape');

    // Down over the last row to the folded heading; Right unfolds it, and Left folds it again.
    await row(app, 'Lease.pdf').focus();
    await keyboard.press('End');
    await keyboard.press('ArrowDown');
    await expect.poll(() => focused(app)).toContain(t('documents.drafts'));
    await keyboard.press('ArrowRight');
    await row(app, 'Offer.pdf').waitFor();
    await keyboard.press('ArrowDown');
    await expect.poll(() => app.page.evaluate(() => document.activeElement?.getAttribute('data-place'))).toBe('2');
    await keyboard.press('ArrowLeft');
    await keyboard.press('ArrowLeft');
    await isFolded(app, 'drafts').toBe('false');
    await expect.poll(() => focused(app)).toContain(t('documents.drafts'));
    expect((await new AxeBuilder({ page: app.page }).setLegacyMode().analyze()).violations).toEqual([]);
    await app.quit();
    expect(app.problems()).toEqual([]);
  }
  stage.service.tokens.clientRestarted();
  await using app = await stage.launch();
  await row(app, 'Lease.pdf').waitFor();
  await isFolded(app, 'drafts').toBe('false');
  await head(app, 'ready').click();
  await expect.poll(() => names(app)).toBe(0);
  // Whoever looks for a document finds it.
  await app.page.getByRole('searchbox').fill('Offer');
  await row(app, 'Offer.pdf').waitFor();
  expect(await head(app, 'drafts').count()).toBe(0);
  // What ends the filters leaves the sections as they are.
  await app.page.getByRole('searchbox').fill('');
  await button(app, t('documents.filter')).click();
  const filters = app.page.getByRole('dialog', { name: t('documents.filter') });
  await filters.getByText(t('documents.filterBy.soon')).click();
  await filters.getByRole('button', { name: t('documents.filterBy.clear') }).click();
  await app.page.keyboard.press('Escape');
  await isFolded(app, 'drafts').toBe('false');
  expect(app.problems()).toEqual([]);
});

test('what counts down where no row shows it can still be undone', async () => {
  await using app = await stage.connected();
  const { page } = app;
  await undoFor(app, 60);
  await hand(app, 'hold', 'Offer.pdf');
  await groups(app).selectOption('ready');
  await row(app, 'Offer.pdf').waitFor();
  await hand(app, 'send', 'Lease.pdf');
  const undo = button(app, t('outbox.undoAll'));
  await undo.click();
  await row(app, 'Lease.pdf').waitFor();
  // Where its row has the button, nothing else says it.
  await groups(app).selectOption('all');
  await row(app, 'Lease.pdf').hover();
  await row(app, 'Lease.pdf')
    .getByRole('button', { name: t('submission.command.send') })
    .click();
  await row(app, 'Lease.pdf')
    .getByRole('button', { name: t('submission.command.undo') })
    .click();
  await counted(app, 'ready', 2);
  expect(await undo.count()).toBe(0);

  // A chip that goes leaves the focus on the screen.
  await page.getByRole('searchbox').fill('zzz');
  await button(app, t('documents.showAll')).click();
  await button(app, t('documents.filter')).click();
  await page.getByRole('dialog').getByText(t('documents.filterBy.soon')).click();
  await page.keyboard.press('Escape');
  await chip(app, t('documents.filterBy.soon')).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  expect(app.problems()).toEqual([]);
});

test('an empty list offers no filters, and the first document brings them', async () => {
  await using app = await stage.connected();
  await app.page.getByText(t('documents.emptyTitle')).waitFor();
  expect(await groups(app).count()).toBe(0);
  expect(await button(app, t('documents.filter')).count()).toBe(0);
  await hand(app, 'hold', 'Lease.pdf');
  await counted(app, 'ready', 1);
  await button(app, t('documents.filter')).waitFor();
  expect(app.problems()).toEqual([]);
});

test('the list stays where it is when an action above it comes or goes', async () => {
  await using app = await stage.launch();
  const { page } = app;
  const user = stage.service.people.createServiceUser();
  for (const status of ['draft', 'in-progress', 'signed'] as const)
    await stage.service.documents.add(user.id, { name: `Lease ${status}.pdf`, status });
  const refused = { operation: 'download', times: 1_000, force: { kind: 'answer', status: 503 } } as const;
  stage.service.options.forced.push(refused);
  await connect(app, stage.service, user);
  const saveCopies = page.getByRole('button').filter({ has: page.locator('[data-short]'), hasText: /^\D+ 1$/ });
  await row(app, 'Lease signed.pdf').getByText(t('row.notSaved')).waitFor();
  await expect.poll(() => saveCopies.count()).toBe(1);
  const places = async () => {
    const all: Record<string, number | undefined> = {};
    for (const language of languages) {
      // oxlint-disable-next-line no-await-in-loop -- one look after the other
      await page.evaluate((choice) => window.countersign.settings.language({ choice }), language);
      // oxlint-disable-next-line no-await-in-loop
      await page.locator(`html[lang="${language}"]`).waitFor();
      for (const width of [860, 1000, 1180, 1366, 1536, 1920]) {
        // oxlint-disable-next-line no-await-in-loop
        await page.setViewportSize({ width, height: 780 });
        // Laid out for this width, after what was measured anew.
        // oxlint-disable-next-line no-await-in-loop
        await page.waitForFunction((wanted) => innerWidth === wanted, width);
        // oxlint-disable-next-line no-await-in-loop
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
        // oxlint-disable-next-line no-await-in-loop
        all[`${language} ${width}`] = (await page.getByRole('grid').boundingBox())?.y;
      }
    }
    return all;
  };
  const withIt = await places();
  stage.service.options.forced.length = 0;
  await passPollingWindow(app, stage);
  await saveCopies.waitFor({ state: 'detached' });
  expect(await places()).toEqual(withIt);
  expect(app.problems()).toEqual([]);
});

test('a person who gets a name is shown by it, and found by it', async () => {
  await using app = await stage.connected();
  const { page } = app;
  await hand(app, 'hold', 'Lease.pdf');
  await row(app, 'Lease.pdf').getByText('anna', { exact: true }).waitFor();
  await page.getByRole('searchbox').fill('rossi');
  await row(app, 'Lease.pdf').waitFor({ state: 'detached' });
  await page.evaluate(() =>
    window.countersign.people.save({ email: 'anna@example.ch', name: 'Carla Rossi', isNew: false }),
  );
  await page.getByRole('searchbox').fill('rossi lease');
  await row(app, 'Lease.pdf').getByText('Carla', { exact: true }).waitFor();
  expect(app.problems()).toEqual([]);
});
