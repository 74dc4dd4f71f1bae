import type { TakenBefore } from '../../../preload/contract/bulk.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import type {
  Choices,
  FileVerdict,
  OfferedFile,
  OfferedFiles,
  ScanResult,
  SubmitInput,
} from '../../../preload/contract/sending.ts';
import type { State } from '../../../preload/contract/state.ts';
import { mayBeSame, recipientsOf } from '../../../shared/people/recipients.ts';
import { fitting, type Refused } from './offer-files.ts';
import type { PdfVerdict } from './preview/pdf-verdict.ts';
import { addMissing, type SigneeList } from './signees/signee-list.ts';

export interface People {
  readonly signees: SigneeList;
  readonly ordered: boolean;
}

/** The choices while they are edited. */
export interface Draft extends People, Pick<Choices, 'mode' | 'jurisdiction' | 'sendMail' | 'scanPredefined'> {
  /** The name that invitations come from. */
  readonly alias: string;
  readonly comment: string;
  /** Further parameters of the service, as typed text. */
  readonly extra: string;
}

/** A file's own choices. Null means the common choice. */
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
  /** The preview library's verdict on it. Null for other kinds of files, and before the try. */
  readonly opened: PdfVerdict | null;
  readonly scan: Scan;
  /** The choices beside which the person was shown what the fields ask for. */
  readonly told?: Pick<Choices, 'mode' | 'jurisdiction'>;
  readonly own: Own;
  readonly leftOut: boolean;
  /** The person sends it although it needs a password to be opened. */
  readonly sendAnyway: boolean;
  /** The reason why main refused it. */
  readonly refusal: Problem | null;
  /** The submissions of the same content that still count, the latest last. Main refuses what came after them. */
  readonly earlier?: readonly TakenBefore[];
  /** The files that it was made from, in their order. They come back when it is separated again. */
  readonly parts?: readonly SheetFile[];
}

/** A held submission whose choices are being changed. We have its file already. */
export interface Revised {
  readonly submissionId: string;
  readonly name: string;
  /** Our copy of the file, which is as it was sent. */
  readonly file: SheetFile | null;
  /** A corrected copy replaces it: a document that people can sign, or a draft that differs. The sheet begins at an address. */
  readonly replaces?: 'redo' | 'correct';
}

/** The result of sending a sheet. */
export type HandedOver =
  | { readonly kind: 'all' }
  /** Some files were refused. Each has its reason. */
  | { readonly kind: 'some'; readonly taken: number; readonly left: number }
  /** The last check found problems, so nothing was sent. */
  | { readonly kind: 'looked'; readonly left: number }
  | { readonly kind: 'refused'; readonly problem: Problem };

/** The applied profile, and the draft before it. Null for the profile a sheet began with. */
export interface Applied {
  readonly id: string;
  readonly before: Draft | null;
}

export interface Sheet {
  readonly id: string;
  /** The connection the sheet was opened for. Another one would send to another service. */
  readonly connectionId: string | null;
  readonly revised: Revised | null;
  readonly applied: Applied | null;
  readonly files: readonly SheetFile[];
  readonly refused: readonly Refused[];
  /** Refused files that people have seen. */
  readonly seen: readonly Refused[];
  /** The id of the shown file. */
  readonly shown: string | null;
  readonly draft: Draft;
  /** The draft before any change. */
  readonly first: Draft;
  /** The common choices and those of the last file, while its own are shown as the draft. Another file brings them back. */
  readonly merged: { readonly shown: Draft; readonly common: Draft; readonly own: Own } | null;
  /** Number of valid people typed into the field and not in the list yet: 0 while the text is not valid. Null: no text. */
  readonly pending: number | null;
  /** Number of files without a path whose bytes are still arriving. */
  readonly receiving: number;
  /** The goal people tried last. Before a try, missing parts are no error. */
  readonly tried: SubmitInput['goal'] | null;
  /** Whether the connection lets people choose where signatures stand. */
  readonly places: boolean;
  /** Whether the sheet is being sent: it must not change or close then. */
  readonly handing: boolean;
  /** The result of the last sending, when something stayed in the sheet. */
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
    id: crypto.randomUUID(),
    connectionId,
    revised,
    applied,
    files: [],
    refused: [],
    seen: [],
    shown: null,
    draft,
    first: draft,
    merged: null,
    pending: null,
    receiving: 0,
    tried: null,
    places: false,
    handing: false,
    outcome: null,
  };
}

/** Returns a file of the sheet that nobody has judged. */
export const fileOf = (file: OfferedFile): SheetFile => ({
  ...file,
  verdict: null,
  opened: null,
  scan: { kind: 'unasked' },
  own: nothingOwn,
  leftOut: false,
  sendAnyway: false,
  refusal: null,
});

/** Returns our copy of a file that was judged when it was sent. Its name tells the kind. */
export const copyOf = (file: OfferedFile): SheetFile => ({
  ...fileOf(file),
  verdict: /\.pdf$/i.test(file.name) ? { id: file.id, kind: 'pdf', remarks: [], problem: null } : null,
});

/** Returns all files that main keeps for these, with those that others were made from. */
export const idsOf = (files: readonly SheetFile[]): readonly string[] =>
  files.flatMap(({ id, parts = [] }) => [id, ...idsOf(parts)]);

/** Returns the files that main knew first of these contents. */
const sameAsOf = (files: readonly SheetFile[]): readonly string[] =>
  files.flatMap(({ sameAs = [], parts = [] }) => [sameAs, sameAsOf(parts)].flat());

/** Adds offered files, each once, up to `most`. The others are refused by name. */
export function withOffered(sheet: Sheet, { files, refused }: Omit<OfferedFiles, 'pathless'>, most: number): Sheet {
  const ids = idsOf(sheet.files);
  // Another sheet may have the file that both of them are the same as.
  const here = new Set([...ids, ...sameAsOf(sheet.files)]);
  const fresh = files.filter(({ sameAs }) => sameAs === undefined || !here.has(sameAs));
  const taken = fitting({ files: fresh, refused }, ids.length, most);
  const before = taken.files.length > 0 ? withOwn(sheet) : sheet;
  const all = [...before.files, ...taken.files.map(fileOf)];
  return {
    ...before,
    files: all,
    refused: [...sheet.refused, ...taken.refused],
    shown: sheet.shown ?? all[0]?.id ?? null,
  };
}

export function withFile(sheet: Sheet, id: string, patch: Partial<SheetFile>): Sheet {
  const changed = (file: SheetFile) => (file.id === id ? { ...file, ...patch } : file);
  const { files, revised } = sheet;
  const kept = revised?.file ? { ...revised, file: changed(revised.file) } : revised;
  return { ...sheet, files: files.map(changed), revised: kept };
}

/** Tells whether the person was shown what the fields of the file ask for beyond the choices as they are now. */
export const isFieldsRead = ({ draft }: Pick<Sheet, 'draft'>, { told }: SheetFile): boolean =>
  told?.mode === draft.mode && told.jurisdiction === draft.jurisdiction;

export function withVerdicts(sheet: Sheet, verdicts: readonly FileVerdict[]): Sheet {
  const verdictOf = new Map(verdicts.map((verdict) => [verdict.id, verdict]));
  const files = sheet.files.map((file) => {
    const verdict = verdictOf.get(file.id);
    return verdict ? { ...file, verdict } : file;
  });
  return { ...sheet, files };
}

/** Removes files. If the shown one goes, the next one is shown. */
export function withoutFiles(sheet: Sheet, ids: ReadonlySet<string>): Sheet {
  const files = sheet.files.filter(({ id }) => !ids.has(id));
  if (sheet.shown === null || !ids.has(sheet.shown)) return withoutOwn({ ...sheet, files });
  const at = sheet.files.findIndex(({ id }) => id === sheet.shown);
  const beside = sheet.files.slice(at).find(({ id }) => !ids.has(id)) ?? files.at(-1);
  return withoutOwn({ ...sheet, files, shown: beside?.id ?? null });
}

/** Makes the choices of the last file those of the sheet: what is its own is shown only beside other files. */
function withoutOwn(sheet: Sheet): Sheet {
  const { draft, files } = sheet;
  const [last, ...others] = files;
  if (last === undefined || others.length > 0 || last.own === nothingOwn) return sheet;
  const { people, alias, comment } = last.own;
  const own = { ...people, ...(alias !== null && { alias }), ...(comment !== null && { comment }) };
  const shown = { ...draft, ...own };
  const merged = { shown, common: draft, own: last.own };
  return { ...sheet, files: [{ ...last, own: nothingOwn }], draft: shown, merged };
}

/** Takes the choices of the last file apart again before others come to it, unless they are changed since. */
function withOwn(sheet: Sheet): Sheet {
  const { draft, files, merged, pending } = sheet;
  const [last, ...others] = files;
  const isAsShown = merged?.shown === draft && pending === null && others.length === 0;
  if (merged === null || last === undefined || !isAsShown) return { ...sheet, merged: null };
  return { ...sheet, files: [{ ...last, own: merged.own }], draft: merged.common, merged: null };
}

export const peopleOf = ({ draft }: Pick<Sheet, 'draft'>, { own }: Pick<SheetFile, 'own'>): People =>
  own.people ?? draft;

/** Adds people whom the document names to those chosen. With several files, they are for this one only. */
export function withPeople(sheet: Sheet, file: SheetFile, named: People): Sheet {
  const chosen = peopleOf(sheet, file);
  const signees = addMissing(chosen.signees, named.signees);
  // Before there are two people, nobody has chosen an order.
  const people = { signees, ordered: (chosen.signees.length < 2 ? named : chosen).ordered };
  if (sheet.files.length > 1 || file.own.people !== null)
    return withFile(sheet, file.id, { own: { ...file.own, people } });
  return { ...sheet, draft: { ...sheet.draft, ...people } };
}

/**
 * Tells whether the signatures of this sheet may get places: people see the pages of one document, and its own fields do
 * not name its people.
 */
export function isPlaceable({ places, draft, revised, files: [first, ...others] }: Sheet): boolean {
  if (!places || draft.scanPredefined) return false;
  if (revised !== null) return revised.file?.verdict?.kind === 'pdf';
  return first?.opened?.kind === 'opens' && first.own.people === null && others.length === 0;
}

/** Returns the submission of the same content that the file tells of: the latest, rather one for the same people. */
export function earlierFor(sheet: Pick<Sheet, 'draft'>, file: SheetFile): TakenBefore | undefined {
  const { earlier = [] } = file;
  if (earlier.length === 0) return undefined;
  const emails = peopleOf(sheet, file).signees.map(({ email }) => email);
  const recipients = recipientsOf(emails, sheet.draft.scanPredefined);
  return (
    earlier.findLast((one) => mayBeSame(recipientsOf(one.signees, one.scanPredefined), recipients)) ?? earlier.at(-1)
  );
}

/** Returns the forms in which the service marks where people sign, as the connection file says. None by default. */
export const textMarksOf = ({ connections, active }: Pick<State, 'connections' | 'active'>): readonly string[] =>
  connections.find(({ id }) => id === active)?.fields.textMarks ?? [];

/** Tells whether closing the sheet would lose something. */
export function isTouched({ draft, first, pending, files }: Sheet): boolean {
  const differs = files.some(({ own }) => own.people !== null || own.alias !== null || own.comment !== null);
  return pending !== null || differs || (draft !== first && JSON.stringify(draft) !== JSON.stringify(first));
}
