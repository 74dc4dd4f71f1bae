/** A person adds a mail that they saved: its documents are sent, the mail is not. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { attachedFile, compoundFile, outlookMail } from '../../main/intake/mail/testing/outlook-file.ts';
import { mailOf } from '../../main/intake/mail/testing/sample-mails.ts';
import { docx } from '../../main/intake/testing/sample-files.ts';
import { samplePdf } from '../practice-service/sample-pdf.ts';
import { addSignees, button, middle, says, sheet, undoFor } from './on-page.ts';
import { setStage } from './stage.ts';
import { t } from './texts.ts';

const stage = setStage();
const pdf = (title: string) => samplePdf({ title });

test('a mail with two documents is sent as two documents, and nothing of it stays', async () => {
  await using app = await stage.connected();
  await undoFor(app, 0);
  const mail = mailOf(
    { type: 'text/plain', content: 'Please sign.', encoding: '8bit' },
    {
      name: '=?utf-8?Q?Mietvertrag_f=C3=BCr_Anna.pdf?=',
      type: 'application/pdf',
      content: Buffer.from(await pdf('Lease')),
    },
    { name: 'Offer.docx', content: docx },
    { name: 'logo.png', type: 'image/png', content: 'x' },
  );
  await app.drop(middle, [stage.put('Lease.eml', mail)]);
  for (const name of ['Mietvertrag für Anna.pdf', 'Offer.docx']) await sheet(app).getByRole('row', { name }).waitFor();
  expect(await sheet(app).getByRole('row', { name: 'Lease.eml' }).count()).toBe(0);
  // The preview shows the copy.
  await sheet(app).locator('canvas').first().waitFor();
  await addSignees(app, 'anna@muster.ch');
  await button(app, t('send.sendSeveral', { count: 2 })).click();
  for (const name of ['Mietvertrag für Anna.pdf', 'Offer.docx'])
    await says(app, name, t('submission.end.started')).waitFor();
  expect(stage.service.documents.all()).toHaveLength(2);
  expect(stage.service.records.breaches).toEqual([]);
  await expect.poll(() => readdirSync(join(stage.home, 'app', 'tray'))).toEqual([]);
  expect(app.problems()).toEqual([]);
});

test('a mail of Outlook opens with the app, and one without a document says why nothing was added', async () => {
  await using app = await stage.connected();
  const outlook = compoundFile(outlookMail(attachedFile('Lease.pdf', Buffer.from(await pdf('Lease')))));
  await app.drop(middle, [stage.put('Empty.eml', mailOf({ type: 'text/plain', content: 'Hello' }))]);
  await app.page.getByText(t('problem.mail-empty.what')).waitFor();
  expect(await sheet(app).count()).toBe(0);
  await app.secondInstance([stage.put('Lease.msg', outlook)]);
  await sheet(app).getByText('Lease.pdf').first().waitFor();
  await app.secondInstance([stage.put('Broken.eml', 'Hello')]);
  await sheet(app)
    .getByText(`Broken.eml ${t('problem.mail-unreadable.what')}`)
    .waitFor();
  expect(app.problems()).toEqual([]);
});
