import type { Problem } from '../../../preload/contract/problem.ts';
import type { FileVerdict, OfferedFile } from '../../../preload/contract/sending.ts';
import { folded } from './folded.ts';

export interface BulkFile extends OfferedFile {
  /** Null: nobody has looked into it yet. */
  readonly verdict: FileVerdict | null;
  /** Tells its content from any other; null as long as it is not known. */
  readonly content: string | null;
}

/** Something that did not even become a file here. */
export interface RefusedFile {
  readonly key: string;
  readonly name: string;
  readonly problem: Problem;
}

const ending = /\.(?:pdf|docx|xlsx)$/;

/** The last part of a path, as it is written on any system. */
const nameIn = (text: string) => text.replace(/^.*[\\/]/s, '');

export interface FileIndex {
  /** All files a list could mean by this: by the whole name, else by the name without its ending. */
  of(text: string): readonly BulkFile[];
}

export function indexFiles(files: readonly BulkFile[]): FileIndex {
  const whole = new Map<string, BulkFile[]>();
  const short = new Map<string, BulkFile[]>();
  const put = (map: Map<string, BulkFile[]>, key: string, file: BulkFile) => {
    const there = map.get(key);
    if (there) there.push(file);
    else map.set(key, [file]);
  };
  for (const file of files) {
    const name = folded(file.name);
    put(whole, name, file);
    put(short, name.replace(ending, ''), file);
  }
  return {
    of(text) {
      const name = folded(nameIn(text.trim()));
      return name === '' ? [] : (whole.get(name) ?? short.get(name) ?? []);
    },
  };
}
