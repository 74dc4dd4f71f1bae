import { expect, test } from 'vitest';
import { compoundOf, docx, pdfOf } from '../testing/sample-files.ts';
import { documentsIn } from './testing/documents-in.ts';
import { attachedFile, attachedMail, compoundFile, outlookMail, type SampleStorage } from './testing/outlook-file.ts';
import { mailOf } from './testing/sample-mails.ts';

const pdf = pdfOf();
const large = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(300_000, 0x41)]);
const documentsOf = (...attachments: readonly SampleStorage[]) =>
  documentsIn(compoundFile(outlookMail(...attachments)));

test('takes small and large files with their bytes, under their long names', async () => {
  const found = await documentsOf(
    attachedFile('Mietvertrag für Anna.pdf', pdf),
    attachedFile('logo.png', pdf),
    attachedFile('Large.pdf', large),
    attachedFile('Offer.docx', docx),
  );
  expect(found).toMatchObject({ names: ['Mietvertrag für Anna.pdf', 'Large.pdf', 'Offer.docx'], end: 'whole' });
  expect(found.contents).toEqual([pdf, large, docx]);
});

test('takes the names of older programs, and the short one where no other is', async () => {
  const { '__substg1.0_37010102': data = pdf } = attachedFile('x', pdf);
  const ansi = { '__substg1.0_3707001E': Buffer.from('M\xfcller.pdf\0', 'latin1'), '__substg1.0_37010102': data };
  const short = { '__substg1.0_3704001F': Buffer.from('LEASE~1.PDF', 'utf16le'), '__substg1.0_37010102': data };
  expect((await documentsOf(ansi, short)).names).toEqual(['Müller.pdf', 'LEASE~1.PDF']);
});

test('reads mails inside, two deep, of Outlook and of others', async () => {
  const inside = outlookMail(attachedFile('In.pdf', pdf), attachedMail(outlookMail(attachedFile('Deep.pdf', pdf))));
  const eml = attachedFile('Forwarded.eml', mailOf({ name: 'Eml.pdf', content: pdf }));
  const msg = attachedFile('Kept.msg', compoundFile(outlookMail(attachedFile('Msg.pdf', pdf))));
  expect(await documentsOf(attachedMail(inside), eml, msg)).toMatchObject({
    names: ['In.pdf', 'Deep.pdf', 'Eml.pdf', 'Msg.pdf'],
    end: 'whole',
  });
  const tooDeep = attachedMail(
    outlookMail(attachedMail(outlookMail(attachedMail(outlookMail(attachedFile('No.pdf', pdf)))))),
  );
  expect(await documentsOf(tooDeep)).toMatchObject({ names: [], end: 'partly' });
  expect(
    await documentsIn(mailOf({ name: 'Kept.msg', content: compoundFile(outlookMail(attachedFile('Msg.pdf', pdf))) })),
  ).toMatchObject({
    names: ['Msg.pdf'],
    end: 'whole',
  });
});

test('tells that a link or an object of another program is not read', async () => {
  const link = { '__substg1.0_3707001F': Buffer.from('Lease.pdf', 'utf16le') };
  expect(await documentsOf(link)).toMatchObject({ names: [], end: 'partly' });
  expect(await documentsOf(attachedMail({ WordDocument: Buffer.from('x') }))).toMatchObject({
    names: [],
    end: 'partly',
  });
});

test('reads a mail with a signature around it', async () => {
  const signed = mailOf({ name: 'Lease.pdf', content: pdf });
  expect((await documentsOf(attachedFile('smime.p7m', signed))).names).toEqual(['Lease.pdf']);
  expect((await documentsOf(attachedFile('smime.p7m', Buffer.from([0x30, 0x80])))).end).toBe('partly');
});

test('an old document and an appointment book are no mail', async () => {
  expect((await documentsIn(compoundOf('WordDocument'))).end).toBe('none');
  expect((await documentsIn(compoundFile({ WordDocument: pdf }))).end).toBe('none');
});
