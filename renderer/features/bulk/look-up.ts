import { ask, bridge } from '../../app/client.ts';
import { learnTaken, useBulk, withFiles } from './bulk-store.ts';

const lookedAtOnce = 8;
const askedAtOnce = 1_000;

async function lookInto(ids: readonly string[]): Promise<void> {
  const [{ verdicts }, { contents }] = await Promise.all([
    ask(bridge().files.judge({ ids: [...ids] })),
    ask(bridge().bulk.contents({ ids: [...ids] })),
  ]);
  const verdictOf = new Map(verdicts.map((verdict) => [verdict.id, verdict]));
  const contentOf = new Map(contents.map(({ id, content }) => [id, content]));
  withFiles((file) => {
    const verdict = verdictOf.get(file.id);
    return verdict ? { ...file, verdict, content: contentOf.get(file.id) ?? null } : file;
  });
}

/** Whether these contents went before: to anybody, through the connection that is shown. */
async function askTaken(contents: readonly string[]): Promise<void> {
  for (let from = 0; from < contents.length; from += askedAtOnce) {
    const some = contents.slice(from, from + askedAtOnce);
    // oxlint-disable-next-line no-await-in-loop
    const { taken } = await ask(bridge().bulk.taken({ contents: some }));
    learnTaken(some, taken);
  }
}

const contentsOf = () => [...new Set(useBulk.getState().files.flatMap(({ content }) => content ?? []))];

async function lookAt(ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += lookedAtOnce) {
    // One handful after the other: the first rows are green while the last files are still read.
    // oxlint-disable-next-line no-await-in-loop
    await lookInto(ids.slice(from, from + lookedAtOnce));
    const { taken } = useBulk.getState();
    // oxlint-disable-next-line no-await-in-loop
    await askTaken(contentsOf().filter((content) => !taken.has(content)));
  }
}

/** Looks into the files nobody has looked into yet. */
export const lookAtNew = (): Promise<void> =>
  lookAt(
    useBulk
      .getState()
      .files.filter(({ verdict, gone }) => verdict === null && !gone)
      .map(({ id }) => id),
  );

/** All of it once more: files change, and documents are sent, while a list is worked on. */
export async function lookAgain(ids: readonly string[]): Promise<void> {
  await lookAt(ids);
  await askTaken(contentsOf());
}

/** What went before may be more than when it was last asked for. */
export const askTakenAgain = (): Promise<void> => askTaken(contentsOf());
