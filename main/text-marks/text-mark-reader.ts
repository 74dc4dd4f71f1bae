import type { FoundMarks } from '../../preload/contract/text-marks.ts';
import type { ContentKind } from '../intake/content.ts';
import type { Bytes } from '../intake/zip-directory.ts';

export type { FoundMarks } from '../../preload/contract/text-marks.ts';

/** Finds marks in the text of documents. The app does it in a thread, because a hostile file may take all time and memory. */
export interface TextMarkReader {
  /** Returns null for a text that cannot be read: encrypted, damaged, or too large. */
  textMarks(kind: ContentKind, bytes: Bytes, forms: readonly string[]): Promise<FoundMarks | null>;
}
