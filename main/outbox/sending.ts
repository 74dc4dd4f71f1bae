import type { Problem } from '../../preload/contract/problem.ts';
import type { Clock } from '../clock.ts';
import { problemOfRefusal } from '../intake/problem-of-refusal.ts';
import { nodeDisk, type SpoolDisk } from '../intake/spool-disk.ts';
import type { Journal } from '../journal/journal.ts';
import type { PublishedState } from '../published-state.ts';
import { signInEnded } from '../signing/failure.ts';
import type { Decide } from '../submission/decide/decide.ts';
import type { ListedDocuments } from '../tracking/checks.ts';
import type { CheckSeen } from '../tracking/reading.ts';
import type { Client } from './calls.ts';
import { createPublishedRows } from './published-rows.ts';
import { createQueue } from './queue.ts';
import { waitsForCheck } from './settlements.ts';

export interface SendingDeps {
  readonly clock: Clock;
  readonly journal: Journal;
  readonly state: PublishedState;
  readonly durable: boolean;
  readonly rebuild: boolean;
  /** The journal may be older than what really happened. */
  readonly older: boolean;
  readonly accountOf: (connectionId: string) => string | null;
  /** Filled by simulations alone. */
  readonly disk?: SpoolDisk;
  readonly random?: () => number;
  readonly decide?: Decide;
  /** Where the copies are kept. */
  readonly folder: string;
  readonly clientOf: (connectionId: string) => Client | null;
  readonly onSignInNeeded: (connectionId: string) => void;
  /** An upload is in doubt: it waits for an overview of its connection. */
  readonly onWaiting: (connectionId: string) => void;
  /** What a person must know, whatever is on the screen. */
  readonly notify: (problem: Problem) => void;
  readonly onFault: (error: unknown) => void;
  readonly newId: () => string;
}

const atATime = 10;
/** Two hundred and fifty files of the largest size. */
const spoolBytes = 10 * 1024 * 1024 * 1024;

/** A document that nothing more happens to. */
const ended: readonly string[] = ['signed', 'rejected', 'withdrawn'];

/** The queue in the app: what it tells, whom it tells it to, and what tracking tells it. */
export function createSending(deps: SendingDeps) {
  const { clock, journal, state } = deps;
  let cancelFinish = () => {};
  let settled = false;
  const shown = createPublishedRows({ clock, state, journal, queue: () => queue });
  const queue = createQueue({
    clock,
    journal,
    durable: deps.durable,
    rebuild: deps.rebuild || journal.settings.rebuild(),
    onRebuilt: () => journal.settings.set('rebuild', false),
    folder: deps.folder,
    older: deps.older,
    accountOf: deps.accountOf,
    disk: deps.disk ?? nodeDisk,
    limitBytes: spoolBytes,
    random: deps.random ?? Math.random,
    ...(deps.decide && { decide: deps.decide }),
    newId: deps.newId,
    clientOf: deps.clientOf,
    onChanged(submission) {
      shown.changed(submission);
      if (waitsForCheck(submission)) deps.onWaiting(submission.connectionId);
    },
    onProgress: shown.progress,
    onConnectionTrouble(connectionId, { kind, problem }) {
      // A password that is gone, not a keychain that is locked.
      const lost = kind === 'credentials-missing' && problem === undefined;
      if (lost || signInEnded(kind)) deps.onSignInNeeded(connectionId);
    },
    onUnwritable: (details) =>
      shown.publish({ unwritable: details === null ? null : { key: 'not-recorded', params: {}, details } }),
    onClockSetBack: () => deps.notify({ key: 'clock-set-back', params: {} }),
    onFault: deps.onFault,
  });

  /** After a weekend many have come to their end: a few at a time, so that nothing else waits for all of them. */
  function finish(connectionId: string, documentIds: readonly string[]): void {
    if (documentIds.length === 0) return;
    queue.finished(connectionId, documentIds.slice(0, atATime));
    cancelFinish = clock.after(0, () => finish(connectionId, documentIds.slice(atATime)));
  }

  shown.publish({ undoSeconds: journal.settings.undoSeconds(), working: deps.durable });
  opened().catch((error: unknown) => {
    deps.onFault(error);
    shown.publish({ working: false });
    deps.notify({ key: 'queue-stopped', params: {} });
  });

  async function opened(): Promise<void> {
    const { stopped, unreadable, restored, stoppedRows } = await queue.ready;
    settled = stopped === null;
    if (stopped) {
      shown.publish({ working: false });
      if (deps.durable) deps.notify(problemOfRefusal(stopped, deps.folder));
    }
    if (deps.older && restored + stoppedRows > 0)
      deps.notify({ key: 'journal-older', params: { count: restored + stoppedRows } });
    const unread = journal.submissions.unreadable();
    if (unread > 0) deps.notify({ key: 'submissions-unreadable', params: { count: unread } });
    if (unreadable > 0) deps.notify({ key: 'spool-unreadable', params: { count: unreadable, folder: deps.folder } });
    const { active, connections } = state.get();
    if (active !== null) shown.follow(active);
    for (const { id } of connections) if (queue.wantsCheck(id)) deps.onWaiting(id);
  }

  return {
    parts: { queue, shown },
    follow: shown.follow,
    wantsCheck: queue.wantsCheck,
    /** Before the spool has been gone through, a copy may be waiting there that the journal does not know. */
    isBusy: (connectionId: string): boolean => journal.submissions.hasOpen(connectionId) || (deps.durable && !settled),
    connectionReady(connectionId: string): void {
      queue.connectionReady(connectionId);
      if (queue.wantsCheck(connectionId)) deps.onWaiting(connectionId);
      shown.refresh();
    },
    checked(connectionId: string, seen: CheckSeen, { documents, changed }: ListedDocuments): void {
      journal.documents.see(connectionId, changed, clock.now());
      const unfinished = journal.submissions.unfinished(connectionId);
      const over = documents.filter(({ id, documentStatus }) => ended.includes(documentStatus) && unfinished.has(id));
      finish(
        connectionId,
        over.map(({ id }) => id),
      );
      queue.checked(connectionId, seen).catch(deps.onFault);
      shown.refresh();
    },
    clockMoved(byMs: number): void {
      queue.clockMoved(byMs).catch(deps.onFault);
    },
    wake: queue.wake,
    close(): void {
      cancelFinish();
      shown.close();
      queue.close();
    },
  };
}
