import type { DocumentEntry } from '../../preload/contract/document.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { Clock } from '../clock.ts';
import { nodeDisk } from '../intake/spool-disk.ts';
import { problemOfRefusal } from '../intake/told.ts';
import type { Journal } from '../journal/journal.ts';
import type { PublishedState } from '../published-state.ts';
import { signInEnded } from '../signing/failure.ts';
import type { Client } from './calls.ts';
import { createQueue } from './queue.ts';
import { type CheckSeen, waitsForCheck } from './reconcile.ts';
import { createShown } from './shown.ts';

export interface SendingDeps {
  readonly clock: Clock;
  readonly journal: Journal;
  readonly state: PublishedState;
  readonly durable: boolean;
  readonly rebuild: boolean;
  /** Where the copies are kept. */
  readonly folder: string;
  readonly clientOf: (connectionId: string) => Client | null;
  readonly onSignInNeeded: (connectionId: string) => void;
  /** An upload is in doubt: it waits for an overview of its connection. */
  readonly onWaiting: (connectionId: string) => void;
  readonly onFault: (error: unknown) => void;
  readonly newId: () => string;
}

/** Two hundred and fifty files of the largest size. */
const spoolBytes = 10 * 1024 * 1024 * 1024;

/** A document that nothing more happens to. */
const ended: readonly string[] = ['signed', 'rejected', 'withdrawn'];

/** The queue in the app: what it tells, whom it tells it to, and what tracking tells it. */
export function createSending(deps: SendingDeps) {
  const { clock, journal, state } = deps;
  const shown = createShown({ clock, state, journal, queue: () => queue });
  const queue = createQueue({
    clock,
    journal,
    durable: deps.durable,
    rebuild: deps.rebuild || journal.settings.rebuild(),
    onRebuilt: () => journal.settings.set('rebuild', false),
    folder: deps.folder,
    disk: nodeDisk,
    limitBytes: spoolBytes,
    random: Math.random,
    newId: deps.newId,
    clientOf: deps.clientOf,
    onChanged(submission) {
      shown.changed(submission);
      if (waitsForCheck(submission)) deps.onWaiting(submission.connectionId);
    },
    onProgress: shown.progress,
    onConnectionTrouble(connectionId, kind) {
      if (signInEnded(kind)) deps.onSignInNeeded(connectionId);
    },
    onUnwritable: (details) =>
      shown.publish({ unwritable: details === null ? null : { key: 'not-recorded', params: {}, details } }),
    onClockSetBack: () => notify({ key: 'clock-set-back', params: {} }),
    onFault: deps.onFault,
  });

  function notify(problem: Problem): void {
    const { notices } = state.get();
    if (!notices.some(({ key }) => key === problem.key)) state.publish({ notices: [...notices, problem] });
  }

  shown.publish({ undoSeconds: journal.settings.undoSeconds(), working: deps.durable });
  opened().catch(deps.onFault);

  async function opened(): Promise<void> {
    const { stopped, unreadable } = await queue.ready;
    if (stopped) {
      shown.publish({ working: false });
      if (deps.durable) notify(problemOfRefusal(stopped, deps.folder));
    }
    if (unreadable > 0) notify({ key: 'spool-unreadable', params: { count: unreadable, folder: deps.folder } });
    const { active, connections } = state.get();
    if (active !== null) shown.follow(active);
    for (const { id } of connections) if (queue.wantsCheck(id)) deps.onWaiting(id);
  }

  return {
    parts: { queue, shown },
    follow: shown.follow,
    wantsCheck: queue.wantsCheck,
    connectionReady: queue.connectionReady,
    checked(connectionId: string, seen: CheckSeen, changed: readonly DocumentEntry[]): void {
      journal.documents.see(connectionId, changed, clock.now());
      for (const { id, documentStatus } of changed)
        if (ended.includes(documentStatus)) queue.finished(connectionId, id);
      queue.checked(connectionId, seen).catch(deps.onFault);
      shown.refresh();
    },
    wake: queue.wake,
    close(): void {
      shown.close();
      queue.close();
    },
  };
}
