import type { SentCopy } from '../../preload/contract/signature-report.ts';
import { harmlessChanges } from '../../preload/contract/signature-report.ts';
import { PdfDamage } from '../pdf/pdf-damage.ts';
import { createPdfCache, openPdf, type PdfCache, type PdfFile } from '../pdf/pdf-file.ts';
import { changesAfter, differences } from './difference/compare-documents.ts';

/**
 * Is this the document that was sent? It may be in the file byte for byte, with signatures after it, or be written anew
 * with the same pages.
 */
export function compareSent(sent: Buffer, file: PdfFile, cache: PdfCache): SentCopy {
  try {
    if (sent.length <= file.bytes.length && sent.equals(file.bytes.subarray(0, sent.length))) {
      const before = openPdf(file.bytes.subarray(0, sent.length), cache);
      return { kind: 'same-bytes', changes: [...changesAfter(before, file, sent.length)] };
    }
    const before = openPdf(sent, createPdfCache());
    // What is encrypted differs in every byte.
    if (before.isEncrypted || file.isEncrypted) return { kind: 'cannot-compare' };
    const changes = differences(before, file);
    const isSame = changes.every(({ kind }) => harmlessChanges.some((one) => one === kind));
    return isSame ? { kind: 'rewritten-same' } : { kind: 'different', changes: [...changes] };
  } catch (error) {
    if (error instanceof PdfDamage) return { kind: 'cannot-compare' };
    throw error;
  }
}
