import { describe, expect, test } from 'vitest';
import { docx, pdfOf, xlsx } from '../testing/sample-files.ts';
import { mostAttachments } from './read-mail.ts';
import { documentsIn } from './testing/documents-in.ts';
import { mailHead, mailOf, mailPart, mimeGroup, mimePart, type SamplePart } from './testing/sample-mails.ts';

const pdf = pdfOf();
const attached = (name: string, content: Buffer | string = pdf): SamplePart => ({ name, content });
const joined = (...parts: readonly (Buffer | string)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)));
const namesIn = async (mail: Buffer) => (await documentsIn(mail)).names;

test('takes PDF and Office files with their bytes, in the order of the mail', async () => {
  const text = { type: 'text/plain; charset=utf-8', content: 'See below.', encoding: '8bit' } as const;
  const found = await documentsIn(
    mailOf(text, attached('Lease.pdf'), attached('Offer.docx', docx), attached('Costs.xlsx', xlsx)),
  );
  expect(found).toMatchObject({ names: ['Lease.pdf', 'Offer.docx', 'Costs.xlsx'], end: 'whole' });
  expect(found.contents).toEqual([pdf, docx, xlsx]);
});

test.each(['base64', 'quoted-printable', '8bit'] as const)('decodes %s', async (encoding) => {
  const every = Buffer.from(Array.from({ length: 512 }, (_none, at) => (at * 7) % 256));
  expect((await documentsIn(mailOf({ name: 'a.pdf', content: every, encoding }))).contents).toEqual([every]);
});

test('reads base64 that a program wrote in pieces, and leaves out what comes after its end', async () => {
  const inPieces = [pdf.subarray(0, 100), pdf.subarray(100)].map((piece) => piece.toString('base64'));
  expect(inPieces[0]).toMatch(/=$/);
  const contentsOf = async (text: string) => {
    const [head, end] = mailOf(attached('a.pdf', 'x')).toString().split('eA==');
    return (await documentsIn(Buffer.from([head, text, end].join('')))).contents;
  };
  expect(await contentsOf(inPieces.join('\r\n'))).toEqual([pdf]);
  expect(await contentsOf(`${inPieces[0]}\r\nSent to you by the list`)).toEqual([pdf.subarray(0, 100)]);
});

test('offers also what the service refuses, so that it gets the sentence of a dropped file', async () => {
  const names = ['Old.doc', 'Old.xls', 'Macros.docm', 'Talk.pptx', 'Free.odt'];
  expect(await namesIn(mailOf(...names.map((name) => attached(name, 'x'))))).toEqual(names);
});

test('leaves pictures, signatures, appointments and texts alone', async () => {
  const mail = mailOf(
    { type: 'text/html', content: '<p>', encoding: '8bit' },
    { name: 'logo.png', type: 'image/png', disposition: 'inline; filename=logo.png', content: 'x' },
    { name: 'smime.p7s', type: 'application/pkcs7-signature', content: 'x' },
    { name: 'invite.ics', type: 'text/calendar', content: 'x' },
    { name: 'invite.ics', content: 'x' },
  );
  expect(await documentsIn(mail)).toMatchObject({ names: [], end: 'whole' });
});

test('takes a PDF that a mail program shows inline, or sends alone', async () => {
  const inline = { type: 'application/pdf', disposition: 'inline; filename=Lease.pdf', content: pdf };
  expect(await namesIn(mailOf(inline))).toEqual(['Lease.pdf']);
  expect(await namesIn(joined(mailHead, mimePart(attached('Lease.pdf'))))).toEqual(['Lease.pdf']);
});

test('lets the content tell where name and type say nothing', async () => {
  const mail = mailOf(
    { type: 'application/pdf', disposition: 'attachment', content: pdf },
    { name: 'scan', content: docx },
    { name: 'scan', content: 'no document' },
    { name: 'Lease', type: 'application/x-download', content: pdf },
  );
  expect(await documentsIn(mail)).toMatchObject({ names: ['document.pdf', 'scan.docx', 'Lease.pdf'], end: 'whole' });
});

test('gives nothing a name that the sender chose for it, unless it is the name of a document', async () => {
  const mail = mailOf(
    { name: '4711.pdf.json', type: 'application/pdf', content: '{"signees":[]}' },
    { name: 'run.exe', type: 'application/msword', content: 'MZ' },
    { type: 'application/pdf', disposition: 'attachment', content: 'damaged' },
  );
  expect(await documentsIn(mail)).toMatchObject({ names: [], end: 'partly' });
  expect(await namesIn(mailOf(attached(`${'a'.repeat(1_200)}.pdf`)))).toEqual([`${'a'.repeat(996)}.pdf`]);
});

describe('a mail in a mail', () => {
  const inside = (depth: number): Buffer => {
    const own = mimePart(attached(`Level ${depth}.pdf`));
    const next = depth === 0 ? [] : [mailPart(inside(depth - 1))];
    return joined(mailHead, mimeGroup([own, ...next], `level-${depth}`));
  };

  test('is read, and one in that', async () => {
    expect(await documentsIn(inside(2))).toMatchObject({
      names: ['Level 2.pdf', 'Level 1.pdf', 'Level 0.pdf'],
      end: 'whole',
    });
  });

  test('is not read further inside, and this is told', async () => {
    expect(await documentsIn(inside(4))).toMatchObject({
      names: ['Level 4.pdf', 'Level 3.pdf', 'Level 2.pdf'],
      end: 'partly',
    });
  });

  test('may be encoded, as some programs do, and is counted in the same way', async () => {
    const wrap = (mail: Buffer) => mailOf({ name: 'Forwarded.eml', content: mail });
    const mail = mailOf(attached('Lease.pdf'));
    expect(await documentsIn(wrap(wrap(mail)))).toMatchObject({ names: ['Lease.pdf'], end: 'whole' });
    expect(await documentsIn(wrap(wrap(wrap(mail))))).toMatchObject({ names: [], end: 'partly' });
  });

  test('ends with its group: what follows is of the outer mail', async () => {
    const mail = joined(
      mailHead,
      mimeGroup([mailPart(mailOf(attached('In.pdf'))), mimePart(attached('Out.pdf'))], 'o2'),
    );
    expect(await documentsIn(mail)).toMatchObject({ names: ['In.pdf', 'Out.pdf'], end: 'whole' });
  });
});

describe('tells that something may be missing', () => {
  test.each([
    ['the mail is cut', mailOf(attached('a.pdf'), attached('b.pdf')).subarray(0, -12), ['a.pdf', 'b.pdf']],
    [
      'a part is encrypted',
      mailOf({ name: 'smime.p7m', type: 'application/pkcs7-mime; smime-type=enveloped-data', content: 'x' }),
      [],
    ],
    ['it is in a container of Outlook', mailOf({ name: 'winmail.dat', type: 'application/ms-tnef', content: 'x' }), []],
    ['a document is in an archive', mailOf(attached('All.zip', 'PK')), []],
    ['there is a link in place of a file', mailOf({ type: 'message/external-body', content: 'x' }), []],
    ['it is a piece of a mail', mailOf({ type: 'message/partial', content: 'x' }), []],
    ['a group has no boundary', joined(mailHead, 'Content-Type: multipart/mixed\r\n\r\n--a\r\n'), []],
  ])('%s', async (_why, mail, names) => {
    expect(await documentsIn(mail)).toMatchObject({ names, end: 'partly' });
  });

  test('a mail has more documents than are taken', async () => {
    const found = await documentsIn(
      mailOf(...Array.from({ length: mostAttachments + 1 }, (_none, at) => attached(`${at}.pdf`, 'x'))),
    );
    expect([found.names.length, found.end]).toEqual([mostAttachments, 'partly']);
  });
});

test.each([
  ['a text', 'Hello\r\n\r\nthere'],
  ['nothing', ''],
  ['a web page', '<html><p>To: you</p></html>'],
  ['bytes', Buffer.alloc(5_000, 0xff)],
])('%s is no mail', async (_what, content) => {
  expect((await documentsIn(Buffer.from(content))).end).toBe('none');
});

test.each([
  ['a mark of its encoding', '\ufeff'],
  ['empty lines', '\r\n\r\n'],
  ['the first line of a mailbox', 'From - Fri Nov 27 08:00:00 2026\r\n'],
])('a mail may begin with %s', async (_what, before) => {
  expect(await namesIn(joined(before, mailOf(attached('a.pdf'))))).toEqual(['a.pdf']);
});

test('reads the line ends of Unix as well', async () => {
  const mail = mailOf(
    { name: 'a.pdf', content: 'abc' },
    { name: 'b.pdf', content: 'abc', encoding: 'quoted-printable' },
  );
  const found = await documentsIn(Buffer.from(mail.toString('latin1').replaceAll('\r', ''), 'latin1'));
  expect(found.contents.map(String)).toEqual(['abc', 'abc']);
});

describe('the name', () => {
  const nameOf = async (disposition: string, type = 'application/pdf') =>
    (await documentsIn(mailOf({ disposition, type, content: pdf }))).names[0];

  test.each([
    ['attachment; filename="Lease.pdf"', 'Lease.pdf'],
    ['attachment; FILENAME = Lease.pdf ; size=4', 'Lease.pdf'],
    ['attachment; filename="Lease \\"new\\"; v2.pdf"', 'Lease "new"; v2.pdf'],
    ['attachment; filename="=?utf-8?B?TcO8bGxlci5wZGY=?="', 'Müller.pdf'],
    ['attachment; filename="=?iso-8859-1?Q?M=FCller_1.pdf?="', 'Müller 1.pdf'],
    // A letter in two words, and a fold between them.
    ['attachment; filename="=?utf-8?B?TcM=?=\r\n =?utf-8?B?vGxsZXIucGRm?="', 'Müller.pdf'],
    ["attachment; filename*=utf-8''M%C3%BCller.pdf", 'Müller.pdf'],
    ['attachment; filename*=iso-8859-1\'de\'M%FCller.pdf; filename="x.pdf"', 'Müller.pdf'],
    ["attachment; filename*0*=utf-8''M%C3%BC; filename*1=ller; filename*2*=%2Epdf", 'Müller.pdf'],
    ['attachment; filename*1=b.pdf; filename*0=a', 'ab.pdf'],
    ['attachment; filename="Müller.pdf"', 'Müller.pdf'],
    ["attachment; filename*=no-such-set''a%41.pdf", 'aA.pdf'],
    ['attachment; filename="../../etc/x.pdf"', 'x.pdf'],
    // A backslash in a quoted text may be an escape or a folder of Windows: nothing of it leads anywhere.
    ['attachment; filename="C:\\\\Users\\\\x.pdf"', 'x.pdf'],
    ['attachment; filename=..\\..\\x.pdf', 'x.pdf'],
    ['attachment; filename="a.pdf"; filename="b.pdf"', 'a.pdf'],
    ['attachment', 'document.pdf'],
  ])('%s', async (disposition, name) => {
    expect(await nameOf(disposition)).toBe(name);
  });

  test('is not looked for beyond the length of any real field', async () => {
    const fold = (length: number) => `x${length}="${'x'.repeat(length)}";\r\n `;
    expect(await nameOf(`attachment; ${fold(8_000)}filename="a.pdf"`)).toBe('a.pdf');
    expect(await nameOf(`attachment; ${fold(8_000)}${fold(9_000)}filename="a.pdf"`)).toBe('document.pdf');
  });

  test('stands in the type where the disposition has none', async () => {
    expect(await nameOf('inline', 'application/pdf; name="Lease.pdf"')).toBe('Lease.pdf');
  });
});
