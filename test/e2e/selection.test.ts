import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from 'vitest';
import type { App } from './app-handle.ts';
import { hand } from './hand.ts';
import { button, focused, panel, row, undoFor } from './on-page.ts';
import { connect } from './onboarding.ts';
import { layoutFaults } from './screen-faults.ts';
import { letter, setStage, upTo } from './stage.ts';
import { t, textIn } from './texts.ts';
import { listen, said } from './voice.ts';

const stage = setStage();

/** A rejected document is at its end and to check: its row has the button *Done*. */
async function withDocuments(statusOfD: 'signed' | 'rejected' = 'signed'): Promise<App> {
  await using begun = new AsyncDisposableStack();
  const app = begun.use(await stage.launch());
  const user = stage.service.people.createServiceUser();
  const statuses = { A: 'in-progress', B: 'in-progress', C: 'draft', D: statusOfD, E: 'in-progress' } as const;
  for (const [name, status] of Object.entries(statuses)) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await stage.service.documents.add(user.id, { name: `${name}.pdf`, status });
  }
  await connect(app, stage.service, user);
  await row(app, 'E.pdf').waitFor();
  begun.move();
  return app;
}

const bar = ({ page }: App) => page.getByRole('region', { name: t('selection.label') });
const counted = (app: App, count: number) =>
  bar(app).getByText(t('selection.count', { count }), { exact: true }).waitFor();
/** Presses the button of the action, or its line in the menu of those that do not fit. */
async function press(app: App, action: 'save' | 'withdraw' | 'delete' | 'remind'): Promise<void> {
  const name = `${t(`selection.action.${action}`)}…`;
  const direct = bar(app).getByRole('button', { name });
  if ((await direct.count()) > 0) {
    await direct.click();
    return;
  }
  await bar(app)
    .getByRole('button', { name: t('details.more') })
    .click();
  await app.page.getByRole('menuitem', { name }).click();
}
const question = ({ page }: App) => page.getByRole('alertdialog');
const statusOf = (name: string) =>
  stage.service.documents.all().find(({ documentName }) => documentName === name)?.documentStatus;

test('several rows are withdrawn after one question, which says why the others are not', async () => {
  await using app = await withDocuments();
  await row(app, 'A.pdf').click();
  await panel(app).waitFor();
  await row(app, 'D.pdf').click({ modifiers: ['ControlOrMeta'] });
  await row(app, 'E.pdf').click({ modifiers: ['ControlOrMeta'] });
  await counted(app, 3);
  await expect.poll(() => row(app, 'B.pdf').getAttribute('aria-selected')).toBe('false');
  await press(app, 'withdraw');
  await question(app)
    .getByText(t('selection.ask.withdraw', { count: 2 }))
    .waitFor();
  await question(app).getByText(t('selection.why.ended')).waitFor();
  expect((await new AxeBuilder({ page: app.page }).setLegacyMode().analyze()).violations).toEqual([]);
  await question(app)
    .getByRole('button', { name: t('selection.action.withdraw') })
    .click();
  await expect
    .poll(() => [statusOf('A.pdf'), statusOf('B.pdf'), statusOf('E.pdf')])
    .toEqual(['withdrawn', 'in-progress', 'withdrawn']);
  await row(app, 'A.pdf').getByText(t('documentStatus.withdrawn'), { exact: true }).waitFor();
  await press(app, 'save');
  await question(app)
    .getByRole('button', { name: t('connect.cancel') })
    .or(question(app).getByRole('button', { name: t('selection.close') }))
    .click();
  await question(app).waitFor({ state: 'detached' });
  await app.page.keyboard.press('Escape');
  await bar(app).waitFor({ state: 'detached' });
  // The search comes back for whoever looks for something.
  await row(app, 'C.pdf').click({ modifiers: ['ControlOrMeta'] });
  await bar(app).waitFor();
  await app.page.keyboard.press('f');
  await expect.poll(() => focused(app)).toBe(t('documents.search'));
  expect(app.problems()).toEqual([]);
});

test('the keyboard chooses a range, all, and all but one; the table has just these', async () => {
  await using app = await withDocuments();
  const { page } = app;
  await row(app, 'A.pdf').focus();
  await page.keyboard.press('Shift+ArrowDown');
  await counted(app, 2);
  await page.keyboard.press('ControlOrMeta+a');
  await counted(app, 5);
  await page.keyboard.press('Space');
  await counted(app, 4);
  const path = join(stage.home, 'list.csv');
  await app.answerDialog({ dialog: 'save', path });
  await bar(app)
    .getByRole('button', { name: t('table.button') })
    .click();
  await bar(app).getByText(t('table.saved')).waitFor();
  expect(readFileSync(path, 'utf8').match(/[A-E]\.pdf/g)).toHaveLength(4);
  await press(app, 'remind');
  await page.getByRole('dialog').getByText(t('waiting.mailHint')).waitFor();
  await button(app, t('connect.cancel')).click();
  await bar(app)
    .getByRole('button', { name: t('selection.clear') })
    .click();
  await bar(app).waitFor({ state: 'detached' });
  expect(app.problems()).toEqual([]);
});

test('the reminder for one chosen document names this one, though more wait for the person', async () => {
  await using app = await withDocuments();
  await row(app, 'B.pdf').click();
  await panel(app)
    .getByRole('button', { name: t('waiting.remind') })
    .click();
  await button(app, t('waiting.openMail')).click();
  await expect.poll(async () => (await app.opened()).length).toBe(1);
  const [mail] = await app.opened();
  const body = new URL(mail?.target ?? '').searchParams.get('body');
  expect(body?.match(/[A-E]\.pdf/g)).toEqual(['B.pdf']);
  expect(app.problems()).toEqual([]);
});

test('the button in the row of a document that waits reminds of this one', async () => {
  await using app = await withDocuments('rejected');
  await row(app, 'D.pdf')
    .getByRole('button', { name: new RegExp(`^${t('row.done')} `) })
    .waitFor({ state: 'attached' });
  await row(app, 'B.pdf').hover();
  const inRow = row(app, 'B.pdf').getByRole('button', { name: `${t('waiting.remind')} B.pdf` });
  await inRow.click();
  await button(app, t('waiting.openMail')).click();
  await expect.poll(async () => (await app.opened()).length).toBe(1);
  const [mail] = await app.opened();
  expect(new URL(mail?.target ?? '').searchParams.get('body')?.match(/[A-E]\.pdf/g)).toEqual(['B.pdf']);
  expect(await tabStops(app)).toBeLessThanOrEqual(1);
  expect(app.problems()).toEqual([]);
});

test('the button in a row leaves no half of a word beside it, also in French', async () => {
  await using app = await withDocuments();
  await app.page.setViewportSize({ width: 860, height: 560 });
  await app.page.evaluate(() => window.countersign.settings.language({ choice: 'fr' }));
  const remind = (name: string) => row(app, name).getByRole('button', { name: textIn('fr', 'waiting.remind') });
  await remind('B.pdf').waitFor({ state: 'attached' });
  const halfHidden = (name: string) =>
    row(app, name).evaluate((at) => {
      const shown = at.querySelector('[data-at-hand] button')?.getBoundingClientRect();
      return [...at.querySelectorAll('span')]
        .filter((one) => one.childElementCount === 0 && one.textContent !== '' && !one.closest('[data-at-hand]'))
        .filter((one) => one.checkVisibility({ visibilityProperty: true }))
        .filter((one) => shown && one.getBoundingClientRect().right > shown.left)
        .map((one) => one.textContent);
    });
  await remind('B.pdf').hover();
  await expect.poll(() => halfHidden('B.pdf')).toEqual([]);
  expect(app.problems()).toEqual([]);
});

test('for a finger the button of a row lies over no deadline, and comes when the row is chosen', async () => {
  await using app = await withDocuments();
  const { page } = app;
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 });
  await expect.poll(() => page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
  const opacity = () =>
    row(app, 'B.pdf')
      .locator('[data-at-hand]')
      .evaluate((at) => getComputedStyle(at).opacity);
  await expect.poll(opacity).toBe('0');
  // The row takes a press on the place of its hidden button.
  await row(app, 'B.pdf').locator('[data-at-hand]').click({ force: true });
  await panel(app).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await expect.poll(opacity).toBe('1');
  expect(app.problems()).toEqual([]);
});

/** Counts the buttons in rows that are stops of the Tab key. The list is one stop, with the buttons of one row. */
async function tabStops({ page }: App): Promise<number> {
  const list = page.getByRole('grid');
  expect(await list.locator('button').count()).toBeGreaterThan(2);
  return list.locator('button:not([tabindex="-1"])').count();
}

test('Delete discards what was not sent, deletes the draft, and says why the others stay', async () => {
  await using app = await withDocuments();
  await hand(app, 'hold', letter(1), letter(2));
  await row(app, letter(2)).click();
  await app.page.keyboard.press('ControlOrMeta+a');
  await counted(app, 7);
  await press(app, 'delete');
  await question(app)
    .getByText(t('selection.ask.delete', { count: 3 }))
    .waitFor();
  await question(app).getByText(t('selection.removes.delete')).waitFor();
  await question(app).getByText(t('selection.removes.discard')).waitFor();
  await question(app).getByText(t('selection.why.running')).waitFor();
  expect(await question(app).getByText(t('selection.why.held')).count()).toBe(0);
  expect((await new AxeBuilder({ page: app.page }).setLegacyMode().analyze()).violations).toEqual([]);
  await listen(app);
  await question(app)
    .getByRole('button', { name: t('selection.action.delete') })
    .click();
  await ready(app).waitFor({ state: 'detached' });
  await expect.poll(() => statusOf('C.pdf')).toBeUndefined();
  const told = [t('selection.told.delete', { count: 1 }), t('selection.told.discard', { count: 2 })].join(' ');
  await expect.poll(async () => (await said(app)).map(({ text }) => text)).toContain(told);
  expect(statusOf('A.pdf')).toBe('in-progress');
  expect(app.problems()).toEqual([]);
});

const ready = ({ page }: App) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: t('documents.ready') }) });

test('prepared documents are sent together after one question that names the people, and taken back together', async () => {
  await using app = await stage.connected();
  await undoFor(app, 120);
  await hand(app, 'hold', ...upTo(4).map(letter));
  const sendAll = ready(app).getByRole('button', { name: t('documents.sendAll', { count: 4 }) });
  await sendAll.waitFor();
  expect(await tabStops(app)).toBeLessThanOrEqual(1);
  await sendAll.click();
  await question(app)
    .getByText(t('selection.recipients', { count: 1 }))
    .waitFor();
  expect((await new AxeBuilder({ page: app.page }).setLegacyMode().analyze()).violations).toEqual([]);
  await question(app)
    .getByRole('button', { name: t('selection.action.send') })
    .click();
  await listen(app);
  const undone = async () => (await said(app)).filter(({ text }) => text === t('outbox.undone', { count: 4 })).length;
  await button(app, t('outbox.undoAll')).click();
  // Nothing of it needs a click for each row.
  await sendAll.waitFor();
  await expect.poll(undone).toBe(1);
  // Whoever does it once more hears it once more.
  await sendAll.click();
  await question(app)
    .getByRole('button', { name: t('selection.action.send') })
    .click();
  await button(app, t('outbox.undoAll')).click();
  await sendAll.waitFor();
  await expect.poll(undone).toBe(2);
  expect(stage.service.documents.all().filter(({ documentStatus }) => documentStatus !== 'draft')).toEqual([]);

  // The key Del means what it can do with these rows.
  await app.page
    .getByRole('row')
    .filter({ hasText: letter(1) })
    .click();
  await app.page.keyboard.press('Delete');
  await question(app)
    .getByText(t('selection.ask.discard', { count: 1 }))
    .waitFor();
  await question(app)
    .getByRole('button', { name: t('selection.action.discard') })
    .click();
  // What a question asks about are the rows when it opens.
  await ready(app)
    .getByRole('button', { name: t('documents.sendAll', { count: 3 }) })
    .waitFor();
  await ready(app)
    .getByRole('button', { name: t('documents.discardAll') })
    .click();
  await question(app)
    .getByRole('button', { name: t('selection.action.discard') })
    .click();
  await ready(app).waitFor({ state: 'detached' });
  expect(app.problems()).toEqual([]);
});

test('the actions for chosen rows stand in one line in every language, and the menu has the others', async () => {
  await using app = await withDocuments();
  const { page } = app;
  await row(app, 'A.pdf').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await counted(app, 5);
  for (const [language, width, height] of [
    ['en', 590, 390],
    ['de', 590, 390],
    ['it', 860, 560],
    ['fr', 860, 560],
    ['fr', 320, 256],
  ] as const) {
    // oxlint-disable no-await-in-loop -- one window, in one look after the other
    await page.setViewportSize({ width, height });
    await page.evaluate((choice) => window.countersign.settings.language({ choice }), language);
    const region = page.getByRole('region', { name: textIn(language, 'selection.label') });
    const lines = () =>
      region.getByRole('button').evaluateAll((all) => [
        ...new Set(
          all.map((one) => {
            const { top, bottom } = one.getBoundingClientRect();
            return Math.round((top + bottom) / 2);
          }),
        ),
      ]);
    await expect.poll(async () => (await lines()).length).toBe(1);
    const tools = ['save', 'remind', 'archive', 'withdraw', 'delete'] as const;
    const buttons = await region.getByRole('button').allTextContents();
    await region.getByRole('button', { name: textIn(language, 'details.more') }).click();
    await page.getByRole('menuitem').first().waitFor();
    const all = [...buttons, ...(await page.getByRole('menuitem').allTextContents())].join('\n');
    for (const tool of tools) expect(all.split(textIn(language, `selection.action.${tool}`))).toHaveLength(2);
    expect(await layoutFaults(app)).toEqual([]);
    await page.keyboard.press('Escape');
    // oxlint-enable no-await-in-loop
  }
  await page.evaluate(() => window.countersign.settings.language({ choice: 'en' }));
  await bar(app)
    .getByRole('button', { name: t('details.more') })
    .click();
  await page.getByRole('menuitem', { name: t('selection.action.withdraw') }).click();
  await question(app)
    .getByText(t('selection.ask.withdraw', { count: 3 }))
    .waitFor();
  expect(app.problems()).toEqual([]);
});
