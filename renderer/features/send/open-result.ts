import type { Problem } from '../../../preload/contract/problem.ts';
import type { PdfFailure, PdfVerdict } from './preview/pdf-verdict.ts';
import type { Sheet, SheetFile } from './sheet.ts';

/** A PDF that does not open, or opens only with a certificate, cannot be signed. */
const problems: Readonly<Partial<Record<PdfFailure, Problem>>> = {
  damaged: { key: 'file-damaged', params: {} },
  certificate: { key: 'file-certificate', params: {} },
};

export const problemOfOpening = (opened: PdfVerdict | null): Problem | null =>
  opened?.kind === 'failed' ? (problems[opened.why] ?? null) : null;

type Judged = Pick<SheetFile, 'verdict' | 'opened'>;
type Stopped = Pick<SheetFile, 'verdict' | 'opened' | 'sendAnyway'>;

/** Returns how a PDF opened. A name can be wrong: a failure to open another kind of file as a PDF means nothing. */
export const openedOf = ({ verdict, opened }: Judged): PdfVerdict | null => (verdict?.kind === 'pdf' ? opened : null);

/** Returns why a file stops. Signees could not open a PDF that needs a password, so a person has to decide. */
export function stopOf(file: Stopped): Problem | null {
  const opened = openedOf(file);
  if (opened?.kind !== 'failed' || opened.why !== 'encrypted') return problemOfOpening(opened);
  return file.sendAnyway ? null : { key: 'file-opening-password', params: {} };
}

/** Tells whether the preview library still has to try this PDF. */
export const isUnopened = ({ verdict, opened, leftOut, refusal }: SheetFile): boolean =>
  verdict?.kind === 'pdf' && verdict.problem === null && refusal === null && opened === null && !leftOut;

/** Tells why the file does not open here, maybe because of our library. People should look at it elsewhere first. */
export function doubtOf(file: Judged): 'needs-password' | 'not-shown' | null {
  const opened = openedOf(file);
  if (opened?.kind !== 'failed' || problemOfOpening(opened) !== null) return null;
  return opened.why === 'encrypted' ? 'needs-password' : 'not-shown';
}

/** Returns the remarks about a file. One that does not open shows only its problem: more remarks would confuse. */
export function remarksOf(file: Stopped) {
  const opened = openedOf(file);
  if (stopOf(file) !== null) return [];
  const ours = opened?.kind === 'opens' && opened.isDynamicForm ? (['dynamic-form'] as const) : [];
  return [...(file.verdict?.remarks ?? []), ...ours];
}

const checkedAtOnce = 16;

/**
 * Returns the files to open next. None while the preview opens the selected file, so that its first page comes first.
 */
export function nextToOpen({ files, shown }: Pick<Sheet, 'files' | 'shown'>): readonly SheetFile[] {
  const waiting = files.filter(isUnopened);
  return waiting.some(({ id }) => id === shown) ? [] : waiting.slice(0, checkedAtOnce);
}

export function withOpened(sheet: Sheet, opened: ReadonlyMap<string, PdfVerdict>): Sheet {
  const files = sheet.files.map((file) => {
    const verdict = opened.get(file.id);
    return verdict ? { ...file, opened: verdict } : file;
  });
  return { ...sheet, files };
}
