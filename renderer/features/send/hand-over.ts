import { ask, bridge } from '../../bridge/bridge.ts';
import { choicesOf } from './draft-choices.ts';
import { type Goal, problemOf, wanted } from './missing-parts.ts';
import { whenOpened } from './open-check.ts';
import { type HandedOver, type Revised, type Sheet, type SheetFile, withFile, withoutFiles } from './sheet.ts';
import { changeSheet, leaveSheet } from './sheet-actions.ts';
import { useSheet } from './sheet-store.ts';
import { submitInputOf } from './submit-input.ts';
import { judge } from './take-files.ts';

const badOnes = (sheet: Sheet | null) => (sheet === null ? [] : wanted(sheet).filter((file) => problemOf(file)));

/** Checks all files once more: with several files either all are sent, or none. */
async function lookOnceMore(files: readonly SheetFile[]): Promise<number> {
  await whenOpened();
  if (files.length > 1) await judge(files.map(({ id }) => id));
  return badOnes(useSheet.getState().sheet).length;
}

async function submitAll(sheet: Sheet, goal: Goal): Promise<HandedOver> {
  const files = wanted(sheet);
  const found = await lookOnceMore(files);
  if (found > 0) return { kind: 'looked', left: found };
  const items = files.map(({ id, own }) => ({ fileId: id, choices: choicesOf(sheet, own) }));
  const sender = { connectionId: sheet.connectionId, profileId: sheet.applied?.id };
  const { results } = await ask(bridge().outbox.submit(submitInputOf(sender, goal, items)));
  const accepted = results.flatMap((result) => (result.ok ? result.fileId : []));
  const refused = results.flatMap((result) => (result.ok ? [] : result));
  changeSheet((now) => {
    const marked = refused.reduce((all, { fileId, problem }) => withFile(all, fileId, { refusal: problem }), now);
    return withoutFiles(marked, new Set(accepted));
  });
  const left = refused.length;
  return left === 0 ? { kind: 'all' } : { kind: 'some', taken: accepted.length, left };
}

async function revise(sheet: Sheet, { submissionId: id }: Revised, goal: Goal): Promise<HandedOver> {
  const revised = await ask(bridge().outbox.revise({ id, choices: choicesOf(sheet) }));
  if (!revised.ok) return { kind: 'refused', problem: revised.problem };
  if (goal !== 'send') return { kind: 'all' };
  const sent = await ask(bridge().outbox.command({ id, command: { kind: 'send' } }));
  return sent.ok ? { kind: 'all' } : { kind: 'refused', problem: sent.problem };
}

async function handOverNow(sheet: Sheet, goal: Goal): Promise<HandedOver> {
  const outcome = await (sheet.revised === null ? submitAll(sheet, goal) : revise(sheet, sheet.revised, goal));
  if (outcome.kind !== 'all') return outcome;
  // Skipped files leave with the sheet. They stay on the disk.
  const leftOut = useSheet.getState().sheet?.files.map(({ id }) => id) ?? [];
  if (leftOut.length > 0) await ask(bridge().files.release({ ids: leftOut }));
  leaveSheet();
  return outcome;
}

/** Sends the sheet. Accepted files are in the list then; refused ones stay in the sheet with the reason. */
export async function handOver(goal: Goal): Promise<HandedOver> {
  const { sheet } = useSheet.getState();
  if (sheet === null || sheet.handing) return { kind: 'all' };
  changeSheet((now) => ({ ...now, handing: true, outcome: null }));
  try {
    const outcome = await handOverNow(sheet, goal);
    changeSheet((now) => ({ ...now, outcome }));
    return outcome;
  } finally {
    changeSheet((now) => ({ ...now, handing: false }));
  }
}
