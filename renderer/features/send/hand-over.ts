import { ask, bridge } from '../../bridge/bridge.ts';
import { choicesOf } from './choices-of.ts';
import { type Goal, problemOf, wanted } from './lacks.ts';
import { whenOpened } from './open-check.ts';
import { changeSheet, leaveSheet } from './open-send.ts';
import { type HandedOver, type Revised, type Sheet, type SheetFile, withFile, withoutFiles } from './sheet.ts';
import { useSheet } from './sheet-store.ts';
import { judge } from './take-files.ts';

const handedAtOnce = 50;

const badOnes = (sheet: Sheet | null) => (sheet === null ? [] : wanted(sheet).filter((file) => problemOf(file)));

/** Of several files either all are well when the first one goes, or none goes. */
async function lookOnceMore(files: readonly SheetFile[]): Promise<number> {
  await whenOpened();
  if (files.length > 1) await judge(files.map(({ id }) => id));
  return badOnes(useSheet.getState().sheet).length;
}

/** One handful after the other; whatever was taken is in `taken`, also where it breaks off. */
async function submit(sheet: Sheet, files: readonly SheetFile[], goal: Goal, taken: string[]): Promise<void> {
  const { connectionId } = sheet;
  const several = files.length > handedAtOnce;
  for (let from = 0; from < files.length; from += handedAtOnce) {
    const items = files
      .slice(from, from + handedAtOnce)
      .map(({ id, own }) => ({ fileId: id, choices: choicesOf(sheet, own) }));
    // oxlint-disable-next-line no-await-in-loop
    const { results } = await ask(
      bridge().outbox.submit({ connectionId, goal, items, ...(several ? { more: true } : {}) }),
    );
    const accepted = results.flatMap((result) => (result.ok ? result : []));
    taken.push(...accepted.map(({ submissionId }) => submissionId));
    changeSheet((now) => {
      const refused = results.flatMap((result) => (result.ok ? [] : result));
      const told = refused.reduce((all, { fileId, problem }) => withFile(all, fileId, { refusal: problem }), now);
      return withoutFiles(told, new Set(accepted.map(({ fileId }) => fileId)));
    });
  }
}

async function submitAll(sheet: Sheet, goal: Goal): Promise<HandedOver> {
  const files = wanted(sheet);
  const found = await lookOnceMore(files);
  if (found > 0) return { kind: 'looked', left: found };
  const taken: string[] = [];
  try {
    await submit(sheet, files, goal, taken);
  } finally {
    // The time for Undo begins when all of it can be seen, also where it broke off under way.
    if (files.length > handedAtOnce && taken.length > 0) await ask(bridge().outbox.handedOver({ ids: taken }));
  }
  const left = files.length - taken.length;
  return left === 0 ? { kind: 'all' } : { kind: 'some', taken: taken.length, left };
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
  // What was left out was left out on purpose, and goes with the sheet; its file is where it was.
  const leftOut = useSheet.getState().sheet?.files.map(({ id }) => id) ?? [];
  if (leftOut.length > 0) await ask(bridge().files.release({ ids: leftOut }));
  leaveSheet();
  return outcome;
}

/** Hands over what is in the sheet. What was taken is in the list, the rest stays here with the reason. */
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
