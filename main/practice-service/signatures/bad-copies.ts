import type { PracticeDocument } from '../document.ts';
import { onePage } from './one-page.ts';
import { lastPage, openPdf } from './pdf-document.ts';
import { appendRevision, nextNumber, streamOf } from './pdf-revision.ts';
import { isList, itemsOf, withEntries } from './pdf-text.ts';
import { type SigningDeps, signDocument } from './sign-document.ts';

/** The files that a service in disorder returns instead of the signed copy. */
export const badCopies = ['unsigned', 'changed-after', 'note-added', 'other-document', 'truncated'] as const;
export type BadCopy = (typeof badCopies)[number];

export function badCopyOf(kind: BadCopy, document: PracticeDocument, original: Buffer, deps: SigningDeps): Buffer {
  if (kind === 'unsigned') return original;
  if (kind === 'other-document') return signDocument(document, onePage('Another document'), deps);
  // It breaks off before the end of what was sent: after that, it would be whole but for its signatures.
  if (kind === 'truncated') return original.subarray(0, Math.floor(original.length / 2));
  const signed = signDocument(document, original, deps);
  return kind === 'note-added' ? withNote(signed) : withMoreText(signed);
}

/** Adds a red box with a note to a page after the signatures. */
function withNote(copy: Buffer): Buffer {
  const pdf = openPdf(copy);
  const { name, entries } = lastPage(pdf);
  const number = nextNumber(pdf);
  const [note, look] = [
    { number, generation: 0 },
    { number: number + 1, generation: 0 },
  ];
  const written = pdf.resolve(entries.get('/Annots'));
  const before = isList(written) ? itemsOf(written) : [];
  return appendRevision(pdf, [
    { ...look, content: streamOf('0.8 0 0 rg 0 0 200 40 re f', '/Type /XObject /Subtype /Form /BBox [0 0 200 40]') },
    {
      ...note,
      content: `<< /Type /Annot /Subtype /Square /Rect [60 500 260 540] /Contents (Paid) /F 4 /AP << /N ${look.number} 0 R >> >>`,
    },
    { ...name, content: withEntries(entries, { '/Annots': `[${[...before, `${number} 0 R`].join(' ')}]` }) },
  ]);
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
