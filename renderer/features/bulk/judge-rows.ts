import type { TakenBefore } from '../../../preload/contract/bulk.ts';
import { lengths, limits } from '../../../preload/contract/limits.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import type { Profile } from '../../../preload/contract/profile.ts';
import type { AvailableModes, Choices } from '../../../preload/contract/sending.ts';
import { oncePer } from '../../../shared/once-per.ts';
import type { AddressProblem } from '../../../shared/people/address.ts';
import { mayBeSame, recipientsOf } from '../../../shared/people/recipients.ts';
import { availability } from '../send/mode-choice.ts';
import { type BulkFile, indexFiles } from './bulk-files.ts';
import { type BulkList, type BulkRow, type CellName, numberOf } from './bulk-list.ts';
import { choicesOfRow } from './choices-of-row.ts';
import { normalizeText } from './normalize-text.ts';
import { type RowParts, readRow } from './read-row.ts';

/** The reason why a row cannot be sent, and the cell to correct. */
export type Trouble =
  | { readonly cell: 'file'; readonly kind: 'no-file' | 'not-here' | 'gone' | 'several-files' }
  | { readonly cell: 'file'; readonly kind: 'problem'; readonly problem: Problem }
  | { readonly cell: 'signees'; readonly kind: 'no-signees' | 'too-many-signees' }
  | {
      readonly cell: 'signees';
      readonly kind: 'address';
      readonly text: string;
      readonly why: AddressProblem | 'duplicate';
    }
  | { readonly cell: 'order'; readonly kind: 'order-unknown' }
  | { readonly cell: 'order'; readonly kind: 'order-count'; readonly steps: number; readonly people: number }
  | { readonly cell: 'note'; readonly kind: 'note-long' }
  | { readonly cell: 'profile'; readonly kind: 'profile-unknown' | 'mode' | 'alias' }
  | { readonly cell: null; readonly kind: 'twice' | 'perhaps-twice'; readonly row: number }
  | { readonly cell: null; readonly kind: 'problem'; readonly problem: Problem };

export interface Verdict {
  readonly state: 'ready' | 'bad' | 'checking' | 'skipped' | 'taken';
  readonly troubles: readonly Trouble[];
  /** An earlier submission of the same content to the same people. */
  readonly before: TakenBefore | null;
  readonly file: BulkFile | null;
  readonly choices: Choices | null;
}

/** The latest submissions by content, then by recipients, the latest last. A missing content was not asked for yet. */
export type Taken = ReadonlyMap<string, ReadonlyMap<string | null, TakenBefore>>;

/** Returns the latest submission of a content, whoever signs it. */
export const latestIn = (taken: ReadonlyMap<unknown, TakenBefore> | undefined): TakenBefore | null =>
  [...(taken?.values() ?? [])].at(-1) ?? null;

/** Returns the latest submission that may be for the same people: nobody knows yet whom the fields of a file name. */
function latestFor(recipients: string | null, taken: ReadonlyMap<string | null, TakenBefore>): TakenBefore | null {
  if (recipients === null) return latestIn(taken);
  const same = taken.get(recipients);
  const byFields = taken.get(null);
  if (same === undefined || byFields === undefined) return same ?? byFields ?? null;
  return [...taken.values()].findLast((one) => one === same || one === byFields) ?? null;
}

export interface Known {
  readonly files: readonly BulkFile[];
  readonly profiles: readonly Profile[];
  /** Choices for rows without a profile. Profiles without a sender name take the name from here. */
  readonly usual: Choices;
  readonly modes: AvailableModes | null;
  readonly taken: Taken;
}

interface Found<T> {
  readonly value: T | null;
  readonly troubles: readonly Trouble[];
}

function fileOf(name: string, files: ReturnType<typeof indexFiles>): Found<BulkFile> {
  const [file, ...others] = files.of(name);
  if (!file) return { value: null, troubles: [{ cell: 'file', kind: name === '' ? 'no-file' : 'not-here' }] };
  // The same file dropped twice is no conflict. We know this only when both are checked.
  const unknown = others.find(({ verdict }) => verdict === null);
  if (unknown) return { value: unknown, troubles: [] };
  if (others.some(({ content }) => content === null || content !== file.content))
    return { value: null, troubles: [{ cell: 'file', kind: 'several-files' }] };
  if (file.gone) return { value: file, troubles: [{ cell: 'file', kind: 'gone' }] };
  const problem = file.verdict?.problem;
  return { value: file, troubles: problem ? [{ cell: 'file', kind: 'problem', problem }] : [] };
}

function peopleTroubles({ people, wrong, order }: RowParts, choices: Choices): readonly Trouble[] {
  const troubles: Trouble[] = wrong.map(({ text, why }) => ({ cell: 'signees', kind: 'address', text, why }));
  const count = choices.signees.length;
  if (people.length === 0 && count === 0 && !choices.scanPredefined)
    troubles.push({ cell: 'signees', kind: 'no-signees' });
  if (count > limits.participants) troubles.push({ cell: 'signees', kind: 'too-many-signees' });
  if (order.kind === 'unknown') troubles.push({ cell: 'order', kind: 'order-unknown' });
  if (order.kind === 'steps' && order.steps.length !== count)
    troubles.push({ cell: 'order', kind: 'order-count', steps: order.steps.length, people: count });
  return troubles;
}

/** Reads the recipients of choices once, since choices never change. */
const usualRecipients = oncePer(({ signees, scanPredefined }: Choices) =>
  recipientsOf(
    signees.map(({ email }) => email),
    scanPredefined,
  ),
);

function choiceTroubles({ mode, jurisdiction, alias }: Choices, modes: AvailableModes | null): readonly Trouble[] {
  if (availability(modes, mode, jurisdiction) !== 'yes') return [{ cell: 'profile', kind: 'mode' }];
  return alias === '' ? [{ cell: 'profile', kind: 'alias' }] : [];
}

const withAlias = (choices: Choices, { alias }: Choices): Choices =>
  choices.alias === '' ? { ...choices, alias } : choices;

/** The first rows with one content, by their recipients. */
type Above = Map<string | null, BulkRow>;

/** Finds a row above for people who may be the same. A thousand rows may have one content, so few keys are tried. */
function twiceIn(list: BulkList, above: Above, recipients: string | null): Trouble | null {
  const same = above.get(recipients);
  if (same) return { cell: null, kind: 'twice', row: numberOf(list, same) };
  const others = recipients === null ? [...above.keys()] : [null];
  const key = others.find((one) => mayBeSame(one, recipients));
  const other = key === undefined ? undefined : above.get(key);
  return other ? { cell: null, kind: 'perhaps-twice', row: numberOf(list, other) } : null;
}

/** Returns one verdict per row. A row blocks the same document in a lower row. */
export function judgeRows(list: BulkList, known: Known): readonly Verdict[] {
  const files = indexFiles(known.files);
  const profiles = new Map(
    known.profiles.map(({ name, choices }) => [normalizeText(name), withAlias(choices, known.usual)]),
  );
  const aboveOf = new Map<string, Above>();

  const baseOf = (name: string) => (name === '' ? known.usual : profiles.get(name));

  function judge(row: BulkRow): Verdict {
    const { cells, skipped, again, refusal } = row;
    const people = readRow(cells);
    const file = fileOf(people.fileName, files);
    const base = baseOf(people.profileName);
    const choices = base ? choicesOfRow(people, cells.note, base) : null;
    const troubles: Trouble[] = [
      ...file.troubles,
      ...peopleTroubles(people, choices ?? choicesOfRow(people, cells.note, known.usual)),
      ...(cells.note.trim().length > lengths.comment ? [{ cell: 'note', kind: 'note-long' } as const] : []),
      ...(choices ? choiceTroubles(choices, known.modes) : [{ cell: 'profile', kind: 'profile-unknown' } as const]),
      ...(refusal ? [{ cell: null, kind: 'problem', problem: refusal } as const] : []),
    ];
    const content = file.value?.content ?? null;
    const recipients = people.people.length > 0 || !base ? people.recipients : usualRecipients(base);
    const taken = content === null ? undefined : known.taken.get(content);
    const isReadable = recipients !== '' && people.wrong.every(({ why }) => why === 'duplicate');
    const before = taken && isReadable ? latestFor(recipients, taken) : null;
    const found = { before, file: file.value, choices };
    // Sent to the same people before: that its file is gone adds nothing.
    const rest = before ? troubles.filter(({ kind }) => kind !== 'gone') : troubles;
    if (skipped) return { ...found, state: 'skipped', troubles: rest };
    // A row that was sent needs no correction.
    if (before && again?.before !== before.submissionId) return { ...found, state: 'taken', troubles: rest };
    // Use the file's id while its content is unknown.
    const key = file.value && (content ?? file.value.id);
    const above: Above = (key === null ? null : aboveOf.get(key)) ?? new Map();
    const twice = twiceIn(list, above, recipients);
    // One that is reported blocks no other, until a person allows it.
    if (key !== null && (twice === null || again) && !above.has(recipients))
      aboveOf.set(key, above.set(recipients, row));
    if (twice && !again) troubles.push(twice);
    if (troubles.length > 0) return { ...found, state: 'bad', troubles };
    const looked = file.value?.verdict && content !== null && taken !== undefined;
    return { ...found, state: looked ? 'ready' : 'checking', troubles };
  }

  return list.rows.map(judge);
}

export const troublesIn = ({ troubles }: Verdict, cell: CellName): readonly Trouble[] =>
  troubles.filter((trouble) => trouble.cell === cell);

/** Tells whether two verdicts look the same: then the row need not render. */
export const looksTheSame = (one: Verdict, other: Verdict): boolean =>
  one.state === other.state &&
  one.before === other.before &&
  one.choices?.signees.length === other.choices?.signees.length &&
  JSON.stringify(one.troubles) === JSON.stringify(other.troubles);

export interface Count {
  readonly ready: number;
  readonly bad: number;
  readonly checking: number;
  readonly skipped: number;
  readonly taken: number;
}

export function countVerdicts(verdicts: readonly Verdict[]): Count {
  const count = { ready: 0, bad: 0, checking: 0, skipped: 0, taken: 0 };
  for (const { state } of verdicts) count[state] += 1;
  return count;
}
