import type { FileVerdict, OfferedFile } from '../../../preload/contract/sending.ts';
import { normalizeText } from './normalize-text.ts';

export interface BulkFile extends OfferedFile {
  /** Null: nobody has looked into it yet. */
  readonly verdict: FileVerdict | null;
  /** Tells its content from any other; null as long as it is not known. */
  readonly content: string | null;
  /** It went with a row; to send it with another one it must be added again. */
  readonly gone: boolean;
}

const ending = /\.(?:pdf|docx|xlsx)$/;

/** The last part of a path, as it is written on any system. */
export const fileNameIn = (text: string): string => normalizeText(text.trim().replace(/^.*[\\/]/s, ''));

export interface FileIndex {
  /** All files a list could mean by this: by the whole name, else by the name without its ending. */
  of(name: string): readonly BulkFile[];
}

/** Lists of files never change, so each is gone through once, however often the rows are judged. */
const known = new WeakMap<readonly BulkFile[], FileIndex>();

export function indexFiles(files: readonly BulkFile[]): FileIndex {
  const before = known.get(files);
  if (before) return before;
  const index = createIndex(files);
  known.set(files, index);
  return index;
}

function createIndex(files: readonly BulkFile[]): FileIndex {
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
}
