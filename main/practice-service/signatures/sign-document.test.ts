import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { sampleDocument } from '../../../test/practice-service/sample-document.ts';
import { checkSignatures } from '../../signatures/check-signatures.ts';
import { signPdf } from '../../signatures/testing/sign-pdf.ts';
import { makeTestPeople } from '../../signatures/testing/test-certificates.ts';
import { makePdf, overwritten } from '../../signatures/testing/test-pdf.ts';
import { defaultOptions } from '../options.ts';
import type { SignatureMode } from '../rules.ts';
import { decide, start } from '../signing.ts';
import { createAuthority } from './authority.ts';
import { badCopies, badCopyOf } from './bad-copies.ts';
import { onePage } from './one-page.ts';
import { type SigningDeps, signDocument } from './sign-document.ts';

const authority = createAuthority(Buffer.from('seed'));
const noon = Date.parse('2026-06-01T12:00:00Z');
const lease = onePage('Lease');

const depsWith = (copies: 'appended' | 'rewritten' = 'appended'): SigningDeps => ({
  authority,
  options: { levels: defaultOptions().levels, copies },
});
const deps = depsWith();

/** A document that some of the people have signed, one minute after the other. */
function document(signatureMode: SignatureMode = 'advanced', signed = 2) {
  const draft = sampleDocument({ signees: ['anna@example.test', 'beat.probe@example.test'], signatureMode });
  return draft.signees
    .slice(0, signed)
    .reduce((one, { key }, at) => decide(one, key, 'signed', noon + at * 60_000), start(draft, noon));
}

const check = (bytes: Buffer, sent: Buffer | null = null) => checkSignatures(bytes, sent);
const signersOf = (bytes: Buffer) => check(bytes).signatures.map(({ kind, signer }) => [kind, signer?.name]);

describe('the mode chooses what is made', () => {
  const anna = ['person', 'Anna Muster (ÜBUNG / PRACTICE)'];
  const beat = ['person', 'Beat Probe (ÜBUNG / PRACTICE)'];
  const seal = ['seal', 'ÜBUNG / PRACTICE Seal'];
  const stamp = ['time-stamp', 'ÜBUNG / PRACTICE Time'];
  const notRevoked = { kind: 'not-revoked', at: '2026-06-01T12:01:00.000Z' };

  test.each([
    ['timestamp', [seal, seal], { kind: 'no-data' }, null],
    ['advanced', [anna, beat], notRevoked, null],
    ['qualified', [anna, beat, stamp], notRevoked, { countries: ['CH'], hasDevice: true }],
  ] as const)('%s', (mode, signers, revocation, qualified) => {
    const copy = signDocument(document(mode), lease, deps);
    expect(signersOf(copy)).toEqual(signers);
    const report = check(copy, lease);
    expect(report).toMatchObject({ state: 'intact', sent: { kind: 'same-bytes' } });
    expect(report.signatures.every(({ isPractice, wasValidThen }) => isPractice && wasValidThen === true)).toBe(true);
    expect(report.signatures[0]).toMatchObject({
      revocation,
      qualified,
      confirmedTime: { at: '2026-06-01T12:00:00.000Z', authority: 'ÜBUNG / PRACTICE Time' },
      issuer: { name: 'ÜBUNG / PRACTICE Issuer', organisation: 'ÜBUNG / PRACTICE' },
    });
  });

  test('the law of the EU is named by no country', () => {
    const [first] = check(signDocument({ ...document('qualified'), jurisdiction: 'eidas' }, lease, deps)).signatures;
    expect(first?.qualified).toEqual({ countries: [], hasDevice: true });
  });

  test('each signature has its own level by an option', () => {
    const levels = { timestamp: 'B-B', advanced: 'B-B', qualified: 'B-LT' } as const;
    const bare = { authority, options: { copies: 'appended', levels } } as const;
    expect(check(signDocument(document(), lease, bare)).signatures[0]).toMatchObject({
      claimedTime: '2026-06-01T12:00:00.000Z',
      confirmedTime: null,
    });
    expect(signersOf(signDocument(document('qualified'), lease, bare))).toEqual([anna, beat]);
  });
});

test('there are as many signatures as people have signed so far', () => {
  const copies = [1, 2].map((signed) => signDocument(document('qualified', signed), lease, deps));
  expect(copies.map((copy) => signersOf(copy).length)).toEqual([1, 3]);
  expect(copies.map((copy) => check(copy).state)).toEqual(['intact', 'intact']);
});

test('every part of it says that it is practice', () => {
  const copy = signDocument(document(), lease, deps).toString('latin1');
  const reason = Buffer.from('\uFEFFÜBUNG / PRACTICE: anna@example.test', 'utf16le').swap16().toString('hex');
  expect(copy.toLowerCase()).toContain(reason);
  expect(copy).toContain('(ÜBUNG / PRACTICE) Tj');
  expect(copy).toContain('(Anna Muster) Tj');
});

test('the same document is the same file each time, and another one for another service or document', () => {
  const one = document();
  const again = { authority: createAuthority(Buffer.from('seed')), options: deps.options };
  const other = { authority: createAuthority(Buffer.from('other')), options: deps.options };
  expect(signDocument(one, lease, again)).toEqual(signDocument(one, lease, deps));
  expect(signDocument(one, lease, other)).not.toEqual(signDocument(one, lease, deps));
  expect(signDocument({ ...one, documentId: 'x' }, lease, deps)).not.toEqual(signDocument(one, lease, deps));
});

describe('PDFs of every kind are signed', () => {
  const libraryPdf = async (useObjectStreams: boolean) => {
    const pdf = await PDFDocument.create();
    for (const title of ['One', 'Two']) pdf.addPage([300, 200]).drawText(title);
    pdf.getForm().createTextField('amount').addToPage(pdf.getPage(1));
    return Buffer.from(await pdf.save({ useObjectStreams }));
  };

  test.each([
    ['with a table', () => lease],
    ['with a form and notes', () => makePdf().bytes],
    ['with a section as a stream', () => makePdf('x', { section: 'stream' }).bytes],
    ['with packed objects', () => makePdf('x', { section: 'stream', packed: [1, 2, 3, 7] }).bytes],
    ['with a hybrid section', () => makePdf('x', { section: 'hybrid', packed: [3, 7] }).bytes],
    ['of a library', () => libraryPdf(false)],
    ['of a library, packed', () => libraryPdf(true)],
  ])('%s', async (_name, make) => {
    const original = await make();
    const copy = signDocument(document('qualified'), original, deps);
    expect(copy.subarray(0, original.length).equals(original)).toBe(true);
    expect(check(copy, original)).toMatchObject({ state: 'intact', sent: { kind: 'same-bytes' } });
    // A file keeps the kind of its sections.
    expect(copy.includes('\nxref\n')).toBe(original.includes('\nxref\n'));
    const pdf = await PDFDocument.load(copy);
    expect(pdf.getPageCount()).toBe((await PDFDocument.load(original)).getPageCount());
    const anew = signDocument(document('qualified'), original, depsWith('rewritten'));
    expect(anew.subarray(0, original.length).equals(original)).toBe(false);
    expect(check(anew, original)).toMatchObject({ state: 'intact', sent: { kind: 'rewritten-same' } });
  });

  test('an earlier signature stays intact, also where files are built anew', () => {
    const { bytes } = signPdf(makePdf(), { signer: makeTestPeople().own });
    const copy = signDocument(document(), bytes, depsWith('rewritten'));
    expect(check(copy).signatures.map(({ state, isPractice }) => [state, isPractice])).toEqual([
      ['intact', false],
      ['intact', true],
      ['intact', true],
    ]);
  });
});

describe('a page with the name stands in for a file that takes no signature', () => {
  const circle = '%PDF-1.7\nxref\n0 0\ntrailer\n<< /Root 1 0 R /Size 2 /Prev 9 >>\nstartxref\n9\n%%EOF';
  const deep = Buffer.from(`%PDF-1.7\nxref\n0 0\ntrailer\n<< /A ${'['.repeat(90_000)}\nstartxref\n9\n%%EOF`);
  test.each([
    ['no PDF', Buffer.from('PK')],
    ['nothing', Buffer.alloc(0)],
    ['encrypted', makePdf('x', { trailer: '/Size 8 /Root 1 0 R /Encrypt << /Filter /Standard >>' }).bytes],
    ['a circle of sections', Buffer.from(circle)],
    ['very deep', deep],
    ['pages in a circle', overwritten(makePdf().bytes, '/Kids [3 0 R]', '/Kids [2 0 R]')],
    ['an object in another place', overwritten(makePdf().bytes, '1 0 obj', '9 0 obj')],
    ['an office file', null],
  ])('%s', (_name, original) => {
    const copy = signDocument(document(), original, deps);
    expect(check(copy)).toMatchObject({ state: 'intact', signatures: [{}, {}] });
    expect(copy.toString('latin1')).toContain('(This page stands for a file');
  });

  test('wherever the file breaks off', () => {
    const { bytes } = makePdf('x', { section: 'stream', packed: [1, 2, 3, 7] });
    for (let length = 0; length < bytes.length - 8; length += 7)
      expect(check(signDocument(document(), bytes.subarray(0, length), deps)).state).toBe('intact');
  });
});

test('what is wrong with a copy is found', () => {
  const found = badCopies.map((kind) => check(badCopyOf(kind, document(), lease, deps), lease));
  expect(found.map(({ state, sent }) => [state, sent?.kind])).toEqual([
    ['none', 'same-bytes'],
    ['changed-after', 'same-bytes'],
    ['changed-after', 'same-bytes'],
    ['intact', 'different'],
    ['unreadable', undefined],
  ]);
  expect(found[1]?.signatures[1]?.changes).toContainEqual({ kind: 'page-content', page: 1 });
  const places = [{ x: 60, y: 500, width: 200, height: 40 }];
  expect(found[2]?.signatures[1]?.changes).toContainEqual({ kind: 'annotation-added', page: 1, places });
});
