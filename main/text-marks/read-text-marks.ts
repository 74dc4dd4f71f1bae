import { limits } from '../../preload/contract/limits.ts';
import { findMarks, type MarkForm, readMarkForms } from '../../shared/text-marks.ts';
import { readAll } from '../intake/byte-window.ts';
import type { ContentKind } from '../intake/content.ts';
import type { Bytes } from '../intake/zip-directory.ts';
import { readPages } from '../pdf/pages.ts';
import { PdfDamage } from '../pdf/pdf-damage.ts';
import { createPdfCache, openPdf, type PdfFile } from '../pdf/pdf-file.ts';
import { type FontCache, readPageTexts } from './pdf-page.ts';
import { createReading, type Reading, TooMuchText } from './reading.ts';
import type { FoundMarks } from './text-mark-reader.ts';
import { openWordText, readParagraphs, type WordText } from './word-text.ts';

/** The shortest address is `a@b.ch`, and the shortest number has one digit. */
const shortest = {
  email: 6,
  order: 1,
  place: 1,
  mode: 1,
  law: 1,
  authority: 1,
  reminder: 1,
  observer: 6,
  right: 1,
  attachments: 0,
} as const;

/** Returns how many letters a mark has at least: fewer that nobody can tell hide none. */
const shortestMark = (forms: readonly MarkForm[]): number =>
  Math.min(
    ...forms.map(({ parts }) =>
      parts.reduce((length, part) => length + (part.is === 'text' ? part.text.length : shortest[part.is]), 0),
    ),
  );

/** Reads page after page. What cannot be read of a page is left out, and nobody claims anything of it. */
function* pageTexts(file: PdfFile, reading: Reading, mostUnread: number): Generator<string> {
  const fonts: FontCache = new Map();
  let unread = 0;
  for (const { dictionary } of readPages(file)) {
    try {
      for (const read of readPageTexts(file, dictionary, fonts, reading)) {
        unread += read.unread;
        if (unread >= mostUnread) reading.isWhole = false;
        yield read.text;
      }
    } catch (error) {
      if (!(error instanceof PdfDamage || error instanceof TooMuchText)) throw error;
      reading.isWhole = false;
      if (error instanceof TooMuchText) return;
    }
  }
}

function pdfMarks(bytes: Buffer, forms: readonly MarkForm[], reading: Reading): FoundMarks | null {
  try {
    const file = openPdf(bytes, createPdfCache());
    if (file.isEncrypted) return null;
    const { marks, isAll } = findMarks(pageTexts(file, reading, shortestMark(forms)), forms, limits.textMarks);
    return { marks, isWhole: isAll && reading.isWhole };
  } catch (error) {
    if (error instanceof PdfDamage) return null;
    throw error;
  }
}

function wordMarks(word: WordText, forms: readonly MarkForm[]): FoundMarks {
  let { isWhole } = word;
  function* texts(): Generator<string> {
    for (const part of word.parts)
      yield* readParagraphs(part, () => {
        isWhole = false;
      });
  }
  const { marks, isAll } = findMarks(texts(), forms, limits.textMarks);
  return { marks, isWhole: isAll && isWhole };
}

/** Finds the marks in a document. Null: its text cannot be read. */
export async function readTextMarks(
  kind: ContentKind,
  bytes: Bytes,
  forms: readonly string[],
): Promise<FoundMarks | null> {
  const usable = readMarkForms(forms);
  if (usable.length === 0 || kind === 'xlsx') return null;
  if (kind === 'pdf') return pdfMarks(await readAll(bytes), usable, createReading());
  const word = await openWordText(bytes);
  return word && wordMarks(word, usable);
}
