import { z } from 'zod';
import { documentEntry } from './document.ts';
import { lengths, limits } from './limits.ts';
import { listGroups, listSorts } from './list-choices.ts';
import { submissionRow } from './submission.ts';

const group = z.enum(listGroups);
const key = z.string().min(1).max(lengths.identifier);
const status = z.array(z.string().min(1).max(lengths.identifier)).max(10);

/** The view that a person chose. The journal keeps it. */
export const listChoice = z.object({
  group: z.union([group, z.literal('all')]),
  sort: z.enum(listSorts),
  /** Statuses of the document. Empty: any. */
  statuses: status,
  /** Statuses of the signing. Empty: any. */
  signStatuses: status,
  /** Words of a person's name or address. */
  person: z.string().max(lengths.identifier),
  /** The profile that documents were sent with. Empty: any. */
  profile: z.string().max(lengths.identifier),
  /** The watched folder that documents came from, or any one. Empty: from anywhere. */
  folder: z.string().max(lengths.identifier),
  /** Whether to show only what the service deletes or withdraws soon. */
  soon: z.boolean(),
  /** Whether to show only signed documents without a copy on this computer, also those that the service has deleted. */
  unsaved: z.boolean(),
  /** Sections of the list that show their heading alone. */
  folded: z.array(group).max(listGroups.length),
});

export type ListChoice = z.infer<typeof listChoice>;

export const listQuery = listChoice.extend({ search: z.string().max(lengths.identifier) });
export type ListQuery = z.infer<typeof listQuery>;

/** One row: a document of the service, a submission of this app, or both. */
export const listRow = z.object({
  /** The key, which stays the same when a check finds the document of a submission. */
  key: z.string(),
  group,
  /** Whether the row is at its end, so that a person can put it out of sight. */
  canArchive: z.boolean(),
  document: documentEntry.nullable(),
  submission: submissionRow.nullable(),
});
export type ListRow = z.infer<typeof listRow>;

export const rowsInput = z.object({
  query: listQuery,
  from: z.number().int().min(0),
  count: z.number().int().min(1).max(limits.rowsAtOnce),
  /** Whether the window shows them for a moment, beside those of the list. */
  inPassing: z.boolean().optional(),
});

/** A part of the list. There may be fewer rows than asked for: a message over the bridge stays small. */
export const rowsPart = z.object({
  /** The revision, which grows with every change of the order. Rows of two revisions do not fit together. */
  revision: z.number().int(),
  /** The version that main read, as a number that grows. A row with a lower one is older. */
  version: z.number().int(),
  rows: z.array(listRow),
  /** The rows of the query by group, without empty groups. A folded one has a count alone: its rows have no places. */
  groups: z.array(z.object({ group, count: z.number().int(), folded: z.boolean() })),
  /** Rows that have a place. */
  total: z.number().int(),
});
export type RowsPart = z.infer<typeof rowsPart>;

export const rowInput = z.object({ key });
export const rowNow = z.object({ version: z.number().int(), row: listRow.nullable() });

export const positionInput = z.object({ query: listQuery, key });
/** The place among the rows of the query, without headings. Null: the row is not among them. */
export const position = z.object({ revision: z.number().int(), position: z.number().int().nullable() });

/** Rows that changed and that the window asked for lately; `opened` is the one whose details are open, with all of it. */
export const rowsChanged = z.object({
  version: z.number().int(),
  rows: z.array(listRow),
  opened: listRow.nullable(),
});
export type RowsChanged = z.infer<typeof rowsChanged>;

/** The list of the shown connection as a whole. */
export const listState = z.object({
  revision: z.number().int(),
  /** False until all rows are read from the journal: what is counted and found until then is a part. */
  ready: z.boolean(),
  counts: z.record(z.union([group, z.literal('all')]), z.number().int()),
  /** Documents that the service listed. */
  documents: z.number().int(),
  /** Documents whose people nobody knows: a search for a person cannot find them. */
  unread: z.number().int(),
  /** Signed documents that the service still has and this computer has not. */
  missing: z.number().int(),
});
