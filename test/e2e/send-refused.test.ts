import { rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { hostilePdfs } from '../../main/intake/testing/hostile-pdfs.ts';
import { docx } from '../../main/intake/testing/sample-files.ts';
import { officeOf } from '../../main/intake/testing/zip-file.ts';
import { limits } from '../../preload/contract/limits.ts';
import { samplePdf } from '../practice-service/sample-pdf.ts';
import { hand } from './hand.ts';
import { addSignees, button, chooseMore, focused, middle, row, sheet, signees } from './on-page.ts';
import { contract, dynamicForm, encrypted, forCertificates, withoutPages } from './preview/samples.ts';
import { letter, setStage, upTo } from './stage.ts';
import { t } from './texts.ts';

const stage = setStage();

describe('what cannot be sent', () => {
  test('is told at its file, and the others go on', async () => {
    await using app = await stage.connected();
    const whole = await contract(1);
    const large = stage.put('Large.pdf', whole);
    truncateSync(large, limits.fileBytes + 1);
    const gone = stage.put('Gone.pdf', await samplePdf({ title: 'Gone' }));
    await app.drop(middle, [
      stage.put('Fine.pdf', whole),
      stage.put('Renamed.pdf', `MZ\u0090\u0000${'\u0000'.repeat(200)}This program cannot be run in DOS mode.`),
      stage.put('Empty.pdf', ''),
      large,
      stage.put('Locked.pdf', await encrypted()),
      stage.put('Half.pdf', whole.subarray(0, whole.length / 2)),
      stage.put('Word.pdf', docx),
      gone,
    ]);
    const line = (name: string) => sheet(app).getByRole('row').filter({ hasText: name });
    await sheet(app)
      .getByText(t('send.refused', { count: 2 }))
      .waitFor();
    await sheet(app)
      .getByText(`Empty.pdf ${t('problem.file-empty.what')}`)
      .waitFor();
    await sheet(app)
      .getByText(`Large.pdf ${t('problem.file-too-large.what', { size: 40.1, limit: 40 })}`)
      .waitFor();
    await line('Renamed.pdf').getByText(t('problem.file-program.what')).waitFor();
    await line('Half.pdf').getByText(t('problem.file-incomplete.what')).waitFor();
    // Like a Word file with a password, until a person sends it anyway.
    await line('Locked.pdf').getByText(t('problem.file-opening-password.what')).waitFor();
    await line('Word.pdf').getByText(t('send.remark.other-extension')).waitFor();

    await addSignees(app, 'anna@muster.ch');
    // Send counts what can go.
    await button(app, t('send.sendSeveral', { count: 3 })).waitFor();
    await line('Locked.pdf').click();
    await button(app, t('send.sendAnyway')).click();
    await line('Locked.pdf').getByText(t('send.line.needs-password')).waitFor();
    await line('Locked.pdf').getByText(t('send.remark.encrypted')).waitFor();
    // Files to look at come first, the others in their order.
    const names = await sheet(app).getByRole('row').locator('bdi').allTextContents();
    expect(names).toEqual(['Renamed.pdf', 'Locked.pdf', 'Half.pdf', 'Word.pdf', 'Fine.pdf', 'Gone.pdf']);
    await sheet(app)
      .getByText(t('send.readyOf', { count: 3, all: 6 }))
      .waitFor();
    await button(app, t('send.skipBad', { count: 2 })).click();
    rmSync(gone);
    // The last look finds it, before anything is handed over.
    await button(app, t('send.sendSeveral', { count: 4 })).waitFor();
    await signees(app).press('ControlOrMeta+Enter');
    await sheet(app)
      .getByText(t('send.lookedFound', { count: 1 }))
      .waitFor();
    await expect.poll(() => focused(app)).toBe(t('signees.add'));
    await line('Gone.pdf').getByText(t('problem.file-vanished.what')).waitFor();
    expect(stage.service.records.requests.filter(({ operation }) => operation === 'upload')).toEqual([]);
    await button(app, t('send.skipBad', { count: 1 })).click();
    await line('Fine.pdf')
      .getByRole('button', { name: t('send.skipName', { name: 'Fine.pdf' }) })
      .click();
    await button(app, t('send.sendSeveral', { count: 2 })).waitFor();
    await line('Fine.pdf')
      .getByRole('button', { name: t('send.includeName', { name: 'Fine.pdf' }) })
      .click();
    await chooseMore(app, t('send.otherWays'), t('send.draft'));
    await sheet(app).waitFor({ state: 'detached' });
    for (const name of ['Fine.pdf', 'Word.pdf', 'Locked.pdf']) await row(app, name).waitFor();
    expect(await row(app, 'Renamed.pdf').count()).toBe(0);
    await expect.poll(() => stage.service.documents.all().length).toBe(3);
    expect(stage.service.records.breaches).toEqual([]);
    expect(app.problems()).toEqual([]);
  });

  test('is a document that was taken meanwhile, until the person was shown that it is there', async () => {
    await using app = await stage.connected();
    await hand(app, 'hold', 'Rent.pdf');
    await app.drop(middle, [
      stage.put('Copy.pdf', await samplePdf({ title: 'Lease.pdf', pages: 1 })),
      stage.put('Known.pdf', await samplePdf({ title: 'Rent.pdf', pages: 1 })),
    ]);
    await addSignees(app, 'anna@example.ch');
    // The sheet has looked for both. What is taken from here on it does not know.
    const known = sheet(app).getByRole('row').filter({ hasText: 'Known.pdf' });
    await known.getByText(t('send.remark.earlier')).waitFor();
    await known.click();
    await button(app, t('send.removeName', { name: 'Known.pdf' })).click();
    await hand(app, 'hold', 'Lease.pdf');
    const press = button(app, t('submission.sendTo', { count: 1 }));
    await press.click();
    await sheet(app).getByText(t('problem.sent-meanwhile.what')).waitFor();
    await button(app, t('send.lookAgain')).click();
    await sheet(app).getByRole('status').filter({ hasText: 'Lease.pdf' }).waitFor();
    await press.click();
    await sheet(app).waitFor({ state: 'detached' });
    await row(app, 'Copy.pdf').waitFor();
    await row(app, 'Lease.pdf').waitFor();
    expect(app.problems()).toEqual([]);
  });

  test('is a PDF that does not open, also one that nobody looked at', async () => {
    await using app = await stage.connected();
    await app.drop(middle, [
      stage.put('Fine.pdf', await contract(1)),
      stage.put('Empty.pdf', withoutPages()),
      stage.put('Certificate.pdf', forCertificates()),
      stage.put('Form.pdf', dynamicForm()),
    ]);
    const line = (name: string) => sheet(app).getByRole('row').filter({ hasText: name });
    await line('Empty.pdf').getByText(t('problem.file-damaged.what')).waitFor();
    await line('Certificate.pdf').getByText(t('problem.file-certificate.what')).waitFor();
    await line('Form.pdf').getByText(t('send.remark.dynamic-form')).waitFor();
    await addSignees(app, 'anna@muster.ch');
    await sheet(app)
      .getByText(t('send.readyOf', { count: 2, all: 4 }))
      .waitFor();

    // What the preview finds of the file that is shown stands in its line, too, and it can be looked at again.
    await line('Certificate.pdf').click();
    const notice = sheet(app)
      .getByRole('alert')
      .filter({ hasText: t('problem.file-certificate.what') });
    await notice.getByRole('button', { name: t('send.lookAgain') }).click();
    await line('Certificate.pdf').getByText(t('problem.file-certificate.what')).waitFor();
    await button(app, t('send.skipBad', { count: 2 })).click();
    await button(app, t('send.sendSeveral', { count: 2 })).click();
    await sheet(app).waitFor({ state: 'detached' });
    await expect.poll(() => stage.service.documents.all().length).toBe(2);
    expect(app.problems()).toEqual([]);
  });

  test('is told apart from what a person should know', async () => {
    await using app = await stage.connected();
    const scripted = await PDFDocument.load(await contract(1));
    scripted.addJavaScript('greeting', 'app.alert(1)');
    const template = '<Relationship Type="http://x/attachedTemplate" TargetMode="External" Target="http://x/a.dotm"/>';
    await app.drop(middle, [
      stage.put('Fine.pdf', await contract(2)),
      stage.put('Scripted.pdf', await scripted.save()),
      stage.put('Outside.docx', officeOf('docx', [{ name: 'word/_rels/settings.xml.rels', content: template }])),
      stage.put('Twins.docx', officeOf('docx', [{ name: 'Word/Document.xml' }])),
      stage.put('Endless.pdf', hostilePdfs['entries without a width']?.(0) ?? ''),
    ]);
    const line = (name: string) => sheet(app).getByRole('row').filter({ hasText: name });
    await line('Scripted.pdf').getByText(t('send.remark.script')).waitFor();
    await line('Outside.docx').getByText(t('send.remark.outside-content')).waitFor();
    await line('Twins.docx').getByText(t('problem.file-ambiguous.what')).waitFor();
    await line('Endless.pdf').getByText(t('problem.file-damaged.what')).waitFor();
    await line('Scripted.pdf').click();
    await sheet(app).getByText(t('send.remarkText.script')).waitFor();
    await addSignees(app, 'anna@muster.ch');
    await button(app, t('send.skipBad', { count: 2 })).click();
    await button(app, t('send.sendSeveral', { count: 3 })).click();
    await expect.poll(() => stage.service.documents.all().length).toBe(3);
    expect(app.problems()).toEqual([]);
  });

  test('and comes alone gets a notice, not a sheet', async () => {
    await using app = await stage.connected();
    await app.drop(middle, [stage.put('Empty.pdf', '')]);
    const notice = app.page.getByRole('main').getByText(`Empty.pdf ${t('problem.file-empty.what')}`);
    await notice.waitFor();
    expect(await sheet(app).count()).toBe(0);
    await button(app, t('send.refusedSeen')).click();
    await notice.waitFor({ state: 'detached' });
    expect(app.problems()).toEqual([]);
  });

  test('a single PDF that does not open is not sent, however fast somebody is', async () => {
    await using app = await stage.connected();
    await app.drop(middle, [stage.put('Empty.pdf', withoutPages())]);
    await addSignees(app, 'anna@muster.ch');
    await button(app, t('submission.sendTo', { count: 1 })).click();
    await sheet(app).getByRole('alert').getByText(t('problem.file-damaged.what')).waitFor();
    expect(stage.service.records.requests.filter(({ operation }) => operation === 'upload')).toEqual([]);
    expect(app.problems()).toEqual([]);
  });

  test('a folder of a thousand files opens as a list, one more is told; each can differ', async () => {
    await using app = await stage.connected();
    const content = await samplePdf({ title: 'Many' });
    for (const number of upTo(1_000)) stage.put(join('many', letter(number)), content);
    await app.drop(middle, [join(stage.home, 'many')]);
    await sheet(app).getByRole('row', { name: 'Letter 001.pdf' }).waitFor();
    await app.drop(middle, [stage.put('One more.pdf', content)]);
    await sheet(app)
      .getByText(`One more.pdf ${t('problem.files-too-many.what', { limit: 1_000 })}`)
      .waitFor();
    await addSignees(app, 'anna@muster.ch');
    // Each of them is opened before it is ready.
    await sheet(app)
      .getByText(t('send.readyOf', { count: 1_000, all: 1_000 }))
      .waitFor({ timeout: 100_000 });
    await button(app, t('send.sendSeveral', { count: 1_000 })).waitFor();

    await sheet(app).getByRole('row', { name: 'Letter 002.pdf' }).click();
    await button(app, t('send.differ')).click();
    const differ = app.page.getByRole('dialog', { name: t('send.differTitle', { name: 'Letter 002.pdf' }) });
    await differ.getByRole('textbox', { name: t('details.comment') }).fill('Yours alone');
    const typed = differ.getByRole('combobox', { name: t('signees.add') });
    await typed.fill('beat@frei.ch');
    await differ.getByRole('button', { name: t('send.differSave') }).click();
    await differ.getByText(t('send.missing.pending')).waitFor();
    await typed.press('Enter');
    await differ.getByRole('button', { name: t('send.differSave') }).click();
    await sheet(app).getByRole('row', { name: 'Letter 002.pdf' }).getByText(t('send.differs')).waitFor();
    expect(app.problems()).toEqual([]);
  });
});
