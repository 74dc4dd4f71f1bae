import type { FileVerdict, OfferedFile } from '../../../preload/contract/sending.ts';
import { oncePer } from '../../../shared/once-per.ts';
import { normalizeText } from './normalize-text.ts';

export interface BulkFile extends OfferedFile {
  /** The verdict, which is null until main has looked into the file. */
  readonly verdict: FileVerdict | null;
  /** The hash of the content; null while unknown. */
  readonly content: string | null;
  /** Whether it was sent with a row. To send it with another row people must add it again. */
  readonly gone: boolean;
}

const ending = /\.(?:pdf|docx|xlsx)$/;

/** Returns the file name in a path of any system, normalized. */
export const fileNameIn = (text: string): string => normalizeText(text.trim().replace(/^.*[\\/]/s, ''));

export interface FileIndex {
  /** Returns the files with this name, or else those with this name without its ending. */
  of(name: string): readonly BulkFile[];
}

/** Indexes an array of files once, since it never changes, however often rows are judged. */
export const indexFiles = oncePer((files: readonly BulkFile[]): FileIndex => {
  const whole = Map.groupBy(files, ({ name }) => normalizeText(name));
  const short = Map.groupBy(files, ({ name }) => normalizeText(name).replace(ending, ''));
  const all = (name: string) => (name === '' ? [] : (whole.get(name) ?? short.get(name) ?? []));
  return {
    of(name) {
      const found = all(name);
      const here = found.filter(({ gone }) => !gone);
      return here.length > 0 ? here : found;
    },
  };
});
