import { lengths, limits } from '../../../preload/contract/limits.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { offerFiles } from '../send/offer-files.ts';
import { newList } from './bulk-list.ts';
import {
  addFiles,
  type BulkResult,
  emptyBulk,
  putList,
  showResult,
  untilNothingIsSent,
  useBulk,
} from './bulk-store.ts';
import { checkNewFiles } from './check-files.ts';
import { type ReadList, readListBytes, readListText } from './read-list.ts';

/** Takes a list between two sendings: what is sent counts the rows of the list that it began with. */
async function take(read: ReadList): Promise<void> {
  await untilNothingIsSent();
  if (read.kind === 'read') putList(newList(read.rows));
  else if (read.kind === 'too-many') showResult({ kind: 'too-many', count: read.count });
  else showResult({ kind: read.kind === 'empty' ? 'empty-list' : 'no-text' });
}

/** Takes rows copied from a spreadsheet. */
export const takeText = (text: string): void => void take(readListText(text));

/** Opens a list from the dialog for files. */
export async function openList(): Promise<void> {
  const answer = await ask(bridge().bulk.open());
  if (answer.ok === true) await take(readListBytes(answer.bytes));
  else if (answer.ok === false) showResult({ kind: 'problem', problem: answer.problem });
}

/** Adds documents. Some may have no path, because they were dragged out of a mail program. `said`: of their list. */
async function offer(files: readonly File[], said: BulkResult | null): Promise<void> {
  const offered = await offerFiles(files);
  addFiles(offered, limits.filesAtOnce);
  showResult(said ?? (offered.pathless.length > 0 ? { kind: 'no-path' } : null));
  await checkNewFiles();
}

const isList = ({ name }: File) => /\.(?:csv|tsv|txt)$/i.test(name);

/** Takes a drop or a paste. The file name tells lists from documents and folders. */
export async function takeDropped(given: readonly File[]): Promise<void> {
  const documents = given.filter((file) => !isList(file));
  const lists = given.filter(isList);
  const [list] = lists;
  if (lists.length > 1) showResult({ kind: 'several-lists' });
  // Do not even load a file that is too large.
  else if (list && list.size > lengths.peopleFile) showResult({ kind: 'no-text' });
  else if (list) await take(readListBytes(new Uint8Array(await list.arrayBuffer())));
  if (documents.length > 0) await offer(documents, lists.length > 0 ? useBulk.getState().result : null);
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
