import { setImmediate } from 'node:timers/promises';
import type { Problem } from '../../preload/contract/problem.ts';
import type { IntakeProgress, Offer } from '../intake/intake.ts';
import { problemOfRefusal } from '../intake/problem-of-refusal.ts';
import { nodeDisk } from '../intake/spool-disk.ts';
import type { Journal } from '../journal/journal.ts';
import { signInEnded } from '../signing/failure.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { Command } from '../submission/fact.ts';
import { newSubmission } from '../submission/new-submission.ts';
import type { Submission } from '../submission/submission.ts';
import { inParts } from '../time/slices.ts';
import type { ListedDocuments } from '../tracking/checks.ts';
import { createPace } from '../tracking/pace.ts';
import type { CheckSeen } from '../tracking/reading.ts';
import { type BulkCommand, type CommandAnswer, type IsOffered, notNow } from './commands.ts';
import { type CopiesDeps, createCopies, isGivenUp, type Opened } from './copies.ts';
import { isCorrection } from './corrections.ts';
import { lostDrafts } from './lost-drafts.ts';
import { createPublishedRows } from './published-rows.ts';
import { countingDown, isOnItsWay, strandedFor } from './queue.ts';
import { waitsForCheck } from './settle-by-check.ts';
import { createWorker, type WorkerDeps } from './worker.ts';

export interface OutboxDeps
  extends Omit<CopiesDeps, 'store' | 'onRebuilt' | 'writer' | TestParts>,
    Pick<WorkerDeps, 'accountOf' | 'clientOf' | 'decide' | 'during'>,
    Partial<Pick<CopiesDeps, TestParts>> {
  readonly journal: Journal;
  readonly state: PublishedState;
  readonly onSignInNeeded: (connectionId: string) => void;
  /** An upload is in doubt: it waits for a check of its connection. */
  readonly onWaiting: (connectionId: string) => void;
  /** A row of the list changed, or how much of its file is uploaded. */
  readonly onRow: (submission: Submission) => void;
  readonly onRowMoved: (id: string) => void;
  readonly onDocumentGone: (connectionId: string, documentId: string) => void;
  /** Submissions may have come back from the spool. */
  readonly onRestored: () => void;
  /** Shows a problem on every screen. */
  readonly notify: (problem: Problem) => void;
  readonly newId: () => string;
}

/** Only tests replace these. */
type TestParts = 'disk' | 'limitBytes' | 'random';

/** The outbox itself makes the id of the new submission. */
type OutboxCommand = Exclude<Command, { readonly kind: 'redo' }> | { readonly kind: 'redo' };

const ROWS_AT_ONCE = 10;
/** Documents of a check that are written at once. */
const DOCUMENTS_AT_ONCE = 50;
/** How long we wait before we look at a failing disk again. */
const REOPEN_MS = 60_000;
/** Room for more than 200 files of the largest size, and a round number for people. */
const SPOOL_BYTES = 10_000_000_000;

/** The statuses in which a document ends at the service. */
const ended: readonly string[] = ['signed', 'rejected', 'withdrawn'];

/** The front of the outbox: joins the spool copies, the worker and the rows that the window shows. */
export function createOutbox(deps: OutboxDeps) {
  const { clock, journal, state, onFault } = deps;
  const store = journal.submissions;
  const random = deps.random ?? Math.random;
  const pace = createPace({ clock, journal });
  let closed = false;
  let settled = false;
  let cancelFinish = () => {};
  let cancelReopen = () => {};
  const rows = createPublishedRows({
    clock,
    state,
    journal,
    onRow: deps.onRow,
    onRowMoved: deps.onRowMoved,
    outbox: () => ({ ...worker, use: copies.use }),
  });
  const copies = createCopies({
    clock,
    store,
    durable: deps.durable,
    rebuild: deps.rebuild || journal.settings.get('rebuild'),
    older: deps.older,
    holdRest: deps.holdRest,
    onRebuilt: () => journal.settings.set('rebuild', false),
    folder: deps.folder,
    disk: deps.disk ?? nodeDisk,
    limitBytes: deps.limitBytes ?? SPOOL_BYTES,
    writer: journal.lease.own,
    random,
    onFault,
  });
  const worker = createWorker({
    clock,
    store,
    random,
    ...(deps.decide && { decide: deps.decide }),
    ...(deps.during && { during: deps.during }),
    clientOf: deps.clientOf,
    accountOf: deps.accountOf,
    ofSameAccount: journal.connections.ofSameAccount,
    parallelCalls: () => journal.settings.get('parallelCalls'),
    spoolPath: copies.pathForUpload,
    onChanged(submission, before) {
      rows.changed(submission, before);
      if (before !== null) for (const id of lostDrafts(before, submission)) forgetDraft(before.connectionId, id);
      if (waitsForCheck(submission)) deps.onWaiting(submission.connectionId);
      if (isGivenUp(submission)) void copies.letGo(submission);
    },
    onProgress: rows.progress,
    pace: {
      ...pace,
      note(connectionId, answer) {
        try {
          pace.note(connectionId, answer);
        } catch (error) {
          // A full disk, say. The outcome of the reading counts all the same.
          onFault(error);
        }
      },
    },
    onConnectionTrouble(connectionId, { kind, problem }) {
      // The password is gone. A locked keychain is another problem, and signing in again would not help.
      const lost = kind === 'credentials-missing' && problem === undefined;
      if (lost || signInEnded(kind)) deps.onSignInNeeded(connectionId);
    },
    onUnwritable: (details) =>
      rows.publish({ unwritable: details === null ? null : { key: 'not-recorded', params: {}, details } }),
    onClockSetBack: () => deps.notify({ key: 'clock-set-back', params: {} }),
    onFault,
  });

  /** After Undo, or after an orphan was deleted, no submission speaks for the draft. The last check may still list it. */
  function forgetDraft(connectionId: string, documentId: string): void {
    if (journal.documents.find(connectionId, documentId) === null) return;
    try {
      journal.documentFacts.setGone(connectionId, documentId, clock.now());
      journal.documentsSeen.drop(connectionId, [documentId]);
      journal.documents.forget(connectionId, documentId);
      deps.onDocumentGone(connectionId, documentId);
    } catch (error) {
      onFault(error);
    }
  }

  async function begin(): Promise<Opened> {
    const opened = await copies.open();
    if (opened.stopped !== null) return opened;
    const found: Submission[] = [];
    for (const part of store.openInParts()) {
      if (closed) return opened;
      found.push(...part);
      // oxlint-disable-next-line no-await-in-loop -- lets other work run in between
      await setImmediate();
    }
    if (!closed) await worker.start(found.toSorted((a, b) => a.acceptedAt - b.acceptedAt));
    return opened;
  }

  /** Sweeps before the first intake: until its submission is stored, a new copy looks like one that nobody needs. */
  async function swept(opening: Promise<Opened>): Promise<Opened> {
    const opened = await opening;
    if (opened.stopped === null && !closed) await copies.sweep();
    return opened;
  }

  let begun = begin();
  let ready = swept(begun);
  rows.publish({ undoSeconds: journal.settings.get('undoSeconds'), working: deps.durable });
  ready.then((opened) => reportOpened(opened, true)).catch(reportFailed);

  function reportFailed(error: unknown): void {
    // The app ended in the middle of opening, and the journal with it.
    if (closed) return;
    onFault(error);
    rows.publish({ working: false });
    deps.notify({ key: 'queue-stopped', params: {} });
  }

  /** Tries again after the disk stopped the outbox. By now it may have room, or answer. */
  function reopen(): void {
    begun = begin();
    ready = swept(begun);
    ready.then((opened) => reportOpened(opened, false)).catch(reportFailed);
  }

  function reportOpened({ stopped, unreadable, restored, stoppedRows }: Opened, first: boolean): void {
    settled = stopped === null;
    rows.publish({ working: settled });
    if (stopped && deps.durable && !closed) {
      cancelReopen = clock.after(REOPEN_MS, reopen);
      if (!first) return;
      deps.notify(problemOfRefusal(stopped, deps.folder));
    }
    if (deps.older && restored + stoppedRows > 0)
      deps.notify({ key: 'journal-older', params: { count: restored + stoppedRows } });
    const unread = store.unreadable();
    if (unread > 0) deps.notify({ key: 'submissions-unreadable', params: { count: unread } });
    if (unreadable > 0) deps.notify({ key: 'spool-unreadable', params: { count: unreadable, folder: deps.folder } });
    const { active, connections } = state.get();
    if (active !== null) {
      rows.follow(active);
      if (restored + stoppedRows > 0) deps.onRestored();
    }
    for (const { id } of connections)
      bringHome(id)
        .then(() => askForCheck(id))
        .catch(onFault);
  }

  async function redo(id: string): Promise<CommandAnswer> {
    const old = store.find(id);
    if (old === null) return { ok: false, reason: 'not-now' };
    const { connectionId, account, profileId, origin, wish } = old;
    const acceptance = {
      id: deps.newId(),
      connectionId,
      account,
      profileId,
      origin,
      wish,
      goal: 'hold',
      undoMs: 0,
    } as const;
    // If the journal is lost, only the spool tells that the copy waits for the earlier document.
    const fresh = { ...newSubmission(acceptance, clock.now()), redoOf: id };
    // The copy must stay for the new submission when the old one lets go of it.
    if (!(await copies.share(fresh))) return { ok: false, reason: 'not-now' };
    const answer = worker.command(id, { kind: 'redo', id: fresh.id });
    if (!answer.ok) await copies.letGo(fresh);
    return answer;
  }

  async function take(offers: readonly Offer[], report: (progress: IntakeProgress) => void): Promise<void> {
    const { stopped } = await ready;
    if (stopped) {
      for (const offer of offers) report({ kind: 'refused', offer, refusal: stopped });
      return;
    }
    const fresh: Submission[] = [];
    const added = () => {
      const connections = new Set(fresh.flatMap(({ account, connectionId }) => (account === null ? connectionId : [])));
      worker.added(fresh.splice(0));
      // Somebody may have signed in meanwhile.
      for (const connectionId of connections) claim(connectionId).catch(onFault);
    };
    await copies.take(offers, (progress) => {
      if (progress.kind === 'accepted') {
        // The submissions of a group are stored together: hand them to the worker together.
        if (fresh.length === 0) Promise.resolve().then(added).catch(onFault);
        fresh.push(progress.submission);
      }
      report(progress);
    });
  }

  async function carryOut(id: string, command: OutboxCommand): Promise<CommandAnswer> {
    const redoes = command.kind === 'redo';
    // Corrections and redo change the spool, which may still be swept.
    const { stopped } = await (redoes || isCorrection(command) ? ready : begun);
    if (stopped) return { ok: false, reason: 'not-now' };
    if (redoes) return redo(id);
    const act = () => worker.command(id, command);
    return isCorrection(command) ? copies.correct(id, command, act) : act();
  }

  /** The same for many rows. Those that do not offer it any more are left alone. */
  async function carryOutAll(ids: readonly string[], command: BulkCommand, isOffered: IsOffered) {
    const { stopped } = await begun;
    if (stopped) return ids.map(() => notNow);
    return worker.commandAll(ids, command, isOffered);
  }

  /** What was handed over while nobody was signed in belongs to the account that is signed in now. */
  async function claim(connectionId: string): Promise<void> {
    const account = deps.accountOf(connectionId);
    if (account === null) return;
    const isUnclaimed = (one: Submission | null) => one?.account === null;
    for (const { id } of worker.openOf(connectionId).filter(isUnclaimed)) {
      // Another account may have signed in, or have been given the row.
      if (closed || deps.accountOf(connectionId) !== account || !isUnclaimed(worker.openOne(id))) continue;
      // oxlint-disable-next-line no-await-in-loop -- each one writes to the spool, and other work goes in between
      await carryOut(id, { kind: 'claim', account });
    }
  }

  /**
   * After a lost journal, people set the connection up again, perhaps with another address or client: it is another
   * connection then, and what the spool had is in no list. The connection of its account takes it, or else the first one
   * that is signed in: there it waits for its account, and a person may take it over. Nothing of it continues by itself.
   */
  async function bringHome(connectionId: string): Promise<void> {
    const findMine = (open: readonly Submission[]): readonly Submission[] => {
      const accounts = new Map(state.get().connections.map(({ id, username }) => [id, username]));
      return strandedFor(connectionId, deps.accountOf(connectionId), accounts, open);
    };
    if (await worker.reconnect(findMine, connectionId)) deps.onRestored();
  }

  /** Returns whether anything waits for a check. */
  function askForCheck(connectionId: string): boolean {
    const isWanted = !closed && worker.wantsCheck(connectionId);
    if (isWanted) deps.onWaiting(connectionId);
    return isWanted;
  }

  async function connectionReady(connectionId: string): Promise<void> {
    const home = bringHome(connectionId);
    // The check that got the token runs still. After it, each wish for a check would begin another one at once.
    const isAsked = askForCheck(connectionId);
    await home;
    claim(connectionId).catch(onFault);
    await worker.connectionReady(connectionId);
    if (closed) return;
    if (!isAsked) askForCheck(connectionId);
    rows.refresh();
  }

  /** The app does not quit before what a person wants is in the journal. */
  const whole = <T>(task: Promise<T>): Promise<T> => deps.during?.('take', task) ?? task;

  /** After a weekend many documents have ended. We record a few at a time, so that other work can run in between. */
  function finish(connectionId: string, documentIds: readonly string[]): void {
    if (documentIds.length === 0) return;
    worker.finished(connectionId, documentIds.slice(0, ROWS_AT_ONCE));
    cancelFinish = clock.after(0, () => finish(connectionId, documentIds.slice(ROWS_AT_ONCE)));
  }

  return {
    get ready() {
      return ready;
    },
    rows,
    /** Accepts or refuses every file, and reports each result once. */
    take: (offers: readonly Offer[], report: (progress: IntakeProgress) => void): Promise<void> =>
      whole(take(offers, report)),
    command: (id: string, command: OutboxCommand): Promise<CommandAnswer> => whole(carryOut(id, command)),
    /** As it is now: an open one is in memory. */
    find: (id: string): Submission | null => worker.openOne(id) ?? store.find(id),
    openOf: worker.openOf,
    onItsWay: (connectionId: string): number => worker.openOf(connectionId).filter(isOnItsWay).length,
    /** How many can still be undone. */
    counting: (connectionId: string): number =>
      countingDown(worker.openOf(connectionId), clock.now(), deps.accountOf(connectionId)).length,
    budgetOf: (connectionId: string) => worker.workOf(connectionId).budget,
    copyPath: copies.path,
    commandAll: (
      ids: readonly string[],
      command: BulkCommand,
      isOffered: IsOffered,
    ): Promise<readonly CommandAnswer[]> => whole(carryOutAll(ids, command, isOffered)),
    deleteOrphan: worker.deleteOrphan,
    pause(paused: boolean) {
      const committed = worker.pause(paused);
      rows.refresh();
      return committed;
    },
    wantsCheck: worker.wantsCheck,
    /** Until the spool has been swept, it may hold a copy that the journal does not know. */
    isCalling: worker.isCalling,
    isBusy: (connectionId: string): boolean => store.hasOpen(connectionId) || (deps.durable && !settled),
    connectionReady(connectionId: string): void {
      connectionReady(connectionId).catch(onFault);
    },
    async checked(connectionId: string, seen: CheckSeen, { documents, changed }: ListedDocuments): Promise<void> {
      await inParts(changed, DOCUMENTS_AT_ONCE, (part) => {
        if (!closed) journal.documents.see(connectionId, part, clock.now());
      });
      if (closed) return;
      const unfinished = store.unfinished(connectionId);
      // Also documents behind the newest page, as far as the reading has come.
      const listed = [
        ...documents.map(({ id, documentStatus }) => ({ documentId: id, status: documentStatus })),
        ...seen.documents,
      ];
      const over = listed.filter(({ documentId, status }) => ended.includes(status) && unfinished.has(documentId));
      finish(connectionId, [...new Set(over.map(({ documentId }) => documentId))]);
      worker.checked(connectionId, seen).catch(onFault);
      rows.refresh();
    },
    clockMoved(byMs: number): void {
      worker.clockMoved(byMs).catch(onFault);
    },
    suspend: worker.suspend,
    awake(sleptMs: number): void {
      worker.awake(sleptMs).catch(onFault);
    },
    close(): void {
      closed = true;
      cancelFinish();
      cancelReopen();
      rows.close();
      worker.close();
    },
  };
}

export type Outbox = ReturnType<typeof createOutbox>;
