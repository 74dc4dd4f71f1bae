import { expect, test } from 'vitest';
import { checkSignatures } from '../signatures/check-signatures.ts';
import { attacks } from '../signatures/testing/attacks.ts';
import { signPdf } from '../signatures/testing/sign-pdf.ts';
import { makeTestPeople } from '../signatures/testing/test-certificates.ts';
import { append, contents, makePdf, streamOf } from '../signatures/testing/test-pdf.ts';
import { unreadableReport } from '../signatures/unreadable-report.ts';
import { createTexts } from '../words/texts.ts';
import { signedBefore } from './signed-before.ts';

const people = makeTestPeople();
const english = { t: createTexts().in('en'), locale: 'en' };
const onTop = english.t('signatures.before.onTop');
const ask = english.t('signatures.before.ask');
const said = (bytes: Buffer) => [...signedBefore(checkSignatures(bytes), english)];

const byAnna = () => signPdf(makePdf(), { signer: people.anna });

test('who signed a file, that it is unchanged, and that new signatures come on top', () => {
  const both = signPdf(signPdf(byAnna(), { signer: people.pseudonym }), { signer: people.seal });
  expect(said(both.bytes)).toEqual([
    'Signed before, according to the certificates: Anna Muster (ÜBUNG / PRACTICE), K. (pseudonym), and Muster AG (seal).',
    'Nothing that was signed has changed.',
    english.t('signatures.practice'),
    onTop,
  ]);
});

test('what was changed after the earlier signature, and that a new one does not repair it', () => {
  const told = said(append(byAnna(), { [contents]: streamOf('other') }).bytes);
  expect(told[0]).toContain('Anna Muster');
  expect(told.join(' ')).toContain('this was added or changed: page content (page 1)');
  expect(told).toContain(ask);
  expect(told).not.toContain(onTop);
  expect(told).not.toContain('Nothing that was signed has changed.');
});

test('that an earlier signature does not fit, and never that its holder signed', () => {
  const { bytes } = byAnna();
  const changed = Buffer.from(bytes);
  const at = changed.indexOf('%PDF-') + 7;
  changed[at] = changed[at] === 0x37 ? 0x36 : 0x37;
  const told = said(changed);
  expect(told[0]).toContain('does not fit this file');
  expect(told.join(' ')).not.toContain('Signed before');
  expect(told).toContain(ask);
});

test('nothing of a file that nobody signed, or that took too long', () => {
  expect(said(makePdf().bytes)).toEqual([]);
  expect([...signedBefore(null, english)]).toEqual([]);
});

test('what cannot be read, without a promise of what comes on top', () => {
  expect([...signedBefore(unreadableReport, english)]).toEqual([english.t('signatures.state.unreadable')]);
});

test('no more names than fit, and how many are left out', () => {
  const report = checkSignatures(byAnna().bytes);
  const [one] = report.signatures;
  if (one?.signer === undefined || one.signer === null) throw new Error('Anna signed');
  const { signer } = one;
  const signatures = Array.from({ length: 30 }, (_none, at) => ({ ...one, signer: { ...signer, name: `P${at}` } }));
  const told = [...signedBefore({ ...report, signatures }, english)];
  expect(told[0]).toContain('P7');
  expect(told[0]).not.toContain('P8');
  expect(told[1]).toBe(english.t('verdict.more', { count: 22 }));
});

test('a sentence for each attack in each language', () => {
  const reports = attacks.map(({ make }) => checkSignatures(make(people)));
  for (const locale of ['en', 'de', 'fr', 'it'])
    for (const report of reports) {
      const told = [...signedBefore(report, { t: createTexts().in(locale), locale })];
      // A key without a text is shown as the key.
      expect(told.join(' ')).not.toMatch(/signatures\.|verdict\.|\{\{/);
    }
});
