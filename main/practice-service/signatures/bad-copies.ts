import type { PracticeDocument } from '../document.ts';
import { onePage } from './one-page.ts';
import { lastPage, openPdf } from './pdf-document.ts';
import { appendRevision, nextNumber, streamOf } from './pdf-revision.ts';
import { isList, itemsOf, withEntries } from './pdf-text.ts';
import { type SigningDeps, signDocument } from './sign-document.ts';

/** The files that a service in disorder returns instead of the signed copy. */
export const badCopies = ['unsigned', 'changed-after', 'other-document', 'truncated'] as const;
export type BadCopy = (typeof badCopies)[number];

export function badCopyOf(kind: BadCopy, document: PracticeDocument, original: Buffer, deps: SigningDeps): Buffer {
  if (kind === 'unsigned') return original;
  if (kind === 'other-document') return signDocument(document, onePage('Another document'), deps);
  // It breaks off before the end of what was sent: after that, it would be whole but for its signatures.
  if (kind === 'truncated') return original.subarray(0, Math.floor(original.length / 2));
  return withMoreText(signDocument(document, original, deps));
}

/** Adds text to a page after the signatures. */
function withMoreText(copy: Buffer): Buffer {
  const pdf = openPdf(copy);
  const { name, entries } = lastPage(pdf);
  const text = { number: nextNumber(pdf), generation: 0 };
  const written = entries.get('/Contents');
  const resolved = pdf.resolve(written);
  const before = isList(resolved) ? itemsOf(resolved) : written === undefined ? [] : [written];
  const contents = `[${[...before, `${text.number} 0 R`].join(' ')}]`;
  return appendRevision(pdf, [
    { ...text, content: streamOf('0.8 0 0 rg 40 600 200 20 re f') },
    { ...name, content: withEntries(entries, { '/Contents': contents }) },
  ]);
}
