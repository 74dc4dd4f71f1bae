import type { Problem } from '../../../preload/contract/problem.ts';
import type { Choices } from '../../../preload/contract/sending.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { useMirror } from '../../store/mirror.ts';
import { submitInputOf } from '../send/submit-input.ts';
import { withoutRows, withRow } from './bulk-list.ts';
import { changeList, forgetList, leaveBulk, markGone, showResult, useBulk } from './bulk-store.ts';
import { askTakenAgain, recheckFiles } from './check-files.ts';
import { latestIn, type Verdict } from './judge-rows.ts';

interface Item {
  readonly at: number;
  readonly fileId: string;
  readonly choices: Choices;
  readonly earlier: string | undefined;
  readonly isTwin: boolean;
}

/** What has to be the same when it is sent. Main compares the earlier documents. */
const keyOf = ({ at, fileId, choices }: Item): string => JSON.stringify([at, fileId, choices]);

function itemsOf(verdicts: readonly Verdict[]): readonly Item[] {
  const { list, taken } = useBulk.getState();
  // A thousand rows may have one content.
  const latest = new Map([...taken].map(([content, of]) => [content, latestIn(of)?.submissionId]));
  return (list?.rows ?? []).flatMap(({ at, again }, index) => {
    const { state, file, choices } = verdicts[index] ?? {};
    if (state !== 'ready' || !file || !choices) return [];
    return [{ at, fileId: file.id, choices, earlier: latest.get(file.content ?? ''), isTwin: again !== null }];
  });
}

/** Sends all rows in one call. Returns the submissions of the accepted ones. */
async function handAll(items: readonly Item[], connectionId: string | null): Promise<readonly string[]> {
  const { results } = await ask(bridge().outbox.submit(submitInputOf({ connectionId }, 'send', items)));
  const accepted = new Set<number>();
  const submissions: string[] = [];
  const refused: [number, Problem][] = [];
  for (const [index, { at }] of items.entries()) {
    const result = results[index];
    if (result?.ok === true) {
      accepted.add(at);
      submissions.push(result.submissionId);
    }
    // The list asks again what was sent before, and the row shows it.
    else if (result && result.problem.key !== 'sent-meanwhile') refused.push([at, result.problem]);
  }
  changeList((list) =>
    refused.reduce(
      (rows, [at, problem]) => withRow(rows, at, () => ({ refusal: problem })),
      withoutRows(list, accepted),
    ),
  );
  markGone(new Set(items.filter(({ at }) => accepted.has(at)).map(({ fileId }) => fileId)));
  return submissions;
}

/**
 * Sends every ready row, after checking all of them once more: either all ready rows are sent as they were shown when the
 * person pressed, or none. `judge` returns the current verdicts.
 */
export async function sendRows(judge: () => readonly Verdict[]): Promise<void> {
  const { connectionId, sending } = useBulk.getState();
  // A second press while it sends.
  if (sending !== null) return;
  const before = itemsOf(judge());
  const isStillShown = () =>
    useBulk.getState().connectionId === connectionId && useMirror.getState().state?.active === connectionId;
  useBulk.setState({ result: null, sending: before.length });
  try {
    await recheckFiles([...new Set(before.map(({ fileId }) => fileId))]);
    const now = new Set(isStillShown() ? itemsOf(judge()).map(keyOf) : []);
    // As they were shown when the person pressed, also with the earlier documents that were known then.
    const items = before.filter((one) => now.has(keyOf(one)));
    if (items.length < before.length) {
      showResult({ kind: 'looked', count: before.length - items.length, left: items.length });
      return;
    }
    const done = await handAll(items, connectionId);
    const left = useBulk.getState().list?.rows.length ?? 0;
    if (done.length > 0 && left === 0) {
      // The list of documents offers Undo.
      forgetList();
      leaveBulk(done[0]);
      return;
    }
    showResult({ kind: 'handed-over', count: done.length, left });
    await askTakenAgain();
  } finally {
    useBulk.setState({ sending: null });
  }
}
