import { type Browser, chromium } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findChromium } from '../standin/chromium.ts';
import type { App } from './app-handle.ts';
import {
  addSignees,
  button,
  chooseMore,
  focused,
  heldRow,
  middle,
  panel,
  row,
  says,
  sentTo,
  sheet,
  signees,
  undoFor,
} from './on-page.ts';
import { passPollingWindow } from './polling-window.ts';
import { contract } from './preview/samples.ts';
import { setStage } from './stage.ts';
import { t } from './texts.ts';

const stage = setStage();

/** As a signee does it: from the invitation to the button on the page. */
async function signAs(browser: Browser, email: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(`${stage.service.url}/mail`);
  await page.getByRole('link', { name: `Open the document as ${email}` }).click();
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await page.getByText('You have signed this document.').waitFor();
  await page.close();
}

async function bothSign(): Promise<void> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  try {
    await signAs(browser, 'anna@muster.ch');
    await signAs(browser, 'beat@frei.ch');
  } finally {
    await browser.close();
  }
}

/** One upload, two signees in order, one start, and nothing against the contract. */
function expectSentOnce(): void {
  const { documents, records } = stage.service;
  const [document, ...others] = documents.all();
  expect(others).toEqual([]);
  const id = document?.documentId ?? '';
  expect(records.requests.filter(({ operation }) => operation === 'upload')).toHaveLength(1);
  expect(records.signeesOf(id)).toMatchObject([
    { email: 'anna@muster.ch', signOrder: 0 },
    { email: 'beat@frei.ch', signOrder: 1 },
  ]);
  expect(records.startsOf(id)).toBe(1);
  expect(records.breaches).toEqual([]);
}

async function expectSignedAfterTheNextCheck(app: App, name: string, who: string, closes: boolean): Promise<void> {
  await row(app, name)
    .getByRole('button', { name: t('submission.command.send-now') })
    .click();
  await says(app, name, sentTo(2)).waitFor();
  // After the first document of all, the window says what happens now.
  const notices = app.page.getByRole('region', { name: t('notices.label') });
  const firstSent = notices.getByText(t('outbox.firstSent', { count: 1, who }));
  await firstSent.waitFor();
  if (closes) {
    await notices.getByRole('button', { name: t('outbox.firstSentClose') }).click();
    await notices.waitFor({ state: 'detached' });
  }
  expectSentOnce();
  await bothSign();
  await passPollingWindow(app, stage);
  await says(app, name, t('documentStatus.signed')).waitFor();
  // The check draws itself while somebody looks.
  await expect.poll(() => row(app, name).getAttribute('data-fresh')).toBe('true');
  // It does not stand before the news that everyone signed.
  await notices.getByText(t('outbox.signed', { name }).slice(0, -1)).first().waitFor();
  await firstSent.waitFor({ state: 'detached' });
  expectSentOnce();
  expect(app.problems()).toEqual([]);
}

describe('from a file to two signatures', () => {
  test('by mouse', async () => {
    await using app = await stage.connected();
    await undoFor(app, 60);
    await app.drop(middle, [stage.put('Contract.pdf', await contract(3))]);
    await sheet(app).getByText(t('send.noFields')).waitFor();
    await sheet(app)
      .getByRole('region', { name: t('preview.pageOf', { page: '1', pages: '3' }) })
      .waitFor();
    await signees(app).click();
    await signees(app).fill('Anna Muster <anna@muster.ch>; beat@frei.ch');
    await button(app, t('signees.addNow')).click();
    await sheet(app).getByText(t('send.readyText')).waitFor();
    await button(app, t('submission.sendTo', { count: 2 })).click();
    await expectSignedAfterTheNextCheck(app, 'Contract.pdf', 'Anna Muster', true);
  });

  test('by keyboard alone', async () => {
    await using app = await stage.connected();
    const { keyboard } = app.page;
    await undoFor(app, 60);
    await app.answerDialog({ dialog: 'open', paths: [stage.put('Lease.pdf', await contract(1))] });
    await keyboard.press('n');
    await sheet(app).waitFor();
    await expect.poll(() => focused(app)).toBe(t('signees.add'));
    // Whoever sends before anything is said learns what is missing, and is led there.
    const tabTo = async (name: string) => {
      for (let step = 0; step < 40 && (await focused(app)) !== name; step += 1) await keyboard.press('Tab');
      await expect.poll(() => focused(app)).toBe(name);
    };
    await tabTo(t('submission.command.send'));
    await keyboard.press('Enter');
    await sheet(app).getByText(t('send.missing.no-signees')).waitFor();
    await expect.poll(() => focused(app)).toBe(t('signees.add'));
    await keyboard.type('beat@frei.ch');
    await keyboard.press('Enter');
    await keyboard.type('anna@muster.ch');
    await keyboard.press('Enter');
    await row(app, t('signees.step', { step: 2 })).waitFor();
    // In the wrong order: the second goes before the first.
    await keyboard.press('Shift+Tab');
    for (let step = 0; step < 12 && !(await focused(app)).includes('anna'); step += 1)
      await keyboard.press('Shift+Tab');
    await keyboard.press('Alt+ArrowUp');
    await tabTo(t('submission.sendTo', { count: 2 }));
    await keyboard.press('Enter');
    await sheet(app).waitFor({ state: 'detached' });
    await expectSignedAfterTheNextCheck(app, 'Lease.pdf', 'anna@muster.ch', false);
  });
});

describe('Send understands', () => {
  test('an address that is still in the field, and Ctrl+Enter; then the new row has the focus', async () => {
    await using app = await stage.connected();
    await undoFor(app, 60);
    const { keyboard } = app.page;
    await app.drop(middle, [stage.put('Contract.pdf', await contract(1))]);
    await expect.poll(() => focused(app)).toBe(t('signees.add'));
    await keyboard.type('anna@');
    await keyboard.press('Control+Enter');
    await sheet(app).getByText(t('send.missing.pending')).waitFor();
    await keyboard.type('muster.ch');
    await button(app, t('submission.sendTo', { count: 1 })).waitFor();
    await keyboard.press('Control+Enter');
    await sheet(app).waitFor({ state: 'detached' });
    await expect.poll(() => focused(app)).toBe(`Contract.pdf, ${t('documents.sending')}`);
    await button(app, `${t('submission.command.send-now')} Contract.pdf`).click();
    await expect
      .poll(() =>
        stage.service.documents.all().flatMap(({ documentId }) => stage.service.records.signeesOf(documentId)),
      )
      .toMatchObject([{ email: 'anna@muster.ch' }]);
    expect(stage.service.records.breaches).toEqual([]);
    expect(app.problems()).toEqual([]);
  });
});

describe('what is kept', () => {
  test('one that is prepared can be changed before it is sent', async () => {
    await using app = await stage.connected();
    await app.drop(middle, [stage.put('Plan.pdf', await contract(1))]);
    await addSignees(app, 'Anna Muster <anna@muster.ch>');
    await chooseMore(app, t('send.otherWays'), t('send.hold'));
    await heldRow(app, 'Plan.pdf').waitFor();
    // Its group says that it is ready, so the row shows who signs.
    expect(await row(app, 'Plan.pdf').innerText()).toMatch(/^Plan\.pdf\s+Anna\s/);
    expect(stage.service.documents.all()).toEqual([]);

    await row(app, 'Plan.pdf').click();
    await panel(app)
      .getByRole('button', { name: t('submission.command.revise') })
      .click();
    const change = app.page.getByRole('dialog', { name: t('send.titleChange') });
    await change.getByText(t('send.fileKept')).waitFor();
    await change.locator('[aria-busy="false"]').getByText('Contract').first().waitFor();
    expect(await change.getByRole('textbox', { name: t('signees.name'), exact: true }).inputValue()).toBe(
      'Anna Muster',
    );
    await addSignees(app, 'beat@frei.ch');
    await button(app, t('submission.sendTo', { count: 2 })).click();
    await change.waitFor({ state: 'detached' });
    await says(app, 'Plan.pdf', sentTo(2)).waitFor();
    expectSentOnce();
    expect(app.problems()).toEqual([]);
  });

  test('what was chosen is saved as a profile, and applied to the next file in one gesture', async () => {
    await using app = await stage.connected();
    await app.drop(middle, [stage.put('First.pdf', await contract(1))]);
    await addSignees(app, 'Anna <anna@muster.ch>; beat@frei.ch');
    await app.page.getByText(t('mode.advanced'), { exact: true }).click();
    await chooseMore(app, t('send.otherWays'), t('send.saveProfile'));
    await app.page.getByRole('textbox', { name: t('send.profileName') }).fill('Contracts');
    await app.page.keyboard.press('Enter');
    await sheet(app)
      .getByText(t('send.profileSaved', { name: 'Contracts' }))
      .waitFor();
    await chooseMore(app, t('send.otherWays'), t('send.draft'));
    await row(app, 'First.pdf').getByText(t('submission.end.draft'), { exact: true }).waitFor();

    await app.drop(middle, [stage.put('Next.pdf', await contract(1))]);
    await sheet(app)
      .getByRole('combobox', { name: t('send.profile') })
      .selectOption('Contracts');
    await button(app, t('submission.sendTo', { count: 2 })).waitFor();
    await button(app, t('send.profileUndo')).click();
    await button(app, t('submission.command.send')).waitFor();
    await sheet(app)
      .getByRole('combobox', { name: t('send.profile') })
      .selectOption('Contracts');
    await chooseMore(app, t('send.otherWays'), t('send.draft'));
    await row(app, 'Next.pdf').getByText(t('submission.end.draft'), { exact: true }).waitFor();
    await expect
      .poll(() => stage.service.documents.all().map(({ signatureMode }) => signatureMode))
      .toEqual(['advanced', 'advanced']);
    expect(stage.service.records.breaches).toEqual([]);
    expect(app.problems()).toEqual([]);
  });
});
