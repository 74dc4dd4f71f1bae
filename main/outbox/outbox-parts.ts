import type { Problem } from '../../preload/contract/problem.ts';
import { nodeDisk } from '../intake/spool-disk.ts';
import type { Journal } from '../journal/journal.ts';
import { signInEnded } from '../signing/failure.ts';
import type { Outcome } from '../signing/outcome.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { Trouble } from '../submission/fact.ts';
import type { Submission } from '../submission/submission.ts';
import { createPace } from '../tracking/pace.ts';
import { type Copies, type CopiesDeps, createCopies, isGivenUp, type Opened } from './copies.ts';
import { createPublishedRows, type PublishedRows } from './published-rows.ts';
import { waitsForCheck } from './settle-by-check.ts';
import { createWorker, type Worker, type WorkerDeps } from './worker.ts';

export interface OutboxDeps
  extends Omit<CopiesDeps, 'store' | 'onRebuilt' | 'writer' | 'skewOf' | TestParts>,
    Pick<WorkerDeps, 'accountOf' | 'clientOf' | 'decide' | 'during'>,
    Partial<Pick<CopiesDeps, TestParts>> {
  readonly journal: Journal;
  readonly state: PublishedState;
  readonly onSignInNeeded: (connectionId: string) => void;
  /** Reports an upload in doubt, which waits for a check of its connection. */
  readonly onWaiting: (connectionId: string) => void;
  /** Reports that a row of the list changed, or how much of its file is uploaded. */
  readonly onRow: (submission: Submission) => void;
  readonly onUploadProgress: (id: string) => void;
  readonly onDocumentGone: (connectionId: string, documentId: string) => void;
  /** Reports that submissions may have come back from the spool. */
  readonly onRestored: () => void;
  /** Shows a problem on every screen. */
  readonly notify: (problem: Problem) => void;
  readonly newId: () => string;
}

type TestParts = 'disk' | 'limitBytes' | 'random';

/** The parts of the outbox, and how far it is open. */
export interface OutboxParts {
  readonly deps: OutboxDeps;
  readonly rows: PublishedRows;
  readonly copies: Copies;
  readonly worker: Worker;
  /** The submissions are read. Resolves again after each try to open. */
  begun: Promise<Opened>;
  /** The spool is swept, too: until then it may hold a copy that the journal does not know. */
  ready: Promise<Opened>;
  isSettled: boolean;
  isClosed: boolean;
  cancelReopen: () => void;
}

/** Room for more than 200 files of the largest size, and a round number for people. */
const SPOOL_BYTES = 10_000_000_000;

/** Returns the drafts of a submission that were deleted since: by Undo, or as an orphan. */
export function lostDrafts(before: Submission, now: Submission): readonly string[] {
  const undone = before.documentId !== null && now.documentId === null ? [before.documentId] : [];
  const orphans = before.orphans.filter((id) => !now.orphans.includes(id) && now.documentId !== id);
  return [...undone, ...orphans];
}

/** Notes something that no submission waits for: a full disk is reported, and stops none. */
function attempt({ onFault }: OutboxDeps, note: () => void): void {
  try {
    note();
  } catch (error) {
    onFault(error);
  }
}

/** Forgets a draft after Undo, or after an orphan was deleted. The last check may still list it. */
function forgetDraft(deps: OutboxDeps, connectionId: string, id: string): void {
  const { documents, documentFacts, documentsSeen } = deps.journal;
  if (documents.find(connectionId, id) === null) return;
  attempt(deps, () => {
    documentFacts.setGone(connectionId, id, deps.clock.now());
    documentsSeen.drop(connectionId, [id]);
    documents.forget(connectionId, id);
    deps.onDocumentGone(connectionId, id);
  });
}

/** Creates the pace of requests, which reading details does not wait for: its outcome counts on a full disk as well. */
function createForgivingPace(deps: OutboxDeps) {
  const pace = createPace(deps);
  const note = (connectionId: string, answer: Outcome<unknown>) => attempt(deps, () => pace.note(connectionId, answer));
  return { ...pace, note };
}

function createOutboxCopies(deps: OutboxDeps): Copies {
  const { journal } = deps;
  return createCopies({
    ...deps,
    store: journal.submissions,
    rebuild: deps.rebuild || journal.settings.get('rebuild'),
    onRebuilt: () => journal.settings.set('rebuild', false),
    disk: deps.disk ?? nodeDisk,
    limitBytes: deps.limitBytes ?? SPOOL_BYTES,
    writer: journal.lease.own,
    skewOf: (connectionId) => deps.clientOf(connectionId)?.knownSkewMs() ?? null,
    random: deps.random ?? Math.random,
  });
}

/** Creates the spool copies, the worker and the rows that the window shows, and connects them. None is open yet. */
export function createOutboxParts(deps: OutboxDeps): OutboxParts {
  const { journal } = deps;
  const rows = createPublishedRows({ ...deps, worker: () => worker, spoolUse: () => copies.use() });
  const copies = createOutboxCopies(deps);
  const worker = createWorker({
    ...deps,
    store: journal.submissions,
    random: deps.random ?? Math.random,
    ofSameAccount: journal.connections.ofSameAccount,
    parallelCalls: () => journal.settings.get('parallelCalls'),
    spoolPath: copies.pathForUpload,
    usableOf: (connectionId) => journal.settings.get('modes')[connectionId] ?? null,
    pace: createForgivingPace(deps),
    onChanged(submission, before) {
      rows.changed(submission, before);
      if (before !== null) for (const id of lostDrafts(before, submission)) forgetDraft(deps, before.connectionId, id);
      if (waitsForCheck(submission)) deps.onWaiting(submission.connectionId);
      if (isGivenUp(submission)) void copies.letGo(submission);
    },
    onProgress: rows.progress,
    onConnectionTrouble(connectionId, { kind, problem }: Trouble) {
      // The password is gone. A locked keychain is another problem, and signing in again would not help.
      const lost = kind === 'credentials-missing' && problem === undefined;
      if (lost || signInEnded(kind)) deps.onSignInNeeded(connectionId);
    },
    onUnwritable: (details) =>
      rows.publish({ unwritable: details === null ? null : { key: 'not-recorded', params: {}, details } }),
    onClockSetBack: () => deps.notify({ key: 'clock-set-back', params: {} }),
  });
  const nothing = Promise.resolve<Opened>({ stopped: null, restored: 0, stoppedRows: 0, unreadable: 0 });
  return {
    deps,
    rows,
    copies,
    worker,
    begun: nothing,
    ready: nothing,
    isSettled: false,
    isClosed: false,
    cancelReopen() {},
  };
}
