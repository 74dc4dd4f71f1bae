import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from 'vitest';
import type { DocumentElsewhere } from '../practice-service/made-elsewhere.ts';
import type { App } from './app-handle.ts';
import { hand } from './hand.ts';
import { button, groups, panel, row, unfold } from './on-page.ts';
import { connect } from './onboarding.ts';
import { passPollingWindow } from './polling-window.ts';
import { setStage, shapes } from './stage.ts';
import { t } from './texts.ts';

const stage = setStage();

/** The app with documents that were made in the web application. */
async function withElsewhere(...documents: readonly DocumentElsewhere[]): Promise<App> {
  await using begun = new AsyncDisposableStack();
  const user = stage.service.people.createServiceUser();
  // oxlint-disable-next-line no-await-in-loop -- in this order
  for (const document of documents) await stage.service.documents.add(user.id, document);
  const app = begun.use(await stage.launch());
  await connect(app, stage.service, user);
  begun.move();
  return app;
}

test('walking along the list with open details asks the service for the last document, not for each', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `Letter ${String(at).padStart(2, '0')}.pdf`);
  await using app = await withElsewhere(...names.map((name) => ({ name, status: 'in-progress' as const })));
  const asked = () => stage.service.records.requests.filter(({ operation }) => operation === 'details').length;
  // The app looks at each new document once by itself.
  await expect.poll(asked).toBe(names.length);
  await row(app, 'Letter 29.pdf').click();
  await expect.poll(asked).toBe(names.length + 1);

  // As fast as the window takes the keys: the pace of the test machine must not decide.
  await app.page.evaluate(async (steps) => {
    for (let step = 0; step < steps; step += 1) {
      const key = { key: 'ArrowDown', bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', key));
      // oxlint-disable-next-line no-await-in-loop -- the window draws each step
      await new Promise((drawn) => {
        requestAnimationFrame(drawn);
      });
    }
  }, names.length - 1);
  await panel(app).getByRole('heading', { name: 'Letter 00.pdf' }).waitFor();
  await expect.poll(asked).toBeGreaterThan(names.length + 1);
  await panel(app).getByText(t('details.loading')).waitFor({ state: 'detached' });
  // A stalled window may take a step for a stay.
  expect(asked()).toBeLessThan(names.length + 6);
  expect([stage.service.records.breaches, app.problems()]).toEqual([[], []]);
});

test('who has opened a document stands at the person, and no address that opens the signing page is anywhere', async () => {
  stage.service.options.signees = 'public';
  await using app = await withElsewhere({ name: 'Lease.pdf', status: 'in-progress', signees: ['beat@example.test'] });
  const [lease] = stage.service.documents.all();
  stage.service.people.view(lease?.documentId ?? '', 'beat@example.test');
  await row(app, 'Lease.pdf').click();
  const opened = t('details.opened', { time: '' }).trim();
  await panel(app)
    .getByRole('region', { name: t('details.signees') })
    .getByText(opened)
    .waitFor();
  await row(app, 'Lease.pdf')
    .getByTitle(`beat@example.test: ${t('signeeStatus.pending')} · ${opened}`)
    .waitFor();
  await row(app, 'Lease.pdf').locator('svg.lucide-eye').waitFor();
  await unfold(app, 'facts');
  await panel(app).getByText(t('details.raw')).click();
  await panel(app).getByText('https://sign.example.test/…').waitFor();
  expect(await app.page.content()).not.toContain(lease?.signees[0]?.key);
  expect(app.problems()).toEqual([]);
});

test('open details follow what a check finds: who has signed, and the end', async () => {
  stage.service.options.signees = 'public';
  const signees = ['anna@example.test', 'beat@example.test', 'carla@example.test'];
  await using app = await withElsewhere({ name: 'Lease.pdf', status: 'in-progress', signees });
  const id = stage.service.documents.all()[0]?.documentId ?? '';
  await row(app, 'Lease.pdf').click();
  const signed = panel(app)
    .getByRole('region', { name: t('details.signees') })
    .getByText(new RegExp(`^${t('signeeStatus.signed')}`));
  await panel(app).getByText(t('signeeStatus.pending'), { exact: true }).first().waitFor();
  for (const [at, email] of signees.entries()) {
    // oxlint-disable no-await-in-loop -- one after the other
    await stage.service.people.sign(id, email);
    await passPollingWindow(app, stage);
    await expect.poll(() => signed.count()).toBe(at + 1);
    // oxlint-enable no-await-in-loop
  }
  await panel(app).getByText(t('details.everyoneSigned')).waitFor();
  await panel(app).getByText(t('details.atTheEnd')).waitFor({ state: 'detached' });
  expect([stage.service.records.breaches, app.problems()]).toEqual([[], []]);
});

test('open details stay when their row leaves the list, also as the last one, and never become another document', async () => {
  await using app = await withElsewhere(
    { name: 'Lease.pdf', status: 'in-progress', signees: ['beat@example.test'] },
    { name: 'Offer.pdf', status: 'in-progress', signees: ['beat@example.test'] },
  );
  const title = panel(app).getByRole('heading', { level: 2 });
  const rows = app.page.locator('[role="grid"] [data-key]');
  await groups(app).selectOption('waiting');
  for (const left of [1, 0]) {
    // oxlint-disable no-await-in-loop -- one after the other
    await rows.first().click();
    await app.page.keyboard.press('End');
    const name = (await rows.last().textContent())?.match(/^\w+\.pdf/)?.[0] ?? '';
    await panel(app).getByRole('heading', { name }).waitFor();
    // Nobody moves behind the last row.
    await app.page.keyboard.press('ArrowDown');
    const id = stage.service.documents.all().find((one) => one.documentName === name)?.documentId ?? '';
    await stage.service.people.sign(id, 'beat@example.test');
    await passPollingWindow(app, stage);
    await row(app, name).waitFor({ state: 'detached' });
    await panel(app).getByText(t('details.everyoneSigned')).waitFor();
    expect([await title.textContent(), await rows.count()]).toEqual([name, left]);
    // oxlint-enable no-await-in-loop
  }
  expect([stage.service.records.breaches, app.problems()]).toEqual([[], []]);
});

test.each(shapes)(
  'the reason of a rejection (%s) stands at the person, and when the service cannot be asked',
  async (shape) => {
    stage.service.options.signees = shape;
    await using app = await withElsewhere({ name: 'Lease.pdf', status: 'rejected', signees: ['beat@example.test'] });
    await row(app, 'Lease.pdf').click();
    const beat = panel(app)
      .getByRole('region', { name: t('details.signees') })
      .getByRole('listitem');
    const words = beat.getByText(t('details.ownWords', { words: 'The price is wrong' }));
    await words.waitFor();
    await row(app, 'Lease.pdf')
      .getByText(t('details.ownWords', { words: 'The price is wrong' }))
      .waitFor();

    // The app looks at documents by itself, too: whoever asks now gets no answer.
    stage.service.options.forced.push({ operation: 'details', times: 100, force: { kind: 'answer', status: 503 } });
    await app.page.keyboard.press('Escape');
    await row(app, 'Lease.pdf').click();
    await panel(app).getByText(t('problem.service-down.what')).waitFor();
    expect(await words.count()).toBe(1);
    expect(app.problems()).toEqual([]);
  },
);

test('the file of a rejected document is saved on demand, and nothing calls it signed', async () => {
  await using app = await withElsewhere({ name: 'Lease.pdf', status: 'rejected', signees: ['beat@example.test'] });
  await row(app, 'Lease.pdf').click();
  await panel(app)
    .getByRole('button', { name: t('copy.rescueSave') })
    .click();
  await panel(app)
    .getByText(/^\d{4}-\d\d-\d\d Lease \(Rejected\)\.pdf$/)
    .waitFor();
  await panel(app).getByText(t('copy.rescueSaved')).waitFor();
  expect(await panel(app).getByText(t('copy.title')).count()).toBe(0);
  expect(await app.page.getByText(t('row.saved'), { exact: true }).count()).toBe(0);

  const calendar = join(stage.home, 'Deadlines.ics');
  await app.answerDialog({ dialog: 'save', path: calendar });
  await panel(app)
    .getByRole('button', { name: t('details.more') })
    .click();
  await app.page.getByRole('menuitem', { name: t('calendar.add') }).click();
  await panel(app).getByText(t('calendar.saved')).waitFor();
  expect(readFileSync(calendar, 'utf8')).toMatch(/^BEGIN:VCALENDAR\r\n[^]*SUMMARY:[^\r]*Lease\.pdf\r\n/);
  expect([stage.service.records.breaches, app.problems()]).toEqual([[], []]);
});

test('a button without a readable text has its name as a tooltip', async () => {
  await using app = await withElsewhere({ name: 'Lease.pdf', status: 'in-progress' });
  const { page } = app;
  const filter = button(app, t('documents.filter'));
  await row(app, 'Lease.pdf').click();
  const close = button(app, t('details.close'));
  await close.hover();
  await expect.poll(() => close.getAttribute('title')).toBe(t('details.close'));
  const many = button(app, t('send.many'));
  await many.hover();
  expect([await many.getAttribute('title'), await close.getAttribute('title')]).toEqual([null, null]);
  await close.click();
  await page.setViewportSize({ width: 860, height: 560 });
  const side = page.getByRole('navigation');
  expect((await side.boundingBox())?.width).toBe(56);
  const people = side.getByRole('button', { name: t('nav.people') });
  await people.hover();
  await expect.poll(() => people.getAttribute('title')).toBe(t('nav.people'));
  await page.setViewportSize({ width: 600, height: 500 });
  await filter.hover();
  await expect.poll(() => filter.getAttribute('title')).toBe(t('documents.filter'));
  expect(app.problems()).toEqual([]);
});

test('the buttons of the details stay where they are when the service has answered', async () => {
  await using app = await withElsewhere({ name: 'Lease.pdf', status: 'signed', signees: ['beat@example.test'] });
  await row(app, 'Lease.pdf').getByText(t('row.verdict.sealed')).waitFor();
  const tops = await app.page.evaluate(async () => {
    const seen = new Set<number>();
    document.querySelector<HTMLElement>('[role="row"][data-key]')?.click();
    while (document.querySelector('aside figure canvas') === null) {
      const menu = document.querySelector('aside [aria-haspopup="true"]');
      if (menu !== null) seen.add(menu.getBoundingClientRect().top);
      // oxlint-disable-next-line no-await-in-loop -- the window draws each step
      await new Promise((drawn) => {
        requestAnimationFrame(drawn);
      });
    }
    seen.add(document.querySelector('aside [aria-haspopup="true"]')?.getBoundingClientRect().top ?? -1);
    return [...seen];
  });
  expect(tops).toHaveLength(1);
  await panel(app).getByText(t('details.loading')).waitFor({ state: 'detached' });
  expect(app.problems()).toEqual([]);
});

test('Space shows the pages of a row, the arrow keys go on along the list, and the focus comes back to the row', async () => {
  await using app = await stage.connected();
  const { page } = app;
  await hand(app, 'hold', 'Lease.pdf', 'Plan.pdf');
  await row(app, 'Lease.pdf').focus();
  await page.keyboard.press('Space');
  const pages = page.getByRole('dialog');
  const shown = (name: string) =>
    pages.getByRole('region', { name: t('preview.label', { name }) }).locator('[aria-busy="false"] canvas');
  await shown('Lease.pdf').waitFor();
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
  // It is all in sight, so the arrow keys are free for the list behind it.
  await page.keyboard.press('ArrowDown');
  await shown('Plan.pdf').waitFor();
  await page.keyboard.press('Space');
  await pages.waitFor({ state: 'detached' });
  await expect.poll(() => row(app, 'Plan.pdf').evaluate((it) => it === document.activeElement)).toBe(true);
  // With Shift it still chooses, and from then on without.
  await page.keyboard.press('Shift+Space');
  await page.getByText(t('selection.count', { count: 1 })).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await page.getByText(t('selection.count', { count: 2 })).waitFor();
  expect(await pages.count()).toBe(0);
  expect(app.problems()).toEqual([]);
});

test('without a copy on this computer the pages say so in one sentence, and a changed copy is none', async () => {
  await using app = await withElsewhere({ name: 'Elsewhere.pdf', status: 'in-progress' });
  const { page } = app;
  const none = page.getByRole('dialog').getByText(t('pages.none'));
  await row(app, 'Elsewhere.pdf').focus();
  await page.keyboard.press('Space');
  await none.waitFor();
  await page.keyboard.press('Escape');
  await hand(app, 'hold', 'Lease.pdf');
  const spool = join(app.home, 'spool');
  for (const name of readdirSync(spool).filter((one) => one.endsWith('.bin')))
    writeFileSync(join(spool, name), 'secret');
  await row(app, 'Lease.pdf').focus();
  await page.keyboard.press('Space');
  await none.waitFor();
  await page.keyboard.press('Space');
  await none.waitFor({ state: 'detached' });
  await row(app, 'Lease.pdf').click();
  await panel(app).getByText('anna@example.ch').waitFor();
  // Its place stays as tall as a picture: the buttons below do not move under the pointer.
  const blank = await panel(app).locator('[data-empty]').boundingBox();
  expect(blank?.height).toBeGreaterThanOrEqual(228);
  expect(await panel(app).locator('figure').count()).toBe(0);
  expect(app.problems()).toEqual([]);
});
