import { expect, test } from 'vitest';
import { sampleDocument, sampleRow } from '../testing/sample-entries.ts';
import { heldCopyOf } from './held-copy.ts';

const saved = { name: 'Lease signed.pdf', at: 7 };
const submission = sampleRow('s1', { name: 'Lease.pdf' });

test('before everyone has signed the pages are those that were sent, and after it those of the signed copy', () => {
  expect(heldCopyOf({ document: sampleDocument('d1', 'in-progress'), submission })).toMatchObject({
    of: 'sent',
    id: 's1',
  });
  expect(heldCopyOf({ document: null, submission })).toMatchObject({ of: 'sent', name: 'Lease.pdf' });
  const signed = sampleDocument('d1', 'signed', { saved });
  expect(heldCopyOf({ document: signed, submission })).toMatchObject({ of: 'signed', id: 'd1', name: saved.name });
  expect(heldCopyOf({ document: signed, submission: null })).toMatchObject({ of: 'signed' });
});

test('a signed copy that was moved or changed is none', () => {
  const path = { path: '/signed/Lease signed.pdf' };
  for (const key of ['copy-missing', 'copy-changed'] as const) {
    const document = sampleDocument('d1', 'signed', { saved, saveProblem: { key, params: path } });
    expect(heldCopyOf({ document, submission })).toMatchObject({ of: 'sent' });
    expect(heldCopyOf({ document, submission: null })).toBeNull();
  }
});

test('of a document that was made elsewhere there is no copy before it is signed', () => {
  expect(heldCopyOf({ document: sampleDocument('d1', 'in-progress'), submission: null })).toBeNull();
  const completed = sampleRow('s1', { size: null });
  expect(heldCopyOf({ document: sampleDocument('d1', 'in-progress'), submission: completed })).toBeNull();
});

test('a copy that was saved again is another one', () => {
  const versionAt = (at: number) =>
    heldCopyOf({ document: sampleDocument('d1', 'signed', { saved: { ...saved, at } }), submission: null })?.version;
  expect(versionAt(7)).not.toBe(versionAt(8));
});
