import { lengths, limits } from '../../../preload/contract/limits.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { offerFiles } from '../send/offer-files.ts';
import { newList } from './bulk-list.ts';
import { addFiles, emptyBulk, putList, showResult, useBulk } from './bulk-store.ts';
import { checkNewFiles } from './check-files.ts';
import { type ReadList, readListBytes, readListText } from './read-list.ts';

function take(read: ReadList): void {
  if (read.kind === 'read') putList(newList(read.rows));
  else if (read.kind === 'too-many') showResult({ kind: 'too-many', count: read.count });
  else showResult({ kind: read.kind === 'empty' ? 'empty-list' : 'no-text' });
}

/** Takes rows copied from a spreadsheet. */
export const takeText = (text: string): void => take(readListText(text));

/** Opens a list from the dialog for files. */
export async function openList(): Promise<void> {
  const answer = await ask(bridge().bulk.open());
  if (answer.ok === true) take(readListBytes(answer.bytes));
  else if (answer.ok === false) showResult({ kind: 'problem', problem: answer.problem });
}

/** Adds documents. Returns whether some have no path, because they were dragged out of a mail program. */
async function offer(files: readonly File[]): Promise<boolean> {
  const offered = await offerFiles(files);
  addFiles(offered, limits.filesAtOnce);
  await checkNewFiles();
  return offered.pathless.length > 0;
}

const isList = ({ name }: File) => /\.(?:csv|tsv|txt)$/i.test(name);

/** Takes a drop or a paste. The file name tells lists from documents and folders. */
export async function takeDropped(given: readonly File[]): Promise<void> {
  const documents = given.filter((file) => !isList(file));
  const lists = given.filter(isList);
  // The list last: what is said of it stays in sight.
  const isPathless = documents.length > 0 && (await offer(documents));
  const [list] = lists;
  if (lists.length > 1) showResult({ kind: 'several-lists' });
  // Do not even load a file that is too large.
  else if (list && list.size > lengths.peopleFile) showResult({ kind: 'no-text' });
  else if (list) take(readListBytes(new Uint8Array(await list.arrayBuffer())));
  if (isPathless && useBulk.getState().result === null) showResult({ kind: 'no-path' });
}

export async function chooseDocuments(): Promise<void> {
  const offered = await ask(bridge().files.choose());
  addFiles(offered, limits.filesAtOnce);
  await checkNewFiles();
}

/** Forgets the list and its files. Nothing is deleted from the disk. */
export async function startOver(): Promise<void> {
  const ids = useBulk.getState().files.flatMap(({ id, gone }) => (gone ? [] : id));
  emptyBulk();
  if (ids.length > 0) await ask(bridge().files.release({ ids }));
}
