import { expect, test } from 'vitest';
import type { IssuerStanding } from '../../preload/contract/signature-report.ts';
import { checkSignatures } from '../signatures/check-signatures.ts';
import { signPdf } from '../signatures/testing/sign-pdf.ts';
import { makeTestPeople } from '../signatures/testing/test-certificates.ts';
import { append, catalog, makePdf, replaced, type TestPdf, textField } from '../signatures/testing/test-pdf.ts';
import { createTexts } from '../words/texts.ts';
import { cardOf } from './signature-words.ts';

const { anna, beat } = makeTestPeople();
const speech = { t: createTexts().in('en'), locale: 'en', standing: (): IssuerStanding => ({ kind: 'unknown-list' }) };
const byAnna = signPdf(makePdf(), { signer: anna });

function changesOf({ bytes }: TestPdf) {
  const [first] = checkSignatures(bytes).signatures;
  return first === undefined ? [] : cardOf(first, speech).changes;
}

test('a change that a person can see is named with its page and place', () => {
  const filled = append(byAnna, {
    [textField]: replaced(byAnna, textField, '(100)', '(900)'),
    [catalog]: replaced(byAnna, catalog, '/Type /Catalog', '/Type /Catalog /OpenAction null /Lang (de)'),
  });
  expect(changesOf(filled)).toEqual([
    { what: 'an entry in the form (page 1)', page: 1, places: [{ x: 20, y: 20, width: 100, height: 20 }] },
  ]);
});

test('of further signatures a person sees those with a mark on the page', () => {
  expect(changesOf(signPdf(byAnna, { signer: beat }))).toEqual([]);
  expect(changesOf(signPdf(byAnna, { signer: beat, isVisible: true }))).toEqual([
    { what: 'a visible mark of a signature (page 1)', page: 1, places: [{ x: 150, y: 20, width: 130, height: 40 }] },
  ]);
});

const [signature] = checkSignatures(byAnna.bytes).signatures;
const listed = { kind: 'listed', country: 'CH', issuedOn: '2026-04-20' } as const;
const standings = {
  'unknown-list': { kind: 'unknown-list' },
  'not-compared': { kind: 'not-compared' },
  'too-old': { kind: 'too-old', builtOn: '2026-05-01' },
  certificates: { ...listed, grant: 'certificates' },
  timeStamps: { ...listed, grant: 'timeStamps' },
  'not-listed': { kind: 'not-listed', countries: ['AT', 'CH'], builtOn: '2026-05-01' },
} satisfies Record<string, IssuerStanding>;

function saidOf(kind: keyof typeof standings, locale = 'en'): string {
  if (signature === undefined) throw new Error('nobody signed');
  const words = { t: createTexts().in(locale), locale, standing: () => standings[kind] };
  return cardOf(signature, words).sentences.slice(0, 2).join(' ');
}

const notChecked =
  'According to the certificate: Anna Muster (ÜBUNG / PRACTICE). Issued by ÜBUNG / PRACTICE Issuer. We have not checked whether this issuer is recognised. The certificate calls itself qualified (law: Switzerland). We have not compared it with the official list.';
const by = 'According to the certificate: Anna Muster (ÜBUNG / PRACTICE). Issued by ÜBUNG / PRACTICE Issuer.';
const qualified = 'The certificate calls itself qualified (law: Switzerland).';

test.each([
  ['unknown-list', notChecked],
  ['not-compared', notChecked],
  [
    'too-old',
    `${by} We have not checked whether this issuer is recognised: the official lists in this version of Countersign (May 1, 2026) are too old. Install a newer version. ${qualified} We have not compared it with the official list.`,
  ],
  [
    'certificates',
    `${by} This issuer, or an authority above it, is on the official list (Switzerland, April 20, 2026) for qualified certificates. ${qualified}`,
  ],
  [
    'timeStamps',
    `${by} This service, or an authority above it, is on the official list (Switzerland, April 20, 2026) for qualified time stamps. ${qualified}`,
  ],
  [
    'not-listed',
    `${by} Neither this issuer nor an authority above it in the file is on the official lists that we compared (AT, CH; May 1, 2026). ${qualified}`,
  ],
] as const)('of an issuer that is %s, exactly that is said', (kind, sentences) => {
  expect(saidOf(kind)).toBe(sentences);
});

test.each(['de', 'fr', 'it'])('the lists have their words in %s, and none speaks of validity', (locale) => {
  for (const kind of ['too-old', 'certificates', 'timeStamps', 'not-listed'] as const) {
    const said = saidOf(kind, locale);
    expect(said).not.toMatch(/signatures\.|\{\{|gültig|valid/i);
    expect(said).toContain('2026');
    expect(said).not.toBe(saidOf('unknown-list', locale));
  }
});
