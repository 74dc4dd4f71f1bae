import { JobRunner } from '../jobs/job-runner.ts';
import type { Committed } from '../submission/store.ts';
import type { Submission } from '../submission/submission.ts';
import { createOrder } from '../time/in-order.ts';
import type { CheckSeen } from '../tracking/reading.ts';
import type { BudgetState } from './budget.ts';
import { pacedClient } from './calls.ts';
import type { BreakerState } from './circuit-breaker.ts';
import { createCommands } from './commands.ts';
import { createLookBeforeSend } from './look-before-send.ts';
import { createOrphans } from './orphans.ts';
import { createScheduler, type SchedulerDeps } from './scheduler.ts';
import { createSearch } from './search.ts';
import { belongsTo, startedDrafts, waitsForCheck } from './settle-by-check.ts';
import { type SubmissionKindDeps, submissionKind } from './submission-kind.ts';

export interface WorkerDeps extends SubmissionKindDeps, Pick<SchedulerDeps, 'accountOf' | 'parallelCalls'> {
  /** Returns this connection, and others that the same service user is signed in at. */
  readonly ofSameAccount?: (connectionId: string) => readonly string[];
}

/** Creates the parts that make the calls of the submissions and look for documents that they may have left. */
function createParts(deps: WorkerDeps) {
  const scheduler = createScheduler(deps);
  const runner = new JobRunner(submissionKind(deps, scheduler));
  const { book, signal, apply, turn } = runner;
  const sameAccount = deps.ofSameAccount ?? ((connectionId: string) => [connectionId]);
  const openOf = (connectionId: string) => book.openOf(connectionId);
  const openOfAccount = (connectionId: string) => sameAccount(connectionId).flatMap(openOf);
  const tools = {
    ...deps,
    clientOf: (connectionId: string) => pacedClient(deps, connectionId, signal),
    openOf,
    openOfAccount,
    find: (id: string) => book.find(id),
    apply,
    signal,
  };
  const search = createSearch({
    ...tools,
    restsUntil: scheduler.restsUntil,
    called(connectionId, trouble) {
      scheduler.called(connectionId, trouble, runner.moment());
      if (trouble?.forAPerson === true) deps.onConnectionTrouble(connectionId, trouble);
    },
    turn,
  });
  const lookBeforeSend = createLookBeforeSend({ ...tools, send: (id, command) => commands.now(id, command) });
  const commands = createCommands({ store: deps.store, runner, scheduler, isLookedForFirst: lookBeforeSend.takes });
  const orphans = createOrphans(tools);
  return { scheduler, runner, openOf, openOfAccount, search, lookBeforeSend, commands, orphans };
}

/** Brings the submissions to the service. */
export function createWorker(deps: WorkerDeps) {
  const { store } = deps;
  const { scheduler, runner, openOf, openOfAccount, search, lookBeforeSend, commands, orphans } = createParts(deps);
  /** The queue of commands. Between two parts of one, another would find only some of its rows. */
  const oneAtATime = createOrder();

  return {
    /** Begins with the open submissions, oldest first. */
    start: (found: readonly Submission[] = store.open()): Promise<void> =>
      oneAtATime.run(() => runner.start(found, scheduler.recall)),
    /** Takes submissions that the intake has stored. */
    added: (submissions: readonly Submission[]): void => runner.add(submissions),
    command: commands.one,
    commandAll: commands.all,
    /** Tells whether a call to the service is under way. Submissions that are due follow without a gap. */
    isCalling: (): boolean => runner.inFlight.size > 0,
    wantsCheck(connectionId: string): boolean {
      const account = deps.accountOf(connectionId);
      return openOf(connectionId).some((one) => waitsForCheck(one) && belongsTo(one, account));
    },
    /** Settles every upload in doubt by one check, and finds drafts that a repeated upload left behind. */
    async checked(connectionId: string, check: CheckSeen): Promise<void> {
      // Rows that are missing so far could be rivals for the same document.
      const moving = oneAtATime.idle();
      if (moving !== null) await moving;
      lookBeforeSend.checked(connectionId, check);
      const searched = search.begin(connectionId, check);
      runner.turn();
      await Promise.all([searched, orphans.find(connectionId, check)]);
      const doubted = await startedDrafts(connectionId, check, store);
      if (runner.signal.aborted) return;
      const askedAt = check.freshAt ?? check.askedAt;
      for (const id of doubted) runner.apply(id, { kind: 'listed-as-draft', askedAt });
      if (doubted.length > 0) runner.turn();
    },
    /** Gives recovered submissions to another connection. Returns whether there were any. */
    async reconnect(find: (open: readonly Submission[]) => readonly Submission[], connectionId: string) {
      let count = 0;
      await oneAtATime.run(() => {
        const ids = find([...runner.open.values()]).map(({ id }) => id);
        count = ids.length;
        return runner.applyAll(ids, { kind: 'reconnected', connectionId }, runner.apply);
      });
      return count > 0;
    },
    async connectionReady(connectionId: string): Promise<void> {
      scheduler.closeBreaker(connectionId);
      search.wake(connectionId);
      await runner.connectionReady(connectionId);
    },
    /** Doubts a start that a look at the document came after, and that had no effect: it showed a draft. */
    stillDraft(connectionId: string, documentId: string, startedAt: number): void {
      const owner = store.ownerOf(connectionId, documentId);
      if (owner === null || !belongsTo(owner, deps.accountOf(connectionId))) return;
      runner.apply(owner.id, { kind: 'listed-as-draft', askedAt: deps.clock.now(), after: startedAt });
      runner.turn();
    },
    /** Settles the documents that a check or a look showed as signed, rejected or withdrawn. */
    finished(connectionId: string, documentIds: readonly string[]): void {
      const owners = documentIds.flatMap((documentId) => store.ownerOf(connectionId, documentId) ?? []);
      for (const { id } of owners) runner.apply(id, { kind: 'finished' });
      if (owners.length > 0) runner.turn();
    },
    deleteOrphan: orphans.delete,
    isNobodys: orphans.isNobodys,
    pause(paused: boolean): Committed {
      const committed = store.setPaused(paused, deps.clock.now());
      for (const connectionId of new Set([...runner.open.values()].map((one) => one.connectionId)))
        search.wake(connectionId);
      runner.turn();
      return committed;
    },
    budgetOf: (connectionId: string): BudgetState => scheduler.budgetNow(connectionId, runner),
    breakerOf: (connectionId: string): BreakerState => scheduler.breakerOf(connectionId),
    /** The open submissions of a connection, oldest first. */
    openOf,
    openOfAccount,
    allOpen: (): Iterable<Submission> => runner.open.values(),
    openOne: (id: string): Submission | null => runner.open.get(id) ?? null,
    async clockMoved(byMs: number): Promise<void> {
      scheduler.clockMoved(byMs);
      await runner.clockMoved(byMs);
    },
    suspend: (): void => runner.suspend(),
    awake: (sleptMs: number): Promise<void> => runner.awake(sleptMs),
    close(): void {
      runner.close();
      search.close();
    },
  };
}

export type Worker = ReturnType<typeof createWorker>;
