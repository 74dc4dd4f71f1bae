import { rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { textsOf } from '../../main/joining/testing/seen-pages.ts';
import { signPdf } from '../../main/signatures/testing/sign-pdf.ts';
import { makeTestPeople } from '../../main/signatures/testing/test-certificates.ts';
import { makePdf } from '../../main/signatures/testing/test-pdf.ts';
import { samplePdf } from '../practice-service/sample-pdf.ts';
import type { App } from './app-handle.ts';
import { addSignees, button, focused, middle, row, says, sentTo, sheet, undoFor } from './on-page.ts';
import { setStage } from './stage.ts';
import { t } from './texts.ts';

const stage = setStage();

const pdf = (title: string, pages = 1) => samplePdf({ title, pages, lines: [`${title} text`] });
/** Names a person, so the service finds it in the new document. */
const field = { email: 'beat@frei.ch', x: 60, y: 130, width: 200, height: 50 };
const part = (app: App, name: string) =>
  app.page.getByRole('grid', { name: t('send.join.list') }).getByRole('row', { name, exact: true });
const order = (app: App) =>
  app.page
    .getByRole('grid', { name: t('send.join.list') })
    .getByRole('row')
    .evaluateAll((rows) => rows.map((one) => one.getAttribute('aria-label')));

async function dropThree(app: App): Promise<void> {
  await app.drop(middle, [
    stage.put('Annex.pdf', await pdf('Annex', 2)),
    stage.put('Contract.pdf', await pdf('Contract')),
    stage.put('Terms.pdf', await samplePdf({ title: 'Terms', lines: ['Terms text'], fields: [field] })),
  ]);
  await button(app, t('send.join.command')).click();
  await part(app, 'Terms.pdf').waitFor();
}

describe('several files', () => {
  test('are ordered by keyboard, seen as one document, and sent once', async () => {
    await using app = await stage.connected();
    const { keyboard } = app.page;
    await undoFor(app, 60);
    await dropThree(app);
    await part(app, 'Contract.pdf').focus();
    await keyboard.press('Alt+ArrowUp');
    await expect.poll(() => order(app)).toEqual(['Contract.pdf', 'Annex.pdf', 'Terms.pdf']);
    await expect.poll(() => focused(app)).toContain('Contract.pdf');
    await app.page.getByText(t('send.join.moved', { name: 'Contract.pdf', place: 1, all: 3 })).waitFor();
    // The name follows the first file until the person types another one.
    const name = app.page.getByRole('textbox', { name: t('send.join.name') });
    await expect.poll(() => name.inputValue()).toBe('Contract.pdf');
    await name.fill('Contract with annexes');
    await name.press('Enter');

    await sheet(app)
      .getByRole('region', { name: t('preview.pageOf', { page: '1', pages: '4' }) })
      .waitFor();
    await sheet(app)
      .getByText(/Contract\.pdf, Annex\.pdf,? and Terms\.pdf/)
      .waitFor();
    await addSignees(app, 'anna@muster.ch');
    await button(app, t('send.addPeople')).click();
    await sheet(app)
      .getByText(t('send.peopleAdded', { count: 1 }), { exact: true })
      .waitFor();
    await button(app, t('submission.sendTo', { count: 2 })).click();
    const sent = 'Contract with annexes.pdf';
    await row(app, sent)
      .getByRole('button', { name: t('submission.command.send-now') })
      .click();
    await says(app, sent, sentTo(2)).waitFor();

    const [document, ...others] = stage.service.documents.all();
    expect(others).toEqual([]);
    const id = document?.documentId ?? '';
    expect(stage.service.records.startsOf(id)).toBe(1);
    expect(stage.service.records.breaches).toEqual([]);
    const content = Buffer.from(await stage.service.documents.contentOf(id));
    expect(await textsOf(content)).toEqual([
      'Contract Contract text',
      'Annex Annex text',
      'Annex Annex text',
      'Terms Terms text',
    ]);
    expect(app.problems()).toEqual([]);
  });

  test('are ordered by hand, and come back as single files', async () => {
    await using app = await stage.connected();
    await dropThree(app);
    await part(app, 'Terms.pdf').dragTo(part(app, 'Annex.pdf'), {
      sourcePosition: { x: 200, y: 20 },
      targetPosition: { x: 200, y: 3 },
    });
    await expect.poll(() => order(app)).toEqual(['Terms.pdf', 'Annex.pdf', 'Contract.pdf']);
    await button(app, t('send.join.apart', { name: 'Contract.pdf' })).click();
    await expect.poll(() => order(app)).toEqual(['Terms.pdf', 'Annex.pdf']);
    await button(app, t('send.join.do')).click();
    await sheet(app).getByRole('row', { name: 'Contract.pdf' }).waitFor();
    await button(app, t('send.join.separate')).click();
    await sheet(app).getByRole('row', { name: 'Annex.pdf' }).waitFor();
    await sheet(app).getByRole('row', { name: 'Terms.pdf' }).waitFor();
    await addSignees(app, 'anna@muster.ch');
    await button(app, t('send.sendSeveral', { count: 3 })).click();
    await row(app, 'Annex.pdf').waitFor();
    await expect.poll(() => app.page.getByRole('row', { name: /Annex|Contract|Terms/ }).count()).toBe(3);
    expect(app.problems()).toEqual([]);
  });

  test('stay alone where one document would lose something, and each says why', async () => {
    await using app = await stage.connected();
    const gone = stage.put('Gone.pdf', await pdf('Gone'));
    await app.drop(middle, [
      gone,
      stage.put('First.pdf', await pdf('First')),
      stage.put('Second.pdf', await pdf('Second')),
      stage.put('Signed.pdf', signPdf(makePdf(), { signer: makeTestPeople().anna }).bytes),
    ]);
    await button(app, t('send.join.command')).click();
    await part(app, 'Gone.pdf').waitFor();
    rmSync(gone);
    const name = app.page.getByRole('textbox', { name: t('send.join.name') });
    await name.press('Enter');
    await part(app, 'Gone.pdf').getByText(t('send.join.why.changed')).waitFor();
    // Nothing can be changed while files are joined, and the keyboard goes on where it was.
    await expect.poll(() => focused(app)).toBe(t('send.join.name'));
    await button(app, t('send.join.restApart')).click();
    await button(app, t('send.join.do')).click();
    await part(app, 'Signed.pdf').getByText(t('send.join.why.signed')).waitFor();
    await button(app, t('send.join.restApart')).click();
    await button(app, t('send.join.do')).click();
    await sheet(app)
      .getByRole('region', { name: t('preview.pageOf', { page: '1', pages: '2' }) })
      .waitFor();
    await sheet(app).getByRole('row', { name: 'Signed.pdf' }).waitFor();
    expect(app.problems()).toEqual([]);
  });
});
