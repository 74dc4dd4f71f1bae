import type { Problem } from '../../../preload/contract/problem.ts';
import type { PdfFailure, PdfVerdict } from './preview/pdf-verdict.ts';
import type { Sheet, SheetFile } from './sheet.ts';

/** A PDF that no program opens, or only somebody else's, cannot be signed. */
const problems: Readonly<Partial<Record<PdfFailure, Problem>>> = {
  damaged: { key: 'file-damaged', params: {} },
  certificate: { key: 'file-certificate', params: {} },
};

export const problemOfOpening = (opened: PdfVerdict | null): Problem | null =>
  opened?.kind === 'failed' ? (problems[opened.why] ?? null) : null;

type Judged = Pick<SheetFile, 'verdict' | 'opened'>;

/** Names lie: a file that is no PDF says nothing by not opening as one. */
export const openedOf = ({ verdict, opened }: Judged): PdfVerdict | null => (verdict?.kind === 'pdf' ? opened : null);

/** A PDF that the preview library has not tried to open yet. */
export const isUnopened = ({ verdict, opened, leftOut, refusal }: SheetFile): boolean =>
  verdict?.kind === 'pdf' && verdict.problem === null && refusal === null && opened === null && !leftOut;

/** Why a person should look at a file elsewhere before sending it: it does not open here, for a reason that may be ours. */
export function doubtOf(file: Judged): 'needs-password' | 'not-shown' | null {
  const opened = openedOf(file);
  if (opened?.kind !== 'failed' || problemOfOpening(opened) !== null) return null;
  return opened.why === 'encrypted' ? 'needs-password' : 'not-shown';
}

/** A file that does not open has its problem. What else is known of it would only confuse. */
export function remarksOf(file: Judged) {
  const opened = openedOf(file);
  if (problemOfOpening(opened) !== null) return [];
  const ours = opened?.kind === 'opens' && opened.isDynamicForm ? (['dynamic-form'] as const) : [];
  return [...(file.verdict?.remarks ?? []), ...ours];
}

const checkedAtOnce = 16;

/** The files to try next. While the preview opens the file that is shown, they wait: its first page comes first. */
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
