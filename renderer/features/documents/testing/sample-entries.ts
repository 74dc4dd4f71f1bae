import type { DocumentEntry } from '../../../../preload/contract/document.ts';
import type { SubmissionRow } from '../../../../preload/contract/submission.ts';

const countWith = (signees: DocumentEntry['signees'], ...statuses: readonly string[]) =>
  (signees ?? []).filter(({ status }) => status !== null && statuses.includes(status)).length;

export const sampleDocument = (
  id: string,
  documentStatus: string,
  more: Partial<DocumentEntry> = {},
): DocumentEntry => ({
  people: {
    all: more.signees?.length ?? 0,
    signed: countWith(more.signees ?? null, 'signed'),
    waiting: countWith(more.signees ?? null, 'pending', 'in-progress'),
  },
  id,
  name: `${id}.pdf`,
  mimeType: 'application/pdf',
  documentStatus,
  signStatus: null,
  canWithdraw: false,
  canDelete: false,
  since: null,
  due: null,
  signees: null,
  saved: null,
  verdict: null,
  rescued: null,
  saveProblem: null,
  goneAt: null,
  command: null,
  orders: [],
  ...more,
});

export const sampleRow = (id: string, more: Partial<SubmissionRow> = {}): SubmissionRow => ({
  id,
  connectionId: 'c1',
  origin: 'interactive',
  revision: 1,
  acceptedAt: 1_000,
  changedAt: 1_000,
  name: `${id}.pdf`,
  size: 1_000_000,
  isDraftKept: false,
  parts: [],
  partCount: 0,
  alias: '',
  comment: '',
  mode: 'timestamp',
  jurisdiction: 'zertes',
  signees: [{ email: 'anna@muster.ch', name: null }],
  ordered: false,
  signeeCount: 1,
  goal: 'send',
  documentId: null,
  phase: 'waiting',
  step: 'upload',
  end: null,
  finishedAt: null,
  nextTryAt: null,
  undoUntil: null,
  cancelled: false,
  problem: null,
  progress: null,
  commands: [],
  candidates: [],
  otherAccount: null,
  recovered: false,
  mayDouble: false,
  orphans: [],
  redoneAs: null,
  ...more,
});

/** Creates a finished submission. */
export const restingRow = (id: string, end: NonNullable<SubmissionRow['end']>, more: Partial<SubmissionRow> = {}) =>
  sampleRow(id, { phase: 'done', step: null, end, ...more });
