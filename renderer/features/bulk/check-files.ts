import type { Problem } from '../../../preload/contract/problem.ts';
import type { FileVerdict } from '../../../preload/contract/sending.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { createFileOpener, type FileOpener } from '../send/file-opener.ts';
import { problemOfOpening } from '../send/open-result.ts';
import { learnTaken, useBulk, withFiles } from './bulk-store.ts';

const lookedAtOnce = 8;
const askedAtOnce = 1_000;

/** Results by content hash, so that the last check before sending opens no file twice. */
const tried = new Map<string, Problem | null>();

/** Adds to main's verdict whether a PDF opens. */
async function withOpening(opener: FileOpener, verdict: FileVerdict, content: string | null): Promise<FileVerdict> {
  const file = useBulk.getState().files.find(({ id }) => id === verdict.id);
  if (verdict.kind !== 'pdf' || verdict.problem !== null || content === null || !file) return verdict;
  let problem = tried.get(content);
  if (problem === undefined) {
    const opened = await opener.open(file);
    problem = problemOfOpening(opened);
    // A worker that failed may succeed the next time.
    if (opened.kind === 'opens' || problem !== null) tried.set(content, problem);
  }
  return problem === null ? verdict : { ...verdict, kind: null, problem };
}

async function lookInto(opener: FileOpener, ids: readonly string[]): Promise<void> {
  const [{ verdicts }, { contents }] = await Promise.all([
    ask(bridge().files.judge({ ids: [...ids] })),
    ask(bridge().bulk.contents({ ids: [...ids] })),
  ]);
  const contentOf = new Map(contents.map(({ id, content }) => [id, content]));
  const verdictOf = new Map<string, FileVerdict>();
  for (const verdict of verdicts) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, in one worker
    verdictOf.set(verdict.id, await withOpening(opener, verdict, contentOf.get(verdict.id) ?? null));
  }
  withFiles((file) => {
    const verdict = verdictOf.get(file.id);
    return verdict ? { ...file, verdict, content: contentOf.get(file.id) ?? null } : file;
  });
}

/** Asks the journal whether these contents were sent before with the connection of the list. */
async function askTaken(contents: readonly string[]): Promise<void> {
  const { connectionId } = useBulk.getState();
  if (connectionId === null) return;
  for (let from = 0; from < contents.length; from += askedAtOnce) {
    const some = contents.slice(from, from + askedAtOnce);
    // oxlint-disable-next-line no-await-in-loop
    const { taken } = await ask(bridge().bulk.taken({ connectionId, contents: some }));
    // The list may be for another connection by now.
    if (useBulk.getState().connectionId !== connectionId) return;
    learnTaken(some, taken);
  }
}

const contentsOf = () => [...new Set(useBulk.getState().files.flatMap(({ content }) => content ?? []))];

async function lookAt(ids: readonly string[]): Promise<void> {
  const opener = createFileOpener();
  for (let from = 0; from < ids.length; from += lookedAtOnce) {
    // A few files at a time: the first rows are ready while the last files are still read.
    // oxlint-disable-next-line no-await-in-loop
    await lookInto(opener, ids.slice(from, from + lookedAtOnce));
    const { taken } = useBulk.getState();
    // oxlint-disable-next-line no-await-in-loop
    await askTaken(contentsOf().filter((content) => !taken.has(content)));
  }
  await opener.rest();
}

/** Checks the files that were not checked yet. */
export const checkNewFiles = (): Promise<void> =>
  lookAt(
    useBulk
      .getState()
      .files.filter(({ verdict, gone }) => verdict === null && !gone)
      .map(({ id }) => id),
  );

/** Checks again: while people work on a list, files change and documents are sent. */
export async function recheckFiles(ids: readonly string[]): Promise<void> {
  await lookAt(ids);
  await askTaken(contentsOf());
}

/** Asks again which files were sent before, since more may have been sent meanwhile. */
export const askTakenAgain = (): Promise<void> => askTaken(contentsOf());
