import { createHash } from 'node:crypto';
import type { RowSelection, SelectionSummary } from '../../preload/contract/selection.ts';
import {
  type SelectionAction,
  type SelectionReason,
  selectionActions,
  selectionReasons,
} from '../../preload/contract/selection-choices.ts';
import { inParts } from '../time/slices.ts';
import { type Moment, reasonAgainst } from './row-actions.ts';
import type { RowKey } from './row-key.ts';

/** Rows that are judged at once. */
const PART = 128;

/** Counts what one action can do with rows, and why not. */
function createTally() {
  const hash = createHash('sha256');
  const reasons = new Map<SelectionReason, number>();
  let can = 0;
  return {
    add(row: RowKey, why: SelectionReason | null): void {
      if (why !== null) {
        reasons.set(why, (reasons.get(why) ?? 0) + 1);
        return;
      }
      can += 1;
      hash.update(`${row.key}\n`);
    },
    sum: () => ({
      can,
      cannot: selectionReasons.flatMap((why) => {
        const count = reasons.get(why) ?? 0;
        return count === 0 ? [] : [{ why, count }];
      }),
      stamp: hash.digest('hex'),
    }),
  };
}

const forEachAction = <T>(make: (action: SelectionAction) => T): Record<SelectionAction, T> => ({
  send: make('send'),
  discard: make('discard'),
  save: make('save'),
  withdraw: make('withdraw'),
  delete: make('delete'),
  remind: make('remind'),
  archive: make('archive'),
  unarchive: make('unarchive'),
});

/** Summarizes what a person can do with the chosen rows. The rows of a query are those of this moment. */
export function createSelections(
  rowsOf: (selection: RowSelection) => Promise<readonly RowKey[]>,
  momentOf: () => Moment,
) {
  return {
    async summary(selection: RowSelection): Promise<Omit<SelectionSummary, 'recipients'>> {
      const rows = await rowsOf(selection);
      const tallies = forEachAction(createTally);
      await inParts(rows, PART, (part) => {
        for (const row of part)
          for (const action of selectionActions) tallies[action].add(row, reasonAgainst[action](row, momentOf()));
      });
      return { total: rows.length, actions: forEachAction((action) => tallies[action].sum()) };
    },
    /** Returns the rows that can take the action, or null if they no longer match the stamp. */
    async confirmed(
      selection: RowSelection,
      action: SelectionAction,
      stamp: string,
    ): Promise<readonly RowKey[] | null> {
      const tally = createTally();
      const able: RowKey[] = [];
      await inParts(await rowsOf(selection), PART, (part) => {
        for (const row of part) {
          const why = reasonAgainst[action](row, momentOf());
          tally.add(row, why);
          if (why === null) able.push(row);
        }
      });
      return tally.sum().stamp === stamp ? able : null;
    },
    async able(selection: RowSelection, action: SelectionAction): Promise<readonly RowKey[]> {
      return (await rowsOf(selection)).filter((row) => reasonAgainst[action](row, momentOf()) === null);
    },
  };
}
