import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { errorCode } from '../../files/error-code.ts';
import { pdfOf } from '../../intake/testing/sample-files.ts';

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** Null: the app has moved it, perhaps a moment ago. */
function contentOf(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** A program that saves as many do: it writes another file and renames it over the document. */
export function renamingProgram(home: string, root: string) {
  const drafts = join(home, 'Drafts');
  mkdirSync(drafts);
  /** Contents that were in the folder and that the program did not replace itself, with their names. */
  const expected = new Map<string, string>();
  let saves = 0;

  function save(name: string): void {
    saves += 1;
    const content = pdfOf(`% save ${saves}`);
    writeFileSync(join(drafts, name), content);
    const path = join(root, name);
    const replaced = contentOf(path);
    if (replaced !== null) expected.delete(sha256(replaced));
    renameSync(join(drafts, name), path);
    expected.set(sha256(content), `save ${saves} of ${name}`);
  }

  /** The contents of all files below the folder. */
  function found(): ReadonlySet<string> {
    const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    return new Set(files.map(({ parentPath, name }) => sha256(readFileSync(join(parentPath, name)))));
  }

  return {
    /** The document is in the folder now. */
    knows: (name: string): void => void expected.set(sha256(readFileSync(join(root, name))), name),
    /** Saves a document in each of these moments of the work. Returns how many moments the work has. */
    async saveDuring(work: Promise<unknown>, name: string, moments: readonly number[]): Promise<number> {
      const state = { isOver: false };
      const end = () => void (state.isOver = true);
      work.then(end, end);
      let moment = 0;
      for (; !state.isOver; moment += 1) {
        if (moments.includes(moment)) save(name);
        // oxlint-disable-next-line no-await-in-loop -- the app goes on in between
        await setImmediate();
      }
      await work;
      return moment;
    },
    /** The documents that are nowhere in the folder although the program did not replace them. */
    destroyed(): readonly string[] {
      const here = found();
      return [...expected].filter(([content]) => !here.has(content)).map(([, what]) => what);
    },
  };
}
