import { z } from 'zod';
import { lengths, limits } from './limits.ts';
import { listQuery } from './list.ts';
import { problem } from './problem.ts';
import { selectionActions, selectionReasons } from './selection-choices.ts';

const key = z.string().min(1).max(lengths.identifier);

/** Rows that a person chose: these, or all of a query but some. The window never holds all rows. */
export const rowSelection = z.union([
  z.object({ keys: z.array(key).min(1).max(limits.selectedRows) }),
  z.object({ query: listQuery, except: z.array(key).max(limits.selectedRows) }),
]);
export type RowSelection = z.infer<typeof rowSelection>;

export const selectionInput = z.object({ selection: rowSelection });

const action = z.enum(selectionActions);

/** The numbers of rows that each action can take. */
export const selectionSummary = z.object({
  total: z.number().int(),
  /** The people whom sending the rows would ask to sign, those with the most documents first. */
  recipients: z.object({
    count: z.number().int(),
    shown: z.array(z.object({ who: z.string(), documents: z.number().int() })),
  }),
  actions: z.record(
    action,
    z.object({
      can: z.number().int(),
      cannot: z.array(z.object({ why: z.enum(selectionReasons), count: z.number().int() })),
      /** The stamp of exactly the rows that can take the action. */
      stamp: z.string(),
    }),
  ),
});
export type SelectionSummary = z.infer<typeof selectionSummary>;

/** `stamp`: the rows that the person confirmed. Main refuses other ones. */
export const selectionAct = z.object({
  selection: rowSelection,
  action: z.enum(['send', 'discard', 'save', 'withdraw', 'delete', 'archive', 'unarchive']),
  stamp: z.string().max(lengths.identifier),
});
/** `count`: how many rows took it. */
export const selectionActed = z.object({ count: z.number().int(), problem: problem.nullable() });

export const keysInput = z.object({
  query: listQuery,
  from: z.number().int().min(0),
  count: z.number().int().min(1).max(limits.selectedRows),
});
export const keysPart = z.object({ keys: z.array(z.string()) });
