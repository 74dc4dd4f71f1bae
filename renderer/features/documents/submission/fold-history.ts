import type { HistoryLine } from '../../../../preload/contract/submission.ts';

/** A group of lines that belong together. `last` is shown for all of them. */
export interface HistoryGroup {
  readonly last: HistoryLine;
  /** All lines, oldest first. */
  readonly lines: readonly HistoryLine[];
  /** The number of times the same happened: people added, tries that failed. */
  readonly count: number;
}

const results: Readonly<Partial<Record<HistoryLine['kind'], HistoryLine['step']>>> = {
  uploaded: 'upload',
  'signee-added': 'add-signee',
  compared: 'compare',
  started: 'start',
  updated: 'update',
  withdrawn: 'withdraw',
  deleted: 'delete',
};

/** Returns the step whose outcome a line tells, or null if it tells none. */
function outcomeOf({ kind, step }: HistoryLine): HistoryLine['step'] {
  return kind === 'failed' || kind === 'unclear' ? step : (results[kind] ?? null);
}

const isSame = (one: HistoryLine, other: HistoryLine): boolean =>
  one.kind === other.kind &&
  one.step === other.step &&
  one.command === other.command &&
  one.who === other.who &&
  one.documentStatus === other.documentStatus &&
  one.signStatus === other.signStatus &&
  one.problem?.key === other.problem?.key &&
  one.verdict?.kind === other.verdict?.kind;

/** Joins a step and its outcome to one line, and also what happened several times in a row. */
export function foldHistory(lines: readonly HistoryLine[]): readonly HistoryGroup[] {
  const groups: HistoryGroup[] = [];
  for (const line of lines) {
    const before = groups.at(-1);
    if (before?.last.kind === 'began' && before.last.step !== null && outcomeOf(line) === before.last.step)
      groups[groups.length - 1] = { last: line, lines: [...before.lines, line], count: 1 };
    else groups.push({ last: line, lines: [line], count: 1 });
    const [earlier, latest] = groups.slice(-2);
    if (earlier !== undefined && latest !== undefined && isSame(earlier.last, latest.last))
      groups.splice(-2, 2, {
        last: latest.last,
        lines: [...earlier.lines, ...latest.lines],
        count: earlier.count + latest.count,
      });
  }
  return groups;
}
