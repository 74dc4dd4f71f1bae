import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import { directReader } from './document-reader.ts';
import { pdfOf } from './testing/sample-files.ts';
import { createTray, type Tray } from './tray.ts';

const pdf = '%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\nstartxref\n9\n%%EOF\n';
let home: string;
let tray: Tray;
let next: number;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'countersign-tray-'));
  next = 0;
  tray = createTray({ folder: join(home, 'tray'), newId: () => `f${(next += 1)}`, documentReader: directReader });
});
afterEach(() => rmSync(home, { recursive: true }));

function file(name: string, content: string | Buffer = pdf): string {
  const path = join(home, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
  return path;
}

const piece = (transfer: string, text: string, last: boolean, name = 'Offer.pdf') =>
  tray.receive({ transfer, name, bytes: Buffer.from(text), last });

test('takes files and folders, refuses links, and leaves out hidden files', async () => {
  const link = join(home, 'link.pdf');
  symlinkSync(file('One.pdf'), link);
  for (const name of ['set/10.pdf', 'set/9.pdf', 'set/sub/a.pdf', 'set/.hidden/b.pdf', 'set/~$c.docx', 'set/d.tmp'])
    file(name);
  mkdirSync(join(home, 'nothing'));
  symlinkSync(join(home, 'One.pdf'), join(home, 'set', 'Linked.pdf'));
  const { files, refused } = await tray.offer([
    join(home, 'One.pdf'),
    join(home, 'set'),
    link,
    join(home, 'nothing'),
    join(home, 'gone.pdf'),
    file('empty.pdf', ''),
  ]);
  expect(files.map(({ name }) => name)).toEqual(['One.pdf', '9.pdf', '10.pdf', 'a.pdf']);
  expect(refused.map(({ name, refusal }) => [name, refusal.kind])).toEqual([
    ['Linked.pdf', 'not-a-file'],
    ['link.pdf', 'not-a-file'],
    ['nothing', 'not-a-file'],
    ['gone.pdf', 'missing'],
    ['empty.pdf', 'empty'],
  ]);
});

test('refuses a whole folder with too many files, and takes one that just fits', async () => {
  for (let at = 0; at < limits.filesAtOnce; at += 1) file(`many/${at}.pdf`);
  expect((await tray.offer([join(home, 'many')])).files).toHaveLength(limits.filesAtOnce);
  file('many/one-more.pdf');
  const { files, refused } = await tray.offer([join(home, 'many')]);
  expect([files.length, refused[0]?.refusal.kind]).toEqual([0, 'too-many']);
});

test('does not judge, read or send another file that took the place of the handed over one', async () => {
  const path = file('Contract.pdf');
  const [one] = (await tray.offer([path])).files;
  const id = one?.id ?? '';
  expect(await tray.judge(id)).toEqual({ ok: true, kind: 'pdf', remarks: [] });
  expect(await tray.read(id, 0, 5)).toEqual(Buffer.from('%PDF-'));
  expect(await tray.place(id)).toMatchObject({ path, name: 'Contract.pdf' });
  writeFileSync(path, `${pdf}more`);
  expect(await tray.judge(id)).toEqual({ ok: false, refusal: { kind: 'changed' } });
  expect(await tray.read(id, 0, 5)).toEqual({ kind: 'changed' });
  expect(await tray.place(id)).toEqual({ kind: 'changed' });
  rmSync(path);
  expect(await tray.place(id)).toEqual({ kind: 'vanished' });
  await tray.drop([id]);
  expect(await tray.read(id, 0, 5)).toEqual({ kind: 'vanished' });
});

test('remarks that the name does not fit the content, and never deletes the file of the person', async () => {
  const path = file('Contract.docx');
  const [one] = (await tray.offer([path])).files;
  expect(await tray.judge(one?.id ?? '')).toEqual({ ok: true, kind: 'pdf', remarks: ['other-extension'] });
  await tray.drop([one?.id ?? '']);
  expect(readFileSync(path, 'utf8')).toBe(pdf);
});

test('joins pieces to a file in the order they came, and deletes it when it is discarded', async () => {
  const parts = [pdf.slice(0, 10), pdf.slice(10, 30), pdf.slice(30)];
  const answers = await Promise.all(parts.map((part, at) => piece('t1', part, at === parts.length - 1)));
  expect(answers.slice(0, 2)).toEqual([null, null]);
  const place = await tray.place('f1');
  expect('path' in place && readFileSync(place.path, 'utf8')).toBe(pdf);
  expect(await tray.judge('f1')).toMatchObject({ ok: true, kind: 'pdf' });
  await tray.drop(['f1']);
  expect(readdirSync(join(home, 'tray'))).toEqual([]);
});

test('an ended transfer takes no more pieces, a too large one leaves no file, and of many at once the oldest ends', async () => {
  await piece('t1', pdf, true);
  expect(await piece('t1', 'more', true)).toEqual({ kind: 'stopped' });
  const chunk = Buffer.alloc(limits.fileBytes / 2 + 1);
  expect(await tray.receive({ transfer: 't2', name: 'a.pdf', bytes: chunk, last: false })).toBeNull();
  expect(await tray.receive({ transfer: 't2', name: 'a.pdf', bytes: chunk, last: false })).toMatchObject({
    kind: 'too-large',
  });
  expect(existsSync(join(home, 'tray', 't2'))).toBe(false);
  for (let at = 0; at < 8; at += 1) expect(await piece(`open${at}`, 'x', false)).toBeNull();
  expect(await piece('open1', 'y', false)).toBeNull();
  expect(await piece('one-more', 'x', false)).toBeNull();
  expect(await piece('open0', 'y', true)).toEqual({ kind: 'stopped' });
  expect(existsSync(join(home, 'tray', 'open0'))).toBe(false);
});

test.each([
  ['../../etc/passwd', 'etc_passwd'],
  ['..\\..\\boot.ini', '_.._boot.ini'],
  ['a\u202efdp.exe', 'a_fdp.exe'],
  ['...', 'document'],
  [`${'漢'.repeat(200)}.pdf`, `${'漢'.repeat(65)}.pdf`],
])('a name from elsewhere leads nowhere: %s', async (name, plain) => {
  await piece('t1', pdf, true, name);
  const place = await tray.place('f1');
  expect('name' in place && place.name.endsWith(plain)).toBe(true);
  expect('path' in place && place.path.startsWith(join(home, 'tray', 't1'))).toBe(true);
});

test('deletes the files of the last run before it takes new ones', async () => {
  file('tray/old/Left.pdf');
  await tray.offer([file('One.pdf')]);
  expect(existsSync(join(home, 'tray', 'old'))).toBe(false);
});

test('finds a signature by reading the whole file; the verdict does not wait for it', async () => {
  const signed = pdfOf('<< /Type /Sig /ByteRange [0 1 2 3] >>');
  const { files } = await tray.offer([file('Signed.pdf', signed), file('Plain.pdf')]);
  const ids = files.map(({ id }) => id);
  expect(await Promise.all(ids.map((id) => tray.remarks(id)))).toEqual([['signed'], []]);
  expect(await tray.judge(ids[0] ?? '')).toEqual({ ok: true, kind: 'pdf', remarks: [] });
  expect(await tray.remarks('unknown')).toEqual([]);
});

test('recognises a file that is handed over twice, unless it has changed', async () => {
  const path = file('Offer.pdf');
  await tray.offer([path]);
  expect((await tray.offer([path])).files).toEqual([{ id: 'f2', name: 'Offer.pdf', size: pdf.length, sameAs: 'f1' }]);
  await tray.drop(['f1', 'f2']);
  expect((await tray.offer([path])).files).toEqual([{ id: 'f3', name: 'Offer.pdf', size: pdf.length }]);
  writeFileSync(path, `${pdf}% and more`);
  expect((await tray.offer([path])).files).toEqual([{ id: 'f4', name: 'Offer.pdf', size: pdf.length + 10 }]);
});

test('lends a spool copy for the preview under its name, and never deletes it', async () => {
  const copy = file('spool/abc.bin');
  const lent = await tray.lend(copy, 'Lease.pdf');
  expect(lent).toEqual({ id: 'f1', name: 'Lease.pdf', size: pdf.length });
  expect(await tray.read('f1', 0, 4)).toEqual(Buffer.from('%PDF'));
  await tray.drop(['f1']);
  expect(existsSync(copy)).toBe(true);
  expect(await tray.read('f1', 0, 4)).toEqual({ kind: 'vanished' });
  expect(await tray.lend(join(home, 'spool/gone.bin'), 'Gone.pdf')).toBeNull();
});
