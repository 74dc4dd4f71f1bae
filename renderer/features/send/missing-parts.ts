import { lengths, limits } from '../../../preload/contract/limits.ts';
import type { AvailableModes } from '../../../preload/contract/sending.ts';
import { countParticipants } from '../../../shared/file-demands.ts';
import { oncePer } from '../../../shared/once-per.ts';
import { availability } from './mode-choice.ts';
import { doubtOf, isUnopened, stopOf } from './open-result.ts';
import { readExtra } from './read-extra.ts';
import { isBeingRead } from './scan-fields.ts';
import { type People, peopleOf, type Sheet, type SheetFile } from './sheet.ts';
import type { SigneeList } from './signees/signee-list.ts';
import { signeeProblems, signeesTooMany } from './signees/signee-problems.ts';

export type Goal = 'send' | 'draft' | 'hold';

/** The problem with the people of a draft. */
export type PeopleProblem = 'no-signees' | 'wrong-signees' | 'too-many-signees';

export type MissingPart =
  | { readonly kind: 'no-file' | 'receiving' | 'reading' | 'pending' | 'alias' | 'extra' | 'mode' | PeopleProblem }
  | { readonly kind: 'bad-files' | 'own-signees' | 'own-alias'; readonly files: readonly SheetFile[] };

/** The place in the sheet where people correct something. */
export type Place = 'files' | 'bad-files' | 'refused' | 'signees' | 'wrong-signees' | 'how' | 'alias' | 'extra';
export const placeOf = ({ kind }: MissingPart): Place => {
  if (kind === 'mode') return 'how';
  if (kind === 'alias' || kind === 'extra' || kind === 'bad-files' || kind === 'wrong-signees') return kind;
  if (kind === 'pending' || kind === 'no-signees' || kind === 'too-many-signees') return 'signees';
  return 'files';
};

export const noteTooLong = ({ note }: SigneeList[number]) => note.trim().length > lengths.comment;

/** Checks a list once for any number of files, since a list never changes. */
const checkList = oncePer((list: SigneeList) => ({
  wrong: signeeProblems(list).size > 0 || list.some(noteTooLong),
  tooMany: signeesTooMany(list) > 0,
}));

/**
 * Returns what is wrong with the people. Drafts and held documents may have no signees yet, but given ones must be
 * valid.
 */
export function peopleProblem({ signees }: People, goal: Goal, scanPredefined: boolean): PeopleProblem | null {
  const { wrong, tooMany } = checkList(signees);
  if (wrong) return 'wrong-signees';
  if (tooMany) return 'too-many-signees';
  return goal === 'send' && signees.length === 0 && !scanPredefined ? 'no-signees' : null;
}

/** Returns the reason why a file cannot be sent, as far as known. */
export const problemOf = (file: SheetFile) => file.verdict?.problem ?? file.refusal ?? stopOf(file);

export const wanted = ({ files }: Sheet): readonly SheetFile[] => files.filter(({ leftOut }) => !leftOut);

/** Returns the files that go with Send, as far as known. */
export const sendable = (sheet: Sheet): readonly SheetFile[] =>
  wanted(sheet).filter((file) => problemOf(file) === null);

interface Known {
  readonly goal: Goal;
  readonly modes: AvailableModes | null;
}

/** Lists the parts that are missing before the goal is possible, in the order of the sheet. */
export function missingParts(sheet: Sheet, { goal, modes }: Known): readonly MissingPart[] {
  const { draft, revised, pending, receiving } = sheet;
  const files = wanted(sheet);
  const missing: MissingPart[] = [];
  if (revised === null && receiving > 0) missing.push({ kind: 'receiving' });
  else if (revised === null && files.length === 0) missing.push({ kind: 'no-file' });
  const bad = files.filter((file) => problemOf(file) !== null);
  if (bad.length > 0) missing.push({ kind: 'bad-files', files: bad });
  const going = files.filter((file) => problemOf(file) === null);
  const sent = revised?.file ? [revised.file] : going;
  // The person has to see first what the fields ask for.
  if (goal !== 'hold' && sent.some((file) => isBeingRead(sheet, file))) missing.push({ kind: 'reading' });
  // Common people are needed unless every file has its own.
  const common = files.length === 0 || files.some(({ own }) => own.people === null);
  const people = common ? peopleProblem(draft, goal, draft.scanPredefined) : null;
  if (pending === 0) missing.push({ kind: 'pending' });
  // Send adds typed people with valid addresses by itself.
  else if (people !== null && (people !== 'no-signees' || pending === null)) missing.push({ kind: people });
  const own = going.filter(
    (file) => file.own.people !== null && peopleProblem(peopleOf(sheet, file), goal, draft.scanPredefined) !== null,
  );
  const isTooMany = ({ scan, own: theirs }: SheetFile) =>
    scan.kind === 'done' &&
    countParticipants(peopleOf(sheet, { own: theirs }).signees, scan.found) > limits.participants;
  const isToldOf = people === 'too-many-signees' || own.length > 0;
  if (draft.scanPredefined && !isToldOf && sent.some(isTooMany)) missing.push({ kind: 'too-many-signees' });
  if (own.length > 0) missing.push({ kind: 'own-signees', files: own });
  if (availability(modes, draft.mode, draft.jurisdiction) !== 'yes') missing.push({ kind: 'mode' });
  if (draft.alias.trim() === '' && (files.length === 0 || files.some((file) => file.own.alias === null)))
    missing.push({ kind: 'alias' });
  const nameless = going.filter((file) => file.own.alias !== null && file.own.alias.trim() === '');
  if (nameless.length > 0) missing.push({ kind: 'own-alias', files: nameless });
  if (!readExtra(draft.extra).ok) missing.push({ kind: 'extra' });
  return missing;
}

/** Returns the first part that stops Send. Files that cannot be sent stop only if no other file can. */
export const firstStop = (sheet: Sheet, known: Known): MissingPart | undefined =>
  missingParts(sheet, known).find(({ kind }) => kind !== 'bad-files' || sendable(sheet).length === 0);

/** The state of a file: ready, or the reason that it is not. `common`: the common choices are incomplete. */
export type FileState =
  | 'left-out'
  | 'checking'
  | 'bad'
  | 'common'
  | 'own-alias'
  | 'needs-password'
  | 'not-shown'
  | 'ready'
  | PeopleProblem;

const ownKinds: readonly MissingPart['kind'][] = ['bad-files', 'own-signees', 'own-alias'];
export const isCommonPart = ({ kind }: MissingPart): boolean => !ownKinds.includes(kind);

/** Returns the state of a file by its own problems. Common problems are shown once below the list. */
export function fileState({ draft }: Pick<Sheet, 'draft'>, file: SheetFile, isCommonComplete: boolean): FileState {
  if (file.leftOut) return 'left-out';
  if (problemOf(file) !== null) return 'bad';
  if (file.verdict === null || isUnopened(file)) return 'checking';
  const { people, alias } = file.own;
  const problem = people === null ? null : peopleProblem(people, 'send', draft.scanPredefined);
  if (problem !== null) return problem;
  if (alias !== null && alias.trim() === '') return 'own-alias';
  return doubtOf(file) ?? (isCommonComplete ? 'ready' : 'common');
}

/** Counts different people in the whole sheet. */
export function countPeople(sheet: Sheet): number {
  const lists = new Set(wanted(sheet).map((file) => peopleOf(sheet, file).signees));
  if (lists.size === 0) lists.add(sheet.draft.signees);
  const listed = new Set([...lists].flatMap((list) => list.map(({ email }) => email.trim().toLowerCase())));
  return listed.size + (sheet.pending ?? 0);
}
