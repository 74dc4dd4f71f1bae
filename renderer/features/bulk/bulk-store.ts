import { create } from 'zustand';
import type { TakenBefore } from '../../../preload/contract/bulk.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import type { Choices, OfferedFiles } from '../../../preload/contract/sending.ts';
import type { State } from '../../../preload/contract/state.ts';
import { recipientsOf } from '../../../shared/people/recipients.ts';
import { useUi } from '../../store/ui.ts';
import { choicesOf, draftFrom } from '../send/draft-choices.ts';
import { fitting, type Refused } from '../send/offer-files.ts';
import { type Draft, emptyDraft } from '../send/sheet.ts';
import { usualAlias } from '../send/sheet-actions.ts';
import type { BulkFile } from './bulk-files.ts';
import { type BulkList, withoutRefusals } from './bulk-list.ts';
import type { Taken } from './judge-rows.ts';

/** The result of the last action, when no row shows it. */
export type BulkResult =
  | { readonly kind: 'no-text' | 'empty-list' | 'several-lists' | 'no-path' | 'saved' }
  | { readonly kind: 'too-many'; readonly count: number }
  | { readonly kind: 'looked' | 'handed-over'; readonly count: number; readonly left: number }
  | { readonly kind: 'problem'; readonly problem: Problem };

/** The profile for rows without one, and what a person changed of its choices. Empty: no profile. */
interface Usual {
  readonly profile: string;
  readonly changed: Partial<Choices>;
}

interface Bulk {
  readonly files: readonly BulkFile[];
  readonly refused: readonly Refused[];
  readonly list: BulkList | null;
  /** The list before the current one, to bring it back. */
  readonly replaced: BulkList | null;
  readonly taken: Taken;
  /** What a person chose for rows without a profile, by connection. */
  readonly usual: ReadonlyMap<string | null, Usual>;
  /** The connection that `taken` and the profiles belong to. */
  readonly connectionId: string | null;
  /** The sender of rows without one. A watched folder that sends meanwhile does not change it. */
  readonly alias: string;
  readonly result: BulkResult | null;
  /** Rows that are typed or pasted and not taken yet. */
  readonly typed: string;
  /** The number of rows that are being sent. */
  readonly sending: number | null;
}

const usualChoices = (draft: Draft): Choices => ({ ...choicesOf({ draft }), signees: [] });

const empty: Bulk = {
  files: [],
  refused: [],
  list: null,
  replaced: null,
  taken: new Map(),
  usual: new Map(),
  connectionId: null,
  alias: '',
  result: null,
  typed: '',
  sending: null,
};

/** The state of the bulk sheet. It stays when the sheet is closed, until the list is sent or discarded. */
export const useBulk = create<Bulk>(() => empty);

/**
 * Returns the choices for rows without a profile: those that their profile has now, without its people, because a row must
 * not go to people the list does not show.
 */
export function usualOf(
  { profiles }: Pick<State, 'profiles'>,
  { usual, connectionId, alias }: Pick<Bulk, 'usual' | 'connectionId' | 'alias'>,
) {
  const kept = usual.get(connectionId);
  const profile = profiles.find(({ id, isDefault }) => (kept === undefined ? isDefault : id === kept.profile));
  const draft = profile ? draftFrom(profile.choices) : emptyDraft;
  const choices = usualChoices({ ...draft, alias: draft.alias === '' ? alias : draft.alias });
  return { profile: profile?.id ?? '', choices: { ...choices, ...kept?.changed } };
}

export function openBulk(state: State): void {
  const { active } = state;
  useBulk.setState(({ connectionId, list }) => {
    const isSame = connectionId === active;
    const sender = isSame && list !== null ? {} : { alias: usualAlias(state) };
    if (isSame) return sender;
    // The other connection answered something else.
    return { ...sender, connectionId: active, taken: new Map(), result: null, list: list && withoutRefusals(list) };
  });
  useUi.setState({ bulk: true });
}

export function takeUsual(profile: string, changed: Partial<Choices> = {}): void {
  useBulk.setState(({ usual, connectionId }) => ({ usual: new Map([...usual, [connectionId, { profile, changed }]]) }));
}

/** Changes a choice beside those of the profile that is shown. */
export function setUsual(profile: string, patch: Partial<Choices>): void {
  const { usual, connectionId } = useBulk.getState();
  takeUsual(profile, { ...usual.get(connectionId)?.changed, ...patch });
}

/** Closes the sheet. While rows are sent it stays: it is the place where the result is told. */
export function closeBulk(): void {
  if (useBulk.getState().sending === null) useUi.setState({ bulk: false });
}

/** Closes the sheet and shows the documents. `arrived`: the submission that the list goes to. */
export const leaveBulk = (arrived?: string) =>
  useUi.setState({ bulk: false, screen: 'documents', arrived: arrived ?? null });
/** Drops the list. Files that were not sent stay for the next list. */
export function forgetList(): void {
  useBulk.setState(({ files }) => ({ list: null, replaced: null, files: files.filter(({ gone }) => !gone) }));
}
export function emptyBulk(): void {
  useBulk.setState(({ usual, connectionId, alias }) => ({ ...empty, usual, connectionId, alias }));
}
/** Waits while rows are being sent. */
export async function untilNothingIsSent(): Promise<void> {
  if (useBulk.getState().sending === null) return;
  await new Promise<void>((resolve) => {
    const stop = useBulk.subscribe(({ sending }) => {
      if (sending !== null) return;
      stop();
      resolve();
    });
  });
}
export const showResult = (result: BulkResult | null) => useBulk.setState({ result });

export function changeList(change: (list: BulkList) => BulkList): void {
  useBulk.setState(({ list }) => (list === null ? {} : { list: change(list) }));
}

export function putList(list: BulkList): void {
  useBulk.setState((before) => ({ list, replaced: before.list, result: null, typed: '' }));
}

export function takeBack(): void {
  useBulk.setState(({ list, replaced }) => (replaced === null ? {} : { list: replaced, replaced: list }));
}

/** Adds offered files up to `most`. The others are refused by name. */
export function addFiles(offered: Omit<OfferedFiles, 'pathless'>, most: number): void {
  useBulk.setState((before) => {
    const here = before.files.filter(({ gone }) => !gone).length;
    const { files, refused } = fitting(offered, here, most);
    return {
      files: [...before.files, ...files.map((file) => ({ ...file, verdict: null, content: null, gone: false }))],
      refused: [...before.refused, ...refused],
      result: null,
    };
  });
}

export function withFiles(change: (file: BulkFile) => BulkFile): void {
  useBulk.setState(({ files }) => ({ files: files.map(change) }));
}

/** Marks files as sent. They stay known, because other rows may name them. */
export function markGone(ids: ReadonlySet<string>): void {
  withFiles((file) => (ids.has(file.id) ? { ...file, gone: true } : file));
}

export function dropFiles(ids: ReadonlySet<string>): void {
  useBulk.setState(({ files }) => ({ files: files.filter(({ id }) => !ids.has(id)) }));
}

/** Stores the journal's answer about these contents. */
export function learnTaken(contents: readonly string[], found: readonly TakenBefore[]): void {
  useBulk.setState(({ taken }) => {
    const next = new Map(taken);
    for (const content of contents) {
      const of = new Map<string | null, TakenBefore>();
      for (const one of found.filter((each) => each.content === content)) {
        const recipients = recipientsOf(one.signees, one.scanPredefined);
        // The latest of all is the last one, also where these people had the same content before.
        of.delete(recipients);
        of.set(recipients, one);
      }
      next.set(content, of);
    }
    return { taken: next };
  });
}
