import type { State } from '../../../preload/contract/state.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { useMirror } from '../../store/mirror.ts';
import { go, useUi } from '../../store/ui.ts';
import { draftFrom } from './draft-choices.ts';
import { copyOf, type Draft, emptyDraft, idsOf, isTouched, newSheet, type Sheet } from './sheet.ts';
import { useSheet } from './sheet-store.ts';
import { keepTyped } from './signees/typed-text.ts';

export function changeSheet(change: (sheet: Sheet) => Sheet): void {
  useSheet.setState(({ sheet }) => (sheet === null ? {} : { sheet: change(sheet) }));
}

/** Changes this sheet, also while it is set aside. Returns null if it is gone. */
export function changeSheetOf(id: string, change: (sheet: Sheet) => Sheet): Sheet | null {
  const changed = (one: Sheet | null) => (one?.id === id ? change(one) : one);
  useSheet.setState(({ sheet, setAside }) => ({ sheet: changed(sheet), setAside: changed(setAside) }));
  const { sheet, setAside } = useSheet.getState();
  return [sheet, setAside].find((one) => one?.id === id) ?? null;
}

/** Changes files by their ids, which are in one sheet only: it may have been set aside since somebody asked about them. */
export function changeFiles(change: (sheet: Sheet) => Sheet): void {
  const changed = (one: Sheet | null) => one && change(one);
  useSheet.setState(({ sheet, setAside }) => ({ sheet: changed(sheet), setAside: changed(setAside) }));
}

export const setDraft = (patch: Partial<Draft>): void =>
  changeSheet((sheet) => ({ ...sheet, draft: { ...sheet.draft, ...patch } }));

/** Returns the sender name of the IT department, else of the last submission, else the name of the signed-in person. */
export function usualAlias({ active, connections, outbox, senderName }: State): string {
  return senderName ?? (outbox.alias || (connections.find(({ id }) => id === active)?.person ?? ''));
}

/** Opens an empty sheet with this profile, else with the default one, or without one with default choices. */
export function openNewSheet(state: State, profileId?: string): void {
  const profile = state.profiles.find(({ id, isDefault }) => (profileId === undefined ? isDefault : id === profileId));
  const draft = profile ? draftFrom(profile.choices) : emptyDraft;
  const alias = draft.alias === '' ? usualAlias(state) : draft.alias;
  const applied = profile ? { id: profile.id, before: null } : null;
  useSheet.setState({ sheet: newSheet({ ...draft, alias }, { connectionId: state.active, applied }), refused: [] });
}

async function release(sheet: Sheet | null): Promise<void> {
  const ids = [...idsOf(sheet?.files ?? []), ...(sheet?.revised?.file ? [sheet.revised.file.id] : [])];
  if (ids.length > 0) await ask(bridge().files.release({ ids }));
}

/** Returns what closing discards: the text in the field for signees, the sheet that was closed before, or nothing. */
export function lossByClosing(sheet: Sheet): 'typed' | 'earlier' | 'both' | null {
  const isEarlierLost = isWorthKeeping(sheet) && useSheet.getState().setAside !== null;
  if (sheet.pending !== null) return isEarlierLost ? 'both' : 'typed';
  return isEarlierLost ? 'earlier' : null;
}

/** The field for signees is empty when a sheet opens again. */
function withoutPending(sheet: Sheet): Sheet {
  keepTyped(sheet.id, '');
  return sheet.pending === null ? sheet : { ...sheet, pending: null };
}

/** Text in the field for signees is not kept. */
const isWorthKeeping = (sheet: Sheet): boolean => sheet.files.length > 0 || isTouched({ ...sheet, pending: null });

/** Closes the sheet. It can be reopened until another one is closed. */
export async function closeSheet(): Promise<void> {
  const { sheet, setAside } = useSheet.getState();
  // Closing does not stop sending.
  if (sheet === null || sheet.handing) return;
  const worth = isWorthKeeping(sheet);
  useSheet.setState({ sheet: null, setAside: worth ? withoutPending(sheet) : setAside });
  await release(worth ? setAside : sheet);
}

/** Closes a sheet after everything in it was sent. The list focuses the row of `sent`. */
export function leaveSheet(id: string, sent: string | null): void {
  const { sheet } = useSheet.getState();
  if (sheet?.id !== id) return;
  if (sheet.revised) void release(sheet);
  useSheet.setState({ sheet: null });
  go('documents');
  if (sent !== null) useUi.setState({ arrived: sent });
}

/** Opens the closed sheet. One of another connection, which waits behind it, takes its place. */
export function reopenSheet(): void {
  useSheet.setState(({ sheet, setAside }) =>
    sheet?.handing === true ? {} : { sheet: setAside, setAside: sheet && withoutPending(sheet) },
  );
}

export async function dropSetAside(): Promise<void> {
  const { setAside } = useSheet.getState();
  useSheet.setState({ setAside: null });
  await release(setAside);
}

interface OpenSendInput {
  readonly submissionId: string;
  /** Another file is to be sent in the same way: our copy of this one is no help. */
  readonly anew?: boolean;
  /** A corrected copy is to replace it. */
  readonly replaces?: 'redo' | 'correct' | undefined;
}

/**
 * Opens the sheet with the choices of a submission, to change a held one, to replace a running one, or to send another
 * file in the same way.
 */
export async function openSend({ submissionId, anew = false, replaces }: OpenSendInput): Promise<void> {
  if (useSheet.getState().sheet?.handing === true) return;
  const { state } = useMirror.getState();
  const answer = await ask(bridge().outbox.choices({ id: submissionId }));
  if (!answer.ok) {
    useUi.setState({ fault: answer.problem });
    return;
  }
  // While main answered, another sheet may have started sending.
  if (useSheet.getState().sheet?.handing === true) {
    if (answer.file) await ask(bridge().files.release({ ids: [answer.file.id] }));
    return;
  }
  await closeSheet();
  const { name } = answer;
  const file = answer.file && copyOf(answer.file);
  const isOurs = !anew && (answer.revisable || replaces !== undefined);
  const revised = isOurs ? { submissionId, name, file, ...(replaces !== undefined && { replaces }) } : null;
  if (!isOurs && answer.file) void ask(bridge().files.release({ ids: [answer.file.id] }));
  useSheet.setState({ sheet: newSheet(draftFrom(answer.choices), { connectionId: state?.active ?? null, revised }) });
}
