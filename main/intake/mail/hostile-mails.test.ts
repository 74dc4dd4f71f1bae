import { describe, expect, test } from 'vitest';
import { pdfOf } from '../testing/sample-files.ts';
import { documentsIn } from './testing/documents-in.ts';
import { attachedFile, compoundFile, outlookMail } from './testing/outlook-file.ts';
import { mailHead, mailOf, mimeGroup, mimePart } from './testing/sample-mails.ts';

/** Reading has a bound that counts bytes and not time: no shape makes more work than this for each byte. */
const mostTimesEach = 8;
const pdf = pdfOf();
const mail = (...rest: readonly string[]) => Buffer.from(`${mailHead}${rest.join('')}`, 'latin1');
const group = 'Content-Type: multipart/mixed; boundary=b\r\n';
const nested = (levels: number) =>
  Array.from(
    { length: levels },
    (_none, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
  ).join('');

const hostileTexts: Readonly<Record<string, (size: number) => Buffer>> = {
  'groups in groups without end': (size) => mail(nested(size / 60)),
  'groups in groups, and many lines that may end each': (size) =>
    mail(nested(30), `--${'b'.repeat(70)}\r\n`.repeat(size / 74)),
  'parts without content': (size) => mail(group, '\r\n', '--b\r\n'.repeat(size / 5)),
  'dashes only': (size) => mail(group, '\r\n', '--\n'.repeat(size / 3)),
  'mails in mails without end': (size) => mail('Content-Type: message/rfc822\r\n\r\n'.repeat(size / 32)),
  'one field of many lines': (size) => mail(group, ' a=b;\r\n'.repeat(size / 7)),
  'one field of one line': (size) => mail('Content-Type: multipart/mixed; ', ';'.repeat(size)),
  'many fields of one name': (size) => mail('Content-Type: a\r\n'.repeat(size / 17)),
  'a head without end': (size) => mail('X: y\r\n'.repeat(size / 6)),
  'a quoted text without end': (size) => mail('Content-Disposition: attachment; filename="', '\\"'.repeat(size / 2)),
  'words without end': (size) =>
    mail('Content-Disposition: attachment; filename="', '=?a?b?'.repeat(size / 6), '"\r\n\r\n'),
  'a name in many pieces': (size) =>
    mail(
      'Content-Disposition: attachment',
      Array.from({ length: size / 20 }, (_none, at) => `; filename*${at}*=%41`).join(''),
      '\r\n\r\nx',
    ),
  'nothing but line ends': (size) => mail(group, '\r\n'.repeat(size / 2)),
  'base64 in base64': (size) => {
    let inside: Buffer = Buffer.alloc(size / 8, 0x41);
    for (let at = 0; at < 6; at += 1) inside = mailOf({ name: 'Inside.eml', content: inside });
    return inside;
  },
  'nothing but escapes': (size) => mailOf({ name: 'a.pdf', encoding: '8bit', content: '='.repeat(size) }),
};

describe.each(Object.keys(hostileTexts))('%s', (name) => {
  test.each([100_000, 2_000_000])('of %i bytes is read in proportion to its size', async (size) => {
    const made = hostileTexts[name]?.(size) ?? Buffer.alloc(0);
    const { timesEach, bytes } = await documentsIn(made);
    expect(timesEach).toBeLessThan(mostTimesEach);
    expect(bytes).toBeLessThanOrEqual(made.length);
  });
});

test('groups that are nested too deep are told, and what is beside them is taken', async () => {
  const deep = Buffer.from(nested(50), 'latin1');
  const made = Buffer.concat([Buffer.from(mailHead), mimeGroup([mimePart({ name: 'a.pdf', content: pdf }), deep])]);
  expect(await documentsIn(made)).toMatchObject({ names: ['a.pdf'], end: 'partly' });
});

test('more parts than a mail has end the reading, and this is told', async () => {
  expect(await documentsIn(mailOf(...Array.from({ length: 1_100 }, () => ({ content: 'x' }))))).toMatchObject({
    end: 'partly',
  });
});

describe('a file of Outlook', () => {
  const large = Buffer.alloc(100_000, 0x41);
  const whole = compoundFile(outlookMail(attachedFile('Large.pdf', large), attachedFile('Small.pdf', pdf)));
  const sector = 512;
  const changed = (change: (file: Buffer) => void): Buffer => {
    const file = Buffer.from(whole);
    change(file);
    return file;
  };
  const placeOf = (number: number) => (number + 1) * sector;
  const tableAt = placeOf(whole.readUInt32LE(0x4c));
  const directoryAt = placeOf(whole.readUInt32LE(0x30));
  const entries = Array.from({ length: (tableAt - directoryAt) / 128 }, (_none, at) => directoryAt + at * 128);
  const typed = (type: number) => entries.filter((at) => whole[at + 0x42] === type);
  const dataAt = entries.find((at) => whole.readUInt32LE(at + 0x78) === large.length) ?? 0;

  test.each<[string, (file: Buffer) => void]>([
    [
      'the chain of the directory is a loop',
      (file) => file.writeUInt32LE(whole.readUInt32LE(0x30), tableAt + whole.readUInt32LE(0x30) * 4),
    ],
    ['the directory lies outside', (file) => file.writeUInt32LE(0xffffff, 0x30)],
    ['the table is not there', (file) => file.writeUInt32LE(0, 0x2c)],
    ['the table is larger than the file', (file) => file.writeUInt32LE(0xffffffff, 0x2c)],
    ['its sectors have no size', (file) => file.writeUInt16LE(0, 0x1e)],
    ['its sectors are as large as nothing is', (file) => file.writeUInt16LE(0xffff, 0x1e)],
    ['it is cut', (file) => file.fill(0, 1_024)],
  ])('is no mail when %s', async (_why, change) => {
    const found = await documentsIn(changed(change));
    expect(found).toMatchObject({ names: [], end: found.end });
    expect(['none', 'partly']).toContain(found.end);
    expect(found.timesEach).toBeLessThan(mostTimesEach);
  });

  test.each<[string, (file: Buffer) => void]>([
    [
      'the chain of a content is a loop',
      (file) => file.writeUInt32LE(whole.readUInt32LE(dataAt + 0x74), tableAt + whole.readUInt32LE(dataAt + 0x74) * 4),
    ],
    [
      'entries name each other',
      (file) => {
        for (const at of entries) file.writeUInt32LE(1, at + 0x44);
      },
    ],
    [
      'storages have themselves inside',
      (file) => {
        for (const at of typed(1)) file.writeUInt32LE(1, at + 0x4c);
      },
    ],
    [
      'the list of tables is a loop',
      (file) => {
        file.writeUInt32LE(Math.floor(file.length / sector), 0x2c);
        file.writeUInt32LE(0, 0x44);
        file.writeUInt32LE(0, placeOf(0) + sector - 4);
      },
    ],
  ])('ends when %s', async (_why, change) => {
    const { timesEach, bytes } = await documentsIn(changed(change));
    expect(timesEach).toBeLessThan(mostTimesEach);
    expect(bytes).toBeLessThanOrEqual(whole.length);
  });

  test.each([
    ['ends early', (file: Buffer) => file.writeUInt32LE(0xfffffffe, tableAt + whole.readUInt32LE(dataAt + 0x74) * 4)],
    ['leads outside', (file: Buffer) => file.writeUInt32LE(0x00ffffff, dataAt + 0x74)],
    ['is longer than the file', (file: Buffer) => file.writeUInt32LE(0xffffffff, dataAt + 0x78)],
    [
      'is a loop and longer than the file',
      (file: Buffer) => {
        const first = whole.readUInt32LE(dataAt + 0x74);
        file.writeUInt32LE(first, tableAt + first * 4);
        file.writeUInt32LE(0xffffffff, dataAt + 0x78);
      },
    ],
  ])('tells that a content is missing whose chain %s', async (_why, change) => {
    expect(await documentsIn(changed(change))).toMatchObject({ names: ['Small.pdf'], end: 'partly' });
  });

  test('whose attachments all are the same sectors gives only so many bytes', async () => {
    const many = compoundFile(
      outlookMail(
        attachedFile('0.pdf', large),
        ...Array.from({ length: 99 }, (_none, at) => attachedFile(`${at + 1}.pdf`, Buffer.alloc(0))),
      ),
    );
    const start = placeOf(many.readUInt32LE(0x30));
    const data = '__substg1.0_37010102';
    const places = Array.from(
      { length: Math.floor((many.length - start) / 128) },
      (_none, at) => start + at * 128,
    ).filter((at) => many.toString('utf16le', at, at + data.length * 2) === data);
    const first = places.find((at) => many.readUInt32LE(at + 0x78) === large.length) ?? 0;
    for (const at of places) many.copy(many, at + 0x74, first + 0x74, first + 0x7c);
    const { bytes, end } = await documentsIn(many);
    expect(bytes).toBeLessThan(mostTimesEach * many.length + 1024 * 1024);
    expect([places.length, end]).toEqual([100, 'partly']);
  });

  test('may be cut anywhere', async () => {
    for (let at = 0; at < whole.length; at += 997) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { bytes } = await documentsIn(whole.subarray(0, at));
      expect(bytes).toBeLessThanOrEqual(whole.length);
    }
  });
});

test('a mail may be cut anywhere, and no byte of it ends the reading', async () => {
  const made = mailOf(
    { name: '=?utf-8?B?TcO8bGxlci5wZGY=?=', content: pdf },
    { name: 'b.docx', content: 'x', encoding: 'quoted-printable' },
  );
  for (let at = 0; at < made.length; at += 1) {
    const other = Buffer.from(made);
    other[at] = (at * 31) % 256;
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await documentsIn(made.subarray(0, at));
    // oxlint-disable-next-line no-await-in-loop
    await documentsIn(other);
  }
});
