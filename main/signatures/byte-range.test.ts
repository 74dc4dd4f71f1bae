import { expect, test } from 'vitest';
import { createPdfCache, openPdf } from '../pdf/pdf-file.ts';
import { coverageOf } from './byte-range.ts';
import { findSignatures } from './signature-fields.ts';
import { signPdf } from './testing/sign-pdf.ts';
import { makeTestPeople } from './testing/test-certificates.ts';
import { catalog, makePdf } from './testing/test-pdf.ts';

const { anna } = makeTestPeople();
const { bytes } = signPdf(makePdf(), { signer: anna });
const file = openPdf(bytes, createPdfCache());
const [signature] = findSignatures(file);

test('a signature covers the whole file but its own contents', () => {
  const found = signature && coverageOf(file, signature, createPdfCache());
  if (!found?.ok) throw new Error('Nothing is covered.');
  expect(found.end).toBe(bytes.length);
  expect(found.pieces[0].length + found.pieces[1].length + 2 * found.contents.length + 2).toBe(bytes.length);
});

test('an object that was not the signature then is refused', () => {
  if (signature === undefined) throw new Error('There is no signature.');
  for (const other of [{ number: catalog }, { number: 999 }, { place: (signature.place ?? 0) + 1 }])
    expect(coverageOf(file, { ...signature, ...other }, createPdfCache())).toEqual({ ok: false, fault: 'replaced' });
});
