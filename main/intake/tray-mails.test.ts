import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import { directReader, type MailReader } from './document-reader.ts';
import { attachedFile, compoundFile, outlookMail } from './mail/testing/outlook-file.ts';
import { mailOf, type SamplePart } from './mail/testing/sample-mails.ts';
import { docx, pdfOf } from './testing/sample-files.ts';
import { createTray, type Tray } from './tray.ts';

const pdf = pdfOf();
let home: string;
let tray: Tray;

function trayWith(mail: MailReader['mail'] = directReader.mail): Tray {
  let next = 0;
  const documentReader = { ...directReader, mail };
  return createTray({ folder: join(home, 'tray'), newId: () => `f${(next += 1)}`, documentReader });
}

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'countersign-tray-mails-'));
  tray = trayWith();
});
afterEach(() => rmSync(home, { recursive: true }));

function file(name: string, content: Buffer | string): string {
  const path = join(home, name);
  writeFileSync(path, content);
  return path;
}
const attached = (name: string, content: Buffer | string = pdf): SamplePart => ({ name, content });
const mail = (...parts: readonly SamplePart[]) => file('Lease.eml', mailOf(...parts));
const kept = () => (existsSync(join(home, 'tray')) ? readdirSync(join(home, 'tray')) : []);

async function offer(...paths: readonly string[]) {
  const { files, refused } = await tray.offer(paths);
  return {
    files,
    names: files.map(({ name }) => name),
    refused: refused.map(({ name, refusal }) => [name, refusal.kind]),
  };
}

test('each document of a mail is added as if it had been dropped, and the mail is not', async () => {
  const path = mail(attached('Lease.pdf'), attached('Offer.docx', docx), attached('logo.png', 'x'));
  const { files, names, refused } = await offer(path);
  expect([names, refused]).toEqual([['Lease.pdf', 'Offer.docx'], []]);
  expect(await Promise.all(files.map(({ id }) => tray.judge(id)))).toMatchObject([
    { ok: true, kind: 'pdf' },
    { ok: true, kind: 'docx' },
  ]);
  const place = await tray.place(files[0]?.id ?? '');
  expect('path' in place && readFileSync(place.path)).toEqual(pdf);
  expect(tray.waiting()).toBe(2);
  await tray.drop(files.map(({ id }) => id));
  expect(kept()).toEqual([]);
  expect(existsSync(path)).toBe(true);
});

test('a mail of Outlook is added, and one that comes without a path', async () => {
  const content = compoundFile(outlookMail(attachedFile('Lease.pdf', pdf)));
  expect((await offer(file('Mail.msg', content))).names).toEqual(['Lease.pdf']);
  const received = await tray.receive({ transfer: 't1', name: 'Mail.MSG', bytes: content, last: true });
  expect(received).toMatchObject({ files: [{ name: 'Lease.pdf' }], refused: [] });
  // Nothing of the mail itself stays.
  expect(kept()).not.toContain('t1');
});

test('a mail in a folder is opened among the other files', async () => {
  mail(attached('Inside.pdf'));
  file('Beside.pdf', pdf);
  expect((await offer(home)).names).toEqual(['Beside.pdf', 'Inside.pdf']);
});

test('refuses what a dropped file of the same content is refused for', async () => {
  const large = Buffer.alloc(limits.fileBytes + 1, 0x41);
  const path = mail(attached('Large.pdf', large), attached('Empty.pdf', ''), attached('Old.doc', 'x'));
  const { files, names, refused } = await offer(path);
  expect([names, refused]).toEqual([
    ['Old.doc'],
    [
      ['Large.pdf', 'too-large'],
      ['Empty.pdf', 'empty'],
    ],
  ]);
  expect(await tray.judge(files[0]?.id ?? '')).toMatchObject({ ok: false });
  expect(kept()).toHaveLength(1);
});

test.each([
  ['no document is attached', mailOf({ type: 'text/plain', content: 'Hello' }), 'mail-empty'],
  ['a part is encrypted', mailOf({ name: 'smime.p7m', type: 'application/pkcs7-mime', content: 'x' }), 'mail-partly'],
  ['it is no mail', Buffer.from('Hello'), 'mail-unreadable'],
  ['it is a program', Buffer.from('MZ\0'), 'program'],
])('tells when %s', async (_what, content, kind) => {
  expect(await offer(file('Lease.eml', content))).toMatchObject({ names: [], refused: [['Lease.eml', kind]] });
});

test('offers what it could read, and tells that something may be missing', async () => {
  const cut = mailOf(attached('Lease.pdf'), attached('Offer.docx', docx)).subarray(0, -12);
  expect(await offer(file('Lease.eml', cut))).toMatchObject({
    names: ['Lease.pdf', 'Offer.docx'],
    refused: [['Lease.eml', 'mail-partly']],
  });
});

test('a document with the name of a mail stays a document, with its limit', async () => {
  expect((await offer(file('Lease.eml', pdf))).names).toEqual(['Lease.eml']);
  const path = file('Large.eml', pdfOf(' '.repeat(limits.fileBytes)));
  expect((await offer(path)).refused).toEqual([['Large.eml', 'too-large']]);
});

test('a mail may be larger than a document, up to a limit', async () => {
  const path = file('Lease.eml', 'From: a@b.ch\nTo: b@b.ch\n\n');
  truncateSync(path, limits.mailBytes + 1);
  expect((await offer(path)).refused).toEqual([['Lease.eml', 'mail-too-large']]);
  truncateSync(path, limits.fileBytes + 1);
  expect((await offer(path)).refused).toEqual([['Lease.eml', 'mail-empty']]);
});

test('documents of the same name stay apart', async () => {
  const { files } = await offer(
    mail(attached('Lease.pdf'), attached('Lease.pdf', pdfOf('% two')), attached('LEASE.PDF')),
  );
  const places = await Promise.all(files.map(({ id }) => tray.place(id)));
  expect(new Set(places.map((place) => 'path' in place && place.path)).size).toBe(3);
  expect(files.map(({ sameAs }) => sameAs)).toEqual([undefined, undefined, undefined]);
});

test('recognises the documents of a mail that is added twice, unless it has changed', async () => {
  const path = mail(attached('A.pdf'), attached('B.pdf'));
  const first = await offer(path);
  const again = await offer(path);
  expect(again.files.map(({ sameAs }) => sameAs)).toEqual(first.files.map(({ id }) => id));
  mail(attached('A.pdf'), attached('B.pdf'), attached('C.pdf'));
  expect((await offer(path)).files.map(({ sameAs }) => sameAs)).toEqual([undefined, undefined, undefined]);
});

test.each([
  ['../../x.pdf', 'x.pdf'],
  ['C:\\x.pdf', 'x.pdf'],
  ['a:b.pdf', 'a_b.pdf'],
  ['Lease\u202efdp.pdf', 'Lease_fdp.pdf'],
  ['.pdf', 'pdf'],
  [`${'x'.repeat(400)}.pdf`, `${'x'.repeat(196)}.pdf`],
])('a name in a mail leads nowhere: %s', async (name, plain) => {
  const { files, names } = await offer(
    mail({ content: pdf, disposition: `attachment; filename*=utf-8''${encodeURIComponent(name)}` }),
  );
  expect(names).toEqual([plain]);
  const place = await tray.place(files[0]?.id ?? '');
  expect('path' in place && dirname(dirname(place.path))).toBe(join(home, 'tray'));
});

test('takes no more documents than fit into a sheet', async () => {
  const most = limits.filesAtOnce;
  const parts = Array.from({ length: 100 }, (_none, at) => attached(`${at}.pdf`, 'x'));
  const paths = Array.from({ length: 11 }, (_none, at) => file(`${at}.eml`, mailOf(...parts)));
  const { names, refused } = await offer(...paths);
  expect([names.length, refused]).toEqual([most, [['10.eml', 'too-many']]]);
  expect(kept()).toHaveLength(most);
});

test('offers nothing of a mail that ended the thread, and keeps nothing of it', async () => {
  tray = trayWith(async (_bytes, take) => {
    await take({ at: 0, name: 'Lease.pdf', size: 3, bytes: new Uint8Array(3), last: true });
    await take({ at: 1, name: 'Half.pdf', size: 6, bytes: new Uint8Array(3), last: false });
    return null;
  });
  expect(await offer(mail())).toMatchObject({ names: [], refused: [['Lease.eml', 'mail-unreadable']] });
  expect(kept()).toEqual([]);
});

test('a drive that goes away in the middle leaves nothing behind, and is told', async () => {
  tray = trayWith(async (_bytes, take) => {
    await take({ at: 0, name: 'Half.pdf', size: 6, bytes: new Uint8Array(3), last: false });
    throw Object.assign(new Error('gone'), { code: 'ESTALE' });
  });
  expect(await offer(mail())).toMatchObject({ names: [], refused: [['Lease.eml', 'vanished']] });
  expect(kept()).toEqual([]);
});
