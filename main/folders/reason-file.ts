import { readdir, unlink, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { whyOf } from '../../shared/folder-why.ts';
import { errorCode } from '../files/error-code.ts';
import { unhurried } from '../time/slices.ts';
import type { Texts } from '../words/texts.ts';
import { readUntrustedFile } from './inside-folder.ts';
import type { Verdict } from './verdict.ts';

/** Writes `name.pdf.txt`, for people who do not have the app. */
export function reasonText(t: ReturnType<Texts>, { kind, problem, who, at }: Verdict, name: string): string {
  const time = at === null ? '' : new Date(at).toLocaleString();
  const why =
    problem === null ? t(`folders.why.${whyOf(kind, who)}`, { who, time, file: name }) : sentencesOf(t, problem);
  return [`${name} – ${t(`folders.verdict.${kind}`)}`, why, t('folders.reason.again')].join('\n\n');
}

function sentencesOf(t: ReturnType<Texts>, { key, params }: NonNullable<Verdict['problem']>): string {
  return [t(`problem.${key}.what`, params), t(`problem.${key}.do`, params)].join(' ');
}

/** The first words of every reason file, so that we never delete a text of somebody else. */
const reasonMark = 'Countersign';
const mostReasonBytes = 10_000;

/** Deletes a reason file. False: it is a text of somebody else, or cannot be read or deleted. */
async function removeReason(root: string, path: string): Promise<boolean> {
  const found = await readUntrustedFile(root, path, mostReasonBytes).catch(() => null);
  if (found?.kind !== 'text' || !found.text.startsWith(`${reasonMark}\n\n`)) return false;
  return unlink(join(root, path)).then(
    () => true,
    () => false,
  );
}

/** Writes `name.pdf.txt` beside a file that was set aside, for people without the app. One of an earlier file goes. */
export async function writeReason(root: string, movedTo: string, text: string): Promise<void> {
  const path = `${movedTo}.txt`;
  const write = () => writeFile(join(root, path), `${reasonMark}\n\n${text}\n`, { flag: 'wx' });
  await write().catch(async (error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error;
    if (await removeReason(root, path)) await write();
  });
}

/** Deletes reason files whose document was moved back or deleted. */
export async function sweepReasons(root: string, folder: string): Promise<void> {
  const top = join(root, folder);
  // With their types, so that a link is not followed.
  const entries = await readdir(top, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = entries.map(({ parentPath, name }) => relative(top, join(parentPath, name)));
  const all = new Set(names);
  const left = names.filter((name) => name.endsWith('.txt') && !all.has(name.slice(0, -'.txt'.length)));
  for await (const name of unhurried(left)) {
    await removeReason(root, [folder, ...name.split(sep)].join('/'));
  }
}
