import type { Problem } from '../../../preload/contract/problem.ts';
import type {
  Choices,
  FileVerdict,
  OfferedFile,
  OfferedFiles,
  ScanResult,
  SubmitInput,
} from '../../../preload/contract/sending.ts';
import { fitting, type Refused } from './offer-files.ts';
import type { PdfVerdict } from './preview/pdf-verdict.ts';
import type { SigneeList } from './signees/signee-list.ts';

export interface People {
  readonly signees: SigneeList;
  readonly ordered: boolean;
}

/** What is being chosen, as it stands in the sheet. */
export interface Draft extends People, Pick<Choices, 'mode' | 'jurisdiction' | 'sendMail' | 'scanPredefined'> {
  /** The name that invitations come from. */
  readonly alias: string;
  readonly comment: string;
  /** Further parameters of the service, as they were typed. */
  readonly extra: string;
}

/** What differs for one file. Whatever is null is the same as for all. */
export interface Own {
  readonly people: People | null;
  readonly alias: string | null;
  readonly comment: string | null;
}

export type Scan =
  | { readonly kind: 'unasked' }
  | { readonly kind: 'running' }
  | { readonly kind: 'done'; readonly found: ScanResult }
  | { readonly kind: 'failed'; readonly problem: Problem };

export interface SheetFile extends OfferedFile {
  readonly verdict: FileVerdict | null;
  /** Whether the preview library could open it; null for files that are no PDF, and until it has tried. */
  readonly opened: PdfVerdict | null;
  readonly scan: Scan;
  readonly own: Own;
  readonly leftOut: boolean;
  /** Why it was not taken when it was handed over. */
  readonly refusal: Problem | null;
}

/** A submission whose choices are changed; its file is ours already. */
export interface Revised {
  readonly submissionId: string;
  readonly name: string;
  /** To look at. */
  readonly file: OfferedFile | null;
}

/** What became of handing over. */
export type HandedOver =
  | { readonly kind: 'all' }
  /** Some files were not taken; why stands at each. */
  | { readonly kind: 'some'; readonly taken: number; readonly left: number }
  /** The last look found something before anything was handed over. */
  | { readonly kind: 'looked'; readonly left: number }
  | { readonly kind: 'refused'; readonly problem: Problem };

/** The profile that was applied last, and how it was before. A sheet may begin with one. */
export interface Applied {
  readonly id: string;
  readonly before: Draft | null;
}

export interface Sheet {
  /** What it was opened for: with another connection it would go to other people's service. */
  readonly connectionId: string | null;
  readonly revised: Revised | null;
  readonly applied: Applied | null;
  readonly files: readonly SheetFile[];
  readonly refused: readonly Refused[];
  /** Those of them that were in sight. */
  readonly seen: readonly Refused[];
  /** The file that is looked at. */
  readonly shown: string | null;
  readonly draft: Draft;
  /** As it was before anybody typed. */
  readonly first: Draft;
  /** What stands in the field for signees and is not in the list. */
  readonly pending: string;
  /** Files without a path whose bytes are still coming. */
  readonly receiving: number;
  /** What was asked for last: what is missing is no reproach before. */
  readonly tried: SubmitInput['goal'] | null;
  /** It is handed over right now: nothing in it may change, and it cannot be closed. */
  readonly handing: boolean;
  /** What the last handing over came to, when something stayed here. */
  readonly outcome: HandedOver | null;
}

export const nothingOwn: Own = { people: null, alias: null, comment: null };

export const emptyDraft: Draft = {
  signees: [],
  ordered: true,
  mode: 'timestamp',
  jurisdiction: 'zertes',
  sendMail: 'others',
  scanPredefined: false,
  alias: '',
  comment: '',
  extra: '',
};

export function newSheet(
  draft: Draft,
  begun: Partial<Pick<Sheet, 'connectionId' | 'revised' | 'applied'>> = {},
): Sheet {
  const { connectionId = null, revised = null, applied = null } = begun;
  return {
    connectionId,
    revised,
    applied,
    files: [],
    refused: [],
    seen: [],
    shown: null,
    draft,
    first: draft,
    pending: '',
    receiving: 0,
    tried: null,
    handing: false,
    outcome: null,
  };
}

/** Adds what became of a drop, each file once. A sheet holds no more than `most`; the rest is told by name. */
export function withOffered(sheet: Sheet, { files, refused }: Omit<OfferedFiles, 'pathless'>, most: number): Sheet {
  const here = new Set(sheet.files.map(({ id }) => id));
  const fresh = files.filter(({ sameAs }) => sameAs === undefined || !here.has(sameAs));
  const taken = fitting({ files: fresh, refused }, here.size, most);
  const added = taken.files.map(
    (file): SheetFile => ({
      ...file,
      verdict: null,
      opened: null,
      scan: { kind: 'unasked' },
      own: nothingOwn,
      leftOut: false,
      refusal: null,
    }),
  );
  const all = [...sheet.files, ...added];
  return {
    ...sheet,
    files: all,
    refused: [...sheet.refused, ...taken.refused],
    shown: sheet.shown ?? all[0]?.id ?? null,
  };
}

export function withFile(sheet: Sheet, id: string, patch: Partial<SheetFile>): Sheet {
  return { ...sheet, files: sheet.files.map((file) => (file.id === id ? { ...file, ...patch } : file)) };
}

export function withVerdicts(sheet: Sheet, verdicts: readonly FileVerdict[]): Sheet {
  const told = new Map(verdicts.map((verdict) => [verdict.id, verdict]));
  const files = sheet.files.map((file) => {
    const verdict = told.get(file.id);
    return verdict ? { ...file, verdict } : file;
  });
  return { ...sheet, files };
}

/** Without these files; the one beside takes the place of the one that was looked at. */
export function withoutFiles(sheet: Sheet, ids: ReadonlySet<string>): Sheet {
  const files = sheet.files.filter(({ id }) => !ids.has(id));
  if (sheet.shown === null || !ids.has(sheet.shown)) return { ...sheet, files };
  const at = sheet.files.findIndex(({ id }) => id === sheet.shown);
  const beside = sheet.files.slice(at).find(({ id }) => !ids.has(id)) ?? files.at(-1);
  return { ...sheet, files, shown: beside?.id ?? null };
}

export const peopleOf = ({ draft }: Pick<Sheet, 'draft'>, { own }: Pick<SheetFile, 'own'>): People =>
  own.people ?? draft;

/** Something was typed or chosen here that would be lost with the sheet. */
export function isTouched({ draft, first, pending, files }: Sheet): boolean {
  const differs = files.some(({ own }) => own.people !== null || own.alias !== null || own.comment !== null);
  return pending !== '' || differs || (draft !== first && JSON.stringify(draft) !== JSON.stringify(first));
}
