import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { describe, expect, test } from 'vitest';
import { copyNameParts } from '../../preload/contract/copy-name.ts';
import type { App } from './app-handle.ts';
import { hand } from './hand.ts';
import { button, buttonOf, focused, go, goSettings, panel, row, undoFor } from './on-page.ts';
import { connect } from './onboarding.ts';
import { passPollingWindow } from './polling-window.ts';
import { setStage } from './stage.ts';
import { t } from './texts.ts';
import { listen, said } from './voice.ts';

const stage = setStage();
const allParts = copyNameParts.map((part) => `{${part}}`).join(', ');

/** Signed copies of this test go into its own folder. */
async function saveInto(app: App, folder: string): Promise<void> {
  // Connecting ends with the first list, and shows the documents once more until then.
  await app.page.getByText(t('documents.emptyTitle')).waitFor();
  mkdirSync(folder);
  await goSettings(app, 'storage');
  await app.answerDialog({ dialog: 'open', paths: [folder] });
  await buttonOf(app, t('settings.changeFolder')).click();
  await app.page.getByText(folder).waitFor();
  await go(app, 'documents');
}

/** A connected app whose folder for copies is a file: nothing can be saved in it. */
async function withBlockedFolder() {
  await using begun = new AsyncDisposableStack();
  const app = begun.use(await stage.launch());
  const user = stage.service.people.createServiceUser();
  await connect(app, stage.service, user);
  const folder = join(stage.home, 'Signed');
  await saveInto(app, folder);
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
  begun.move();
  return { app, user, folder };
}

/** A connected app that sent Lease.pdf and saves signed copies in a folder of its own. */
async function withSentDocument() {
  const folder = join(stage.home, 'Signed');
  await using begun = new AsyncDisposableStack();
  const app = begun.use(await stage.connected());
  await saveInto(app, folder);
  await undoFor(app, 0);
  await hand(app, 'send', 'Lease.pdf');
  await expect.poll(() => stage.service.documents.all()[0]?.documentStatus).toBe('in-progress');
  const id = stage.service.documents.all()[0]?.documentId ?? '';
  begun.move();
  return { app, folder, id };
}

/** What the page behind an invitation does when its button is pressed. */
async function sign(documentId: string): Promise<void> {
  for (const { key } of stage.service.records.signeesOf(documentId)) {
    // oxlint-disable-next-line no-await-in-loop -- in the order of signing
    await fetch(`${stage.service.url}/sign/${key}`, { method: 'POST', body: new URLSearchParams({ action: 'sign' }) });
  }
}

const copySection = (app: App) =>
  panel(app)
    .locator('section')
    .filter({ hasText: t('copy.title') });

test('what everyone has signed is told once until it is closed, with its copy at hand', async () => {
  const { app: sent, folder, id } = await withSentDocument();
  await using app = sent;
  await listen(app);
  await sign(id);
  await passPollingWindow(app, stage);
  const notices = app.page.getByRole('region', { name: t('notices.label') });
  const notice = notices.getByText(t('outbox.signedSaved', { name: 'Lease.pdf' }));
  await notice.waitFor();
  expect((await new AxeBuilder({ page: app.page }).setLegacyMode().analyze()).violations).toEqual([]);
  const spoken = async () => {
    const all = (await said(app)).filter(({ text }) => text.includes(t('details.everyoneSigned')));
    return all.map(({ text, loud }) => [text.replace(/( · saved|\.)$/, ''), loud]);
  };
  await expect.poll(spoken).toEqual([[t('outbox.signed', { name: 'Lease.pdf' }).replace(/\.$/, ''), false]]);
  // Its buttons come before the list.
  await button(app, t('problem.close')).focus();
  await app.page.keyboard.press('Shift+Tab');
  expect(await focused(app)).toBe(t('copy.open'));

  // Undo comes before it.
  await undoFor(app, 60);
  await hand(app, 'send', 'Plan.pdf', 'Offer.pdf');
  await button(app, t('outbox.undoAll')).waitFor();
  expect(await notice.count()).toBe(0);
  await button(app, t('outbox.sendAllNow')).click();
  await notice.waitFor();

  // Nothing is called saved above the reason why it does not open.
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  await notices.getByRole('button', { name: t('copy.open') }).press('Enter');
  const missing = notices.getByRole('alert');
  await missing.waitFor();
  await notices.getByText(t('outbox.signed', { name: 'Lease.pdf' }), { exact: true }).waitFor();

  // What is signed since joins it in one sentence, and Escape closes it.
  const running = () => stage.service.documents.all().filter(({ documentStatus }) => documentStatus === 'in-progress');
  await expect.poll(() => running().length).toBe(2);
  for (const { documentId } of running()) await sign(documentId); // oxlint-disable-line no-await-in-loop
  await notices.getByRole('button', { name: t('copy.open') }).focus();
  await passPollingWindow(app, stage);
  const joined = notices.getByText(t('outbox.signedMany', { count: 3 }));
  await joined.waitFor();
  expect(await missing.count()).toBe(0);
  const place = () => app.page.evaluate(() => document.activeElement?.tagName);
  await expect.poll(place).toBe('H1');
  await notices.getByRole('button', { name: t('problem.close') }).focus();
  await app.page.keyboard.press('Escape');
  await joined.waitFor({ state: 'detached' });
  await expect.poll(place).toBe('H1');
  expect(app.problems()).toEqual([]);
});

test('what everyone has signed moves nothing under a pointer that is on its way', async () => {
  const { app: sent, id } = await withSentDocument();
  await using app = sent;
  const { page } = app;
  const notices = page.getByRole('region', { name: t('notices.label') });
  const notice = notices.getByText(t('outbox.signedSaved', { name: 'Lease.pdf' }));
  await listen(app);
  // The time of the window passes only as told from here on. That of the app goes on.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  let x = 400;
  const moveFor = async (ms: number) => {
    await page.mouse.move((x += 1), 300);
    await page.clock.runFor(ms);
  };
  await sign(id);
  await passPollingWindow(app, stage);
  // It is read out at once.
  const hasSaid = async () => (await said(app)).some(({ text }) => text.includes(t('details.everyoneSigned')));
  await expect.poll(() => moveFor(100).then(hasSaid)).toBe(true);
  await moveFor(500);
  await moveFor(500);
  expect(await notice.count()).toBe(0);
  await page.clock.runFor(200);
  await notice.waitFor();
  expect(app.problems()).toEqual([]);
});

describe('the signed copy', () => {
  test('is on the computer after the check that shows the signature, and opens from the details', async () => {
    const { folder, id, ...sent } = await withSentDocument();
    await using app = sent.app;
    await sign(id);
    await passPollingWindow(app, stage);
    await row(app, 'Lease.pdf').getByText(t('row.verdict.sealed')).waitFor();
    expect(await row(app, 'Lease.pdf').getAttribute('aria-label')).toMatch(
      new RegExp(`^Lease\\.pdf, signed, .+, ${t('row.spoken.saved')}, sealed, deleted in 14 days$`),
    );
    await row(app, 'Lease.pdf').click();
    await copySection(app)
      .getByRole('button', { name: t('copy.show') })
      .waitFor();
    // Opening comes first, in the details and in the row.
    const words = await panel(app).getByRole('button').allInnerTexts();
    expect(words.filter((text) => text !== '')[0]).toBe(t('copy.open'));
    expect(await row(app, 'Lease.pdf').getByRole('button').allInnerTexts()).toEqual([t('copy.open')]);
    // Both at once: what is asked for while the copy opens is not forgotten.
    await copySection(app)
      .getByRole('button', { name: new RegExp(`^(${t('copy.open')}|${t('copy.show')})$`) })
      .evaluateAll((buttons) => {
        for (const one of buttons) if (one instanceof HTMLElement) one.click();
      });
    const how = async () => (await app.opened()).map((one) => one.how).toSorted();
    await expect.poll(how).toEqual(['folder', 'path']);
    const [opened, shown] = (await app.opened()).map(({ target }) => target);
    expect(shown).toBe(opened);
    expect(dirname(opened ?? '')).toBe(folder);
    expect(readFileSync(opened ?? '').equals(await stage.service.documents.contentOf(id))).toBe(true);

    // The first page stands in the details, and a press shows them all: those of the signed copy.
    await panel(app).locator('figure canvas').waitFor();
    await button(app, t('pages.show')).click();
    const pages = app.page.getByRole('dialog');
    await pages
      .getByRole('region', { name: t('preview.label', { name: basename(opened ?? '') }) })
      .locator('[aria-busy="false"] canvas')
      .waitFor();
    await app.page.keyboard.press('Escape');
    await expect.poll(() => button(app, t('pages.show')).evaluate((it) => it === document.activeElement)).toBe(true);
    const name = copySection(app)
      .getByText(basename(opened ?? ''), { exact: true })
      .first();
    await name.dispatchEvent('dragstart');
    const { standin } = app;
    if (standin !== null) await expect.poll(async () => (await standin.ask('windows'))[0]?.dragged).toEqual([opened]);

    // A copy that somebody changed is not opened as if it were the signed one.
    writeFileSync(opened ?? '', 'changed');
    await copySection(app)
      .getByRole('button', { name: t('copy.open') })
      .click();
    await copySection(app)
      .getByText(t('problem.copy-changed.what', { path: opened ?? '' }))
      .waitFor();
    expect(await app.opened()).toHaveLength(2);
    await name.dispatchEvent('dragstart');
    await copySection(app)
      .getByText(t('problem.copy-changed.what', { path: opened ?? '' }))
      .nth(1)
      .waitFor();
    if (standin !== null) expect((await standin.ask('windows'))[0]?.dragged).toEqual([opened]);

    await copySection(app)
      .getByRole('button', { name: t('copy.saveAgain') })
      .click();
    await expect
      .poll(() =>
        copySection(app)
          .getByRole('button', { name: t('copy.saveAgain') })
          .count(),
      )
      .toBe(0);
    await copySection(app)
      .getByRole('button', { name: t('copy.open') })
      .click();
    await expect.poll(async () => (await app.opened()).length).toBe(3);
    const again = (await app.opened()).at(-1)?.target ?? '';
    await row(app, 'Lease.pdf')
      .getByRole('button', { name: t('copy.open') })
      .click();
    await expect
      .poll(async () => (await app.opened()).map(({ target }) => target))
      .toEqual([opened, opened, again, again]);
    expect(again).not.toBe(opened);
    expect(readFileSync(again).equals(await stage.service.documents.contentOf(id))).toBe(true);
    expect(readFileSync(opened ?? '', 'utf8')).toBe('changed');
    expect(stage.service.records.breaches).toEqual([]);
    expect(app.problems()).toEqual([]);
  });

  test('comes home while the window is hidden for hours, and the window knows it when it is shown', async () => {
    const { folder, id, ...sent } = await withSentDocument();
    await using app = sent.app;
    await app.standin?.ask('window', { act: 'hide' });
    const overviews = () => stage.service.records.requests.filter(({ operation }) => operation === 'overview').length;
    for (let windows = 0; windows < 8; windows += 1) {
      const before = overviews();
      // oxlint-disable-next-line no-await-in-loop -- one window after the other
      await passPollingWindow(app, stage);
      // oxlint-disable-next-line no-await-in-loop
      await expect.poll(overviews).toBe(before + 1);
    }
    await sign(id);
    await passPollingWindow(app, stage);
    await expect.poll(() => readdirSync(folder).filter((name) => name.endsWith('.pdf'))).toHaveLength(1);
    await app.standin?.ask('window', { act: 'show' });
    await row(app, 'Lease.pdf').getByText(t('row.verdict.sealed')).waitFor();
    expect(stage.service.records.breaches).toEqual([]);
    expect(app.problems()).toEqual([]);
  });

  test('that could not be saved says why, and all are saved once the folder is back', async () => {
    const blocked = await withBlockedFolder();
    await using app = blocked.app;
    const { user, folder } = blocked;
    // oxlint-disable-next-line no-await-in-loop
    for (const name of ['Plan.pdf', 'Offer.pdf'])
      await stage.service.documents.add(user.id, { name, status: 'signed' });
    await passPollingWindow(app, stage);
    await row(app, 'Plan.pdf').getByText(t('row.notSaved')).waitFor();
    await app.page.getByText(t('problem.copy-folder-unreachable.what', { folder })).first().waitFor();
    rmSync(folder);
    mkdirSync(folder);
    await button(app, new RegExp(t('documents.saveCopies'))).click();
    // oxlint-disable-next-line no-await-in-loop
    for (const name of ['Plan.pdf', 'Offer.pdf']) await row(app, name).getByText(t('row.verdict.sealed')).waitFor();
    await app.page
      .getByRole('status')
      .filter({ hasText: t('documents.copiesSaved') })
      .waitFor();
    expect(await button(app, new RegExp(t('documents.saveCopies'))).count()).toBe(0);
    expect(stage.service.records.breaches).toEqual([]);
    expect(app.problems()).toEqual([]);
  });

  test('that was lost is told by name, and a button shows it in the list', async () => {
    const blocked = await withBlockedFolder();
    await using app = blocked.app;
    const { user } = blocked;
    // The service deletes it after 14 days: between the two windows.
    const almost = 14 - 22 / (24 * 60);
    await stage.service.documents.add(user.id, { name: 'Lease.pdf', status: 'signed', daysAgo: almost });
    await stage.service.documents.add(user.id, { name: 'Draft.pdf', status: 'draft' });
    await passPollingWindow(app, stage);
    await row(app, 'Lease.pdf').getByText(t('row.notSaved')).waitFor();
    await button(app, new RegExp(t('documents.saveCopies'))).click();
    await passPollingWindow(app, stage);
    await app.page.getByText(t('problem.copies-lost.what', { count: 1, names: 'Lease.pdf' })).waitFor();
    await button(app, new RegExp(t('documents.saveCopies'))).waitFor({ state: 'detached' });
    expect(await app.page.getByText(t('documents.copiesSaved')).count()).toBe(0);
    await go(app, 'people');
    await button(app, t('copy.showLost')).click();
    await row(app, 'Lease.pdf').waitFor();
    await row(app, 'Draft.pdf').waitFor({ state: 'detached' });
    await button(app, t('documents.filterBy.off', { name: t('documents.filterBy.unsaved') })).click();
    await row(app, 'Draft.pdf').waitFor();
    expect(app.problems()).toEqual([]);
  });

  test('gets the name that a person chose and a receipt, and is found when it was moved', async () => {
    const user = stage.service.people.createServiceUser();
    await using app = await stage.launch();
    await connect(app, stage.service, user);
    const folder = join(stage.home, 'Signed');
    await saveInto(app, folder);
    await goSettings(app, 'storage');
    const pattern = app.page.getByLabel(t('settings.copyName'));
    await pattern.fill('{people} {name}: CON');
    await app.page.getByText(/Anna Muster Lease_ CON\.pdf/).waitFor();
    // Enter keeps it. One that cannot be used says why, and the one before stays.
    await pattern.press('Enter');
    await pattern.fill('{people} {title}');
    await app.page.getByText(t('settings.copyNameFault.unknown', { part: '{title}', parts: allParts })).waitFor();
    await pattern.press('Enter');
    await go(app, 'people');
    await goSettings(app, 'storage');
    await expect.poll(() => pattern.inputValue()).toBe('{people} {name}: CON');
    await pattern.fill('{name}');
    // A busy main process stores it after the field is shown again.
    const main = app.standin?.ready.pid;
    if (main !== undefined) process.kill(main, 'SIGSTOP');
    try {
      await go(app, 'people');
      await goSettings(app, 'storage');
    } finally {
      if (main !== undefined) process.kill(main, 'SIGCONT');
    }
    await expect.poll(() => pattern.inputValue()).toBe('{name}');
    await pattern.fill('{people} {name}: CON');
    await pattern.press('Enter');
    await app.page.getByText(t('settings.receipts')).click();
    await stage.service.documents.add(user.id, { name: 'Plan.pdf', status: 'signed' });
    await passPollingWindow(app, stage);
    await go(app, 'documents');
    await row(app, 'Plan.pdf').getByText(t('row.verdict.sealed')).waitFor();
    const copy = 'beat@example.test Plan_ CON.pdf';
    await expect.poll(() => readdirSync(folder).toSorted()).toEqual([copy, `${copy}.json`]);
    expect(JSON.parse(readFileSync(join(folder, `${copy}.json`), 'utf8'))).toMatchObject({ copy: { name: copy } });
    await goSettings(app, 'storage');
    await button(app, t('settings.copiesVerify')).click();
    await app.page.getByText(t('settings.copiesSame', { all: 1 })).waitFor();
    rmSync(join(folder, 'beat@example.test Plan_ CON.pdf'));
    await button(app, t('settings.copiesVerify')).click();
    await app.page.getByText(t('settings.copiesDamaged', { damaged: 1 })).waitFor();
    await go(app, 'documents');
    await row(app, 'Plan.pdf').click();
    await copySection(app)
      .getByRole('button', { name: t('copy.saveAgain') })
      .click();
    await expect.poll(() => readdirSync(folder).toSorted()).toEqual([copy, `${copy}.json`]);
    expect(stage.service.records.breaches).toEqual([]);
    expect(app.problems()).toEqual([]);
  });
});
