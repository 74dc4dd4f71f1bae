import { writeFile } from 'node:fs/promises';
import type { Output } from '../../preload/contract/index.ts';
import { detailsOf } from '../files/error-code.ts';
import type { Desktop } from '../platform/desktop.ts';
import { done, refuse } from '../problems/refuse.ts';

interface NewFile {
  readonly title: string;
  readonly name: string;
  /** The text, or a function that writes the file. */
  readonly content: string | ((path: string) => Promise<void>);
}

/** Asks where to save a file, and writes it there. */
export async function saveAs(
  desktop: Pick<Desktop, 'pickSavePath'>,
  { title, name, content }: NewFile,
): Promise<Output<'bulk.save'>> {
  const path = await desktop.pickSavePath(title, name);
  if (path === null) return { ok: 'cancelled' };
  try {
    await (typeof content === 'string' ? writeFile(path, content) : content(path));
    return done;
  } catch (error) {
    return refuse('file-not-written', {}, detailsOf(error));
  }
}
