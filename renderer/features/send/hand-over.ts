import type { Problem } from '../../../preload/contract/problem.ts';
import { withoutPlaces } from '../../../preload/contract/without-places.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { useUi } from '../../store/ui.ts';
import { choicesOf } from './draft-choices.ts';
import { type Goal, problemOf, sendable, wanted } from './missing-parts.ts';
import { whenOpened } from './open-check.ts';
import {
  earlierFor,
  type HandedOver,
  idsOf,
  isFieldsRead,
  isPlaceable,
  type Revised,
  type Sheet,
  type SheetFile,
  withFile,
  withoutFiles,
} from './sheet.ts';
import { changeSheetOf, leaveSheet } from './sheet-actions.ts';
import { useSheet } from './sheet-store.ts';
import { submitInputOf } from './submit-input.ts';
import { judge } from './take-files.ts';

/** The choices as they are sent: without places that nobody sees on the pages. */
const sentChoices = (sheet: Sheet, own?: SheetFile['own']) =>
  isPlaceable(sheet) ? choicesOf(sheet, own) : withoutPlaces(choicesOf(sheet, own));

const badOnes = (sheet: Sheet | null, among: ReadonlySet<string>) =>
  sheet === null ? [] : wanted(sheet).filter((file) => among.has(file.id) && problemOf(file) !== null);

/** Checks the files that go once more. If one of them turned bad meanwhile, nothing is sent: a person decides again. */
async function lookOnceMore(files: readonly SheetFile[]): Promise<number> {
  await whenOpened();
  if (files.length > 1) await judge(files.map(({ id }) => id));
  return badOnes(useSheet.getState().sheet, new Set(files.map(({ id }) => id))).length;
}

interface Submitted {
  readonly outcome: HandedOver;
  /** One of the submissions. Null: none. */
  readonly sent: string | null;
}

/** Returns the latest submission that the person was shown. None if the people changed with the press: then main looks. */
const shownOf = (sheet: Sheet, draft: Sheet['draft'], file: SheetFile): string | undefined =>
  earlierFor({ draft }, file) === earlierFor(sheet, file) ? file.earlier?.at(-1)?.submissionId : undefined;

async function submitAll(sheet: Sheet, goal: Goal, shown: Sheet['draft']): Promise<Submitted> {
  const files = sendable(sheet);
  const found = await lookOnceMore(files);
  if (found > 0) return { outcome: { kind: 'looked', left: found }, sent: null };
  const items = files.map((file) => ({
    fileId: file.id,
    choices: sentChoices(sheet, file.own),
    earlier: shownOf(sheet, shown, file),
    fieldsRead: isFieldsRead(sheet, file),
  }));
  const sender = { connectionId: sheet.connectionId, profileId: sheet.applied?.id };
  const { results } = await ask(bridge().outbox.submit(submitInputOf(sender, goal, items)));
  const accepted = results.flatMap((result) => (result.ok ? result.fileId : []));
  const sent = results.find((result) => result.ok)?.submissionId ?? null;
  const refused = results.flatMap((result) => (result.ok ? [] : result));
  changeSheetOf(sheet.id, (now) => {
    const marked = refused.reduce((all, { fileId, problem }) => withFile(all, fileId, { refusal: problem }), now);
    return withoutFiles(marked, new Set(accepted));
  });
  const spent = idsOf(files.filter(({ id }) => accepted.includes(id)).flatMap(({ parts = [] }) => parts));
  if (spent.length > 0) await ask(bridge().files.release({ ids: [...spent] }));
  // Also the files that could not be sent from the start.
  const left = wanted(sheet).length - accepted.length;
  return { outcome: left === 0 ? { kind: 'all' } : { kind: 'some', taken: accepted.length, left }, sent };
}

const refused = (problem: Problem): Submitted => ({ outcome: { kind: 'refused', problem }, sent: null });

async function revise(sheet: Sheet, { submissionId: id, replaces, file }: Revised, goal: Goal): Promise<Submitted> {
  const choices = sentChoices(sheet);
  const read = file !== null && isFieldsRead(sheet, file) ? { fieldsRead: true as const } : {};
  if (replaces !== undefined) {
    const replaced = await ask(bridge().outbox.replace({ id, choices, ...read }));
    return replaced.ok ? { outcome: { kind: 'all' }, sent: replaced.submissionId } : refused(replaced.problem);
  }
  const revised = await ask(bridge().outbox.revise({ id, choices, ...read, sends: goal === 'send' }));
  if (!revised.ok && revised.problem.key === 'sent-before') {
    // The changes are saved. The row has what the sentence asks for.
    useUi.setState({ fault: revised.problem });
    return { outcome: { kind: 'all' }, sent: id };
  }
  return revised.ok ? { outcome: { kind: 'all' }, sent: id } : refused(revised.problem);
}

async function handOverNow(sheet: Sheet, goal: Goal, shown: Sheet['draft']): Promise<HandedOver> {
  const { outcome, sent } =
    sheet.revised === null ? await submitAll(sheet, goal, shown) : await revise(sheet, sheet.revised, goal);
  if (outcome.kind !== 'all') return outcome;
  // Skipped files leave with the sheet. They stay on the disk.
  const left = changeSheetOf(sheet.id, (now) => now);
  const leftOut = idsOf(left?.files ?? []);
  if (leftOut.length > 0) await ask(bridge().files.release({ ids: [...leftOut] }));
  leaveSheet(sheet.id, sent);
  return outcome;
}

/**
 * Sends the sheet. Accepted files are in the list then; refused ones stay in the sheet with the reason. `shown`: the draft
 * that the person saw, before the press added what was typed.
 */
export async function handOver(goal: Goal, shown?: Sheet['draft']): Promise<HandedOver> {
  const { sheet } = useSheet.getState();
  if (sheet === null || sheet.handing) return { kind: 'all' };
  changeSheetOf(sheet.id, (now) => ({ ...now, handing: true, outcome: null }));
  try {
    const outcome = await handOverNow(sheet, goal, shown ?? sheet.draft);
    changeSheetOf(sheet.id, (now) => ({ ...now, outcome }));
    return outcome;
  } finally {
    changeSheetOf(sheet.id, (now) => ({ ...now, handing: false }));
  }
}
