import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../app/client.ts';
import { useUi } from '../../app/stores/ui.ts';
import { choicesOf } from './choices-of.ts';
import { type Goal, problemOf, wanted } from './lacks.ts';
import { changeSheet, leaveSheet } from './open-send.ts';
import { type Revised, type Sheet, type SheetFile, withFile, withoutFiles } from './sheet.ts';
import { judge } from './take-files.ts';

const handedAtOnce = 50;

export type HandedOver =
  | { readonly kind: 'all' }
  /** Some files were not taken; why stands at each. */
  | { readonly kind: 'some'; readonly taken: number; readonly left: number }
  /** The last look found something before anything was handed over. */
  | { readonly kind: 'looked'; readonly left: number }
  | { readonly kind: 'refused'; readonly problem: Problem };

const badOnes = (sheet: Sheet | null) => (sheet === null ? [] : wanted(sheet).filter((file) => problemOf(file)));

/** Of several files either all are well when the first one goes, or none goes. */
async function lookOnceMore(files: readonly SheetFile[]): Promise<number> {
  if (files.length < 2) return 0;
  await judge(files.map(({ id }) => id));
  return badOnes(useUi.getState().sheet).length;
}

async function submit(sheet: Sheet, goal: Goal): Promise<HandedOver> {
  const files = wanted(sheet);
  const { connectionId } = sheet;
  const found = await lookOnceMore(files);
  if (found > 0) return { kind: 'looked', left: found };
  let taken = 0;
  for (let from = 0; from < files.length; from += handedAtOnce) {
    const items = files
      .slice(from, from + handedAtOnce)
      .map(({ id, own }) => ({ fileId: id, choices: choicesOf(sheet, own) }));
    // oxlint-disable-next-line no-await-in-loop
    const { results } = await ask(
      bridge().outbox.submit({ goal, items, ...(connectionId === null ? {} : { connectionId }) }),
    );
    const accepted = new Set(results.filter(({ ok }) => ok).map(({ fileId }) => fileId));
    taken += accepted.size;
    changeSheet((now) => {
      const refused = results.flatMap((result) => (result.ok ? [] : result));
      const told = refused.reduce((all, { fileId, problem }) => withFile(all, fileId, { refusal: problem }), now);
      return withoutFiles(told, accepted);
    });
  }
  const left = files.length - taken;
  return left === 0 ? { kind: 'all' } : { kind: 'some', taken, left };
}

async function revise(sheet: Sheet, { submissionId: id }: Revised, goal: Goal): Promise<HandedOver> {
  const revised = await ask(bridge().outbox.revise({ id, choices: choicesOf(sheet) }));
  if (!revised.ok) return { kind: 'refused', problem: revised.problem };
  if (goal !== 'send') return { kind: 'all' };
  const sent = await ask(bridge().outbox.command({ id, command: { kind: 'send' } }));
  return sent.ok ? { kind: 'all' } : { kind: 'refused', problem: sent.problem };
}

/** Hands over what is in the sheet. What was taken is in the list, the rest stays here with the reason. */
export async function handOver(goal: Goal): Promise<HandedOver> {
  const { sheet } = useUi.getState();
  if (sheet === null) return { kind: 'all' };
  const outcome = await (sheet.revised === null ? submit(sheet, goal) : revise(sheet, sheet.revised, goal));
  // What was left out was left out on purpose, and goes with the sheet; its file is where it was.
  const leftOut = useUi.getState().sheet?.files.map(({ id }) => id) ?? [];
  if (outcome.kind !== 'all') return outcome;
  if (leftOut.length > 0) await ask(bridge().files.release({ ids: leftOut }));
  leaveSheet();
  return outcome;
}
