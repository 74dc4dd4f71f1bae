import { lengths } from '../../../preload/contract/limits.ts';
import type { AvailableModes } from '../../../preload/contract/sending.ts';
import { availability } from './mode-choice.ts';
import { doubtOf, isUnopened, openedOf, problemOfOpening } from './opening.ts';
import { readExtra } from './read-extra.ts';
import { type People, peopleOf, type Sheet, type SheetFile } from './sheet.ts';
import type { SigneeList } from './signees/signee-list.ts';
import { signeeProblems, signeesTooMany } from './signees/signee-problems.ts';

export type Goal = 'send' | 'draft' | 'hold';

/** What keeps people from being asked to sign. */
export type PeopleLack = 'no-signees' | 'wrong-signees' | 'too-many-signees';

export type Lack =
  | { readonly kind: 'no-file' | 'receiving' | 'pending' | 'alias' | 'extra' | 'mode' | PeopleLack }
  | { readonly kind: 'bad-files' | 'own-signees' | 'own-alias'; readonly files: readonly SheetFile[] };

/** Where in the sheet something is put right. */
export type Place = 'files' | 'bad-files' | 'refused' | 'signees' | 'wrong-signees' | 'how' | 'alias' | 'extra';
export const placeOf = ({ kind }: Lack): Place => {
  if (kind === 'mode') return 'how';
  if (kind === 'alias' || kind === 'extra' || kind === 'bad-files' || kind === 'wrong-signees') return kind;
  if (kind === 'pending' || kind === 'no-signees' || kind === 'too-many-signees') return 'signees';
  return 'files';
};

const known = new WeakMap<SigneeList, Omit<Lists, 'none'>>();
interface Lists {
  readonly wrong: boolean;
  readonly tooMany: boolean;
}

export const noteTooLong = ({ note }: SigneeList[number]) => note.trim().length > lengths.comment;

/** Lists never change, so each is looked at once, however many files it is for. */
function look(list: SigneeList): Lists {
  const before = known.get(list);
  if (before) return before;
  const looked = {
    wrong: signeeProblems(list).size > 0 || list.some(noteTooLong),
    tooMany: signeesTooMany(list) > 0,
  };
  known.set(list, looked);
  return looked;
}

/** A draft or a held one may still get its signees; what is written down must be right all the same. */
export function lackOfPeople({ signees }: People, goal: Goal, scanPredefined: boolean): PeopleLack | null {
  const { wrong, tooMany } = look(signees);
  if (wrong) return 'wrong-signees';
  if (tooMany) return 'too-many-signees';
  return goal === 'send' && signees.length === 0 && !scanPredefined ? 'no-signees' : null;
}

/** Why this one file cannot be sent, as far as it is known. */
export const problemOf = (file: SheetFile) => file.verdict?.problem ?? file.refusal ?? problemOfOpening(openedOf(file));

export const wanted = ({ files }: Sheet): readonly SheetFile[] => files.filter(({ leftOut }) => !leftOut);

interface Known {
  readonly goal: Goal;
  readonly modes: AvailableModes | null;
}

/** What is still missing before this can be done, in the order of the sheet. */
export function lacksOf(sheet: Sheet, { goal, modes }: Known): readonly Lack[] {
  const { draft, revised, pending, receiving } = sheet;
  const files = wanted(sheet);
  const lacks: Lack[] = [];
  if (revised === null && receiving > 0) lacks.push({ kind: 'receiving' });
  else if (revised === null && files.length === 0) lacks.push({ kind: 'no-file' });
  const bad = files.filter((file) => problemOf(file) !== null);
  if (bad.length > 0) lacks.push({ kind: 'bad-files', files: bad });
  // Where every file has people of its own, those for all are nobody's.
  const common = files.length === 0 || files.some(({ own }) => own.people === null);
  const lack = common ? lackOfPeople(draft, goal, draft.scanPredefined) : null;
  if (pending !== '') lacks.push({ kind: 'pending' });
  else if (lack !== null) lacks.push({ kind: lack });
  const own = files.filter(
    (file) => file.own.people !== null && lackOfPeople(peopleOf(sheet, file), goal, draft.scanPredefined) !== null,
  );
  if (own.length > 0) lacks.push({ kind: 'own-signees', files: own });
  if (availability(modes, draft.mode, draft.jurisdiction) !== 'yes') lacks.push({ kind: 'mode' });
  if (draft.alias.trim() === '' && (files.length === 0 || files.some((file) => file.own.alias === null)))
    lacks.push({ kind: 'alias' });
  const nameless = files.filter((file) => file.own.alias !== null && file.own.alias.trim() === '');
  if (nameless.length > 0) lacks.push({ kind: 'own-alias', files: nameless });
  if (!readExtra(draft.extra).ok) lacks.push({ kind: 'extra' });
  return lacks;
}

/** One line of the rehearsal: whether this file is ready, and if not, why. `common`: what is for all of them is not complete. */
export type Line =
  | 'left-out'
  | 'checking'
  | 'bad'
  | 'common'
  | 'own-alias'
  | 'needs-password'
  | 'not-shown'
  | 'ready'
  | PeopleLack;

const ownKinds: readonly Lack['kind'][] = ['bad-files', 'own-signees', 'own-alias'];
export const isCommonLack = ({ kind }: Lack): boolean => !ownKinds.includes(kind);

/** What is wrong with all of them is said once, below; a line says what is wrong with its own file. */
export function lineOf({ draft }: Pick<Sheet, 'draft'>, file: SheetFile, isCommonComplete: boolean): Line {
  if (file.leftOut) return 'left-out';
  if (problemOf(file) !== null) return 'bad';
  if (file.verdict === null || isUnopened(file)) return 'checking';
  const { people, alias } = file.own;
  const lack = people === null ? null : lackOfPeople(people, 'send', draft.scanPredefined);
  if (lack !== null) return lack;
  if (alias !== null && alias.trim() === '') return 'own-alias';
  return doubtOf(file) ?? (isCommonComplete ? 'ready' : 'common');
}

/** How many different people all of it goes to. */
export function countPeople(sheet: Sheet): number {
  const lists = new Set(wanted(sheet).map((file) => peopleOf(sheet, file).signees));
  if (lists.size === 0) lists.add(sheet.draft.signees);
  return new Set([...lists].flatMap((list) => list.map(({ email }) => email.trim().toLowerCase()))).size;
}
