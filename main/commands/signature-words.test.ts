import { expect, test } from 'vitest';
import { checkSignatures } from '../signatures/check-signatures.ts';
import { signPdf } from '../signatures/testing/sign-pdf.ts';
import { makeTestPeople } from '../signatures/testing/test-certificates.ts';
import { append, catalog, makePdf, replaced, type TestPdf, textField } from '../signatures/testing/test-pdf.ts';
import { createTexts } from '../words/texts.ts';
import { cardOf } from './signature-words.ts';

const { anna, beat } = makeTestPeople();
const speech = { t: createTexts().in('en'), locale: 'en' };
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
